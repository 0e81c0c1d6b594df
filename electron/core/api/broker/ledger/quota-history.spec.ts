import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../../../shared/domain/time/time.ts';
import { createLedgerStore } from './ledger-store.ts';
import type { QuotaHistory } from './quota-history.ts';

const START = Date.UTC(2026, 10, 20, 9);
const SERVICE = 'POST leads';

let database: DatabaseSync;
let history: QuotaHistory;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  const opened = createLedgerStore(database).history;
  if (opened === null) throw new Error('The ledger of a journal keeps its past.');
  history = opened;
});

const reading = (at: number, used: number, service = SERVICE) =>
  ({ at, service, used, own: used, others: 0, limit: null, periodEnd: null, tellsOthers: true }) as const;
const refusal = (at: number, endpoint = SERVICE) =>
  ({ at, service: SERVICE, endpoint, lane: 'import', period: 'day', pause: 5_000 }) as const;

describe('what the service said', () => {
  it('comes back by time for the endpoints that are asked for, the end of the range left out', () => {
    for (const [at, used] of [
      [START + 2, 30],
      [START, 10],
      [START + 1, 20],
    ] as const)
      history.addReading(reading(at, used));
    history.addReading(reading(START, 99, 'GET users'));
    expect(history.readings([SERVICE], START, START + 2)).toEqual([reading(START, 10), reading(START + 1, 20)]);
    expect(history.readings([SERVICE, 'GET users'], START, START + 1)).toHaveLength(2);
    const whole = { ...reading(START + 3, 40), limit: 100_000, periodEnd: START + DAY, tellsOthers: false };
    history.addReading(whole);
    expect(history.readings([SERVICE], START + 3, START + 4)).toEqual([whole]);
  });

  it('is kept for two weeks, times of answers with it', () => {
    history.addReading(reading(START, 10));
    history.addLatencies([{ at: START, service: SERVICE, bucket: 1, answers: 1 }]);
    history.addReading(reading(START + 14 * DAY, 20));
    expect(history.readings([SERVICE], 0, START + 15 * DAY)).toHaveLength(2);
    const recent = { at: START + 14 * DAY, service: SERVICE, bucket: 1, answers: 1 };
    history.addLatencies([recent]);
    // Old entries are looked for once an hour only: it costs a scan.
    history.addReading(reading(START + 14 * DAY + HOUR - 1, 29));
    expect(history.readings([SERVICE], 0, START + 15 * DAY)).toHaveLength(3);
    history.addReading(reading(START + 14 * DAY + HOUR, 30));
    expect(history.readings([SERVICE], 0, START + 15 * DAY).map(({ used }) => used)).toEqual([20, 29, 30]);
    expect(history.latencies(null, 0, START + 15 * DAY)).toEqual([recent]);
  });
});

describe('answers 429', () => {
  it('come back newest first, by endpoint and in pages', () => {
    history.addRefusal(refusal(START));
    history.addRefusal(refusal(START + 1, 'GET users'));
    history.addRefusal(refusal(START + 2));
    expect(history.refusals(null, { offset: 0, limit: 2 })).toEqual({
      total: 3,
      refusals: [refusal(START + 2), refusal(START + 1, 'GET users')],
    });
    expect(history.refusals([SERVICE], { offset: 1, limit: 5 })).toEqual({ total: 2, refusals: [refusal(START)] });
    expect(history.refusals([], { offset: 0, limit: 5 }).total).toBe(0);
  });

  it('tell whether the minute or the day was used up', () => {
    history.addRefusal({ ...refusal(START), period: 'minute' });
    history.addRefusal(refusal(START + 1));
    expect(history.refusals(null, { offset: 0, limit: 2 }).refusals.map(({ period }) => period)).toEqual([
      'day',
      'minute',
    ]);
  });

  it('are kept up to five thousand', () => {
    database.exec('BEGIN');
    for (let index = 0; index < 5_003; index++) history.addRefusal(refusal(START + index));
    database.exec('COMMIT');
    const { total, refusals } = history.refusals(null, { offset: 4_999, limit: 5 });
    expect(total).toBe(5_000);
    expect(refusals).toEqual([refusal(START + 3)]);
  });
});

it('times of answers add up in their bucket', () => {
  const count = { at: START, service: SERVICE, bucket: 7, answers: 2 };
  history.addLatencies([count, { ...count, service: 'GET users' }]);
  history.addLatencies([count]);
  expect(history.latencies([SERVICE], START, START + 1)).toEqual([{ ...count, answers: 4 }]);
  expect(history.latencies(null, START, START + 1)).toHaveLength(2);
  expect(history.latencies(null, START + 1, START + DAY)).toEqual([]);
});
