import type uPlot from 'uplot';
import { format } from '../../../lib/format.ts';
import type { Paint } from '../../../ui/chart/paint.ts';

/** Pixels. */
const LEFT = 62;
const BOTTOM = 26;
/** Pixels beside the plot, above which nothing stands. */
export const RIGHT = 4;
/** Pixels. Half of a time such as 09:00, which stands in the middle below its place. */
const HALF_A_TIME = 17;
/** Between two lines at the left: requests and units are whole, and half of one would be rounded to a wrong figure. */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Whether a time near the right edge of the plot is not cut by that of the picture. `width`: pixels of the picture. */
function isWhole(second: number, from: number, to: number, width: number): boolean {
  const toEdge = ((to - second) / (to - from)) * (width - LEFT - RIGHT);
  return toEdge + RIGHT >= HALF_A_TIME;
}

/** Times of the service below, figures at the left, hairlines between. */
export function axes(paint: Paint, figure: (value: number) => string): uPlot.Axis[] {
  const common = {
    stroke: paint.colour('text2'),
    font: paint.font(11),
    ticks: { show: false },
  };
  return [
    {
      ...common,
      size: BOTTOM,
      space: 90,
      grid: { show: false },
      values: ({ scales, width }, seconds) => {
        const { min = 0, max = 1 } = scales['x'] ?? {};
        return seconds.map((second) => (isWhole(second, min, max, width) ? format.time(second * 1000) : null));
      },
    },
    {
      ...common,
      size: LEFT,
      space: 44,
      grid: { stroke: paint.colour('hairline'), width: 1 },
      incrs: WHOLE_STEPS,
      values: (_chart, values) => values.map(figure),
    },
  ];
}
