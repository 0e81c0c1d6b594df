import { expect, it } from 'vitest';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import { EVERYTHING, SEARCH_QUERY } from '../../../shared/domain/service/queries/query-fixture.ts';
import { nameOf, windowsFor } from './export-questions.ts';

it.each<[ExportQuery, string]>([
  [EVERYTHING, 'All projects'],
  [{ ...EVERYTHING, projects: ['DK-*'] } as ExportQuery, 'DK-*'],
  [
    { ...EVERYTHING, projects: ['DK-*', 'SE-*'], modifiedFrom: '2026-11-16T08:00:00' } as ExportQuery,
    'DK-*, SE-* since 2026-11-16 08:00:00',
  ],
])('the name of %j is %s', (query, name) => {
  expect(nameOf(query)).toBe(name);
});

it('the name of a saved search is its own', () => {
  const query = { ...SEARCH_QUERY, modifiedFrom: null } as ExportQuery;
  expect(nameOf(query)).toBe(query.source === 'search' ? query.searchName : '');
});

it('says why a range cannot be split', () => {
  const now = '2026-11-20T12:00:00';
  const split = (change: object) => () => windowsFor({ ...EVERYTHING, ...change } as ExportQuery, 1, now);
  expect(windowsFor(EVERYTHING, null, now)).toBeNull();
  expect(split({ modifiedFrom: '2026-11-18' })()).toHaveLength(3);
  expect(split({})).toThrow('Choose "Modified since" first');
  expect(split({ modifiedFrom: '2020-01-01' })).toThrow('more than 400 requests');
  // Else no request would have the end, and leads that changed after it would come.
  for (const value of ['19-11-2026', '2026-11-19T08:00:00Z'])
    expect(split({ modifiedFrom: '2026-11-18', extra: [{ name: 'ModifiedTo', value }] })).toThrow(`not as "${value}"`);
  expect(split({ source: 'raw', modifiedFrom: '2026-11-18' })).toThrow('RawLeads cannot be split');
});
