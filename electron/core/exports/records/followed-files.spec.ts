import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { hashOf } from '../../files/foundation/file-hash.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { EMPTY_ANSWER, type ExportRecord } from './export-records.ts';
import { findFollowed } from './followed-files.ts';

const QUERY: ExportQuery = {
  source: 'simple',
  projects: ['DK-*'],
  modifiedFrom: null,
  statuses: ['New', 'Depleted'],
  closures: [],
  extra: [],
};
const OTHER: ExportQuery = { ...QUERY, projects: ['SE-*'] };

let path = '';
beforeEach(() => {
  path = join(specFolder('followed'), 'leads.csv');
});

const record = (id: string, query: ExportQuery, sha256: string, at = path) =>
  ({ id, query, answer: { ...EMPTY_ANSWER, followed: { path: at, sha256 } } }) as ExportRecord;
const found = async (records: readonly ExportRecord[], query = QUERY) =>
  (await findFollowed(records, { path, name: 'leads.csv' }, query))?.id ?? null;

it('is the latest result of the query when the file is gone, however its statuses are ordered', async () => {
  const records = [record('c', OTHER, '1'), record('b', QUERY, '2'), record('a', QUERY, '3')];
  expect(await found(records)).toBe('b');
  expect(await found(records, { ...QUERY, statuses: ['Depleted', 'New'] })).toBe('b');
  expect(await found([record('d', QUERY, '4', `${path}x`)])).toBeNull();
});

it('is the result whose later file did not come to take the place of this one', async () => {
  writeFileSync(path, 'saved');
  const waits = record('a', QUERY, 'later');
  Object.assign(waits.answer.followed ?? {}, { former: ['between', await hashOf(path)] });
  expect(await found([waits])).toBe('a');
});

it('is the result that the file was saved from, and refused for a file that must not be replaced', async () => {
  writeFileSync(path, 'saved');
  const hash = await hashOf(path);
  await expect(found([])).rejects.toThrow('keeps no result that it was saved from');
  await expect(found([record('a', QUERY, 'another')])).rejects.toThrow('is not as Lead Console saved it');
  await expect(found([record('a', OTHER, hash)])).rejects.toThrow('belongs to another query');
  expect(await found([record('b', QUERY, 'another'), record('a', QUERY, hash)])).toBe('a');
  expect(await found([record('a', QUERY, hash)])).toBe('a');
});

it('names the file that cannot be read, which is not in the data folder', async () => {
  mkdirSync(path);
  await expect(found([record('a', QUERY, 'another')])).rejects.toThrow(/^"leads\.csv" is a folder/);
});
