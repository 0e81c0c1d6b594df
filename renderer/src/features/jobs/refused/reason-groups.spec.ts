import { expect, test } from 'vitest';
import { reasonGroups } from './reason-groups.ts';

const refusal = (reason: string) => ({ reason, count: 2, fixed: 0 });
const shown = (...reasons: string[]) =>
  reasonGroups(reasons.map(refusal)).map(({ head, reasons: group }) => [head, ...group.map(({ words }) => words)]);

test('what several reasons begin with is said once, where the first of them stands', () => {
  expect(shown('Tel is no phone: too short.', 'Mail is empty.', 'Tel is no phone: has letters.')).toEqual([
    ['Tel is no phone:', 'too short.', 'has letters.'],
    [null, 'Mail is empty.'],
  ]);
});

test('a reason on its own, or without a colon before words, is whole', () => {
  expect(shown('Tel: too short.', 'See http://x.example: no', 'See http://x.example/2', 'Ends with:')).toEqual([
    [null, 'Tel: too short.'],
    [null, 'See http://x.example: no'],
    [null, 'See http://x.example/2'],
    [null, 'Ends with:'],
  ]);
});
