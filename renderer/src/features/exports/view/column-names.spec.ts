import { expect, test } from 'vitest';
import { columnOrder, columnTitles, titlesOf } from './column-names.ts';

const columns = [
  { index: 0, path: 'uniqueId', filled: 5 },
  { index: 1, path: 'status', filled: 5 },
  { index: 2, path: 'campaign.code', filled: 5 },
  { index: 3, path: 'campaign.uniqueId', filled: 5 },
  { index: 4, path: 'data.Telefon1', filled: 5 },
];

test('a column is called by its last part unless two would share it', () => {
  expect([...columnTitles(columns).values()]).toEqual([
    'Unique id',
    'Status',
    'Campaign code',
    'Campaign unique id',
    'Telefon1',
  ]);
});

test('paths are called as their columns are', () => {
  expect(titlesOf(columns, ['data.Telefon1', 'campaign.code', 'elsewhere'])).toEqual([
    'Telefon1',
    'Campaign code',
    'elsewhere',
  ]);
});

test("status first, then the campaign's own fields", () => {
  expect(
    columnOrder(columns)
      .map((column) => column.path)
      .slice(0, 3),
  ).toEqual(['status', 'data.Telefon1', 'campaign.code']);
});
