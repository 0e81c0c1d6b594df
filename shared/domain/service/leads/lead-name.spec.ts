import { expect, test } from 'vitest';
import { leadName, showsNames } from './lead-name.ts';

const columns = [
  { index: 0, namePart: 'last' as const },
  { index: 1, namePart: 'first' as const },
  { index: 2 },
  { index: 3, namePart: 'first' as const },
  { index: 4, namePart: 'whole' as const },
];

test.each([
  [['Holm', 'Åsa', 'x', null, null], 'Åsa Holm'],
  [['Holm', null, 'x', ' Ida ', null], 'Ida Holm'],
  [[null, null, 'x', null, null], ''],
  [['Holm', 'Åsa', 'x', null, 'Åsa B. Holm'], 'Åsa B. Holm'],
])('%j is "%s"', (cells, name) => expect(leadName(cells, columns)).toBe(name));

test('one column of names needs no other', () => {
  expect(showsNames(columns)).toBe(true);
  expect(showsNames(columns.slice(2, 4))).toBe(false);
});
