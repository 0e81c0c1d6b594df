import { expect, test } from 'vitest';
import { estimatedBytes } from './estimate.ts';

const columns = [
  { index: 0, title: 'Firma' },
  { index: 2, title: 'By' },
];
/** 10 and 4 bytes that are saved, and a column that is not. */
const sample = Array.from({ length: 200 }, (_, number) => ({ number, cells: ['Ærø Energ', 'x'.repeat(500), 'Køg'] }));

test('a size is worked out from the bytes of the columns that are saved, and grows with the rows', () => {
  const few = estimatedBytes('csv', sample, 1000, columns) ?? 0;
  // 11 and 4 bytes in UTF-8, and what separates them.
  expect(few).toBeGreaterThan(15 * 1000);
  expect(few).toBeLessThan(20 * 1000);
  expect(estimatedBytes('csv', sample, 3000, columns)).toBeCloseTo(3 * few, -1);
});

test('JSON repeats the names of the columns, and Parquet is packed', () => {
  const sizes = (['json', 'jsonl', 'csv', 'parquet'] as const).map(
    (format) => estimatedBytes(format, sample, 1000, columns) ?? 0,
  );
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
});

test('nothing is said without a row to look at', () => {
  expect(estimatedBytes('csv', [], 1000, columns)).toBeNull();
});
