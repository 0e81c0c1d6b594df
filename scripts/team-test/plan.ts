import { seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/time.ts';
import type { KillPoint } from '../kill-test/kill-points.ts';

/* What happens to the offices and their database, drawn from a seed before anything begins: the same seed, the same plan. */

export interface EventKind {
  readonly name: string;
  /** Milliseconds between two of a kind; with `anEach` those of one office. */
  readonly every: number;
  readonly anEach?: boolean;
  /** The part of the time in which it happens, 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly most?: number;
}

/*
 * Folders are put back only after the database was put back for the last time, and computers are lost after both: what two of them
 * lose together nobody knows any more, and the team does not promise it.
 */
export const EVENTS = [
  { name: 'stop', every: 13_000, anEach: true, from: 0, to: 1 },
  { name: 'end', every: 90_000, anEach: true, from: 0, to: 1 },
  { name: 'crash', every: 40_000, from: 0, to: 1 },
  { name: 'connections', every: 90_000, from: 0, to: 1 },
  { name: 'diskFull', every: 200_000, from: 0, to: 1 },
  { name: 'password', every: 80_000, from: 0, to: 1 },
  { name: 'longStop', every: 150_000, from: 0, to: 0.9 },
  { name: 'copyDatabase', every: 30_000, from: 0.05, to: 0.45 },
  { name: 'putBackDatabase', every: 150_000, from: 0.15, to: 0.5 },
  { name: 'copyFolder', every: 15_000, from: 0.45, to: 0.8 },
  { name: 'putBackFolder', every: 75_000, from: 0.55, to: 0.85 },
  { name: 'twinFolder', every: 300_000, from: 0.55, to: 0.8, most: 3 },
  { name: 'loss', every: 600_000, from: 0.86, to: 0.92, most: 2 },
] as const satisfies readonly EventKind[];
export type EventName = (typeof EVENTS)[number]['name'];

export interface PlannedEvent {
  /** Milliseconds after the beginning. */
  readonly at: number;
  readonly name: EventName;
  readonly office: number;
  /** 0 to 1: draws whatever else there is. */
  readonly draw: number;
}

/** All events, in the order in which they come; each kind at least once. */
export function drawPlan(offices: number, minutes: number, seed: number): PlannedEvent[] {
  const random = seededRandom(seed);
  const whole = minutes * MINUTE;
  const plan = EVENTS.flatMap((kind: EventKind & { readonly name: EventName }) => {
    const span = (kind.to - kind.from) * whole;
    const times = Math.max(1, Math.round((span / kind.every) * (kind.anEach === true ? offices : 1)));
    return Array.from({ length: Math.min(times, kind.most ?? times) }, () => ({
      at: kind.from * whole + random() * span,
      name: kind.name,
      office: Math.floor(random() * offices),
      draw: random(),
    }));
  });
  return plan.sort((one, other) => one.at - other.at);
}

/** Where a request is when the program is ended: a question to the database or a lead, on its way or answered. */
export type WirePoint = 'asked' | 'moved' | 'request' | 'answer';

/** One run of an office's program, and how it ends. */
export interface Life {
  /** Milliseconds after which it is killed at the latest. */
  readonly after: number;
  readonly point: KillPoint | null;
  readonly wire: WirePoint | null;
  /** Milliseconds by which its clock is wrong. */
  readonly skew: number;
}

/** The seven steps of a row: the move is written, asked, done, the row is handed over, leaves, is answered, what is left is let go. */
const POINTS: readonly Pick<Life, 'point' | 'wire'>[] = [
  ...(['move', 'moved', 'debit', 'send', 'answer', 'letGo'] as const).flatMap((step) =>
    (['before', 'after'] as const).map((when) => ({ point: { step, when, skip: 0 }, wire: null })),
  ),
  ...(['asked', 'moved', 'request', 'answer'] as const).map((wire) => ({ point: null, wire })),
];
const SHORTEST = 4_000;
const LONGEST = 45_000;
const SKEWED = 0.15;
const MOST_HOURS = 30;

/** The lives of one office, one after the other. */
export function livesOf(office: number, seed: number): () => Life {
  const random = seededRandom(seed * 1_009 + office);
  return () => {
    const drawn = POINTS[Math.floor(random() * POINTS.length * 2)] ?? { point: null, wire: null };
    const moves = drawn.point?.step === 'move' || drawn.point?.step === 'moved';
    const skip = Math.floor(random() * (drawn.point?.step === 'letGo' ? 1 : moves ? 3 : 30));
    const skew = random() < SKEWED ? Math.round((random() * 2 - 1) * MOST_HOURS) * HOUR : 0;
    return {
      after: SHORTEST + random() * (LONGEST - SHORTEST),
      point: drawn.point === null ? null : { ...drawn.point, skip },
      wire: drawn.wire,
      skew,
    };
  };
}

/** How a life that is ended at a place is counted. */
export function placeOf({ point, wire, skew }: Life): string {
  const place = point === null ? (wire === null ? 'random' : `wire ${wire}`) : `${point.when} ${point.step}`;
  return skew === 0 ? place : `${place}, clock wrong`;
}
