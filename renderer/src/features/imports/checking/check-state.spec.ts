import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckSettings } from '../../../../../shared/contract/check/check.ts';
import type { AppError } from '../../../../../shared/contract/errors.ts';
import { reason, summary } from './check-fixture.ts';
import {
  type CheckEvent,
  type CheckState,
  findingsOf,
  isAbout,
  isSettled,
  noCheckYet,
  reduceCheck,
  rulesInForce,
} from './check-state.ts';

const basis = { rows: 'rows', campaign: 'A' };
const otherBasis = { rows: 'rows', campaign: 'B' };
const rules: CheckSettings = { country: 'DK', duplicateKey: null, fields: [] };
const failure = { details: { code: 'internal', message: 'The check broke.', logId: '' } satisfies AppError };
const cancelled = { details: { code: 'cancelled', message: 'Cancelled.' } satisfies AppError };

const after = (...events: readonly CheckEvent[]): CheckState => events.reduce(reduceCheck, noCheckYet());
const started = (callId: string, settings: CheckSettings | null = null): CheckEvent => ({
  kind: 'started',
  callId,
  basis,
  settings,
});
const found = (callId: string, revision = 1): CheckEvent => ({
  kind: 'found',
  callId,
  summary: summary([reason()], { revision }),
});

test('a check runs, counts rows and ends with what it found', () => {
  const running = after(started('1'), { kind: 'progressed', callId: '1', rows: 50, rowsTotal: 100 });
  expect(running.run).toMatchObject({ rows: 50, rowsTotal: 100, isAgain: false });
  expect(findingsOf(running)).toBeNull();
  expect(isSettled(running, basis)).toBe(false);
  const over = reduceCheck(running, found('1'));
  expect(findingsOf(over)?.revision).toBe(1);
  expect(isSettled(over, basis)).toBe(true);
});

test('what was found holds only for the mapping and the campaign it was found with', () => {
  const over = after(started('1'), found('1'));
  expect(isAbout(over, otherBasis)).toBe(false);
  expect(isSettled(over, otherBasis)).toBe(false);
});

test('a check that another one replaced changes nothing any more, however it ends', () => {
  const replaced = after(started('1'), started('2'));
  const late: readonly CheckEvent[] = [
    { kind: 'progressed', callId: '1', rows: 9, rowsTotal: 9 },
    found('1'),
    { kind: 'failed', callId: '1', failure },
    { kind: 'givenUp', callId: '1' },
  ];
  for (const event of late) expect(reduceCheck(replaced, event)).toBe(replaced);
});

test('a rule or a choice made under Check leaves the findings in view while the rows are checked again', () => {
  const known = after(started('1'), found('1'));
  const again = reduceCheck(known, started('2', rules));
  expect(findingsOf(again)).not.toBeNull();
  expect(rulesInForce(again, summary([]))).toEqual(rules);
  const chosen = reduceCheck(reduceCheck(known, { kind: 'changeExpected' }), started('2'));
  expect(findingsOf(chosen)).not.toBeNull();
  expect(findingsOf(reduceCheck(reduceCheck(chosen, found('2')), started('3')))).toBeNull();
});

test('rules of a check that was replaced before it ended are those of the next one', () => {
  expect(after(started('1', rules), started('2')).run?.settings).toEqual(rules);
});

test('a stopped check is no failure, and both end the comparison', () => {
  const stopped = after(started('1'), { kind: 'failed', callId: '1', failure: cancelled });
  expect(stopped).toMatchObject({ wasCancelled: true, failure: null, run: null });
  const failed = after(started('1'), { kind: 'failed', callId: '1', failure });
  expect(failed).toMatchObject({ wasCancelled: false, failure, run: null });
  for (const state of [stopped, failed]) {
    expect(findingsOf(state)).toBeNull();
    expect(isSettled(state, basis)).toBe(true);
  }
  expect(after(started('1'), { kind: 'failed', callId: '1', failure }, started('2')).failure).toBeNull();
});

test('a draft that could not be saved has to be checked when it can', () => {
  const given = after(started('1'), { kind: 'givenUp', callId: '1' });
  expect(given.run).toBeNull();
  expect(isAbout(given, basis)).toBe(false);
});

test('a change that cannot be made leaves everything else, and the next one forgets it', () => {
  const known = after(started('1'), found('1'));
  const failed = [{ kind: 'changeStarted' }, { kind: 'changeFailed', failure }] satisfies CheckEvent[];
  const refused = failed.reduce<CheckState>(reduceCheck, known);
  expect(refused).toEqual({ ...known, changeFailure: failure, failedChanges: 1 });
  expect(reduceCheck(refused, { kind: 'changeStarted' }).changeFailure).toBeNull();
});

/** Any order in which changes begin and are answered, each answer with a revision of its own. */
const changes = fc.array(fc.record({ isKept: fc.boolean(), revision: fc.integer({ min: 2, max: 1000 }) }), {
  maxLength: 12,
});

test('answers may overtake each other: the newest summary counts, and nothing stays on its way', () => {
  fc.assert(
    fc.property(changes, (answers) => {
      let state = after(started('1'), found('1'));
      for (const _ of answers) state = reduceCheck(state, { kind: 'changeStarted' });
      for (const { isKept, revision } of answers)
        state = reduceCheck(
          state,
          isKept ? { kind: 'changed', summary: summary([], { revision }) } : { kind: 'changeFailed', failure },
        );
      const kept = answers.filter(({ isKept }) => isKept).map(({ revision }) => revision);
      expect(state.summary?.revision).toBe(Math.max(1, ...kept));
      expect(state.changing).toBe(0);
      expect(state.failedChanges).toBe(answers.length - kept.length);
    }),
  );
});

test('edits while the rows are read again never bring back older findings', () => {
  const orders = fc.shuffledSubarray([2, 3, 4, 5], { minLength: 4 });
  fc.assert(
    fc.property(orders, fc.nat({ max: 4 }), (revisions, at) => {
      const events: CheckEvent[] = revisions.map((revision) => ({
        kind: 'changed',
        summary: summary([], { revision }),
      }));
      events.splice(at, 0, found('2', 1));
      const state = events.reduce(reduceCheck, after(started('2')));
      expect(state.summary?.revision).toBe(5);
      expect(state.run).toBeNull();
    }),
  );
});

test('what another page found counts when it is newer, and waits for what is on its way here', () => {
  const heard = (revision: number): CheckEvent => ({ kind: 'heard', summary: summary([reason()], { revision }) });
  expect(after(heard(5)).summary).toBeNull();
  const over = after(started('1'), found('1', 3));
  expect(reduceCheck(over, heard(4)).summary?.revision).toBe(4);
  expect(reduceCheck(over, heard(2))).toEqual({ ...over, summary: over.summary });
  const changing = reduceCheck(over, { kind: 'changeStarted' });
  const told = reduceCheck(changing, heard(5));
  expect(told.summary?.revision).toBe(3);
  const changed = (revision: number): CheckEvent => ({ kind: 'changed', summary: summary([reason()], { revision }) });
  expect(reduceCheck(told, changed(4))).toMatchObject({ summary: { revision: 5 }, heard: null });
  expect(reduceCheck(told, changed(6))).toMatchObject({ summary: { revision: 6 }, heard: null });
  expect(reduceCheck(told, { kind: 'changeFailed', failure })).toMatchObject({ summary: { revision: 5 }, heard: null });
});
