import uPlot from 'uplot';
import { format } from '../../../lib/format.ts';
import type { ChartKind } from '../chart/chart-kind.ts';
import { area, Labels, line, placeOf, plotArea } from '../chart/marks.ts';
import type { Paint } from '../../../ui/chart/paint.ts';
import { axes, RIGHT } from './axes.ts';
import { burnDownAt, type BurnDownModel, burnDownTable, hoursWords, resetWords } from './burn-down-model.ts';

export const burnDownKind: ChartKind<BurnDownModel> = {
  data: ({ points }) => [
    points.map(({ at }) => at / 1000),
    points.map(({ even }) => even),
    points.map(({ left }) => left),
    points.map(({ high }) => high),
    points.map(({ low }) => low),
    points.map(({ middle }) => middle),
  ],
  readAt: burnDownAt,
  start: ({ points, now }) =>
    Math.max(
      0,
      points.findIndex(({ at }) => at === now),
    ),
  table: burnDownTable,
  options: (paint, current) => ({
    padding: [10, RIGHT, 0, 0],
    scales: { y: { range: () => [0, current().limit * 1.04] } },
    axes: axes(paint, format.number),
    bands: [{ series: [3, 4], fill: paint.colour('accent-soft') }],
    series: [
      {},
      { stroke: paint.colour('text3'), width: 1, dash: [1.5, 3], points: { show: false } },
      {
        stroke: paint.colour('info-fill'),
        width: 2,
        points: { show: false },
        ...(uPlot.paths.stepped === undefined ? {} : { paths: uPlot.paths.stepped({ align: 1 }) }),
      },
      { stroke: 'transparent', width: 0, points: { show: false } },
      { stroke: 'transparent', width: 0, points: { show: false } },
      { stroke: paint.colour('info-fill'), width: 2, dash: [5, 3], points: { show: false } },
    ],
    hooks: {
      drawClear: [(chart) => drawGround(chart, current(), paint)],
      draw: [(chart) => drawMarks(chart, current(), paint)],
    },
  }),
};

/** Behind everything: production hours, and the reserve that jobs leave. */
function drawGround(chart: uPlot, { productionHours, reserve }: BurnDownModel, paint: Paint): void {
  const { top, height, left, width } = plotArea(chart);
  for (const { from, to } of productionHours) {
    const box = {
      left: placeOf(chart, from / 1000, 'x'),
      right: placeOf(chart, to / 1000, 'x'),
      top,
      bottom: top + height,
    };
    area(chart, box, paint.colour('sunken'));
  }
  if (reserve > 0) {
    const box = { left, right: left + width, top: placeOf(chart, reserve, 'y'), bottom: top + height };
    area(chart, box, paint.colour('warning-soft'));
  }
}

function drawMarks(chart: uPlot, model: BurnDownModel, paint: Paint): void {
  const { top, height, left, width } = plotArea(chart);
  const labels = new Labels(chart, paint);
  const nowAt = placeOf(chart, model.now / 1000, 'x');
  if (model.reserve > 0) {
    const y = placeOf(chart, model.reserve, 'y');
    line(chart, [left, y], [left + width, y], { colour: paint.colour('warning-fill'), width: 1.5 });
  }
  line(chart, [nowAt, top], [nowAt, top + height], { colour: paint.colour('text'), width: 1.5 });
  keepLinesFree(labels, chart, model);
  writeNow(labels, chart, model, paint);
  writeReset(labels, chart, model, paint);
  if (model.reserve > 0) {
    const y = placeOf(chart, model.reserve, 'y') - 10;
    const look = { y, colour: paint.colour('warning') } as const;
    labels.write(`reserve ${format.number(model.reserve)}`, [
      { x: left + 20, align: 'left', ...look },
      { x: left + width / 2, align: 'center', ...look },
    ]);
  }
  const hasForecast = model.points.some(({ at, middle }) => at > model.now && middle !== null);
  // Without a forecast there is no line to write on; the list of jobs has them.
  if (hasForecast) for (const job of model.planned) writeJob(labels, chart, model, job, paint);
  const hours = model.productionHours.at(-1);
  const words = hoursWords(model);
  if (hours !== undefined && words !== null) {
    const x = Math.min(placeOf(chart, hours.to / 1000, 'x'), left + width) - 8;
    labels.write(words, [{ x, y: top + 12, align: 'right', colour: paint.colour('text3'), weight: 450 }]);
  }
}

/** No label crosses what was measured, what is forecast, or the edge of the reserve. */
function keepLinesFree(labels: Labels, chart: uPlot, { points, reserve }: BurnDownModel): void {
  for (const { at, left, middle } of points) {
    const value = left ?? middle;
    if (value === null) continue;
    const [x, y] = [placeOf(chart, at / 1000, 'x'), placeOf(chart, value, 'y')];
    labels.block({ left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 });
  }
  if (reserve <= 0) return;
  const { left, width } = plotArea(chart);
  const y = placeOf(chart, reserve, 'y');
  labels.block({ left, right: left + width, top: y - 1, bottom: y + 1 });
}

function writeNow(labels: Labels, chart: uPlot, { now, left }: BurnDownModel, paint: Paint): void {
  const look = { colour: paint.colour('text'), weight: 600 } as const;
  const x = placeOf(chart, now / 1000, 'x');
  const y = placeOf(chart, left, 'y');
  labels.write(`now, ${format.number(left)} left`, [
    { x: x - 8, y: y + 16, align: 'right', ...look },
    { x: x + 8, y: y - 14, align: 'left', ...look },
    { x: x - 8, y: y - 14, align: 'right', ...look },
    { x: x + 8, y: y + 20, align: 'left', ...look },
  ]);
}

function writeReset(labels: Labels, chart: uPlot, model: BurnDownModel, paint: Paint): void {
  const end = model.points.at(-1);
  if (model.leftAtReset === null || end?.high == null) return;
  const words = resetWords(model.leftAtReset.middle);
  const look = {
    x: placeOf(chart, model.to / 1000, 'x') - 6,
    align: 'right',
    colour: paint.colour('text'),
    weight: 600,
  } as const;
  labels.write(words, [
    { y: placeOf(chart, end.high, 'y') - 12, ...look },
    { y: placeOf(chart, end.low ?? 0, 'y') + 14, ...look },
  ]);
}

/** At the end of what runs, at the middle of what is planned; under the line where there is room. */
function writeJob(
  labels: Labels,
  chart: uPlot,
  model: BurnDownModel,
  job: BurnDownModel['planned'][number],
  paint: Paint,
): void {
  if (job.from === null) return;
  const isRunning = job.from <= model.now;
  const to = Math.min(job.to ?? model.to, model.to);
  const end = job.to === null || job.spillsOver ? null : format.time(job.to);
  const words = isRunning
    ? `${job.name} ${end === null ? 'goes on after the reset' : `done ${end}`}`
    : `${job.name}, ${format.time(job.from)} to ${end ?? 'after the reset'}`;
  const at = isRunning ? to : job.from;
  const x = placeOf(chart, at / 1000, 'x');
  const y = placeOf(chart, forecastAt(model, at), 'y');
  const look = { colour: paint.colour('text2') };
  const sides = [
    { x: x + 8, align: 'left', ...look },
    { x: x - 8, align: 'right', ...look },
  ] as const;
  labels.write(
    words,
    [18, 30, -16, -30, 44].flatMap((down) => sides.map((side) => ({ ...side, y: y + down }))),
  );
}

function forecastAt({ points, left }: BurnDownModel, at: number): number {
  return points.findLast((point) => point.at <= at && point.middle !== null)?.middle ?? left;
}
