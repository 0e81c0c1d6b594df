import { expect, test } from 'vitest';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { filtersWords, filterWords, negated, withFilter, withValue } from './filters.ts';

const values = (list: string[], empty = false): ColumnFilter => ({
  kind: 'values',
  column: 3,
  values: list,
  empty,
  not: false,
});

test('a value is ticked and unticked, and without a tick there is no filter', () => {
  const one = withValue(undefined, 3, 'Success');
  expect(one).toEqual(values(['Success']));
  const two = withValue(one ?? undefined, 3, null);
  expect(two).toEqual(values(['Success'], true));
  expect(withValue(two ?? undefined, 3, 'Success')).toEqual(values([], true));
  expect(withValue(values([], true), 3, null)).toBeNull();
  // Another kind of filter on the column gives way.
  expect(withValue({ kind: 'empty', column: 3, not: false }, 3, 'a')).toEqual(values(['a']));
});

test('a column has one filter, which keeps its place among the others', () => {
  const other: ColumnFilter = { kind: 'empty', column: 1, not: true };
  const filters = withFilter(withFilter([], 3, values(['a'])), 1, other);
  expect(withFilter(filters, 3, values(['b']))).toEqual([values(['b']), other]);
  expect(withFilter(filters, 3, null)).toEqual([other]);
});

test('a filter of the panel keeps its place in its group, and leaves others of its column alone', () => {
  const joinedOne: ColumnFilter = { ...values(['a']), or: true };
  const other: ColumnFilter = { kind: 'empty', column: 1, not: true };
  expect(withFilter([other, joinedOne], 3, values(['b']))).toEqual([other, { ...values(['b']), or: true }]);
  expect(withFilter([values(['a']), { ...values(['b']), or: true }], 3, null)).toEqual([values(['b'])]);
});

test('all filters are one sentence, with brackets where they are needed', () => {
  const columns = [
    { index: 1, path: 'status', title: 'Status' },
    { index: 3, path: 'data.By', title: 'City' },
  ].map((column) => ({ ...column, filled: 1, isShown: true, isFolded: false, isPinned: false, width: null }));
  const isNew: ColumnFilter = { kind: 'values', column: 1, values: ['New'], empty: false, not: false };
  const either: ColumnFilter[] = [values(['Aarhus']), { ...values(['Odense']), or: true }];
  expect(filtersWords(either, columns)).toBe('City is Aarhus or City is Odense');
  expect(filtersWords([isNew, ...either], columns)).toBe('Status is New and (City is Aarhus or City is Odense)');
  expect(filtersWords([negated(isNew), ...either.slice(0, 1)], columns)).toBe('Status is not New and City is Aarhus');
  const number = { kind: 'number', column: 3, from: 1, to: 2 } as const;
  expect(filtersWords([negated(number), negated({ kind: 'repeated', column: 3 })], columns)).toBe(
    'City not 1 to 2 and City is in no other lead',
  );
});

test('filters are said in the words of the page', () => {
  expect(filterWords(values(['Success', 'NotInterested']), 'closure', 'Closure')).toBe(
    'Closure is Success or Not interested',
  );
  expect(filterWords(values(['a', 'b', 'c', 'd', 'e']), 'data.By', 'By')).toBe('By is a, b, c or 2 more');
  expect(filterWords(values([], true), 'data.By', 'By')).toBe('By is empty');
  expect(filterWords({ kind: 'repeated', column: 3 }, 'data.Phone', 'Phone')).toBe('Phone is the same in other leads');
  const text = { kind: 'text', column: 3, match: 'starts', text: '+45', not: true } as const;
  expect(filterWords(text, 'x', 'Phone')).toBe('Phone does not start with “+45”');
  expect(filterWords({ kind: 'number', column: 3, from: 5, to: null }, 'x', 'Age')).toBe('Age from 5');
  expect(filterWords({ kind: 'date', column: 3, from: '2026-11-16', to: '2026-11-17T12:00:00' }, 'x', 'Modified')).toBe(
    'Modified 2026-11-16 to 2026-11-17 12:00:00',
  );
});
