import { wallClockAt } from '../../../../../shared/domain/service/service-time.ts';
import { HOUR } from '../../../../../shared/domain/time/time.ts';
import { nextMidnight } from './plan-model.ts';

/** Milliseconds. A line shorter than this has nothing to say about the day. */
const SHORTEST = 8 * HOUR;
/** Milliseconds. A longer run is drawn to here, and its end is told in words. */
const LONGEST = 36 * HOUR;
/** Hours on the service's clock in which leads are dialled, and the price without fair use is the highest. */
const PRODUCTION = { from: 8, to: 21 } as const;

export interface Span {
  /** Shares of the line, 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export interface TimeLine {
  readonly production: readonly Span[];
  readonly jobs: readonly (Span & { readonly id: string; readonly name: string })[];
  /** The import that is planned; null when it begins behind the end of the line. */
  readonly own: Span | null;
  /** Positions of midnights; the first has a label. */
  readonly midnights: readonly number[];
  /** Whole hours of the service's clock. */
  readonly marks: readonly { readonly at: number; readonly time: number }[];
}

interface TimeLineFacts {
  /** Unix milliseconds, as all other times. */
  readonly now: number;
  readonly startsAt: number;
  readonly finishAt: number;
  readonly zone: string;
  /** The other imports, in the order in which they were started. */
  readonly jobs: readonly {
    readonly id: string;
    readonly name: string;
    readonly from: number | null;
    readonly to: number | null;
  }[];
}

/** What happens from now until the import is through: production hours, other jobs, midnight. */
export function timeLine({ now, startsAt, finishAt, zone, jobs }: TimeLineFacts): TimeLine {
  const length = Math.min(LONGEST, Math.max(SHORTEST, (finishAt - now) * 1.15));
  const place = (at: number) => Math.min(1, Math.max(0, (at - now) / length));
  const span = (from: number, to: number): Span => ({ from: place(from), to: place(to) });
  const midnights: number[] = [];
  for (let at = nextMidnight(zone, now); at < now + length; at = nextMidnight(zone, at)) midnights.push(at);
  const days = [midnightBefore(now, zone), ...midnights];
  return {
    production: days
      .map((day) => span(day + PRODUCTION.from * HOUR, day + PRODUCTION.to * HOUR))
      .filter(({ from, to }) => to > from),
    jobs: jobs.flatMap(({ id, name, from, to }) =>
      from === null || to === null || from >= now + length ? [] : [{ id, name, ...span(from, to) }],
    ),
    own: startsAt >= now + length ? null : span(startsAt, finishAt),
    midnights: midnights.map(place),
    marks: MARKED.map((share) => hourBefore(now + share * length, zone))
      .map((time) => ({ at: place(time), time }))
      .filter(({ at }) => at > NEAR && midnights.every((midnight) => Math.abs(place(midnight) - at) > NEAR)),
  };
}

/** Shares of the line before which the last whole hour is named, and how near to another word none is. */
const MARKED = [0.36, 0.68, 1] as const;
const NEAR = 0.14;

function hourBefore(at: number, zone: string): number {
  const { minute, second } = wallClockAt(at, zone);
  return at - (at % 1000) - (minute * 60 + second) * 1000;
}

function midnightBefore(at: number, zone: string): number {
  const { hour, minute, second } = wallClockAt(at, zone);
  return at - ((hour * 60 + minute) * 60 + second) * 1000;
}
