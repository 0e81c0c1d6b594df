import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../shared/domain/time/time.ts';
import { createLedgerStore, type LedgerStore } from '../api/broker/ledger/ledger-store.ts';
import type { ServiceQuotaDetail } from '../api/broker/service-quota.ts';
import { MeasuredUse } from './measured-use.ts';

const ZONE = 'Europe/Copenhagen';
/** 12:30 in Copenhagen. */
const NOW = Date.UTC(2026, 10, 20, 11, 30);
const budget = {
  service: 'POST leads',
  endpoints: [{ service: 'POST leads', title: 'Leads', isLikely: false }],
  daily: { startedAt: null },
} as unknown as ServiceQuotaDetail;

let ledger: LedgerStore;
let measured: MeasuredUse;

beforeEach(() => {
  ledger = createLedgerStore(new DatabaseSync(':memory:'));
  measured = new MeasuredUse(ledger);
});

/** Units that people used in the minute. */
const people = (minute: number, units: number) =>
  ledger.addMinute({ minute, service: 'POST leads', lane: 'person', requests: units, units, refused: 0 });
const reading = (at: number, others: number, periodEnd: number | null = null) =>
  ledger.history?.addReading({ ...figures(at, others), periodEnd, tellsOthers: true });
/** A figure from a header, which counts everybody's use together. */
const header = (at: number, others: number) =>
  ledger.history?.addReading({ ...figures(at, others), periodEnd: null, tellsOthers: false });
const figures = (at: number, others: number) => ({
  at,
  service: 'POST leads',
  used: others,
  own: 0,
  others,
  limit: null,
});

describe('what was used between two times', () => {
  it('has jobs, people and the part of other clients that lies between them', () => {
    people(NOW - DAY, 12);
    people(NOW - DAY - 2 * HOUR, 1_000);
    const job = { minute: NOW - DAY, service: 'POST leads', lane: 'import' } as const;
    ledger.addMinute({ ...job, requests: 500, units: 500, refused: 0 });
    reading(NOW - DAY - 70 * MINUTE, 0);
    reading(NOW - DAY - 50 * MINUTE, 40);
    expect(measured.used(budget, NOW - DAY - HOUR, NOW - DAY + 1)).toBe(12 + 500 + 20);
  });

  it('has the whole minute in which it begins: a day begins with its first request, in the middle of one', () => {
    people(NOW - DAY, 240);
    expect(measured.used(budget, NOW - DAY + 10_000, NOW - DAY + HOUR)).toBe(240);
    expect(measured.statistics(budget, NOW - DAY + 10_000, NOW - DAY + HOUR)).toMatchObject([{ units: 240 }]);
  });

  it('is not known where nothing was counted', () => {
    people(NOW, 12);
    expect(measured.used(budget, NOW - 2 * DAY, NOW - DAY)).toBeNull();
  });
});

describe('what an hour usually has', () => {
  it('goes by another zone as soon as it is chosen', () => {
    for (const days of [1, 2, 3, 4, 5]) people(NOW - days * DAY, 60);
    expect(measured.usual(budget, NOW, ZONE)?.(NOW)).toBe(60);
    expect(measured.usual(budget, NOW, 'Asia/Tokyo')?.(NOW)).toBe(60);
  });

  it('is not known from three days', () => {
    for (const days of [1, 2, 3]) people(NOW - days * DAY, 60);
    expect(measured.usual(budget, NOW, ZONE)).toBeNull();
  });

  it('is the middle of the days before: neither the running day nor one heavy day is usual', () => {
    for (const days of [1, 2, 3, 4, 5]) people(NOW - days * DAY - 10 * MINUTE, 60);
    people(NOW - 2 * DAY, 50_000);
    people(NOW - 10 * MINUTE, 7_000);
    people(NOW - 2 * HOUR, 7_000);
    const usual = measured.usual(budget, NOW, ZONE);
    expect(usual?.(NOW)).toBe(60);
    expect(usual?.(NOW - 2 * HOUR)).toBe(0);
    expect(usual?.(NOW + HOUR)).toBe(0);
  });

  it('counts other clients, and jobs not', () => {
    for (const days of [1, 2, 3, 4]) {
      people(NOW - days * DAY, 1);
      reading(NOW - days * DAY - 20 * MINUTE, 0);
      reading(NOW - days * DAY - 10 * MINUTE, 40);
      const job = { minute: NOW - days * DAY, service: 'POST leads', lane: 'import' } as const;
      ledger.addMinute({ ...job, requests: 500, units: 500, refused: 0 });
    }
    expect(measured.usual(budget, NOW, ZONE)?.(NOW)).toBe(41);
  });
});

describe('what others have used since the last reading', () => {
  it('is taken to go on as between the last two', () => {
    reading(NOW - 16 * MINUTE, 0);
    reading(NOW - 6 * MINUTE, 1_300);
    const { unseen, minutes } = measured.minutes(budget, NOW);
    expect(unseen).toBe(780);
    expect(minutes.reduce((sum, { rest }) => sum + rest, 0)).toBeCloseTo(2_080);
  });

  it('goes on over the end of a day, where their figure begins anew', () => {
    reading(NOW - 30 * MINUTE, 1_300);
    reading(NOW - 20 * MINUTE, 2_600);
    reading(NOW - 10 * MINUTE, 900);
    const { unseen, minutes } = measured.minutes(budget, NOW);
    expect(unseen).toBe(900);
    expect(minutes.reduce((sum, { rest }) => sum + rest, 0)).toBeCloseTo(1_300 + 900 + 900);
  });

  it('goes on whatever headers repeat of it', () => {
    reading(NOW - 16 * MINUTE, 0);
    reading(NOW - 6 * MINUTE, 1_300);
    for (const ago of [12, 5, 1]) header(NOW - ago * MINUTE, ago > 6 ? 0 : 1_300);
    expect(measured.minutes(budget, NOW).unseen).toBe(780);
    expect(measured.othersSpans(budget, NOW - HOUR, NOW + 1)).toEqual([
      { from: NOW - 16 * MINUTE, to: NOW - 6 * MINUTE, units: 1_300 },
    ]);
  });

  it('is only what the running day can lack: it began three minutes ago', () => {
    reading(NOW - 16 * MINUTE, 0);
    reading(NOW - 6 * MINUTE, 1_300);
    const begun = { ...budget, daily: { startedAt: NOW - 3 * MINUTE } } as ServiceQuotaDetail;
    const { unseen, minutes } = measured.minutes(begun, NOW);
    expect(unseen).toBe(390);
    expect(minutes.reduce((sum, { rest }) => sum + rest, 0)).toBeCloseTo(2_080);
  });

  it('is nothing when they used nothing last', () => {
    reading(NOW - 26 * MINUTE, 0);
    reading(NOW - 16 * MINUTE, 1_300);
    reading(NOW - 6 * MINUTE, 1_300);
    expect(measured.minutes(budget, NOW).unseen).toBe(0);
  });
});

describe('other clients over the end of a day', () => {
  /** They use 100 units a minute; the day ends three minutes before its first reading. */
  const end = NOW - 13 * MINUTE;
  const readOverTheEnd = (next: number | null) => {
    for (const [ago, others] of [
      [40, 2_000],
      [30, 3_000],
      [20, 4_000],
    ] as const)
      reading(NOW - ago * MINUTE, others, end);
    reading(NOW - 10 * MINUTE, 300, next);
    reading(NOW, 1_300, next);
  };

  it.each([
    ['said', end + DAY],
    ['not said yet', null],
  ])('are counted since the new day began, its end %s', (_, next) => {
    readOverTheEnd(next);
    expect(measured.othersSpans(budget, NOW - 25 * MINUTE, NOW + 1)).toEqual([
      { from: NOW - 30 * MINUTE, to: NOW - 20 * MINUTE, units: 1_000 },
      { from: end, to: NOW - 10 * MINUTE, units: 300 },
      { from: NOW - 10 * MINUTE, to: NOW, units: 1_000 },
    ]);
  });

  it('are taken to have gone on in the minutes that nobody read', () => {
    readOverTheEnd(null);
    const { minutes } = measured.minutes(budget, NOW);
    const used = minutes.filter(({ at }) => at >= NOW - 30 * MINUTE && at < NOW).map(({ rest }) => Math.round(rest));
    expect(used).toEqual(new Array<number>(30).fill(100));
  });

  it('are carried on at the pace before while the new day is too young to show one', () => {
    reading(NOW - 30 * MINUTE, 1_000, NOW - 11 * MINUTE);
    reading(NOW - 20 * MINUTE, 2_000, NOW - 11 * MINUTE);
    reading(NOW - 10 * MINUTE, 20, null);
    expect(measured.minutes(budget, NOW).unseen).toBeCloseTo(1_000, 6);
  });
});
