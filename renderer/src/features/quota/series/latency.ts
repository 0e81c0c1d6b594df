import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import { format, requestForms } from '../../../lib/format.ts';
import type { ChartKind, ChartModel, ChartTableContent } from '../chart/chart-kind.ts';
import { area, placeOf } from '../chart/marks.ts';
import { axes, RIGHT } from './axes.ts';
import { wallText } from './times.ts';

type Latency = ChannelResult<'quota:latency'>;

/** How long answers took. Times are Unix milliseconds, durations milliseconds. */
export interface LatencyModel extends ChartModel {
  readonly now: number;
  /** Milliseconds that a point is about. */
  readonly step: number;
  readonly points: Latency['points'];
}

/** Null when nothing was answered in the range. */
export function latencyModel(latency: Latency, range: { from: number; to: number; now: number }): LatencyModel | null {
  return latency.points.length === 0 ? null : { ...range, step: latency.step, points: latency.points };
}

export function latencySummary({ points, step, from }: LatencyModel): string {
  const answers = points.reduce((sum, point) => sum + point.answers, 0);
  const failures = points.reduce((sum, point) => sum + point.failures, 0);
  const slowest = points.reduce((worst, point) => (point.p95 > worst.p95 ? point : worst));
  const trouble = failures === 0 ? 'None failed.' : failedWords(failures);
  const said = `${format.count(answers, { one: '# answer', other: '# answers' })} since ${format.time(from)}. ${trouble}`;
  if (answers === 0) return said;
  return `${said} Slowest in the ${format.duration(step)} from ${format.time(slowest.at)}: 95 % within ${format.duration(slowest.p95)}.`;
}

function failedWords(failures: number): string {
  return `${format.count(failures, requestForms)} failed or had no answer.`;
}

function latencyAt({ points, step, now }: LatencyModel, index: number): string {
  const point = points[index];
  if (point === undefined) return '';
  const span = `In the ${format.duration(step)} from ${format.moment(point.at, now)}`;
  if (point.answers === 0) return `${span}: ${failedWords(point.failures)}`;
  const failed = point.failures === 0 ? '' : `, ${format.number(point.failures)} failed or without an answer`;
  return `${span}: half within ${format.duration(point.p50)}, 95 % within ${format.duration(point.p95)}, of ${format.count(point.answers, { one: '# answer', other: '# answers' })}${failed}.`;
}

function latencyTable({ points }: LatencyModel): ChartTableContent {
  return {
    columns: ['Time', 'Answers', 'Half within, ms', '95 % within, ms', 'Failed or no answer'],
    rows: points.map(({ at, answers, p50, p95, failures }) => [
      wallText(at),
      answers,
      answers === 0 ? null : Math.round(p50),
      answers === 0 ? null : Math.round(p95),
      failures,
    ]),
  };
}

export const latencyKind: ChartKind<LatencyModel> = {
  data: ({ points }) => [
    points.map(({ at }) => at / 1000),
    points.map(({ p95, answers }) => (answers === 0 ? null : p95)),
    points.map(({ p50, answers }) => (answers === 0 ? null : p50)),
  ],
  readAt: latencyAt,
  start: ({ points }) => points.length - 1,
  table: latencyTable,
  options: (paint, current) => ({
    padding: [10, RIGHT, 0, 0],
    scales: { y: { range: (_chart, _low, high) => [0, Math.max(10, high * 1.1)] } },
    axes: axes(paint, (value) => format.duration(value)),
    series: [
      {},
      { stroke: paint.colour('text3'), width: 1.5, dash: [4, 3], points: { size: 4 } },
      { stroke: paint.colour('info-fill'), width: 2, points: { size: 4 } },
    ],
    hooks: {
      draw: [
        (chart) => {
          for (const { at, failures } of current().points) {
            if (failures === 0) continue;
            const x = placeOf(chart, at / 1000, 'x');
            const y = placeOf(chart, 0, 'y');
            area(chart, { left: x - 3, right: x + 3, top: y - 6, bottom: y }, paint.colour('error-fill'));
          }
        },
      ],
    },
  }),
};
