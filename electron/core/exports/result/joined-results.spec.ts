import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { attachResults, joinedColumns, type JoinedField, joinedWidth, wordsFor } from './joined-results.ts';

const field = (before: number | null, now: number | null, bit: number | null): JoinedField => ({ before, now, bit });

it('a comparison has the id and the kind first, then each field beside its earlier value and its change', () => {
  const fields = [field(0, 4, 0), field(null, 2, null), field(7, null, null), field(1, 1, 1)];
  expect(joinedColumns(fields)).toEqual([
    { before: 2, now: 3, change: 4 },
    { before: null, now: 5, change: null },
    { before: 6, now: null, change: null },
    { before: 7, now: 8, change: 9 },
  ]);
  expect([joinedWidth(fields), joinedWidth(fields.slice(0, 3)), joinedWidth([])]).toEqual([10, 7, 2]);
});

it('thirty-one compared fields fit into a word, and there is always one', () => {
  const compared = (count: number) => Array.from({ length: count }, (_, bit) => field(bit, bit, bit));
  expect([0, 1, 31, 32, 62, 63].map((count) => wordsFor(compared(count)))).toEqual([1, 1, 1, 2, 2, 3]);
  expect(wordsFor([...compared(31), field(5, null, null)])).toBe(1);
});

const [ONE, OTHER] = [1, 2].map((digit) => `00000000-0000-4000-8000-00000000000${digit}.sqlite`) as [string, string];

it.each([
  [ONE, true],
  [OTHER, false],
  ['notes.sqlite', false],
  [`../${ONE}`, false],
])('a comparison is read with results of its folder that are there, and makes none: %s', (now, isJoined) => {
  const folder = join(specFolder('joined'), 'results');
  mkdirSync(folder);
  for (const path of [join(folder, ONE), join(folder, 'notes.sqlite'), join(folder, '..', ONE)])
    writeFileSync(path, '');
  using database = new DatabaseSync(':memory:');
  const attach = () => attachResults(database, folder, { before: ONE, now, ids: { before: 0, now: 0 }, fields: [] });
  if (isJoined) attach();
  else expect(attach).toThrow('One of the two compared results is gone.');
  expect(readdirSync(folder).toSorted()).toEqual([ONE, 'notes.sqlite']);
});
