import { expect, test } from 'vitest';
import { asCsv, thinned } from './chart-kind.ts';

test('a file has plain numbers, quotes what needs them, and starts no formula', () => {
  expect(
    asCsv({
      columns: ['Time', 'Left'],
      rows: [
        ['a,b "c"', 61_588],
        ['=1+1', null],
        ['-5', -5],
      ],
    }),
  ).toBe('\uFEFFTime,Left\r\n"a,b ""c""",61588\r\n\'=1+1,\r\n-5,-5\r\n');
});

test('a long table shows each so many-th row, and always the last', () => {
  const rows = Array.from({ length: 601 }, (_, at) => [at]);
  const shown = thinned({ columns: ['At'], rows });
  expect(shown.every).toBe(6);
  expect(shown.rows.length).toBeLessThanOrEqual(121);
  expect(shown.rows.at(-1)).toEqual([600]);
  expect(thinned({ columns: ['At'], rows: rows.slice(0, 5) })).toMatchObject({ every: 1, rows: rows.slice(0, 5) });
});
