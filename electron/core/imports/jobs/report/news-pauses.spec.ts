import { beforeEach, expect, it } from 'vitest';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { turn } from '../run/runner-fixture.ts';
import { PageNews } from './page-news.ts';

let clock: VirtualClock;
let news: PageNews;
let heard: (readonly [milliseconds: number, what: string])[];
let bugs: string[];
/** Counts of the jobs that are here. */
let counts: Map<string, Partial<JobSummary['counts']>>;

beforeEach(() => {
  clock = new VirtualClock();
  [heard, bugs, counts] = [[], [], new Map([['job', {}]])];
  const hear = (what: string) => void heard.push([clock.monotonicNow(), what]);
  news = new PageNews({
    services: {
      clock,
      log: { bug: (what) => `bug-${bugs.push(what)}`, note: () => undefined },
      emit: (name, payload) =>
        hear(`${name} ${'jobId' in payload ? payload.jobId : 'id' in payload ? payload.id : ''}`),
    },
    accountId: 'anna',
    summaryOf: (id) => {
      const own = counts.get(id);
      return own === undefined ? null : ({ id, state: 'running', counts: own } as JobSummary);
    },
    onTold: (jobId) => hear(`told ${jobId}`),
    onRemoved: (jobId) => hear(`removed ${jobId}`),
  });
});

const pass = (milliseconds: number) => clock.runAsync(clock.monotonicNow() + milliseconds, turn);
/** At which times a page heard this. */
const times = (what: string) => heard.filter((one) => one[1] === what).map(([at]) => at);

it('announces a job four times a second, and its lists once a second when what they show has changed', async () => {
  for (let step = 0; step < 30; step += 1) {
    counts.set('job', { refused: Math.floor(step / 10) });
    news.changed('job');
    await pass(50);
  }
  expect(times('job:progress job')).toEqual([0, 250, 500, 750, 1000, 1250, 1500]);
  expect(times('told job')).toEqual(times('job:progress job'));
  expect(times('job:figures job')).toEqual([0, 1000]);
  counts.set('job', { refused: 2, unknown: 1 });
  news.tell('job');
  counts.set('job', { refused: 2, unknown: 1, skipped: 1 });
  await pass(600);
  news.tell('job');
  await pass(5000);
  expect(times('job:figures job')).toEqual([0, 1000, 2000, 3000]);
  news.tell('job');
  await pass(MINUTE);
  news.tell('job');
  expect(times('job:figures job')).toEqual([0, 1000, 2000, 3000, clock.monotonicNow()]);
});

it('says once that a job is gone, and nothing of it from then on until it is here again', async () => {
  news.changed('job');
  news.changed('job');
  counts.set('job', { refused: 1 });
  news.tell('job');
  counts.delete('job');
  news.tell('job');
  heard = [];
  await pass(5000);
  expect(heard).toEqual([]);
  news.removed('job');
  expect(heard.map(([, what]) => what)).toEqual(['removed job', 'job:removed job']);
  // The same figures as before are news to a page that shows it anew.
  counts.set('job', { refused: 1 });
  heard = [];
  news.changed('job');
  expect(heard.map(([, what]) => what)).toEqual(['job:progress job', 'told job', 'job:figures job']);
});

it('is silent as soon as the account is closed', async () => {
  news.changed('job');
  news.changed('job');
  counts.set('job', { refused: 1 });
  news.tell('job');
  news.changed('job');
  news[Symbol.dispose]();
  heard = [];
  await pass(5000);
  expect([heard, bugs]).toEqual([[], []]);
});

it('logs a journal that cannot be read, whoever asked for the news', () => {
  counts.get = () => {
    throw new Error('disk I/O error');
  };
  news.announce('job');
  expect([bugs, heard]).toEqual([['announce the progress of an import'], []]);
});
