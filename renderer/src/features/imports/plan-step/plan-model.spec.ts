import { describe, expect, test } from 'vitest';
import { type Terms, USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import type { QuotaSnapshot } from '../../../../../shared/contract/quota/quota.ts';
import { forecast } from '../../../../../shared/domain/schedule/import-forecast.ts';
import { dayIn } from '../../../../../shared/domain/service/pool-name.ts';
import { exampleBudget, exampleJob, exampleQuota } from '../../../testing/examples.ts';
import { format } from '../../../lib/format.ts';
import {
  asChosen,
  nextMidnight,
  rowsAfterMidnight,
  startInOneDay,
  startsWhen,
  startWords,
  dayPools,
  usualStart,
  whatIsMissing,
  withUsualTerms,
} from './plan-model.ts';
import { differenceWords, twoWays } from './two-ways.ts';

const now = Date.parse('2026-11-17T22:00:00Z');
/** Three minutes before midnight of the service. */
const late = Date.parse('2026-11-17T22:57:00Z');
const plan = { campaignCode: 'C', poolName: null, stopAfterSameRefusal: 10 };

function quota(remaining: number | null, resetsAt: number | null = now + 8 * 3_600_000): QuotaSnapshot {
  return exampleQuota({
    services: [
      exampleBudget({
        daily: {
          ...exampleBudget().daily,
          limit: remaining === null ? null : 100_000,
          used: remaining === null ? 0 : 100_000 - remaining,
          remaining,
          resetsAt,
        },
        reserve: { units: remaining === null ? 0 : 10_000, isOwn: false },
      }),
    ],
  });
}

function job(waiting: number, state: JobSummary['state'] = 'running'): JobSummary {
  const counts = { rows: waiting, created: 0, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting };
  return exampleJob({ name: 'Other', state, counts, createdAt: now, ratePerMinute: 0, finishAt: null });
}

describe('forecast', () => {
  test('one request and one unit a row, at 236 a minute', () => {
    const result = forecast(803, quota(50_000), [], now);
    expect(result).toMatchObject({ requests: 803, units: 803, rowsPerMinute: 236, otherRows: 0, rowsTomorrow: 0 });
    expect(result.daily).toMatchObject({ used: 50_000, thisImport: 803, otherImports: 0, otherUse: 0, left: 49_197 });
    expect(result.finishAt).toBeGreaterThan(now + 3 * 60_000);
  });

  test('follows the terms: hours, share, and the price without fair use', () => {
    const at = (text: string) => Date.parse(text);
    const share = forecast(118, quota(50_000), [], now, { ...USUAL_TERMS, share: 50 });
    expect([share.rowsPerMinute, share.sendingTime]).toEqual([118, 60_000]);
    const planned = forecast(2364, quota(50_000), [], now, { ...USUAL_TERMS, startAt: '2026-11-18T00:00' });
    expect(planned.finishAt).toBe(at('2026-11-17T23:10:00Z'));
    const hours = forecast(236.4 * 90, quota(50_000), [], now, { ...USUAL_TERMS, between: { from: 23, to: 24 } });
    expect(hours.finishAt).toBe(at('2026-11-18T22:30:00Z'));
    const noon = at('2026-11-17T12:00:00Z');
    expect(forecast(10, quota(50_000), [], noon, { ...USUAL_TERMS, fairUse: false }).units).toBe(80);
    expect(forecast(10, quota(50_000), [], now, { ...USUAL_TERMS, fairUse: false }).units).toBe(40);
  });

  test.each([
    [null, null, 'Start, send 803 rows'],
    ['10 rows', null, 'Send 10 rows, then wait'],
    [null, '21:00', 'Start 21:00, send 803 rows'],
    ['10 rows', '21:00', 'Start 21:00, send 10 rows, then wait'],
  ])('Start says what it will do (%s, %s)', (trial, at, words) => {
    expect(startWords('803 rows', trial, at)).toBe(words);
  });

  test.each([
    [null, null, null],
    [null, { from: 21, to: 6 }, 'between 21 and 6 o’clock'],
    ['2026-11-17T23:30', null, 'at 23:30'],
    ['2026-11-18T07:30', null, 'tomorrow at 07:30'],
    ['2026-12-24T10:00', null, `on ${format.date(Date.parse('2026-12-24T09:00:00Z'))} at 10:00`],
    ['2026-11-16T10:00', null, null],
  ])('a start at %s, or between %o, is %s', (startAt, between, words) => {
    const noon = Date.parse('2026-11-17T11:00:00Z');
    expect(startsWhen({ ...USUAL_TERMS, startAt, between }, noon)).toBe(words);
  });

  test('the start that is offered is ahead, also late in the evening', () => {
    expect(usualStart(Date.parse('2026-11-17T11:00:00Z'))).toBe('2026-11-17T21:00');
    expect(usualStart(Date.parse('2026-11-17T20:00:00Z'))).toBe('2026-11-18T21:00');
  });

  test.each([
    [null, null, '10 rows', 'Start, send 10 rows, the rest from 02:00 on'],
    [null, 'at 21:00', '10 rows', 'Start at 21:00, send 10 rows, the rest from 02:00 on'],
    [null, null, null, 'Start, send 803 rows from 02:00 on'],
    ['5 rows', null, '10 rows', 'Send 5 rows, then wait'],
  ])('Start says when the quota of the day ends first (%s, %s, %s)', (trial, at, before, words) => {
    expect(startWords('803 rows', trial, at, { before, from: 'from 02:00 on' })).toBe(words);
  });

  test('imports on their way share the pace, paused ones do not, a planned one when its time has come', () => {
    const alone = forecast(1182, quota(50_000), [], now);
    expect(alone.finishAt).toBe(now + 5 * 60_000);
    const result = forecast(1182, quota(50_000), [job(1182), job(500, 'paused')], now);
    expect(result).toMatchObject({ otherRows: 1182, startAt: now, finishAt: now + 10 * 60_000 });
    expect(result.others).toMatchObject([{ name: 'Other', units: 1182, to: now + 10 * 60_000, isPlanned: false }]);
    expect(result.daily).toMatchObject({ otherImports: 1182, thisImport: 1182, left: 50_000 - 2 * 1182 });
    // As long as a row of theirs waits.
    expect(forecast(1, quota(50_000), [job(0), job(1)], now)).toMatchObject({ otherRows: 1, others: [{ waiting: 1 }] });
    const terms = { ...USUAL_TERMS, startAt: '2026-11-18T00:00' };
    const planned: JobSummary = { ...job(1182, 'waiting'), terms, holdKind: 'planned' };
    const before = forecast(1182, quota(50_000), [planned], now);
    expect(before).toMatchObject({ finishAt: now + 5 * 60_000, others: [{ from: now + 3_600_000, isPlanned: true }] });
  });

  test('counts of the trial of another import what it still sends before somebody looks at it', () => {
    const terms = { ...USUAL_TERMS, trial: 240 };
    const counts = { rows: 9000, created: 2, refused: 1, unknown: 1, skipped: 0, excluded: 0, waiting: 8996 };
    const result = forecast(1000, quota(50_000), [{ ...job(9000), terms, counts }], now);
    expect(result.others).toMatchObject([{ rows: 236, waiting: 8996 }]);
    expect(result.daily).toMatchObject({ otherImports: 236 });
  });

  test('counts with what everything else is forecast to use', () => {
    const known = quota(50_000);
    const budgets = known.services.map((service) => ({ ...service, otherUse: 100 }));
    const { daily } = forecast(1182, { ...known, services: budgets }, [], now);
    // 100 a minute for eight hours.
    expect(daily).toMatchObject({ thisImport: 1182, otherUse: 48_000, left: 818 });
  });

  test('what the day does not hold waits for the reset, and the reserve stays', () => {
    const resetsAt = now + 8 * 3_600_000;
    const result = forecast(3000, quota(11_000), [], now);
    expect(result.rowsTomorrow).toBe(2000);
    expect(result.daily).toMatchObject({ thisImport: 1000, left: 10_000, reserve: 10_000 });
    expect(result.finishAt).toBeGreaterThan(resetsAt);
    expect(forecast(10, quota(11_000), [job(3000)], now).rowsTomorrow).toBe(0);
    const services = quota(1000).services.map((service) => ({ ...service, reserve: { units: 0, isOwn: true } }));
    expect(forecast(3000, { ...quota(1000), services }, [], now).daily).toMatchObject({ thisImport: 1000, left: 0 });
  });

  test('a quota that is renewed before it ends does not bite', () => {
    expect(forecast(3000, quota(11_000, now + 60_000), [], now).rowsTomorrow).toBe(0);
  });

  test('without any figure it still says something', () => {
    expect(forecast(10, undefined, [], now)).toMatchObject({ requests: 10, rowsPerMinute: 236, daily: null });
  });
});

describe('fair use or without', () => {
  const ways = (known: QuotaSnapshot, rows = 1000) =>
    twoWays(known, USUAL_TERMS, (terms) => forecast(rows, known, [], now, terms));

  test('both are foreseen from the facts of the account, whose source is named', () => {
    const both = ways(quota(50_000));
    expect(both?.fairUse).toMatchObject({ night: 1, day: 1, breakEven: 40_000, forecast: { units: 1000 } });
    expect(both?.without).toMatchObject({ night: 4, day: 8, breakEven: 10_000, forecast: { units: 4000 } });
    expect(both?.without.forecast.daily?.left).toBe(46_000);
    expect(both?.source).toBe(
      'Prices: the service’s description; 4 at night assumed until it is measured. Quota: as counted here.',
    );
    expect(both && differenceWords(both)).toBe('Fair use: 3 min longer, 3,000 units less.');
    const probed = { ...quota(50_000), nightPrice: { units: 1, source: 'probed' as const, at: now } };
    expect(ways(probed)).toMatchObject({
      without: { night: 1, forecast: { units: 1000 } },
      source: expect.stringContaining('measured on'),
    });
  });

  test('rows that would wait for the next day on the dear way are said', () => {
    const both = ways(quota(12_000));
    expect(both && differenceWords(both)).toContain('Without it 500 rows wait for the next day’s quota.');
  });

  test('there is one way only without a minute limit, and when the account leaves fair use aside', () => {
    const known = quota(50_000);
    const daily = { ...exampleBudget().daily, limit: 5000, remaining: 5000 };
    expect(ways({ ...known, services: [exampleBudget({ daily })] })).toBeNull();
    expect(ways({ ...known, fairUse: false })).toBeNull();
    expect(ways({ ...known, services: [] })).toBeNull();
  });
});

test('an import into a campaign to which nothing was sent begins with a trial, until a person chooses terms', () => {
  expect(withUsualTerms(plan, 0).terms?.trial).toBe(10);
  expect(withUsualTerms(plan, 1)).toBe(plan);
  expect(withUsualTerms(plan, null)).toBe(plan);
  const chosen = { ...plan, terms: USUAL_TERMS };
  expect(withUsualTerms(chosen, 0)).toBe(chosen);
  expect(asChosen({ ...withUsualTerms(plan, 0), campaignCode: 'D' })).toEqual({ ...plan, campaignCode: 'D' });
  expect(asChosen(chosen)).toBe(chosen);
});

describe('two pools', () => {
  test('a run past midnight of the service lands in two pools whose rows add up', () => {
    const pools = dayPools(plan, 803, forecast(803, undefined, [], late));
    expect(pools).toMatchObject({ firstName: '(auto) 2026-11-17', secondName: '(auto) 2026-11-18' });
    expect((pools?.firstRows ?? 0) + (pools?.secondRows ?? 0)).toBe(803);
  });

  test('so does a run that is planned for another day', () => {
    const terms = { ...USUAL_TERMS, startAt: '2026-11-18T23:57' };
    const pools = dayPools(plan, 803, forecast(803, undefined, [], now, terms));
    expect(pools).toMatchObject({ firstName: '(auto) 2026-11-18', secondName: '(auto) 2026-11-19', days: 2 });
  });

  test('a run of several days has a pool for each', () => {
    const hours = { ...USUAL_TERMS, between: { from: 21, to: 24 } };
    const pools = dayPools(plan, 100_000, forecast(100_000, undefined, [], now, hours));
    expect(pools).toMatchObject({ firstName: '(auto) 2026-11-17', secondName: '(auto) 2026-11-20', days: 4 });
  });

  const foresee = (at: number) => (terms: Terms) => forecast(803, undefined, [], at, terms);
  const instead = (at: number, terms: Terms) => {
    const chosen = { ...plan, terms };
    return startInOneDay(chosen, foresee(at)(terms), foresee(at), at);
  };

  test('another start keeps them together: before midnight where there is time, else at midnight', () => {
    expect(instead(late, USUAL_TERMS)).toMatchObject({
      terms: { startAt: '2026-11-18T00:00' },
      startAt: Date.parse('2026-11-17T23:00:00Z'),
    });
    const planned = instead(now, { ...USUAL_TERMS, startAt: '2026-11-17T23:58' });
    expect(planned?.terms).toMatchObject({ startAt: '2026-11-17T23:50', between: null });
    expect(planned?.finishAt).toBeLessThan(Date.parse('2026-11-17T23:00:00Z'));
    // More than a day of rows.
    const long = (terms: Terms) => forecast(400_000, undefined, [], late, terms);
    expect(startInOneDay(plan, long(USUAL_TERMS), long, late)).toBeNull();
  });

  test('the rows that go after midnight are counted, by the time that is left then', () => {
    expect(rowsAfterMidnight(forecast(1416, undefined, [], late), late)).toBeCloseTo(708, -1);
    expect(rowsAfterMidnight(forecast(100, undefined, [], now), now)).toBe(0);
    const planned = forecast(100, undefined, [], now, { ...USUAL_TERMS, startAt: '2026-11-18T02:00' });
    expect(rowsAfterMidnight(planned, now)).toBe(100);
  });

  test('a name keeps them together, and a run within the day needs none', () => {
    expect(dayPools({ ...plan, poolName: 'Mine' }, 803, forecast(803, undefined, [], late))).toBeNull();
    expect(dayPools(plan, 803, forecast(803, undefined, [], now))).toBeNull();
  });
});

test('midnight follows the wall clock, also in the night that has an hour less', () => {
  expect(nextMidnight(now)).toBe(Date.parse('2026-11-17T23:00:00Z'));
  const spring = Date.parse('2026-03-28T23:30:00Z');
  expect(dayIn('Europe/Copenhagen', spring)).toBe('2026-03-29');
  expect(nextMidnight(spring)).toBe(Date.parse('2026-03-29T22:00:00Z'));
});

test('what is missing is said in one sentence, and nothing when all is there', () => {
  expect(whatIsMissing({ ...plan, campaignCode: ' ' }, 1, new Set(), 1)).toMatch(/campaign/);
  expect(whatIsMissing(plan, 0, new Set(), 1)).toMatch(/field/);
  expect(whatIsMissing(plan, 1, new Set(['a']), 1)).toMatch(/twice/);
  expect(whatIsMissing(plan, 1, new Set(), 1)).toBeNull();
});
