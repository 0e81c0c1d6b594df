import { linkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { checkOutput } from './output-file.ts';
import { canLink } from '../../core/foundation/this-system-fixture.ts';

const folder = specFolder('output');

it('never takes the original for its output, by whatever name it goes', () => {
  const original = join(folder, 'leads.csv');
  writeFileSync(original, 'Phone\n1\n');
  writeFileSync(join(folder, 'other.csv'), 'Phone\n1\n');
  // A second name in the directory is to this computer what LEADS.CSV is to Windows and macOS: another path, one file.
  linkSync(original, join(folder, 'LEADS-2.csv'));
  const links = canLink() ? ['link.csv'] : [];
  for (const link of links) symlinkSync(original, join(folder, link));
  for (const name of ['leads.csv', './leads.csv', 'LEADS-2.csv', ...links])
    expect(() => checkOutput(join(folder, name), '--result', true, original)).toThrow(/original is never changed/);
  expect(() => checkOutput(join(folder, 'other.csv'), '--result', true, original)).not.toThrow();
  expect(() => checkOutput(join(folder, 'fresh.csv'), '--result', false, original)).not.toThrow();
});
