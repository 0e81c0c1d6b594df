import { productionHours, wallClockAt } from '../../../../../shared/domain/service/service-time.ts';
import { HOUR } from '../../../../../shared/domain/time/time.ts';
import { format } from '../../../lib/format.ts';
import { nextMidnight } from './plan-model.ts';

/** Milliseconds. A line shorter than this has nothing to say about the day. */
const SHORTEST = 8 * HOUR;
/** Milliseconds. A longer run is drawn to here, and its end is told in words. */
const LONGEST = 36 * HOUR;

export interface Span {
  /** Shares of the line, 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export interface TimeLine {
  /** `isNamed`: there is room for the words. */
  readonly production: readonly (Span & { readonly isNamed: boolean })[];
  readonly jobs: readonly (Span & { readonly id: string; readonly name: string })[];
  /** The import that is planned; null when it begins behind the end of the line. */
  readonly own: Span | null;
  /** Positions of midnights. */
  readonly midnights: readonly number[];
  /** Where the word for the first one stands; null where it has no room. */
  readonly midnightWord: number | null;
  /** Whole hours of the service's clock. The last one may end at its position, where the others have their middle. */
  readonly marks: readonly { readonly at: number; readonly time: number; readonly isLast: boolean }[];
}

interface TimeLineFacts {
  /** Unix milliseconds, as all other times. */
  readonly now: number;
  readonly startsAt: number;
  readonly finishAt: number;
  /** The other imports, in the order in which they were started. */
  readonly jobs: readonly {
    readonly id: string;
    readonly name: string;
    readonly from: number | null;
    readonly to: number | null;
  }[];
}

/** What happens from now until the import is through: production hours, other jobs, midnight. */
export function timeLine({ now, startsAt, finishAt, jobs }: TimeLineFacts): TimeLine {
  const length = Math.min(LONGEST, Math.max(SHORTEST, (finishAt - now) * 1.15));
  const place = (at: number) => Math.min(1, Math.max(0, (at - now) / length));
  const span = (from: number, to: number): Span => ({ from: place(from), to: place(to) });
  const midnights: number[] = [];
  for (let at = nextMidnight(now); at < now + length; at = nextMidnight(at)) midnights.push(at);
  const [midnight = 0] = midnights.map(place);
  return {
    production: productionHours(now, now + length, format.zone())
      .map((hours) => span(hours.from, hours.to))
      .map(({ from, to }) => ({ from, to, isNamed: to - from > ROOM.production })),
    jobs: jobs.flatMap(({ id, name, from, to }) =>
      from === null || to === null || from >= now + length ? [] : [{ id, name, ...span(from, to) }],
    ),
    own: startsAt >= now + length ? null : span(startsAt, finishAt),
    midnights: midnights.map(place),
    midnightWord: midnight > ROOM.midnight && midnight < 1 - ROOM.end ? midnight : null,
    marks: MARKED.map((share) => hourBefore(now + share * length))
      .map((time) => ({ at: place(time), time, isLast: place(time) > LAST }))
      .filter(({ at }) => at > ROOM.hour)
      .filter(({ at, isLast }) =>
        midnights.every((other) => Math.abs(place(other) - at) > (isLast ? ROOM.last : ROOM.besideMidnight)),
      ),
  };
}

/** Shares of the line before which the last whole hour is named, and behind which it ends at its position. */
const MARKED = [0.36, 0.68, 1] as const;
const LAST = 0.95;

/** Shares of the line that words need, also where they are a third longer: decision 0641. */
const ROOM = {
  production: 0.4,
  /** From "now" to the middle of midnight and of an hour. */
  midnight: 0.2,
  hour: 0.17,
  /** From the middle of midnight to that of an hour, to the end of the last hour, and to the end of the line. */
  besideMidnight: 0.14,
  last: 0.2,
  end: 0.1,
} as const;

function hourBefore(at: number): number {
  const { minute, second } = wallClockAt(at, format.zone());
  return at - (at % 1000) - (minute * 60 + second) * 1000;
}
