import { expect, it } from 'vitest';
import { LEAD_STATUSES } from './lead-life-cycle.ts';
import { OUTCOMES, outcomeOf, OutcomeTally } from './lead-outcomes.ts';

it.each([
  ['New', null, 'new'],
  ['0', 'NotSet', 'new'],
  ['RedialManualPrivate', null, 'redial'],
  ['viPRedial', null, 'redial'],
  ['UserProcessed', 'Success', 'success'],
  ['200', '3', 'invalid'],
  ['UserProcessed', 'NotSet', 'processed'],
  ['UserProcessed', null, 'processed'],
  // A closure of an earlier call does not close a lead that is called again.
  ['RedialAutomatic', 'NotInterested', 'redial'],
  ['DoNotCall', null, 'removed'],
  ['SomethingNew', 'Success', 'other'],
  [null, null, 'other'],
] as const)('a lead with status %s and closure %s is %s', (status, closure, outcome) => {
  expect(outcomeOf(status, closure)).toBe(outcome);
});

it('knows every status of the specification', () => {
  expect(LEAD_STATUSES.filter(({ name }) => outcomeOf(name, null) === 'other')).toEqual([]);
});

it('counts what it was given, in the order of the outcomes, without those that nothing has', () => {
  const tally = new OutcomeTally();
  tally.add('unseen');
  tally.add('success', 2);
  tally.addAll({ success: 1, new: 4 });
  expect(tally.rows).toBe(8);
  expect(Object.entries(tally.counts())).toEqual([
    ['success', 3],
    ['new', 4],
    ['unseen', 1],
  ]);
  expect(new Set(OUTCOMES).size).toBe(OUTCOMES.length);
});
