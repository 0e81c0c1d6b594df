import { expect, test } from 'vitest';
import { asTable, columnOrder, columnTitles, suggestedFileName } from './export-model.ts';

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

test("status first, then the campaign's own fields", () => {
  expect(
    columnOrder(columns)
      .map((column) => column.path)
      .slice(0, 3),
  ).toEqual(['status', 'data.Telefon1', 'campaign.code']);
});

test('a suggested file name is allowed everywhere', () => {
  expect(suggestedFileName('Energi*, ModifiedFrom: 2026/11', '2026-11-17', 'csv')).toBe(
    'energi-modifiedfrom-2026-11-2026-11-17.csv',
  );
  expect(suggestedFileName('***', '2026-11-17', 'parquet')).toBe('leads-2026-11-17.parquet');
});

test('copied cells cannot break the table', () => {
  expect(
    asTable(
      ['A', 'B'],
      [
        ['x\ty', null],
        ['line\r\nbreak', 'z'],
      ],
    ),
  ).toBe('A\tB\nx y\t\nline break\tz');
});
