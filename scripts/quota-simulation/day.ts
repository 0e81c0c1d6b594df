import { emptyAtPace, forecast, type ForecastInput } from '../../shared/domain/schedule/forecast.ts';
import { FORECAST, type MeasuredMinute } from '../../shared/domain/schedule/measured-rates.ts';
import type { ScheduledJob } from '../../shared/domain/schedule/schedule.ts';
import type { Random } from '../../electron/core/foundation/ports.ts';
import { DAY, MINUTE } from '../../shared/domain/time/time.ts';

/**
 * One day of a budget, drawn minute by minute: a client that bursts and drifts, people, and jobs at the pace. The forecast
 * sees what was used until a minute, and the truth is what the rest of the day does.
 */

const LIMIT = 100_000;
const RESERVE = 10_000;
const PACE = 236.4;

export interface SimulatedDay {
  readonly start: number;
  readonly resetsAt: number;
  /** By minute of the day. */
  readonly rest: readonly number[];
  readonly jobs: readonly number[];
  /** Units left at the beginning of each minute, and the rows that each job has left then. */
  readonly left: readonly number[];
  readonly rowsLeft: readonly (readonly number[])[];
  readonly planned: readonly { readonly id: string; readonly rows: number; readonly startsAt: number }[];
  /** When nothing was left; null: not before the reset. */
  readonly emptyAt: number | null;
}

/**
 * How other clients send. `steady`: programs at their own pace; `bursty`: people, whose bursts last ten minutes.
 * `spread`: relative; `lasts`: how much of a burst is left after a minute.
 */
const KINDS = {
  steady: { spread: 0.1, lasts: 0.6, trend: 0.02 },
  bursty: { spread: 0.25, lasts: 0.9, trend: 0.03 },
} as const;
export type DayKind = keyof typeof KINDS;

/** `perMinute`: mean use by everything except jobs. */
export function drawDay(random: Random, perMinute: number, start: number, kind: DayKind): SimulatedDay {
  const planned = drawJobs(random, start);
  const rest: number[] = [];
  const jobs: number[] = [];
  const left: number[] = [LIMIT];
  const own = planned.map(({ rows }) => rows);
  const rowsLeft = [[...own]];
  const { spread, lasts, trend: mostTrend } = KINDS[kind];
  const trend = normal(random) * mostTrend;
  let burst = normal(random);
  let emptyAt: number | null = null;
  for (let minute = 0; minute < 1_440; minute++) {
    burst = burst * lasts + normal(random) * Math.sqrt(1 - lasts ** 2);
    const rate = perMinute * (1 + trend * (minute / 720)) * Math.exp(spread * burst - spread ** 2 / 2);
    const wanted = poisson(random, rate);
    const before = left[minute] ?? 0;
    const used = Math.min(before, wanted);
    const ofJobs = runJobs(planned, own, start + minute * MINUTE, Math.max(0, before - used - RESERVE), random);
    rest.push(used);
    jobs.push(ofJobs);
    left.push(before - used - ofJobs);
    rowsLeft.push([...own]);
    if (emptyAt === null && before - used - ofJobs < 1)
      emptyAt = start + (minute + Math.min(1, before / Math.max(1, wanted + ofJobs))) * MINUTE;
  }
  return { start, resetsAt: start + DAY, rest, jobs, left, rowsLeft, planned, emptyAt };
}

function drawJobs(random: Random, start: number): SimulatedDay['planned'] {
  const count = Math.floor(random() * 3);
  return Array.from({ length: count }, (_, index) => ({
    id: `job ${index + 1}`,
    rows: Math.round(1_000 + random() * 20_000),
    startsAt: start + Math.floor(random() * 12 * 60) * MINUTE,
  }));
}

/** The running jobs share the pace, in the order in which they were drawn. Answers the rows that they sent. */
function runJobs(
  planned: SimulatedDay['planned'],
  rowsLeft: number[],
  at: number,
  room: number,
  random: Random,
): number {
  const active = planned.flatMap(({ startsAt }, index) =>
    startsAt <= at && (rowsLeft[index] ?? 0) > 0 ? [index] : [],
  );
  let pace = Math.min(room, Math.round(PACE * (1 - 0.01 * random())));
  let sent = 0;
  active.forEach((index, place) => {
    const rows = Math.min(rowsLeft[index] ?? 0, Math.floor(pace / (active.length - place)));
    rowsLeft[index] = (rowsLeft[index] ?? 0) - rows;
    pace -= rows;
    sent += rows;
  });
  return sent;
}

/** Everything the forecast knows at this minute of the day. */
function knownAt(day: SimulatedDay, minute: number): ForecastInput {
  const now = day.start + minute * MINUTE;
  const minutes: MeasuredMinute[] = [];
  for (let past = Math.max(0, minute - FORECAST.window / MINUTE); past < minute; past++) {
    minutes.push({ at: day.start + past * MINUTE, rest: day.rest[past] ?? 0, jobs: day.jobs[past] ?? 0 });
  }
  return {
    now,
    limit: LIMIT,
    left: day.left[minute] ?? 0,
    reserve: RESERVE,
    jobUnitsToday: Number.POSITIVE_INFINITY,
    jobUnitsADay: Number.POSITIVE_INFINITY,
    resetsAt: day.resetsAt,
    measuredSince: day.start,
    lastFigureAt: now,
    minutes,
    jobs: jobsLeft(day, minute),
    pace: PACE,
    usual: null,
  };
}

function jobsLeft(day: SimulatedDay, minute: number): ScheduledJob[] {
  return day.planned.flatMap(({ id, startsAt }, index) => {
    const rows = day.rowsLeft[minute]?.[index] ?? 0;
    const hours = { opensAt: (at: number) => Math.max(at, startsAt), closesAt: () => null };
    const priceAt = () => ({ units: 1, until: Number.POSITIVE_INFINITY });
    return rows > 0 ? [{ id, name: id, rows, hours, share: 100, pace: null, priceAt }] : [];
  });
}

export interface Judged {
  readonly low: number | null;
  readonly middle: number | null;
  readonly high: number | null;
}

export function judge(day: SimulatedDay, minute: number): Judged | null {
  const result = forecast(knownAt(day, minute));
  if (result.state !== 'forecast') return null;
  return { low: result.low.emptyAt, middle: result.middle.emptyAt, high: result.high.emptyAt };
}

/** When nothing is left by the pace of the last five minutes. */
export function judgeSoon(day: SimulatedDay, minute: number): number | null {
  return emptyAtPace(knownAt(day, minute), 5 * MINUTE);
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function poisson(random: Random, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + normal(random) * Math.sqrt(mean)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}
