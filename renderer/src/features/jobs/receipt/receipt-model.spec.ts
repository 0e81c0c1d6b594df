import { expect, test } from 'vitest';
import { unknownTitle } from './receipt-model.ts';

test('rows that nobody has answered yet are unknown, not unknown for a while', () => {
  expect(unknownTitle(0, 3)).toBe('3 rows were unknown for a while');
  expect(unknownTitle(3, 3)).toBe('3 rows are unknown');
  expect(unknownTitle(1, 3)).toBe('1 row is unknown, 2 more were for a while');
});
