import { expect, test } from 'vitest';
import { EMPTY_QUERY, isSameQuery, toggle, toggleGroup } from './query-model.ts';

test('chips toggle one by one and as a group', () => {
  expect(toggle(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggle(['a', 'b'], 'a')).toEqual(['b']);
  expect(toggleGroup(['a', 'x'], ['a', 'b'])).toEqual(['x', 'a', 'b']);
  expect(toggleGroup(['a', 'b', 'x'], ['a', 'b'])).toEqual(['x']);
});

test('the order in which chips were pressed does not change a query', () => {
  const one = { ...EMPTY_QUERY, statuses: ['New', 'Expired'] };
  expect(isSameQuery(one, { ...EMPTY_QUERY, statuses: ['Expired', 'New'] })).toBe(true);
  expect(isSameQuery(one, EMPTY_QUERY)).toBe(false);
});
