import { expect, test } from 'vitest';
import { exampleJob } from '../../../testing/examples.ts';
import { undoWords, unknownTitle, unknownMore } from './receipt-model.ts';

test('rows that nobody has answered yet are unknown, not unknown for a while', () => {
  expect(unknownTitle(0, 3)).toBe('3 rows were unknown for a while');
  expect(unknownTitle(3, 3)).toBe('3 rows are unknown');
  expect(unknownTitle(1, 3)).toBe('1 row is unknown, 2 more were for a while');
});

test('an undo by a pool says what it would take of other imports, or how many leads the pool should have', () => {
  const words = (poolName: string | null) => undoWords({ summary: exampleJob({ poolName }) });
  expect(words(null)).toContain('Other imports of those days without a pool name share these pools');
  expect(words('Nordlys')).toMatch(
    /choose “Nordlys” and Delete\..* Before that, the list should show [\d,]+ leads?\.$/,
  );
});

test('a row that was unknown twice is one of the rows that are listed', () => {
  const lines = (...numbers: number[]) => numbers.map((line) => ({ line }));
  expect(unknownMore(10, lines(2, 3, 3, 4, 3))).toBe('and 7 more rows');
  expect(unknownMore(4, lines(2, 3, 3, 4))).toBe('and 1 more row');
  expect(unknownMore(3, lines(2, 3, 3, 4))).toBe('');
});
