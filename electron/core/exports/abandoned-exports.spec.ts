import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { FilterCheck } from '../../../shared/contract/exports/answered.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { notFound } from '../foundation/failure.ts';
import { closeAbandoned, settleAbandoned } from './abandoned-exports.ts';
import { newRefresh, refreshFiles } from './receive/refresh-result.ts';
import { EMPTY_ANSWER, type ExportRecord } from './records/export-records.ts';
import { exportRecord } from './records/record-fixture.ts';

const filter = (bit: number, change: Partial<FilterCheck> = {}): FilterCheck => ({
  ...{ filter: `f${bit}`, bit, verdict: 'unchecked', matching: 0, others: 0, unchecked: 0, column: 'status' },
  ...change,
});

/** Settles what a killed program left of an export with ten rows, three of which have marks. */
async function settled(change: Partial<ExportRecord>, path = '/nowhere/one.sqlite') {
  const columns = ['uniqueId', 'late'].map((name) => ({ path: name, filled: 1 }));
  const record = exportRecord({ state: 'running', rows: 2, columns, endedAt: null, ...change });
  const [update, emit] = [vi.fn<(kept: ExportRecord) => void>(), vi.fn<(name: string, summary: unknown) => void>()];
  const missed = [
    { mask: 1, rows: 2 },
    { mask: 3, rows: 1 },
  ];
  await settleAbandoned('one', {
    services: { clock: { wallNow: () => 99 }, emit },
    book: {
      records: { find: () => record, update },
      resultPath: () => path,
      forgetComparisons: () => undefined,
      summary: () => 'summary',
    },
    results: { ask: async () => ({ rows: 10, paths: ['uniqueId', 'Late', 'last'], filled: [10, 0, 4], missed }) },
  } as unknown as Parameters<typeof settleAbandoned>[1]);
  return { record, update, emit };
}

it('counts the leads that arrived, their columns and their marks, and calls the export partial', async () => {
  const filters = [filter(0, { unchecked: 9 }), filter(1, { unchecked: 2 }), filter(2, { column: null, unchecked: 1 })];
  const answered = { filters, asked: 1, keeps: null };
  const { record, update, emit } = await settled({ answer: { ...EMPTY_ANSWER, answered, repeated: 4 } });
  expect(record).toMatchObject({
    ...{ state: 'partial', rows: 10, endedAt: 99 },
    // The journal lacks the last one, and says how the others are spelled.
    columns: [
      { path: 'uniqueId', filled: 10 },
      { path: 'late', filled: 0 },
      { path: 'last', filled: 4 },
    ],
    answer: { repeated: null, answered: { asked: 7 } },
  });
  expect(record.reason).toMatch(/^Lead Console ended while the leads were arriving\./);
  expect(record.answer.answered.filters).toMatchObject([
    { others: 3, unchecked: 7, matching: 0, verdict: 'ignored' },
    { others: 1, unchecked: 2, matching: 7, verdict: 'ignored' },
    { others: 0, unchecked: 10, matching: 0, verdict: 'unchecked' },
  ]);
  expect([update.mock.calls, emit.mock.calls]).toEqual([[[record]], [['export:progress', 'summary']]]);
});

it('calls a refresh failed, and leaves the export as it ended', async () => {
  const refresh = newRefresh({ request: 'GET', since: null, startedAt: 5 });
  const ended = { state: 'complete', endedAt: 4, answer: { ...EMPTY_ANSWER, repeated: 4, refresh } } as const;
  const path = join(specFolder('abandoned'), 'one.sqlite');
  for (const file of refreshFiles(path)) writeFileSync(file, '');
  const { record } = await settled(ended, path);
  expect(refreshFiles(path).filter((file) => existsSync(file))).toEqual([]);
  expect(record).toMatchObject({
    ...{ state: 'complete', endedAt: 4, rows: 10 },
    answer: { repeated: 4, refresh: { state: 'failed', endedAt: 99 } },
  });
  expect(record.answer.refresh?.reason).toContain('refresh it again');
});

it('leaves an export alone that nobody works on', async () => {
  const { record, update, emit } = await settled({ state: 'complete' });
  expect([record.rows, update.mock.calls, emit.mock.calls]).toEqual([2, [], []]);
});

it('closes those that nobody owns, and says of the others only what is a bug', async () => {
  const records = ['free', 'owned', 'broken', 'whole'].map((id) =>
    exportRecord({ id, state: id === 'whole' ? 'complete' : 'running' }),
  );
  const released = vi.fn<() => void>();
  const take = async (id: string) => {
    if (id === 'owned') throw notFound('Another program works on it.');
    if (id === 'broken') throw new Error('the disk is gone');
    return { [Symbol.dispose]: released };
  };
  const [find, bug] = [vi.fn<(id: string) => undefined>(), vi.fn<(where: string, error: unknown) => void>()];
  await closeAbandoned({
    services: { log: { bug } },
    book: { records: { all: () => records, find }, work: { take } },
  } as unknown as Parameters<typeof closeAbandoned>[0]);
  expect([find.mock.calls, released.mock.calls.length]).toEqual([[['free']], 1]);
  expect(bug.mock.calls).toEqual([['close an abandoned export', new Error('the disk is gone')]]);
});
