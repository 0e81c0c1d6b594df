import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reason, summary } from '../../checking/check-fixture.ts';
import {
  askedLook,
  type CheckView,
  type CheckViewEvent,
  openCheck,
  reduceCheckView,
  reopenCheck,
  searchedFilter,
} from './check-view.ts';

const phone = reason({ id: 'phone' });
const email = reason({ id: 'email' });
const note = reason({ id: 'note', severity: 'note' });
const found = summary([phone, email, note]);
const after = (...events: readonly CheckViewEvent[]): CheckView => events.reduce(reduceCheckView, openCheck(found));

test('the step opens at the first reason that needs a person, or at the rows with a problem', () => {
  expect(openCheck(found)).toMatchObject({ chosen: 'phone', filter: 'reason', order: 'oddest', focused: null });
  expect(openCheck(summary([note]))).toMatchObject({ chosen: null, filter: 'problem' });
});

test('a choice of reason shows its rows and forgets what was typed for another', () => {
  const typed = after({ kind: 'parameterTyped', value: '040' });
  expect(typed.typed).toBe('040');
  expect(reduceCheckView(typed, { kind: 'reasonChosen', reasonId: 'email' })).toMatchObject({
    chosen: 'email',
    filter: 'reason',
    typed: null,
  });
  expect(after({ kind: 'reasonChosen', reasonId: null })).toMatchObject({ chosen: null, filter: 'all' });
});

test('a reason without rows gives way to the next one; any other summary changes nothing', () => {
  const corrected = after({ kind: 'summaryChanged', summary: summary([email, note]) });
  expect(corrected).toMatchObject({ chosen: 'email', filter: 'reason' });
  expect(after({ kind: 'summaryChanged', summary: summary([note]) })).toMatchObject({
    chosen: null,
    filter: 'problem',
  });
  const all = after({ kind: 'reasonChosen', reasonId: null });
  expect(reduceCheckView(all, { kind: 'summaryChanged', summary: summary([email]) })).toBe(all);
});

test('the step opens as it was left, without what was about a row or a column', () => {
  const left = after(
    { kind: 'reasonChosen', reasonId: 'email' },
    { kind: 'sortChosen', sort: { column: 2, direction: 'asc' } },
    { kind: 'findTyped', find: 'nord' },
    { kind: 'parameterTyped', value: '040' },
    { kind: 'rowFocused', row: 12, index: 3 },
  );
  const reopened = reopenCheck(left, found);
  expect(reopened).toEqual({ ...left, look: { find: 'nord', sort: null }, focused: null });
  // A reason without rows gives way to the next one, as while the step is open.
  expect(reopenCheck(left, summary([phone]))).toMatchObject({ chosen: 'phone', look: { find: '' }, typed: null });
});

test('the step that showed no reason opens at the first one that has come since, unless something is looked for', () => {
  const nothing = openCheck(summary([note]));
  expect(reopenCheck(nothing, found)).toEqual(openCheck(found));
  const looking = reduceCheckView(nothing, { kind: 'findTyped', find: 'nord' });
  expect(reopenCheck(looking, found)).toMatchObject({ chosen: null, filter: 'problem', look: { find: 'nord' } });
  const all = reduceCheckView(nothing, { kind: 'filterChosen', filter: 'all' });
  expect(reopenCheck(all, found)).toMatchObject({ chosen: null, filter: 'all' });
});

test('the place of the focused row counts only in the list it was seen in', () => {
  const focused = after({ kind: 'rowFocused', row: 12, index: 3 });
  const others: readonly CheckViewEvent[] = [
    { kind: 'reasonChosen', reasonId: 'email' },
    { kind: 'filterChosen', filter: 'all' },
    { kind: 'orderChosen', order: 'file' },
    { kind: 'summaryChanged', summary: summary([email]) },
  ];
  for (const event of others) expect(reduceCheckView(focused, event).focused).toEqual({ row: 12, index: null });
  expect(reduceCheckView(focused, { kind: 'summaryChanged', summary: found }).focused).toEqual({ row: 12, index: 3 });
});

test('a row sought from the side is shown among all rows', () => {
  expect(after({ kind: 'rowSought', row: 40 })).toMatchObject({ filter: 'all', focused: { row: 40, index: 39 } });
});

test('the search goes through the list that is shown, unless it is one without problems of its own', () => {
  expect(searchedFilter(after({ kind: 'filterChosen', filter: 'problem' }))).toBe('problem');
  expect(searchedFilter(after({ kind: 'filterChosen', filter: 'leftOut' }))).toBe('reason');
  expect(
    searchedFilter(after({ kind: 'reasonChosen', reasonId: null }, { kind: 'filterChosen', filter: 'repaired' })),
  ).toBe('problem');
});

test('the rows of a reason are never asked for when none is chosen', () => {
  const event: fc.Arbitrary<CheckViewEvent> = fc.oneof(
    fc.constantFrom(null, 'phone', 'email', 'note').map((reasonId) => ({ kind: 'reasonChosen' as const, reasonId })),
    fc
      .subarray([phone, email, note])
      .map((reasons) => ({ kind: 'summaryChanged' as const, summary: summary(reasons) })),
    fc.constant({ kind: 'rowSought' as const, row: 7 }),
    fc.constantFrom('first' as const, 'last' as const).map((kept) => ({ kind: 'keptChosen' as const, kept })),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      const view = events.reduce(reduceCheckView, openCheck(found));
      expect(view.filter === 'reason' && view.chosen === null).toBe(false);
      expect(searchedFilter(view) === 'reason' && view.chosen === null).toBe(false);
    }),
  );
});

test('a look in the rows of a reason ends with the reason', () => {
  const events = [
    { kind: 'findTyped', find: ' Holm ' },
    { kind: 'sortChosen', sort: { column: 2, direction: 'desc' } },
  ] as const;
  const looking = events.reduce(reduceCheckView, openCheck(found));
  expect(askedLook(looking)).toEqual({ look: { find: 'Holm', sort: { column: 2, direction: 'desc' } } });
  const inFile = reduceCheckView(looking, { kind: 'orderChosen', order: 'file' });
  expect(askedLook(inFile)).toEqual({ look: { find: 'Holm', sort: null } });
  expect(askedLook(reduceCheckView(looking, { kind: 'reasonChosen', reasonId: null }))).toEqual({});
});
