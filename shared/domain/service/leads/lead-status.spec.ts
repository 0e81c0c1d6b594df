import { expect, test } from 'vitest';
import { CALL_END_CAUSES, CALL_STATUSES, LEAD_CLOSURES, LEAD_MOVES, LEAD_STATUSES } from './lead-life-cycle.ts';
import { meaningOf, valueKind } from './lead-status.ts';

const numbers = (values: readonly { readonly name: string; readonly value: number }[]) =>
  values.map(({ name, value }) => `${value} ${name}`).join(', ');

test('every value of the specification is there, with its number and a meaning', () => {
  expect(numbers(LEAD_STATUSES)).toBe(
    '0 New, 1 RedialAutomatic, 2 RedialManualCommon, 3 RedialManualPrivate, 10 VIPRedial, 150 Unresolved, ' +
      '200 UserProcessed, 210 Depleted, 300 Abandoned, 400 Failed, 500 Expired, 600 Removed, 610 Anonymized, ' +
      '700 DoNotCall, 750 GlobalDoNotCall',
  );
  expect(numbers(LEAD_CLOSURES)).toBe('0 NotSet, 1 Success, 2 NotInterested, 3 InvalidLead, 4 Unqualified');
  expect(numbers(CALL_STATUSES)).toBe(
    '0 NotSet, 1 RedialAutomatic, 2 RedialManualCommon, 3 RedialManualPrivate, 199 AlternativeNumberDialed, ' +
      '200 UserProcessed, 210 Depleted, 220 Transferred, 300 Abandoned, 400 Failed',
  );
  expect(numbers(CALL_END_CAUSES)).toBe(
    '0 NotApplicable, 1 NormalDisconnect, 2 NoResponse, 3 Busy, 4 VoiceMail, 5 DroppedCall, 6 DialingCancelled',
  );
  for (const { meaning } of [...LEAD_STATUSES, ...LEAD_CLOSURES, ...CALL_STATUSES, ...CALL_END_CAUSES])
    expect(meaning).toMatch(/\.$/);
});

test('each status but New is reached by exactly one move', () => {
  expect(LEAD_MOVES.map(({ to }) => to)).toEqual(
    expect.arrayContaining(LEAD_STATUSES.map(({ name }) => name).filter((name) => name !== 'New')),
  );
  expect(LEAD_MOVES).toHaveLength(LEAD_STATUSES.length - 1);
});

test('a VIP redial and an unresolved lead never expire', () => {
  expect(LEAD_MOVES.find(({ to }) => to === 'Expired')?.from).toEqual([
    'New',
    'RedialAutomatic',
    'RedialManualCommon',
    'RedialManualPrivate',
  ]);
});

test.each([
  ['status', 'status'],
  ['Status', 'status'],
  ['closure', 'closure'],
  ['lastCall.status', 'callStatus'],
  ['calls[0].status', 'callStatus'],
  ['callStatus', 'callStatus'],
  ['lastCall.endCause', 'callEndCause'],
  ['CallEndCause', 'callEndCause'],
  // The campaign's own field, whatever its name.
  ['data.status', null],
  ['data.calls.status', null],
  ['campaign.status', null],
  ['recalled', null],
])('%s holds %s', (path, kind) => expect(valueKind(path)).toBe(kind));

test('a number and a name mean the same; one word means different things on a lead and on a call', () => {
  expect(meaningOf('status', 300)?.meaning).toBe('Stayed unresolved for too long.');
  expect(meaningOf('status', 'abandoned')).toBe(meaningOf('status', '300'));
  expect(meaningOf('lastCall.status', 'Abandoned')?.meaning).toBe('Not saved; lead Unresolved.');
  expect(meaningOf('status', 'Transferred')).toBeNull();
});
