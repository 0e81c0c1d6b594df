import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { format, requestForms } from '../../../lib/format.ts';
import type { ChartModel, ChartTableContent } from '../chart/chart-kind.ts';
import { wallText } from './times.ts';

type Minutes = ChannelResult<'quota:minutes'>;

/**
 * Lanes from the bottom of a bar to its top. Of other clients only units are known: a request of theirs may cost up to eight
 * where ours costs one.
 */
export const LANES = [
  { id: 'others', name: 'Other clients, units', colour: 'lane-other' },
  { id: 'refresh', name: 'Refresh', colour: 'lane-refresh' },
  { id: 'person', name: 'People', colour: 'lane-person' },
  { id: 'reconcile', name: 'Reconcile', colour: 'lane-reconcile' },
  { id: 'import', name: 'Import', colour: 'lane-import' },
] as const;

export type MinutePoint = Minutes['points'][number];

/** Requests in steps of time, with a point for every step, also where nothing was sent. */
export interface MinutesModel extends ChartModel {
  readonly now: number;
  /** Milliseconds. */
  readonly step: number;
  /** Requests a minute; null without a minute rule. */
  readonly limit: number | null;
  readonly points: readonly MinutePoint[];
}

/** Null when nothing was sent in the range. */
export function minutesModel(minutes: Minutes, range: { from: number; to: number; now: number }): MinutesModel | null {
  if (minutes.points.length === 0) return null;
  const known = new Map(minutes.points.map((point) => [point.at, point]));
  const { step } = minutes;
  const points: MinutePoint[] = [];
  for (let at = Math.ceil(range.from / step) * step; at < range.to; at += step)
    points.push(
      known.get(at) ?? { at, person: 0, refresh: 0, import: 0, reconcile: 0, others: 0, units: 0, refused: 0 },
    );
  return { ...range, step, limit: minutes.limit, points };
}

/** Requests a minute in a point: a longer step is an average. */
export function perMinute(value: number, step: number): number {
  return (value * MINUTE) / step;
}

export function totalOf(point: MinutePoint): number {
  return LANES.reduce((sum, { id }) => sum + point[id], 0);
}

/** Requests of this program. */
function ownOf(point: MinutePoint): number {
  return totalOf(point) - point.others;
}

export function minutesSummary(model: MinutesModel): string {
  const { points, step, limit } = model;
  const most = points.reduce((best, point) => (ownOf(point) > ownOf(best) ? point : best));
  const sent = points.reduce((sum, point) => sum + ownOf(point), 0);
  const others = points.reduce((sum, point) => sum + point.others, 0);
  const refused = points.reduce((sum, point) => sum + point.refused, 0);
  const parts = [
    `${format.count(sent, requestForms)} sent from here since ${format.time(model.from)}`,
    `at most ${format.number(perMinute(ownOf(most), step))} a minute, at ${format.time(most.at)}${limit === null ? '' : `, the limit is ${format.number(limit)}`}`,
    others === 0
      ? 'none seen from other clients'
      : `other clients used at least ${format.count(others, { one: '# unit', other: '# units' })}`,
    refused === 0 ? '' : `${format.number(refused)} throttled`,
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}

export function minutesAt(model: MinutesModel, index: number): string {
  const point = model.points[index];
  if (point === undefined) return '';
  const lanes = LANES.toReversed()
    .filter(({ id }) => point[id] > 0)
    .map(({ id, name }) => `${name} ${format.number(point[id])}`);
  const refused = point.refused === 0 ? '' : `, ${format.number(point.refused)} throttled`;
  const what = lanes.length === 0 ? 'no request' : lanes.join(', ');
  const span = model.step === MINUTE ? '' : ` in ${format.duration(model.step)}`;
  return `${format.moment(point.at, model.now)}: ${what}${span}${refused}.`;
}

export function minutesTable({ points }: MinutesModel): ChartTableContent {
  const lanes = LANES.toReversed();
  return {
    columns: ['Time', ...lanes.map(({ name }) => name), 'Units', 'Throttled'],
    rows: points.map((point) => [wallText(point.at), ...lanes.map(({ id }) => point[id]), point.units, point.refused]),
  };
}
