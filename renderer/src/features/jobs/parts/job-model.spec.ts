import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobCounts, JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { exampleJob } from '../../../testing/examples.ts';
import {
  actionsOf,
  addsUp,
  fatesOf,
  leftWords,
  stopWords,
  matchesFilter,
  minuteFigures,
  needsPassword,
  progressWords,
  shownState,
  sparkline,
  stateReason,
} from './job-model.ts';

const none: JobCounts = { rows: 0, created: 0, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 0 };

function job(change: Partial<Omit<JobSummary, 'counts'>> & { counts?: Partial<JobCounts> } = {}): JobSummary {
  return exampleJob({
    campaignCode: 'C',
    finishAt: null,
    ...change,
    counts: { ...none, rows: 100, waiting: 100, ...change.counts },
  });
}

test('the five figures hold every row, left out ones as skipped', () => {
  const count = fc.nat(10_000);
  fc.assert(
    fc.property(count, count, count, count, count, count, (created, refused, unknown, skipped, excluded, waiting) => {
      const rows = created + refused + unknown + skipped + excluded + waiting;
      const counts = { rows, created, refused, unknown, skipped, excluded, waiting };
      expect(Object.values(fatesOf(counts)).reduce((sum, value) => sum + value, 0)).toBe(rows);
      expect(addsUp(counts)).toBe(true);
    }),
  );
});

test('complete is never shown while a row is unknown', () => {
  const one = job({ state: 'complete', counts: { waiting: 0, created: 99, unknown: 1 } });
  expect(shownState(one)).toBe('needsYou');
  expect(matchesFilter(one, 'finished')).toBe(false);
  expect(matchesFilter(one, 'needsYou')).toBe(true);
});

test('a job that is over offers nothing', () => {
  expect(actionsOf(job())).toEqual({ pause: true, resume: false, stop: true });
  expect(actionsOf(job({ state: 'paused' }))).toEqual({ pause: false, resume: true, stop: true });
  expect(actionsOf(job({ state: 'needsYou', isDamaged: true }))).toEqual({ pause: false, resume: false, stop: true });
  expect(actionsOf(job({ state: 'stopped', counts: { waiting: 0, skipped: 100 } }))).toEqual({
    pause: false,
    resume: false,
    stop: false,
  });
});

test('only a hold for the password asks for the password', () => {
  expect(needsPassword(job({ state: 'needsYou', holdKind: 'auth' }), true)).toBe(true);
  expect(needsPassword(job({ state: 'needsYou', holdKind: 'forbidden', reason: 'The password may not' }), true)).toBe(
    false,
  );
  expect(needsPassword(job(), false)).toBe(true);
});

test('a job says in a line how far it is, and where its rows go', () => {
  expect(progressWords(job({ counts: { created: 47, waiting: 53 } }))).toBe('running, 47.0 % of 100 rows to C');
  const ended = { created: 98, unknown: 2, waiting: 0 };
  expect(progressWords(job({ state: 'complete', counts: ended }))).toBe('needs you, 100 rows to C');
  expect(progressWords(job({ counts: { rows: 1, waiting: 1 } }))).toContain(' of 1 row to C');
});

test('what is left agrees with the finish, also before a rate can be told', () => {
  const words = (change: Partial<Omit<JobSummary, 'counts'>>) => leftWords(job(change), 60_000);
  expect(words({ ratePerMinute: 1, finishAt: 240_000 })).toBe('about 3 min to go');
  expect(words({ finishAt: 90_000 })).toBe('less than a minute to go');
  expect(words({ finishAt: null })).toBe('not sent yet');
  expect(words({ state: 'paused', finishAt: 240_000 })).toBe('not sent yet');
  expect(words({ state: 'paused', onTheirWay: 4 })).toBe('4 of them on their way');
  expect(words({ state: 'paused', onTheirWay: 1 })).toBe('1 of them on its way');
});

test('a stop names the rows that stay unsent only where none can be on its way', () => {
  const counts = { ...job({}).counts, waiting: 50 };
  const words = (change: Partial<JobSummary>) => Object.values(stopWords({ ...job({}), counts, ...change }));
  const others = 'The others are skipped and not sent.';
  expect(words({ state: 'paused' })).toEqual(['50 rows', '50 waiting rows are skipped and not sent.']);
  expect(words({ state: 'paused', onTheirWay: 4 })).toEqual([
    'up to 50 rows',
    `4 rows are on the way and answered first. ${others}`,
  ]);
  for (const state of ['running', 'waiting', 'needsYou'] as const)
    expect(words({ state })).toEqual([
      'up to 50 rows',
      `Some of the 50 rows without an answer may be on their way; these are answered first. ${others}`,
    ]);
});

test('rows of a stopped job that were sent and left are not said to be unsent', () => {
  const stopped = job({ state: 'stopped', counts: { created: 80, skipped: 15, excluded: 5, waiting: 0 } });
  expect(stateReason(stopped)).toBe('20 rows skipped or left out');
});

test('the line of rows a minute stays inside its box', () => {
  const { line, limitY } = sparkline([{ rows: 0 }, { rows: 236 }, { rows: 120 }], 240, 300, 54);
  const figures = line
    .slice(1)
    .split('L')
    .map((point) => point.split(',').map(Number));
  expect(figures).toHaveLength(3);
  for (const [x = -1, y = -1] of figures) {
    expect(x >= 0 && x <= 300 && y >= 0 && y <= 54).toBe(true);
  }
  expect(limitY).toBe(4);
  expect(sparkline([], 240, 300, 54).line).toBe('');
});

test('the minute that is not over is drawn as the last 60 seconds', () => {
  const perMinute = [{ rows: 236 }, { rows: 3 }];
  expect(minuteFigures(perMinute, job({ ratePerMinute: 230 }))).toEqual([{ rows: 236 }, { rows: 230 }]);
  expect(minuteFigures(perMinute, job({ state: 'paused' }))).toEqual(perMinute);
});

test.each([
  [{ ratePerMinute: 0 }, 'Starting'],
  [{ ratePerMinute: 0, counts: { created: 900, waiting: 100, rows: 1000 } }, 'Rate not known yet'],
  [{ ratePerMinute: 236, counts: { created: 900, waiting: 100, rows: 1000 } }, '236 rows a minute'],
  [{ ratePerMinute: 1, counts: { created: 900, waiting: 100, rows: 1000 } }, '1 row a minute'],
  [{ ratePerMinute: 128, state: 'waiting' as const }, 'Continues automatically'],
  [{ state: 'stopped' as const, counts: { skipped: 1, rows: 1 } }, '1 row skipped or left out'],
])('a job that runs says that it is starting only before its first answer (%#)', (change, words) => {
  expect(stateReason(job(change))).toBe(words);
});
