import type uPlot from 'uplot';
import { format } from '../../../lib/format.ts';
import type { Paint } from '../../../ui/chart/paint.ts';

/** Pixels. */
const LEFT = 62;
const BOTTOM = 26;
/** Between two lines at the left: requests and units are whole, and half of one would be rounded to a wrong figure. */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Times of the service below, figures at the left, hairlines between. */
export function axes(paint: Paint, zone: () => string, figure: (value: number) => string): uPlot.Axis[] {
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
      values: (_chart, seconds) => seconds.map((second) => format.time(second * 1000, zone())),
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
