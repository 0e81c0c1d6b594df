import { expect, test } from 'vitest';
import { LEAD_QUERY as lead, SEARCH_QUERY as search } from './query-fixture.ts';
import { asksTheSame, isSameQuery } from './same-query.ts';

test('the order of chips does not change a query, that of projects and parameters does', () => {
  expect(isSameQuery(lead, { ...lead, statuses: ['Expired', 'New'] })).toBe(true);
  expect(isSameQuery({ ...search, include: ['a', 'b'] }, { ...search, include: ['b', 'a'] })).toBe(true);
  expect(isSameQuery(lead, { ...lead, statuses: ['New'] })).toBe(false);
  expect(isSameQuery(lead, { ...lead, source: 'raw' })).toBe(false);
  expect(isSameQuery(search, { ...search, answer: 'json' })).toBe(false);
});

test('a beginning makes another query of it, and asks the same otherwise', () => {
  for (const modifiedFrom of [null, '2026-11-17', { since: 'yesterday' }]) {
    expect(isSameQuery(lead, { ...lead, modifiedFrom })).toBe(false);
    expect(asksTheSame(lead, { ...lead, modifiedFrom })).toBe(true);
  }
  const relative = { ...lead, modifiedFrom: { since: '-7d' } };
  expect(isSameQuery(relative, { ...lead, modifiedFrom: { since: '-7d' } })).toBe(true);
});
