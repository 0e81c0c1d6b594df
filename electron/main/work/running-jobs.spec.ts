import { expect, it } from 'vitest';
import type { JobState } from '../../../shared/contract/jobs/jobs.ts';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';
import { specAccount } from '../../core/sessions/session-fixture.ts';
import { RunningJobs } from './running-jobs.ts';

const job = (id: string, state: JobState) => jobSummary({ id, state });

const still = { wallNow: () => 0, after: () => ({ cancel: () => undefined }) };

it('counts jobs that run or wait for time, and reports only the first and the last', () => {
  const told: boolean[] = [];
  const jobs = new RunningJobs(still, (isNeeded) => told.push(isNeeded));
  jobs.learn([job('old', 'complete'), job('a', 'running')]);
  jobs.see({ name: 'job:progress', payload: job('b', 'waiting') });
  jobs.see({ name: 'job:progress', payload: job('b', 'running') });
  expect(jobs.count).toBe(2);
  jobs.see({ name: 'job:progress', payload: job('a', 'paused') });
  jobs.see({ name: 'job:progress', payload: job('b', 'complete') });
  expect(jobs.count).toBe(0);
  expect(told).toEqual([true, false]);
});

it.each<JobState>(['paused', 'needsYou', 'stopped', 'complete'])('does not wait for a job that is %s', (state) => {
  const jobs = new RunningJobs(still, () => undefined);
  jobs.see({ name: 'job:progress', payload: job('a', 'running') });
  jobs.see({ name: 'job:progress', payload: job('a', state) });
  expect(jobs.count).toBe(0);
});

it('does not count a job that another program works on, which goes on without this one, and lets no computer sleep', () => {
  const told: boolean[] = [];
  const jobs = new RunningJobs(still, (isNeeded) => told.push(isNeeded));
  jobs.learn([{ ...job('batch', 'running'), isElsewhere: true }]);
  expect([jobs.count, told]).toEqual([0, [true]]);
  // It was paused there, and goes on here.
  jobs.see({ name: 'job:progress', payload: job('batch', 'running') });
  expect(jobs.count).toBe(1);
});

it('forgets its jobs when the core ends, and ignores other events', () => {
  const told: boolean[] = [];
  const jobs = new RunningJobs(still, (isNeeded) => told.push(isNeeded));
  jobs.see({ name: 'core:state', payload: { state: 'running', message: '' } });
  jobs.learn([]);
  expect(jobs.count).toBe(0);
  jobs.see({ name: 'job:progress', payload: job('a', 'running') });
  jobs.forget();
  jobs.forget();
  expect(told).toEqual([true, false]);
});

it('counts no job of an account that was signed out or removed, until it says again that it runs', () => {
  const accounts = ['one', 'out'].map((id) => ({
    ...specAccount('https://leads.example/api'),
    id,
    signedIn: id === 'one',
  }));
  const jobs = new RunningJobs(still, () => undefined);
  for (const accountId of ['one', 'out', 'gone'])
    jobs.see({ name: 'job:progress', payload: { ...job(`of ${accountId}`, 'running'), accountId } });
  jobs.see({ name: 'account:changed', payload: { accounts, activeId: 'one' } });
  expect(jobs.count).toBe(1);
  jobs.see({ name: 'job:progress', payload: { ...job('of out', 'running'), accountId: 'out' } });
  expect(jobs.count).toBe(2);
});

it('lets the computer sleep until shortly before a job goes on, and counts the job all the same', () => {
  const told: boolean[] = [];
  let now = 0;
  let due: { readonly at: number; readonly callback: () => void } | null = null;
  const clock = {
    wallNow: () => now,
    after: (delay: number, callback: () => void) => {
      due = { at: now + delay, callback };
      return { cancel: () => (due = null) };
    },
  };
  const jobs = new RunningJobs(clock, (isNeeded) => told.push(isNeeded));
  jobs.learn([{ ...job('a', 'waiting'), resumeAt: 20 * 3_600_000 }]);
  expect([jobs.count, told]).toEqual([1, []]);
  expect(due).toMatchObject({ at: 20 * 3_600_000 - 600_000 });
  now = 20 * 3_600_000 - 600_000;
  (due as unknown as { callback: () => void }).callback();
  expect(told).toEqual([true]);
  jobs.learn([{ ...job('a', 'waiting'), resumeAt: 40 * 3_600_000 }]);
  expect(told).toEqual([true, false]);
});
