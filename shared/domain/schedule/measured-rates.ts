// Why: decision 0340.
import { HOUR, MINUTE } from '../time/time.ts';
import { partInUse } from './row-course.ts';
import type { ScheduledJob } from './schedule.ts';

/** How fast a budget is used, and how far its parts lie apart, from the minutes of the last hours. Pure; times are Unix milliseconds. */

export const FORECAST = {
  /** Milliseconds of measurements before anything is said. */
  least: 30 * MINUTE,
  /** Milliseconds of measurements that are used: longer ones say less of the present, shorter ones err more. */
  window: 2 * HOUR,
  /** Milliseconds without a figure after which nothing is said. */
  oldest: 10 * MINUTE,
  /** Milliseconds of one measurement. */
  batch: 5 * MINUTE,
} as const;

/** Units used in one minute. */
export interface MeasuredMinute {
  readonly at: number;
  /** Units used by jobs. */
  readonly jobs: number;
  /** Units used by everything else, including other clients. */
  readonly rest: number;
}

export interface RatesInput {
  readonly now: number;
  /** Minutes of the window; one that is missing had no request. */
  readonly minutes: readonly MeasuredMinute[];
  readonly jobs: readonly ScheduledJob[];
  /** Requests a minute that the pace allows jobs. */
  readonly pace: number;
}

export interface Rates {
  /** Units a minute of everything but jobs. */
  readonly rest: number;
  /** The likely range of it, as factors. */
  readonly low: number;
  readonly high: number;
  /** Milliseconds from which it was measured: since the use last changed. */
  readonly measured: number;
  readonly pace: number;
}

/** @param measured milliseconds of measurements until now, at least half an hour */
export function measuredRates({ now, minutes, jobs, pace }: RatesInput, measured: number): Rates {
  const all = Math.floor(measured / FORECAST.batch);
  const from = now - all * FORECAST.batch;
  const wholeRest = new Array<number>(all).fill(0);
  const ofJobs = new Array<number>(all).fill(0);
  for (const minute of minutes) {
    const index = Math.floor((minute.at - from) / FORECAST.batch);
    if (index < 0 || index >= all) continue;
    wholeRest[index] = (wholeRest[index] ?? 0) + minute.rest;
    ofJobs[index] = (ofJobs[index] ?? 0) + minute.jobs;
  }
  const rest = sinceChange(wholeRest);
  const whole = mean(rest);
  return {
    rest: whole / PER_BATCH,
    ...rangeOf(rest, whole),
    measured: rest.length * FORECAST.batch,
    pace: measuredPace(ofJobs, sharesInUse(jobs, now), pace),
  };
}

const PER_BATCH = FORECAST.batch / MINUTE;

function sharesInUse(jobs: readonly ScheduledJob[], now: number): number[] {
  return jobs
    .filter(({ rows, pace, hours }) => rows > 0 && pace === null && hours.opensAt(now) <= now)
    .map(({ share }) => share);
}

/** The pace that running jobs reached, scaled by the shares of the jobs that run now. */
function measuredPace(ofJobs: readonly number[], shares: readonly number[], pace: number): number {
  // A batch in which a job began or ended, or waited, says nothing about its pace.
  const busiest = Math.max(0, ...ofJobs);
  const running = ofJobs.filter((units) => units > busiest / 2);
  if (running.length < LEAST_BATCHES || shares.length === 0) return pace;
  return Math.min(pace, mean(running) / PER_BATCH / partInUse(shares));
}

/**
 * The batches since the use last changed: a program that began an hour ago says nothing about the hour before. It changed
 * where every batch since is clearly above every batch before (or below), and the mean at least twice as much (or half). A
 * few between them are left out, because what others use is known only between two readings of the counts.
 */
function sinceChange(batches: readonly number[]): readonly number[] {
  for (let from = batches.length - LEAST_BATCHES; from > 0; from--) {
    const before = batches.slice(0, Math.max(1, from - BETWEEN));
    const after = batches.slice(from);
    if (isAbove(after, before) || isAbove(before, after)) return after;
  }
  return batches;
}

function isAbove(more: readonly number[], less: readonly number[]): boolean {
  return Math.min(...more) > CLEAR * Math.max(...less) && mean(more) >= 2 * mean(less);
}

/** Batches after a change, and batches in which jobs ran. */
const LEAST_BATCHES = 3;
/** Batches that ten minutes between two readings can touch. */
const BETWEEN = 3;
/** The least batch of the higher use is this many times the most of the lower: a burst grows more slowly. */
const CLEAR = 1.5;

/** The measured time is cut into this many parts. */
const PARTS = 6;
/** Part of the use by which it may differ at least, however even it was. */
const LEAST_RANGE = 0.03;

/** From the slowest to the fastest part. That is at most six times the mean, so the slowest is a sixth of it at least. */
function rangeOf(batches: readonly number[], whole: number): Pick<Rates, 'low' | 'high'> {
  const parts = Math.min(PARTS, batches.length);
  const edge = (part: number) => Math.floor((part * batches.length) / parts);
  const ratios = Array.from({ length: parts }, (_, part) =>
    whole === 0 ? 1 : mean(batches.slice(edge(part), edge(part + 1))) / whole,
  );
  return {
    low: Math.max(1 / PARTS, Math.min(1 - LEAST_RANGE, ...ratios)),
    high: Math.max(1 + LEAST_RANGE, ...ratios),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
