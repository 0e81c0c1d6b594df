import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/project.ts';

const COLUMNS = ['of the service', 'in the core', 'on the page', 'batch', 'spec'];
const rows = readFileSync(join(root, 'docs/service.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-+|of the service) /.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );

/** A dash says nothing without its reason. */
const isFilled = (cell: string) => cell !== '' && (!cell.startsWith('–') || cell.split(' ').length > 3);
const linksIn = (cell: string) => [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path ?? '');

test('the table is there', () => expect(rows.length).toBeGreaterThan(50));

test.each(rows)('%s has every cell, or why not', (...cells) => {
  expect(cells.map(isFilled)).toEqual(COLUMNS.map(() => true));
  const [, core = '', , , spec = ''] = cells;
  for (const [cell, ending] of [
    [core, '.ts'],
    [spec, '.spec.ts'],
  ] as const) {
    const links = linksIn(cell);
    expect(cell.startsWith('–') || links.length > 0).toBe(true);
    expect(links.filter((path) => !path.endsWith(ending) || !existsSync(join(root, path)))).toEqual([]);
  }
});
