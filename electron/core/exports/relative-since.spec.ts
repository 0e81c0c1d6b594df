import { expect, it, vi } from 'vitest';
import type { WrittenQuery } from '../../../shared/contract/exports/queries.ts';
import { noRunWords } from '../../../shared/domain/service/queries/relative-since.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { ExportsBench, type ExportsProgram } from './exports-fixture.ts';

const since = (words: string, rest: object = {}): WrittenQuery => ({
  ...EVERYTHING,
  ...rest,
  modifiedFrom: { since: words },
});

/** The export when it has ended. */
async function run(program: ExportsProgram, query: WrittenQuery) {
  const { id } = await program.call('export:start', { query });
  return vi.waitUntil(async () => {
    const summary = await program.act('get', { id });
    return summary.state === 'running' ? null : summary;
  }, 20_000);
}

it('asks with the dates of today, and keeps the words', async () => {
  await using bench = await ExportsBench.open();
  const program = bench.program();
  const { query, relativeSince, request, name } = await run(program, since('yesterday'));
  expect(relativeSince).toEqual({ since: 'yesterday' });
  expect(query.modifiedFrom).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(request).toContain(`ModifiedFrom=${query.modifiedFrom}`);
  expect(name).toBe(`All projects since ${query.modifiedFrom}`);
});

it('goes on from when the last complete run was asked for, also in another program', async () => {
  await using bench = await ExportsBench.open();
  const program = bench.program();
  await expect(run(program, since('last-run'))).rejects.toThrow(noRunWords(EVERYTHING));
  expect(await program.list()).toEqual([]);

  const first = await run(program, EVERYTHING);
  const second = await run(program, since('last-run'));
  expect(second.query.modifiedFrom).toBe(first.askedAt);
  // One that is cut brings nothing along: the next one asks for the same again.
  bench.breaksOff = true;
  expect((await run(program, since('last-run'))).state).toBe('partial');
  bench.breaksOff = false;
  await program[Symbol.asyncDispose]();
  const third = await run(bench.program(), since('last-run'));
  expect(third.query.modifiedFrom).toBe(second.askedAt);
  await expect(run(bench.program(), since('last-run', { statuses: ['New'] }))).rejects.toThrow(noRunWords(EVERYTHING));
});
