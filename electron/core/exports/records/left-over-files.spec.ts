import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { removeLeftOvers } from './left-over-files.ts';

const KNOWN = '11111111-1111-1111-1111-111111111111';
const GONE = '22222222-2222-2222-2222-222222222222';

it('removes files of exports that are not on record and unfinished ones, and no other', () => {
  const folder = specFolder('left-over');
  const parts = ['.sqlite', '.sqlite-wal', '.sqlite-shm', '.sqlite-journal', '.refresh.sqlite'];
  const kept = [...parts.map((part) => KNOWN + part), 'notes.txt', 'leads.sqlite'];
  const gone = [...parts.map((part) => GONE + part), 'leads.csv.1.1-1.part'];
  for (const name of [...kept, ...gone]) writeFileSync(join(folder, name), '');
  expect(removeLeftOvers(folder, () => new Set([KNOWN])).sort()).toEqual(gone.sort());
  expect(readdirSync(folder).sort()).toEqual(kept.sort());
  expect(removeLeftOvers(folder, () => new Set([KNOWN]))).toEqual([]);
});

it('removes the only file, too, and asks for no record where there is none', () => {
  const folder = specFolder('left-over');
  expect(removeLeftOvers(folder, () => expect.unreachable())).toEqual([]);
  writeFileSync(join(folder, `${GONE}.sqlite`), '');
  expect(removeLeftOvers(folder, () => new Set())).toEqual([`${GONE}.sqlite`]);
});
