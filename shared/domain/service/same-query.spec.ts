import { expect, test } from 'vitest';
import type { WrittenQuery } from '../../contract/exports/queries.ts';
import { asksTheSame, isSameQuery } from './same-query.ts';

const lead: WrittenQuery = {
  source: 'simple',
  projects: ['Energi*'],
  modifiedFrom: '2026-11-16',
  statuses: ['New', 'Expired'],
  closures: [],
  extra: [{ name: 'ModifiedTo', value: '2026-11-17' }],
};
const search: WrittenQuery = {
  source: 'search',
  searchName: 'Redials',
  modifiedFrom: null,
  project: 'B2B*',
  include: ['data'],
  answer: 'csv',
  extra: [],
};

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
