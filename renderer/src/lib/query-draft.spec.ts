import { expect, test } from 'vitest';
import { LEAD_QUERY as lead, SEARCH_QUERY as search } from '../../../shared/domain/service/queries/query-fixture.ts';
import { draftOf, EMPTY_DRAFT, queryOf } from './query-draft.ts';

test.each([
  lead,
  { ...lead, modifiedFrom: { since: 'yesterday' } },
  { ...lead, source: 'raw' as const },
  search,
  { ...search, project: null },
])('a query comes back out of the fields as it went in: $source', (query) =>
  expect(queryOf(draftOf(query))).toEqual(query),
);

test('a parameter without a name is not sent, and the rest of the query is', () => {
  const extra = [
    { name: ' ', value: 'lost' },
    { name: ' Take ', value: '' },
  ];
  expect(queryOf({ ...EMPTY_DRAFT, extra })?.extra).toEqual([{ name: 'Take', value: '' }]);
});

test('a saved search needs its name', () => {
  expect(queryOf({ ...EMPTY_DRAFT, source: 'search', searchName: '  ' })).toBeNull();
  expect(queryOf({ ...EMPTY_DRAFT, source: 'search', searchName: ' Redials ', project: ' ' })).toMatchObject({
    searchName: 'Redials',
    project: null,
  });
});

test('filters of one source wait while another one is tried, and are not sent with it', () => {
  const draft = { ...draftOf(lead), source: 'search' as const, searchName: 'Redials' };
  expect(queryOf(draft)).not.toHaveProperty('projects');
  expect(queryOf({ ...draft, source: 'simple' })).toEqual(lead);
});
