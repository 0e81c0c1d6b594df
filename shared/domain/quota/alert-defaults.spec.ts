import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../time/time.ts';
import { DEFAULT_ALERTS } from './alert-defaults.ts';
import { type AlertBudget, alertCauses, type AlertFacts } from './alert-rules.ts';

/* What an account is warned of before anybody set something else. */

const NOW = Date.UTC(2026, 10, 20, 11);
const RESET = NOW + 2 * HOUR;

function outlookOf(emptyAt: number | null): AlertBudget['outlook'] {
  const at = { low: emptyAt, middle: emptyAt, high: emptyAt };
  return { state: 'runsOut', runsOutAt: at, reserveAt: at, leftAtReset: null, basis: '' };
}

const warnedOf = (budget: Partial<AlertBudget>, over: Partial<AlertFacts> = {}) =>
  alertCauses({
    now: NOW,
    settings: DEFAULT_ALERTS,
    budgets: [
      {
        service: 'POST leads',
        title: 'Leads',
        limit: 100_000,
        others: 0,
        startedAt: NOW - HOUR,
        resetsAt: RESET,
        outlook: outlookOf(null),
        soonEmptyAt: null,
        ...budget,
      },
    ],
    nightPrice: 4,
    unknownRows: [],
    accepted: {},
    standing: [],
    clockText: String,
    ...over,
  }).map(({ kind }) => kind);

it('a quota that runs out a quarter of an hour before its reset or earlier', () => {
  const runsOut = (at: number) => warnedOf({ outlook: outlookOf(at), soonEmptyAt: at });
  expect([runsOut(RESET - 15 * MINUTE), runsOut(RESET - 15 * MINUTE + 1)]).toEqual([['exhausted'], []]);
});

it('a hundredth of the day that others use', () => {
  expect([warnedOf({ others: 1000 }), warnedOf({ others: 999 })]).toEqual([['others'], []]);
});

it('a limit that changed by a hundredth', () => {
  const changed = (limit: number) => warnedOf({ limit }, { accepted: { 'POST leads': 100_000 } });
  expect([changed(101_000), changed(99_000), changed(100_999)]).toEqual([['changed'], ['changed'], []]);
});

it('a row that is unknown for an hour', () => {
  const unknown = (since: number) => warnedOf({}, { unknownRows: [{ jobId: 'j', name: 'Fair', rows: 1, since }] });
  expect([unknown(NOW - HOUR), unknown(NOW - HOUR + 1)]).toEqual([['unknownRows'], []]);
});
