import { expect, it } from 'vitest';
import type { JobState, JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';
import { specAccount } from '../../core/sessions/session-fixture.ts';
import { ShownWork, type WorkFigures } from './shown-work.ts';

function setUp() {
  const clock = new VirtualClock();
  const shown: WorkFigures[] = [];
  const work = new ShownWork(clock, (figures) => shown.push(figures));
  const hear = (job: JobSummary) => {
    work.see({ name: 'job:progress', payload: job });
    clock.run(clock.monotonicNow() + 1_000);
  };
  return { clock, shown, work, hear, last: () => shown.at(-1) };
}

const job = (id: string, state: JobState, done = 0, rows = 100): JobSummary => {
  const summary = jobSummary({ id, state });
  return { ...summary, name: `${id}.csv`, counts: { ...summary.counts, rows, created: done, waiting: rows - done } };
};

/** @param id of a job of the usual account */
const named = (id: string) => ({ jobId: id, accountId: 'one' });

it('says how far the imports are, and that none is left', () => {
  const { hear, last } = setUp();
  hear(job('a', 'running', 41));
  expect(last()).toMatchObject({
    share: 0.41,
    state: 'running',
    text: 'Importing a.csv: 41 %',
    pausable: [named('a')],
  });
  hear(job('b', 'waiting', 0, 900));
  expect(last()).toMatchObject({
    share: 0.04,
    state: 'running',
    text: '2 imports: 4 %',
    pausable: [named('a'), named('b')],
  });
  hear(job('a', 'complete', 100));
  expect(last()).toMatchObject({ share: 0, state: 'waiting', text: 'b.csv waits: 0 %' });
  hear(job('b', 'stopped', 10, 900));
  expect(last()).toMatchObject({ share: null, state: 'idle', text: '', pausable: [] });
});

it('never says that all is done while a row waits', () => {
  const { hear, last } = setUp();
  hear(job('a', 'running', 9_999, 10_000));
  expect(last()).toMatchObject({ share: 0.99, text: 'Importing a.csv: 99 %' });
});

it('tells of an import that needs a person, also beside one that runs', () => {
  const { hear, last } = setUp();
  hear(job('a', 'running', 50));
  hear(job('b', 'running', 10));
  hear(job('b', 'needsYou', 10));
  expect(last()).toMatchObject({ share: 0.5, state: 'needsYou', needYou: 1, text: 'b.csv needs you' });
  hear(job('a', 'needsYou', 60));
  expect(last()).toMatchObject({ share: 0.35, needYou: 2, text: '2 imports need you', pausable: [] });
});

it('says nothing of imports that stood before the program came, and can resume one that it saw running', () => {
  const { work, hear, last, shown } = setUp();
  work.learn([job('old', 'paused', 3), job('older', 'needsYou', 3)]);
  expect(shown).toEqual([]);
  hear(job('a', 'running', 3));
  hear(job('a', 'paused', 4));
  expect(last()).toMatchObject({ share: null, state: 'idle', text: '', pausable: [], resumable: [named('a')] });
});

it('tells at most once a second, and the last figures always', () => {
  const { clock, work, shown } = setUp();
  for (let done = 1; done <= 90; done += 1) {
    work.see({ name: 'job:progress', payload: job('a', 'running', done) });
    clock.run(clock.monotonicNow() + 25);
  }
  clock.run(clock.monotonicNow() + 1_000);
  expect(shown.map(({ share }) => share)).toEqual([0.01, 0.4, 0.8, 0.9]);
});

it('forgets everything when the core ends, and an import when it is deleted', () => {
  const { clock, work, hear, last } = setUp();
  hear(job('a', 'running', 3));
  hear(job('b', 'running', 5));
  work.see({ name: 'job:removed', payload: { accountId: 'a', jobId: 'b' } });
  clock.run(clock.monotonicNow() + 1_000);
  expect(last()?.pausable).toEqual([named('a')]);
  work.forget();
  clock.run(clock.monotonicNow() + 1_000);
  expect(work.figures).toMatchObject({ share: null, state: 'idle', text: '' });
});

it('shows no import of an account that was signed out or removed: it does not run any more', () => {
  const { clock, work, hear, last } = setUp();
  hear({ ...job('a', 'running', 3), accountId: 'out' });
  hear({ ...job('b', 'running', 5), accountId: 'gone' });
  const account = { ...specAccount('https://leads.example/api'), id: 'out', signedIn: false };
  work.see({ name: 'account:changed', payload: { accounts: [account], activeId: null } });
  clock.run(clock.monotonicNow() + 1_000);
  expect(last()).toMatchObject({ share: null, state: 'idle', text: '', pausable: [] });
});
