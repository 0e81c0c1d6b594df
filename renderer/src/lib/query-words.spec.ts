import { expect, test } from 'vitest';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { queryWords } from './query-words.ts';

const search = {
  source: 'search' as const,
  searchName: 'All leads',
  include: [],
  project: null,
  modifiedFrom: null,
  extra: [],
};

test.each([
  [EVERYTHING, 'Lead search'],
  [{ ...EVERYTHING, statuses: ['New'], modifiedFrom: '2026-11-20T08:00' }, 'Lead search, New, since 2026-11-20 08:00'],
  [{ ...search, answer: 'json' as const }, 'Saved search'],
  [{ ...search, answer: 'csv' as const }, 'Saved search, as CSV'],
])('a result says its source and filters: %#', (query, words) => expect(queryWords(query)).toBe(words));
