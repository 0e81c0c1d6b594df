import { expect, test } from 'vitest';
import { suggestedFileName } from './file-name.ts';

test('a suggested file name is allowed everywhere, and its day is that of the account', () => {
  const pastMidnight = Date.parse('2026-11-16T23:30:00Z');
  expect(suggestedFileName('Energi*, ModifiedFrom: 2026/11', pastMidnight, 'csv')).toBe(
    'energi-modifiedfrom-2026-11-2026-11-17.csv',
  );
  expect(suggestedFileName('***', pastMidnight, 'parquet')).toBe('leads-2026-11-17.parquet');
});
