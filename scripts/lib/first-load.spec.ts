import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { firstLoadTrouble, LARGEST_FIRST_LOAD } from './first-load.ts';

const folder = specFolder('first-load');

function page(head: string, bytes: number): string {
  writeFileSync(join(folder, 'index.html'), head);
  writeFileSync(join(folder, 'a.js'), randomBytes(bytes));
  writeFileSync(join(folder, 'a.css'), randomBytes(1000));
  return folder;
}

test('what the HTML names counts, packed, and nothing else', () => {
  const head = '<script src="./a.js"></script><link href="./a.css"><link href="./icon.svg">';
  expect(firstLoadTrouble(page(head, LARGEST_FIRST_LOAD - 2000))).toBe(null);
  expect(firstLoadTrouble(page(head, LARGEST_FIRST_LOAD - 500))).toMatch(/^The page loads 31\d{4} bytes \(packed\)/);
});

test('a page without files is no small page', () => {
  expect(firstLoadTrouble(page('<p></p>', 1))).toMatch(/neither a script nor a style sheet/);
});
