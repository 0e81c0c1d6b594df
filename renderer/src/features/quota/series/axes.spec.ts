import { expect, test } from 'vitest';
import type { Paint } from '../../../ui/chart/paint.ts';
import { axes } from './axes.ts';

const paint: Paint = { colour: () => '#000', font: () => '11px sans-serif' };

test('a time below is drawn whole or not at all', () => {
  const [below] = axes(paint, (value) => String(value));
  const hour = 3600;
  // 1066 pixels of picture are 1000 of plot: 10 a quarter of an hour.
  const chart = { width: 1066, scales: { x: { min: 0, max: 25 * hour } } };
  const values = below?.values as (chart: unknown, seconds: number[]) => (string | null)[];
  expect(values(chart, [0, 24 * hour, 24.6 * hour, 24.75 * hour, 25 * hour])).toEqual([
    '01:00',
    '01:00',
    '01:36',
    null,
    null,
  ]);
});
