import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { lastPort, rememberPort } from './last-port.ts';

it('remembers the port, and not through a link that a data folder of somebody else has there', () => {
  const folder = specFolder('port');
  const theirs = join(folder, 'theirs.txt');
  writeFileSync(theirs, 'a letter');
  symlinkSync(theirs, join(folder, 'browser-port.txt'));
  rememberPort(folder, 4567);
  expect([readFileSync(theirs, 'utf8'), lastPort(folder)]).toEqual(['a letter', 4567]);
});
