import { describe, expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { jobDemands, settledRate, unknownRows } from './job-demand.ts';
import { createJournal, type JournalUnderTest, phones } from '../journal/job-fixture.ts';
import type { JobRunner } from '../run/job-runner.ts';

const by = { at: 5, run: 'spec' };

let at: JournalUnderTest;
eachTime(() => (at = createJournal()));

const runner = (ratePerMinute: number, watchedFor: number, hold: JobRunner['hold'] = null) =>
  ({ ratePerMinute, watchedFor, hold }) as JobRunner;

describe('the jobs that go on without a person', () => {
  const demands = (runners: Readonly<Record<string, JobRunner>> = {}) =>
    jobDemands({
      store: at.store,
      hasRowsLeft: (jobId) => at.store.rows.hasRowsLeft(jobId),
      runner: (jobId) => runners[jobId] ?? null,
    });

  it('come in the order in which they were started, with the rows that are not answered', () => {
    at.add(phones(3), { id: 'late', name: 'Late', createdAt: 9 });
    at.add(phones(4), { id: 'early', name: 'Early', createdAt: 4 });
    at.store.rows.step('early', 1, 'send', by);
    at.created(2, { ...by, leadId: 'x' }, 'early');
    expect(demands()).toMatchObject([
      { id: 'early', name: 'Early', rows: 3, isRunning: false, ratePerMinute: null },
      { id: 'late', name: 'Late', rows: 3 },
    ]);
  });

  it('are neither those that wait for a person, nor paused ones, nor those without rows', () => {
    for (const id of ['held', 'paused', 'done', 'goes']) at.add(phones(1), { id });
    at.store.setHold('held', { kind: 'auth', reason: 'Sign in.', resumeAt: null });
    at.store.setWish('paused', 'pause');
    at.created(1, { ...by, leadId: 'x' }, 'done');
    expect(demands().map(({ id }) => id)).toEqual(['goes']);
  });

  it('have of a trial only the rows that it still lets go, and none after it', () => {
    at.add(phones(9), { id: 'tries', terms: { ...USUAL_TERMS, trial: 4 } });
    const answer = (n: number, step: 'created' | 'rejected' | 'unknown') => {
      at.store.rows.step('tries', n, 'send', by);
      at.store.rows.step('tries', n, step, { ...by, leadId: 'x' });
    };
    answer(1, 'created');
    answer(2, 'rejected');
    expect(demands()).toMatchObject([{ id: 'tries', rows: 2 }]);
    answer(3, 'unknown');
    at.store.rows.step('tries', 4, 'send', by);
    expect(demands()).toMatchObject([{ id: 'tries', rows: 1 }]);
    at.store.rows.step('tries', 4, 'created', { ...by, leadId: 'y' });
    expect(demands()).toEqual([]);
  });

  it('have the rate of those that run and do not wait', () => {
    for (const id of ['runs', 'waits']) at.add(phones(1), { id });
    const hold = { kind: 'daily', reason: 'Used up.', resumeAt: 5 } as const;
    const found = demands({ runs: runner(30, 60_000), waits: runner(30, 60_000, hold) });
    expect(
      Object.fromEntries(found.map(({ id, isRunning, ratePerMinute }) => [id, [isRunning, ratePerMinute]])),
    ).toEqual({ runs: [true, 30], waits: [false, null] });
  });
});

it('a rate is known after fifteen seconds, and of what runs elsewhere when it has one', () => {
  expect(settledRate(runner(10, 14_999), 10)).toBeNull();
  expect(settledRate(runner(39.7, 15_000), 39.7)).toBe(40);
  expect(settledRate(runner(0, 15_000), 0)).toBeNull();
  expect(settledRate(null, 12)).toBe(12);
  expect(settledRate(null, 0)).toBeNull();
});

it('unknown rows are told for each job that has some, since the oldest', () => {
  at.add(phones(3), { id: 'some', name: 'Some' });
  at.add([['+4531000001']], { id: 'one', name: 'One' });
  at.add(phones(1), { id: 'none' });
  for (const [id, n, time] of [
    ['some', 1, 9],
    ['some', 2, 7],
    ['one', 1, 8],
  ] as const) {
    at.store.rows.step(id, n, 'send', { ...by, at: time });
    at.store.rows.step(id, n, 'unknown', { ...by, at: time });
  }
  expect(unknownRows({ store: at.store })).toEqual([
    { jobId: 'one', name: 'One', rows: 1, since: 8 },
    { jobId: 'some', name: 'Some', rows: 2, since: 7 },
  ]);
});
