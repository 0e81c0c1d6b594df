import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJournal, type JournalUnderTest } from './job-fixture.ts';
import { OutcomePlanStore } from './outcome-plan-store.ts';

let at: JournalUnderTest;
let plans: OutcomePlanStore;
beforeEach(() => {
  at = createJournal();
  plans = new OutcomePlanStore(at.journal);
});
afterEach(() => at[Symbol.dispose]());

const LAST = { at: 5, imports: 2, trouble: '' };

it('without a plan nothing is read, for 30 days when somebody plans it', () => {
  expect(plans.read()).toEqual({ plan: { minute: null, days: 30 }, last: null });
  expect(plans.begin('2026-11-20')).toBe(false);
});

it('one program begins the reading of a day, and the next day another one may', () => {
  plans.write({ minute: 630, days: 14 }, null);
  const other = new OutcomePlanStore(at.journal);
  expect([plans.begin('2026-11-20'), other.begin('2026-11-20'), other.begin('2026-11-21')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(other.read()).toEqual({ plan: { minute: 630, days: 14 }, last: null });
});

it('a day that needs no reading any more has none, until it is to be begun again', () => {
  plans.write({ minute: 630, days: 30 }, '2026-11-20');
  expect(plans.begin('2026-11-20')).toBe(false);
  plans.again('2026-11-19');
  expect(plans.begin('2026-11-20')).toBe(false);
  plans.again('2026-11-20');
  expect(plans.begin('2026-11-20')).toBe(true);
});

it('a plan that is taken back is not begun, and how the last reading went is kept', () => {
  plans.write({ minute: 630, days: 30 }, null);
  plans.end(LAST);
  plans.write({ minute: null, days: 30 }, null);
  expect([plans.read().last, plans.begin('2026-11-20')]).toEqual([LAST, false]);
});
