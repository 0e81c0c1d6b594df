import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import type { QuotaSnapshot } from '../../../shared/contract/quota/quota.ts';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';
import { exampleJobDetail, exampleQuota } from '../testing/examples.ts';
import { applyAnswer, applyEvent, createQueryClient, reconciled } from './cache.ts';

const job = (part: Partial<JobSummary>) => jobSummary({ id: 'j1', accountId: 'a1', ...part });
const quota = (part: Partial<QuotaSnapshot>) => exampleQuota({ accountId: 'a1', ...part });

function clientWithJobs(...jobs: JobSummary[]) {
  const client = createQueryClient();
  client.setQueryData(['account:list', {}], { accounts: [], activeId: 'a1' });
  client.setQueryData(['job:list', {}], { jobs });
  return client;
}

const jobsOf = (client: ReturnType<typeof createQueryClient>) =>
  client.getQueryData<{ jobs: JobSummary[] }>(['job:list', {}])?.jobs;

test('progress reaches the list and the open job; what is late is dropped', () => {
  const client = clientWithJobs(job({ sequence: 3 }));
  client.setQueryData(['job:get', { jobId: 'j1' }], exampleJobDetail(job({ sequence: 3 })));
  applyEvent(client, 'job:progress', job({ sequence: 5, ratePerMinute: 230 }));
  applyEvent(client, 'job:progress', job({ sequence: 4, ratePerMinute: 1 }));
  expect(jobsOf(client)?.[0]?.ratePerMinute).toBe(230);
  expect(client.getQueryData<{ summary: JobSummary }>(['job:get', { jobId: 'j1' }])?.summary.sequence).toBe(5);
});

test('a list that was asked for before an event does not undo the event', () => {
  const client = clientWithJobs(job({ sequence: 1 }));
  applyEvent(client, 'job:progress', job({ sequence: 9, state: 'complete' }));
  expect(reconciled(client, 'job:list', {}, { jobs: [job({ sequence: 2 })] }).jobs[0]?.state).toBe('complete');
});

test('progress of another account is not shown', () => {
  const client = clientWithJobs();
  applyEvent(client, 'job:progress', job({ accountId: 'a2' }));
  expect(jobsOf(client)).toEqual([]);
});

test('nothing is put where nothing was read', () => {
  const client = createQueryClient();
  applyEvent(client, 'job:progress', job({}));
  expect(jobsOf(client)).toBeUndefined();
});

test('after the core has started anew its first snapshots count, although their sequence is low', () => {
  const client = clientWithJobs(job({ sequence: 900 }));
  client.setQueryData(['quota:snapshot', {}], quota({ sequence: 900 }));
  applyEvent(client, 'core:state', { state: 'running', message: '' });
  applyEvent(client, 'job:progress', job({ sequence: 1, state: 'paused' }));
  applyEvent(client, 'quota:pulse', quota({ sequence: 1, fairUse: false }));
  expect(jobsOf(client)?.[0]?.state).toBe('paused');
  expect(client.getQueryData<QuotaSnapshot>(['quota:snapshot', {}])?.fairUse).toBe(false);
});

test('a switch of account forgets what belonged to the other', () => {
  const client = clientWithJobs(job({}));
  client.setQueryData(['preferences:get', {}], { colorScheme: 'dark', density: 'comfortable' });
  applyEvent(client, 'account:changed', { accounts: [], activeId: 'a2' });
  expect(jobsOf(client)).toBeUndefined();
  expect(client.getQueryData(['preferences:get', {}])).toBeDefined();
});

test('the answer to a change is shown without waiting for its event', () => {
  const client = clientWithJobs(job({ sequence: 1 }));
  applyAnswer(client, 'job:pause', job({ sequence: 2, state: 'paused' }));
  expect(jobsOf(client)?.[0]?.state).toBe('paused');
});

test('an event that overtakes the first reading of its job is not lost', async () => {
  const client = createQueryClient();
  const read = Promise.withResolvers<{ jobs: JobSummary[] }>();
  const reading = client.fetchQuery({ queryKey: ['job:list', {}], queryFn: () => read.promise });
  applyEvent(client, 'job:progress', job({ sequence: 9, state: 'complete' }));
  read.resolve({ jobs: [job({ sequence: 2 })] });
  await reading;
  await Promise.resolve();
  expect(jobsOf(client)?.[0]?.state).toBe('complete');
});

test('what is told while a list is read for the first time is read again', async () => {
  const client = createQueryClient();
  const reads = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const list = new QueryObserver(client, { queryKey: ['query:list', {}], queryFn: () => reads[asked++]?.promise });
  const leave = list.subscribe(() => undefined);
  applyEvent(client, 'query:heard', {});
  reads[0]?.resolve('before');
  reads[1]?.resolve('after');
  await expect.poll(() => list.getCurrentResult().data).toBe('after');
  expect(asked).toBe(2);
  leave();
});

test('every answer goes where its channel declares it, whichever way it was asked for', () => {
  const client = createQueryClient();
  const isStale = (name: string) => client.getQueryCache().find({ queryKey: [name, {}] })?.state.isInvalidated;
  for (const name of ['template:list', 'template:match', 'job:list']) client.setQueryData([name, {}], {});
  applyAnswer(client, 'template:remove', {});
  expect(['template:list', 'template:match', 'job:list'].map(isStale)).toEqual([true, true, false]);
});

test('an answer of another account is not shown, what every account shares stays', () => {
  const client = clientWithJobs(job({}));
  client.setQueryData(['host:info', {}], { host: 'desktop' });
  client.setQueryData(['check:rows', { draftId: 'd' }], { rows: [] });
  applyAnswer(client, 'account:activate', { accounts: [], activeId: 'a2' });
  expect(client.getQueryData(['host:info', {}])).toBeDefined();
  expect(client.getQueryData(['account:list', {}])).toEqual({ accounts: [], activeId: 'a2' });
  expect(client.getQueryData(['check:rows', { draftId: 'd' }])).toBeUndefined();
});
