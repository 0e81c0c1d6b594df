import { expect, it } from 'vitest';
import type { WrittenQuery } from '../../../shared/contract/exports/queries.ts';
import { noRunWords } from '../../../shared/domain/service/queries/relative-since.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { ExportsBench } from './exports-fixture.ts';

const since = (words: string, rest: object = {}): WrittenQuery => ({
  ...EVERYTHING,
  ...rest,
  modifiedFrom: { since: words },
});

it('asks with the dates of today, and keeps the words', async () => {
  await using bench = await ExportsBench.open();
  const program = bench.program();
  const { query, relativeSince, request, name } = await program.fetched(since('yesterday'));
  expect(relativeSince).toEqual({ since: 'yesterday' });
  expect(query.modifiedFrom).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(request).toContain(`ModifiedFrom=${query.modifiedFrom}`);
  expect(name).toBe(`All projects since ${query.modifiedFrom}`);
});

it('goes on from when the last complete run was asked for, also in another program', async () => {
  await using bench = await ExportsBench.open();
  const program = bench.program();
  await expect(program.fetched(since('last-run'))).rejects.toThrow(noRunWords(EVERYTHING));
  expect(await program.list()).toEqual([]);

  const first = await program.fetched(EVERYTHING);
  const second = await program.fetched(since('last-run'));
  expect(second.query.modifiedFrom).toBe(first.askedAt);
  // One that is cut brings nothing along: the next one asks for the same again.
  bench.breaksOff = true;
  expect((await program.fetched(since('last-run'))).state).toBe('partial');
  bench.breaksOff = false;
  await program[Symbol.asyncDispose]();
  const third = await bench.program().fetched(since('last-run'));
  expect(third.query.modifiedFrom).toBe(second.askedAt);
  await expect(bench.program().fetched(since('last-run', { statuses: ['New'] }))).rejects.toThrow(
    noRunWords(EVERYTHING),
  );
});
