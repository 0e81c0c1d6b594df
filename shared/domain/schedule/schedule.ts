// Why: decision 0196.
import { DAY } from '../time/time.ts';

/**
 * How rows and everything else go through a budget, from one change to the next: the one schedule for the plan of an
 * import, the end of a job, the planned jobs of the quota page and the forecast. Pure: the caller passes the time in
 * (Unix milliseconds).
 */

/** A job that uses the budget, now or later. */
export interface ScheduledJob {
  readonly id: string;
  readonly name: string;
  /** Requests that it still sends; one row is one request. */
  readonly rows: number;
  /** When its terms let it send: at or after an instant, and until when from an instant at which they do. */
  readonly hours: Hours;
  /** Percent of the pace that it may use. */
  readonly share: number;
  /** Requests a minute that it may send alone; null: the pace of the budget. */
  readonly pace: number | null;
  /** Units of one of its requests at a time, and until when. */
  readonly priceAt: (at: number) => { readonly units: number; readonly until: number };
}

export interface Hours {
  readonly opensAt: (at: number) => number;
  /** Null: for ever. */
  readonly closesAt: (at: number) => number | null;
}

/** It sends whenever the budget lets it. */
export const ANY_HOUR: Hours = { opensAt: (at) => at, closesAt: () => null };

export interface ScheduleInput {
  readonly now: number;
  /** Units left now; infinity while the limit is not known. */
  readonly left: number;
  readonly limit: number;
  /** Units that jobs leave untouched. */
  readonly reserve: number;
  /** Units that jobs may still use today, by the share of the day; infinity without one. */
  readonly jobUnitsToday: number;
  /** The same for a whole day. */
  readonly jobUnitsADay: number;
  /** Null when no period has begun: the first request begins one. */
  readonly periodEnd: number | null;
  /** Requests a minute of all jobs together that the budget allows. */
  readonly pace: number;
  /** Units used by everything except jobs, from now until `ahead` milliseconds later; it never falls. */
  readonly background: (ahead: number) => number;
  /** The jobs in the order in which they were started. */
  readonly jobs: readonly ScheduledJob[];
  /** Milliseconds after now that are worked out minute by minute; later, the background goes on at its mean. */
  readonly horizon: number;
}

export interface ScheduledUse {
  readonly id: string;
  readonly name: string;
  /** When its next request leaves; null when none does within the horizon. */
  readonly from: number | null;
  /** When its last one does; null when it is further away than the horizon. */
  readonly to: number | null;
  /** Requests and units until the end of the running period. */
  readonly rows: number;
  readonly units: number;
  /** Units until its last row, over all periods. */
  readonly unitsInAll: number;
  /** It has rows left when the running period ends. */
  readonly spillsOver: boolean;
}

export interface Schedule {
  /** Units left at the end of each step until the end of the running period, beginning with now. */
  readonly line: readonly { readonly at: number; readonly left: number }[];
  readonly jobs: readonly ScheduledUse[];
  /** When nothing is left, before the running period ends; null: not before. */
  readonly emptyAt: number | null;
  /** When jobs stop because only the reserve is left; null: they do not in the running period. */
  readonly reserveAt: number | null;
  /** Units left at the end of the running period, or at the end of the schedule when that is sooner. */
  readonly leftAtEnd: number;
}

const STEP = 60_000;
/** Milliseconds. A job further away than this says nothing a person can plan with. */
export const FARTHEST = 400 * DAY;
/** Milliseconds between two points of the line. */
const LINE_STEP = 5 * STEP;
/** Rows and units. Amounts below this count as zero, because sums of fractions are inexact. */
const NOTHING = 1e-4;
/** Milliseconds. The shortest step: a double cannot represent a smaller step at a time of today. */
const SHORTEST = 1e-3;

/** A job on its way through the schedule. */
interface Work {
  readonly job: ScheduledJob;
  rows: number;
  from: number | null;
  to: number | null;
  unitsInAll: number;
  firstDay: { rows: number; units: number };
  /** Whether it has sent a row in the running period: then the last unit above the reserve is its own too. */
  hasSent: boolean;
  /** When it may send, from its hours: `until` is not worked out anew before. */
  opens: { at: number; until: number };
  price: { units: number; until: number };
}

/** The course of one budget. */
export function schedule(input: ScheduleInput): Schedule {
  return new Course(input).run();
}

class Course {
  readonly #input: ScheduleInput;
  readonly #works: Work[];
  #left: number;
  #jobUnits: number;
  #periodEnd: number;
  readonly #firstEnd: number;
  #emptyAt: number | null = null;
  #reserveAt: number | null = null;
  #leftAtEnd: number | null = null;
  readonly #line: { at: number; left: number }[];

  constructor(input: ScheduleInput) {
    this.#input = input;
    this.#left = input.left;
    this.#jobUnits = input.jobUnitsToday;
    this.#firstEnd = input.periodEnd ?? input.now + DAY;
    this.#periodEnd = this.#firstEnd;
    this.#line = [{ at: input.now, left: input.left }];
    this.#works = input.jobs.map((job) => ({
      job,
      rows: job.rows,
      from: null,
      to: null,
      unitsInAll: 0,
      firstDay: { rows: 0, units: 0 },
      hasSent: false,
      opens: { at: input.now, until: Number.NEGATIVE_INFINITY },
      price: { units: 1, until: Number.NEGATIVE_INFINITY },
    }));
  }

  run(): Schedule {
    const { now, horizon } = this.#input;
    let at = now;
    while (at < now + FARTHEST && (at < now + horizon || this.#hasRows)) {
      if (at >= this.#periodEnd) this.#beginPeriod();
      if (at < this.#firstEnd && this.#left < 1) this.#emptyAt ??= at;
      at = this.#advance(at);
    }
    return {
      line: this.#line,
      jobs: this.#works.map((work) => this.#useOf(work)),
      emptyAt: whole(this.#emptyAt),
      reserveAt: whole(this.#reserveAt),
      leftAtEnd: this.#leftAtEnd ?? this.#left,
    };
  }

  #useOf({ job: { id, name }, from, to, rows, unitsInAll, firstDay }: Work) {
    const spillsOver = rows > 0 || (to !== null && to > this.#firstEnd);
    return { id, name, from: whole(from), to: whole(to), ...firstDay, unitsInAll, spillsOver };
  }

  get #hasRows(): boolean {
    return this.#works.some(({ rows }) => rows > 0);
  }

  #beginPeriod(): void {
    this.#leftAtEnd ??= this.#left;
    this.#left = this.#input.limit;
    this.#jobUnits = this.#input.jobUnitsADay;
    this.#periodEnd += DAY;
    for (const work of this.#works) work.hasSent = false;
  }

  /** Goes on to the next change. @returns when that is */
  #advance(at: number): number {
    const { now, horizon } = this.#input;
    const grid = at < now + horizon ? Math.min(now + horizon, at + STEP - ((at - now) % STEP)) : Infinity;
    const latest = Math.min(this.#periodEnd, grid, now + FARTHEST);
    const open = this.#openAt(at);
    const change = Math.min(latest, ...this.#works.map((work) => (work.rows > 0 ? work.opens.until : Infinity)));
    const used = this.#usedByRest(at, change);
    const able = this.#ableOf(open);
    if (able.length < open.length && at < this.#firstEnd) this.#reserveAt ??= at;
    const sending = this.#rates(able);
    const next = at + this.#untilEvent(change - at, used / (change - at), sending);
    this.#left = Math.max(0, this.#left - (used * (next - at)) / (change - at));
    for (const { work, perMillisecond } of sending) this.#take(work, perMillisecond * (next - at), at, next);
    this.#draw(next);
    return next;
  }

  /** The jobs whose terms let them send; `opens` and `price` of each hold until `opens.until`. */
  #openAt(at: number): Work[] {
    return this.#works.filter((work) => {
      if (work.rows <= 0) return false;
      if (at >= work.opens.until) this.#lookAt(work, at);
      return work.opens.at <= at;
    });
  }

  #lookAt(work: Work, at: number): void {
    const { hours, priceAt } = work.job;
    const opens = hours.opensAt(at);
    if (opens > at) {
      work.opens = { at: opens, until: opens };
      return;
    }
    if (at >= work.price.until) work.price = priceAt(at);
    work.opens = { at, until: Math.min(hours.closesAt(at) ?? Infinity, work.price.until) };
  }

  #usedByRest(from: number, to: number): number {
    const { now, horizon, background } = this.#input;
    if (from < now + horizon) return background(to - now) - background(from - now);
    return horizon > 0 ? (background(horizon) / horizon) * (to - from) : 0;
  }

  /** Those for whose next request units are left. */
  #ableOf(open: readonly Work[]): Work[] {
    const room = Math.min(this.#left - this.#input.reserve, this.#jobUnits);
    return open.filter((work) => room > NOTHING && (work.hasSent || room >= work.price.units));
  }

  /** Requests a millisecond of each job that sends: as many of each, as far as its share goes. */
  #rates(able: readonly Work[]): { work: Work; perMillisecond: number }[] {
    const waiting = new Set(able);
    const rates = new Map<Work, number>();
    let time = 1;
    for (;;) {
      const needed = [...waiting].reduce((sum, work) => sum + 1 / this.#paceOf(work), 0);
      const each = time / needed;
      const bound = [...waiting].filter((work) => (this.#paceOf(work) * work.job.share) / 100 <= each);
      if (bound.length === 0) {
        for (const work of waiting) rates.set(work, each);
        return able.map((work) => ({ work, perMillisecond: (rates.get(work) ?? 0) / STEP }));
      }
      for (const work of bound) {
        rates.set(work, (this.#paceOf(work) * work.job.share) / 100);
        time -= work.job.share / 100;
        waiting.delete(work);
      }
    }
  }

  #paceOf({ job }: Work): number {
    return job.pace ?? this.#input.pace;
  }

  /** Milliseconds until a job has no rows or jobs or everybody have no units, at most `longest`. */
  #untilEvent(longest: number, rest: number, sending: readonly { work: Work; perMillisecond: number }[]): number {
    const ofJobs = sending.reduce((sum, { work, perMillisecond }) => sum + perMillisecond * work.price.units, 0);
    const room = this.#left - this.#input.reserve;
    const times = [
      ...sending.map(({ work, perMillisecond }) => work.rows / perMillisecond),
      // Jobs stop at the reserve, which comes before nothing is left.
      ofJobs > 0 ? Math.min(room / (ofJobs + rest), this.#jobUnits / ofJobs) : Infinity,
      ofJobs === 0 && this.#left > 0 ? this.#left / rest : Infinity,
    ];
    return Math.min(longest, ...times.map((time) => Math.max(SHORTEST, time)));
  }

  #take(work: Work, wanted: number, at: number, to: number): void {
    const rows = work.rows - wanted < NOTHING ? work.rows : wanted;
    const units = rows * work.price.units;
    work.rows -= rows;
    this.#left = Math.max(0, this.#left - units);
    this.#jobUnits -= units;
    work.hasSent = true;
    work.from ??= at;
    work.unitsInAll += units;
    if (work.rows === 0) work.to = to;
    if (to > this.#firstEnd) return;
    work.firstDay = { rows: work.firstDay.rows + rows, units: work.firstDay.units + units };
  }

  #draw(at: number): void {
    const { now, horizon } = this.#input;
    const last = this.#line.at(-1);
    if (at > this.#firstEnd || at > now + horizon || last === undefined) return;
    if (at - last.at >= LINE_STEP || at >= this.#firstEnd) this.#line.push({ at, left: this.#left });
  }
}

/** Whole milliseconds. */
function whole(at: number | null): number | null {
  return at === null ? null : Math.round(at);
}
