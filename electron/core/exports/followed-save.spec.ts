import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { ExportsBench, type ExportsProgram } from './exports-fixture.ts';

let bench: ExportsBench;
let program: ExportsProgram;
let target: string;

beforeEach(async () => {
  bench = await ExportsBench.open();
  program = bench.program();
  target = join(bench.folder, 'leads.csv');
});
afterEach(() => bench[Symbol.asyncDispose]());

const save = (result: ExportSummary, columns: number[] | null = null) =>
  program.save(result, 'leads.csv', { columns, follows: true });

const found = async () =>
  (await program.call('export:findFollowed', { token: 'leads.csv', query: EVERYTHING })).exportId;

/** The disk has no room for the memory of the file. */
function fillDisk(): void {
  const { journal } = program.session;
  const prepare = journal.prepare.bind(journal);
  vi.spyOn(journal, 'prepare').mockImplementation((sql) => {
    if (!sql.includes('json_set(coalesce')) return prepare(sql);
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  });
}

it('a file that the journal finds no room to remember is not written, and the next run makes it', async () => {
  const result = await program.fetched();
  fillDisk();
  await expect(save(result)).rejects.toThrow('full');
  vi.restoreAllMocks();
  expect(readdirSync(bench.folder).filter((name) => name.startsWith('leads.csv'))).toEqual([]);
  expect(await found()).toBeNull();
  await save(result);
  expect(await found()).toBe(result.id);
});

it('a file that was saved before stays as it was then, and is gone on from', async () => {
  const result = await program.fetched();
  await save(result);
  const before = readFileSync(target, 'utf8');
  fillDisk();
  await expect(save(result, [0])).rejects.toThrow('full');
  vi.restoreAllMocks();
  expect(readFileSync(target, 'utf8')).toBe(before);
  expect(await found()).toBe(result.id);
});

it('a program that is killed around the moment in which the file gets its name leaves one that is known', async () => {
  const result = await program.fetched();
  await save(result);
  const { journal } = program.session;
  const prepare = journal.prepare.bind(journal);
  const moments: { known: string; hash: string }[] = [];
  const look = () =>
    moments.push({
      known: String(prepare(`SELECT answer ->> '$.followed' AS known FROM export`).get()?.['known']),
      hash: createHash('sha256').update(readFileSync(target)).digest('hex'),
    });
  vi.spyOn(journal, 'prepare').mockImplementation((sql) => {
    if (sql.includes('json_set(coalesce')) look();
    return prepare(sql);
  });
  await save(result, [0]);
  vi.restoreAllMocks();
  look();
  const [before, put, after] = moments;
  expect(put?.hash).not.toBe(before?.hash);
  expect(put?.known).toContain(before?.hash);
  expect(put?.known).toContain(put?.hash);
  expect(after?.known).toContain(after?.hash);
});
