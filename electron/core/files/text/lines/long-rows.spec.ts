import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { specFolder } from '../../../foundation/folder-fixture.ts';
import { readTextLines } from './text-lines.ts';

// Nine million characters are read three times; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

const folder = specFolder('rows');

it('lines of a row longer than what is looked at are shown, whatever they hold', () => {
  // Each of these was looked at again for every one of its lines.
  const rows = ['\n', 'Anna,1\r', 'Anna,1\n'].map((line) => {
    const path = join(folder, 'rows.csv');
    writeFileSync(path, `Name,Phone\r"A,1\r${line.repeat(9_000_000 / line.length)}`);
    const page = readTextLines({ path, encoding: 'utf-8', delimiter: ',', limit: 500 });
    return [page.lines.length, page.lines.at(-1)?.line];
  });
  expect(rows).toEqual(Array(3).fill([500, 500]));
});
