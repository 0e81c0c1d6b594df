import { expect, it } from 'vitest';
import { momentOf, shapeOf } from './value-kinds.ts';

it.each([
  ['2026-11-02', '2026-11-02T00:00:00'],
  ['2026-11-02 10:05:06', '2026-11-02T10:05:06'],
  ['2026-11-02T10:05:06.789+01:00', '2026-11-02T10:05:06'],
])('the moment of %s is its own time without a zone', (date, moment) => {
  expect(momentOf(date)).toBe(moment);
});

it.each([
  ['B7 c', 'A9 a'],
  ['AB12cd', 'A+9+a+'],
  ['12345-6789', '9+-9+'],
  ['Åse ø', 'Aa+ a'],
  ['-'.repeat(40), '-'.repeat(40)],
  ['.'.repeat(41), `${'.'.repeat(40)}…`],
  [`-${'x'.repeat(398)}--`, '-a+-'],
])('the shape of %j is %j', (value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});
