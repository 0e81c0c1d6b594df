import { expect, it } from 'vitest';
import type { JobState, JobSummary } from '../../shared/contract/jobs/jobs.ts';
import { createRunningJobs } from './running-jobs.ts';

function job(id: string, state: JobState): JobSummary {
  return {
    id,
    state,
    accountId: 'a',
    name: 'n',
    fileName: 'f.csv',
    campaignCode: 'C',
    poolName: null,
    reason: '',
    counts: { rows: 1, created: 0, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 1 },
    createdAt: 0,
    endedAt: null,
    ratePerMinute: 0,
    rateReason: '',
    finishAt: null,
    resumeAt: null,
    sequence: 1,
  };
}

it('counts jobs that go on by themselves, and tells of the first and the last only', () => {
  const told: boolean[] = [];
  const jobs = createRunningJobs((isAny) => told.push(isAny));
  jobs.learn({ jobs: [job('old', 'complete'), job('a', 'running')] });
  jobs.see('job:progress', job('b', 'waiting'));
  jobs.see('job:progress', job('b', 'running'));
  expect(jobs.count()).toBe(2);
  jobs.see('job:progress', job('a', 'paused'));
  jobs.see('job:progress', job('b', 'complete'));
  expect(jobs.count()).toBe(0);
  expect(told).toEqual([true, false]);
});

it.each<JobState>(['paused', 'needsYou', 'stopped', 'complete'])('does not wait for a job that is %s', (state) => {
  const jobs = createRunningJobs(() => undefined);
  jobs.see('job:progress', job('a', 'running'));
  jobs.see('job:progress', job('a', state));
  expect(jobs.count()).toBe(0);
});

it('forgets with the core, and does not stumble over what it does not understand', () => {
  const told: boolean[] = [];
  const jobs = createRunningJobs((isAny) => told.push(isAny));
  jobs.see('job:progress', { state: 'running' });
  jobs.see('job:progress', null);
  jobs.see('quota:pulse', job('a', 'running'));
  jobs.learn(null);
  expect(jobs.count()).toBe(0);
  jobs.see('job:progress', job('a', 'running'));
  jobs.forget();
  jobs.forget();
  expect(told).toEqual([true, false]);
});
