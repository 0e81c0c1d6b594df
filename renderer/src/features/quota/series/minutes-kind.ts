import uPlot from 'uplot';
import { format } from '../../../lib/format.ts';
import type { ChartKind } from '../chart/chart-kind.ts';
import { area, Labels, line, placeOf, plotArea } from '../chart/marks.ts';
import type { Paint } from '../../../ui/chart/paint.ts';
import { axes, RIGHT } from './axes.ts';
import { LANES, minutesAt, type MinutesModel, minutesTable, perMinute, totalOf } from './minutes-model.ts';

export const minutesKind: ChartKind<MinutesModel> = {
  // The library stacks nothing: each list holds its lane and all below it, and the tallest is drawn first.
  data: ({ points, step }) => [
    points.map(({ at }) => (at + step / 2) / 1000),
    ...LANES.map((_, lane) =>
      points.map((point) =>
        perMinute(
          LANES.slice(0, LANES.length - lane).reduce((sum, { id }) => sum + point[id], 0),
          step,
        ),
      ),
    ),
  ],
  readAt: minutesAt,
  start: ({ points }) => points.length - 1,
  table: minutesTable,
  options: (paint, current) => ({
    padding: [14, RIGHT, 0, 0],
    scales: { y: { range: () => [0, topOf(current())] } },
    axes: axes(paint, format.number),
    series: [
      {},
      ...LANES.toReversed().map(({ colour }) => ({
        fill: paint.colour(colour),
        width: 0,
        points: { show: false },
        ...(uPlot.paths.bars === undefined ? {} : { paths: uPlot.paths.bars({ size: [0.84, 24], gap: 0 }) }),
      })),
    ],
    hooks: { draw: [(chart) => drawMarks(chart, current(), paint)] },
  }),
};

/** A little over the limit, or over what was sent where that is more. */
function topOf({ points, step, limit }: MinutesModel): number {
  const most = Math.max(1, ...points.map((point) => perMinute(totalOf(point), step)));
  return Math.max(most, limit ?? 0) * 1.06;
}

/** The limit, and a mark over each step in which the service throttled. */
function drawMarks(chart: uPlot, { limit, points, step }: MinutesModel, paint: Paint): void {
  const { left, width } = plotArea(chart);
  for (const point of points.filter(({ refused }) => refused > 0)) {
    const x = placeOf(chart, (point.at + step / 2) / 1000, 'x');
    const y = placeOf(chart, perMinute(totalOf(point), step), 'y');
    area(chart, { left: x - 3, right: x + 3, top: y - 9, bottom: y - 3 }, paint.colour('error-fill'));
  }
  if (limit === null) return;
  const y = placeOf(chart, limit, 'y');
  line(chart, [left, y], [left + width, y], { colour: paint.colour('text'), width: 1.5, dash: [5, 3] });
  const look = { x: left + 4, align: 'left', colour: paint.colour('text'), weight: 550 } as const;
  new Labels(chart, paint).write(`limit ${format.number(limit)}`, [
    { y: y - 8, ...look },
    { y: y + 10, ...look },
  ]);
}
