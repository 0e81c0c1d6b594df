import { expect, test } from 'vitest';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { jobSummary } from '../../../../shared/domain/jobs/job-summary-fixture.ts';
import { announce, type Announced } from './job-announcements.ts';

function job(created: number, part: Partial<JobSummary> = {}): JobSummary {
  const counts = { rows: 100, created, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 100 - created };
  return jobSummary({ counts, sequence: created, ...part });
}

/** Plays snapshots a second apart and collects what is said. */
function said(jobs: readonly JobSummary[], seconds: number): { polite: string[]; urgent: string[] } {
  let announced: Announced | undefined;
  const words = { polite: [] as string[], urgent: [] as string[] };
  jobs.forEach((snapshot, index) => {
    const next = announce(announced, snapshot, index * seconds * 1000);
    announced = next.announced;
    if (next.polite !== null) words.polite.push(next.polite);
    if (next.urgent !== null) words.urgent.push(next.urgent);
  });
  return words;
}

const hundred = Array.from({ length: 100 }, (_, created) => job(created));

test('a slow job is said at each tenth', () => {
  expect(said(hundred, 60).polite).toHaveLength(9);
});

test('a quick job is said once a minute at most', () => {
  expect(said(hundred, 1).polite).toHaveLength(1);
});

test('the end is said at once', () => {
  expect(said([job(1), job(100, { state: 'complete' })], 1).polite).toEqual([
    'Customers is complete. 100 of 100 rows were created.',
  ]);
  const [waiting, done] = [0, 1].map((created) => {
    const counts = { rows: 1, created, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 1 - created };
    return job(created, { counts, state: created === 1 ? 'complete' : 'running' });
  });
  if (waiting === undefined || done === undefined) throw new Error('There are two.');
  expect(said([waiting, done], 1).polite).toEqual(['Customers is complete. 1 of 1 row was created.']);
});

test('unknown rows and pauses interrupt', () => {
  const unknown = job(3);
  const words = said(
    [
      job(1),
      { ...unknown, counts: { ...unknown.counts, unknown: 1, waiting: 96 } },
      job(3, { state: 'paused', reason: 'The password is needed.' }),
    ],
    1,
  );
  expect(words.urgent).toEqual([
    'Customers: 1 row is unknown and needs your decision.',
    'Customers is paused. The password is needed.',
  ]);
});

test('a pause for the same reason is said again', () => {
  const paused = job(3, { state: 'paused', reason: 'You paused it.' });
  expect(said([job(1), paused, job(4), paused], 1).urgent).toEqual([
    'Customers is paused. You paused it.',
    '',
    'Customers is paused. You paused it.',
  ]);
});
