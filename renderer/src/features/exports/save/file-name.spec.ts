import { expect, test } from 'vitest';
import { suggestedFileName } from './file-name.ts';

test('a suggested file name is allowed everywhere', () => {
  expect(suggestedFileName('Energi*, ModifiedFrom: 2026/11', '2026-11-17', 'csv')).toBe(
    'energi-modifiedfrom-2026-11-2026-11-17.csv',
  );
  expect(suggestedFileName('***', '2026-11-17', 'parquet')).toBe('leads-2026-11-17.parquet');
});
