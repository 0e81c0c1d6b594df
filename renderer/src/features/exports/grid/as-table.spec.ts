import { expect, test } from 'vitest';
import { asTable } from './as-table.ts';

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
