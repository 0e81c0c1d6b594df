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

test('two columns that would have one title are called by their paths, as in files', () => {
  const paths = ['status', 'data.Status', 'data.By', 'data.by.nr'];
  const named = columnTitles(paths.map((path, index) => ({ index, path })));
  expect([...named.values()]).toEqual(['status', 'data.Status', 'By', 'by.nr']);
});

test('paths are called as their columns are', () => {
  expect(titlesOf(columns, ['data.Telefon1', 'campaign.code', 'elsewhere'])).toEqual([
    'Telefon1',
    'Campaign code',
    'elsewhere',
  ]);
});

const fields = (...filled: number[]) =>
  ['uniqueId', 'status', 'data.Firma', 'data.By', 'data.Fornavn', 'data.Telefon1', 'campaign.code', 'uploadTime'].map(
    (path, index) => ({ index, path, filled: filled[index] ?? 10 }),
  );

test('which lead it is and how it stands comes first, then the fuller of the other fields', () => {
  const order = (rows: number, ...filled: number[]) => columnOrder(fields(...filled), rows).map(({ path }) => path);
  const front = ['uniqueId', 'campaign.code', 'status', 'data.Fornavn', 'data.Telefon1'];
  expect(order(10)).toEqual([...front, 'data.Firma', 'data.By', 'uploadTime']);
  expect(order(10, 10, 10, 3, 9)).toEqual([...front, 'data.By', 'data.Firma', 'uploadTime']);
  // About as full: the order of the campaign stays. While leads arrive it always does.
  expect(order(100, 100, 100, 96, 98)).toEqual([...front, 'data.Firma', 'data.By', 'uploadTime']);
  expect(order(0, 10, 10, 3, 9)).toEqual([...front, 'data.Firma', 'data.By', 'uploadTime']);
});
