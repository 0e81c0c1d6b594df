import type { LatencyCount } from './quota-history.ts';

/** Milliseconds of one step of time. */
export const LATENCY_STEP = 5 * 60_000;
/** Each bucket ends this much later than the one before: a figure read from them is at most a tenth too high. */
const RATIO = 1.1;
export const FAILURE_BUCKET = -1;

function bucketOf(milliseconds: number): number {
  return Math.max(0, Math.ceil(Math.log(Math.max(1, milliseconds)) / Math.log(RATIO)));
}

/** Milliseconds that the answers of a bucket took at most. */
export function bucketEnd(bucket: number): number {
  return Math.round(RATIO ** bucket);
}

/** How long the answers of one endpoint took, until the journal takes it: a write for each answer would be too dear. */
export class LatencyCounts {
  readonly #counts = new Map<string, { at: number; service: string; bucket: number; answers: number }>();

  /** `milliseconds` null: it failed. `wall`: Unix milliseconds. */
  add(service: string, milliseconds: number | null, wall: number): void {
    const at = Math.floor(wall / LATENCY_STEP) * LATENCY_STEP;
    const bucket = milliseconds === null ? FAILURE_BUCKET : bucketOf(milliseconds);
    const key = `${at} ${service} ${bucket}`;
    const count = this.#counts.get(key) ?? { at, service, bucket, answers: 0 };
    count.answers++;
    this.#counts.set(key, count);
  }

  /** What came since the last time. */
  take(): LatencyCount[] {
    const taken = [...this.#counts.values()];
    this.#counts.clear();
    return taken;
  }
}
