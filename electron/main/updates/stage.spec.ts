import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { onWindows } from '../../core/foundation/held-files-fixture.ts';
import { Stage } from './stage.ts';
import { makersKey } from './update-server-fixture.ts';

it('does not keep the window waiting for an installer that another program has open', () => {
  const folder = join(specFolder('stage'), 'update');
  mkdirSync(folder);
  writeFileSync(join(folder, 'installer.exe'), '');
  using windows = onWindows();
  windows.hold(/update$/, ['EBUSY'], 100);
  new Stage(folder, makersKey).clear();
  expect(windows.refused).toEqual(['rmSync EBUSY']);
});
