// Why: decision 0141.
import { DAY } from './quota.ts';

/**
 * How jobs and everything else go through a budget, minute by minute: the one schedule for the forecast, for the planned
 * jobs of the quota page and for the end of a job. Pure: the caller passes the time in (Unix milliseconds).
 */

/** A job that uses the budget, now or later. */
export interface ScheduledJob {
  readonly id: string;
  readonly name: string;
  /** Requests that it still sends; one row is one request. */
  readonly rows: number;
  /** Null: at once. */
  readonly startsAt: number | null;
  /** Whether its own hours let it send; always when left out. */
  readonly mayRunAt?: (at: number) => boolean;
  /** Percent of the pace that it may use. */
  readonly share: number;
  /** Units of one of its requests at a time. */
  readonly priceAt: (at: number) => number;
}

export interface ScheduleInput {
  readonly now: number;
  /** Units left now. */
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
  /** Requests a minute of all jobs together. */
  readonly pace: number;
  /** Units used by everything that is no job, from now until so many milliseconds later; it never falls. */
  readonly background: (ahead: number) => number;
  /** The jobs in the order in which they were started. */
  readonly jobs: readonly ScheduledJob[];
  /** Milliseconds after now that are worked out at least. */
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
  /** Units left at the end of the running period, or at the horizon when its end is not known. */
  readonly leftAtEnd: number;
}

const STEP = 60_000;
/** Milliseconds. A job further away than this says nothing a person can plan with. */
const FARTHEST = 14 * DAY;
/** Milliseconds between two points of the line. */
const LINE_STEP = 5 * STEP;

interface Work {
  readonly job: ScheduledJob;
  rows: number;
  from: number | null;
  to: number | null;
  firstDay: { rows: number; units: number };
}

/** The course of one budget. */
export function schedule(input: ScheduleInput): Schedule {
  return new Course(input).run();
}

class Course {
  private readonly input: ScheduleInput;
  private readonly works: Work[];
  private left: number;
  private jobUnits: number;
  private periodEnd: number;
  private isFirstPeriod = true;
  private emptyAt: number | null = null;
  private reserveAt: number | null = null;
  private leftAtEnd: number | null = null;
  private readonly line: { at: number; left: number }[];

  constructor(input: ScheduleInput) {
    this.input = input;
    this.left = input.left;
    this.jobUnits = input.jobUnitsToday;
    this.periodEnd = input.periodEnd ?? input.now + DAY;
    this.line = [{ at: input.now, left: input.left }];
    this.works = input.jobs.map((job) => ({
      job,
      rows: job.rows,
      from: null,
      to: null,
      firstDay: { rows: 0, units: 0 },
    }));
  }

  run(): Schedule {
    const { now, horizon } = this.input;
    let at = now;
    while (at < now + FARTHEST && (at < now + horizon || this.hasRows)) {
      if (at >= this.periodEnd) this.beginPeriod();
      const to = Math.min(at + STEP, this.periodEnd);
      this.step(at, to);
      at = to;
    }
    return {
      line: this.line,
      jobs: this.works.map(({ job, from, to, rows, firstDay }) => ({
        id: job.id,
        name: job.name,
        from,
        to,
        ...firstDay,
        spillsOver: rows > 0 || (to !== null && to > (this.input.periodEnd ?? now + DAY)),
      })),
      emptyAt: this.emptyAt,
      reserveAt: this.reserveAt,
      leftAtEnd: this.leftAtEnd ?? this.left,
    };
  }

  private get hasRows(): boolean {
    return this.works.some(({ rows }) => rows > 0);
  }

  private beginPeriod(): void {
    this.leftAtEnd ??= this.left;
    this.isFirstPeriod = false;
    this.left = this.input.limit;
    this.jobUnits = this.input.jobUnitsADay;
    this.periodEnd += DAY;
  }

  private step(at: number, to: number): void {
    const { background, now } = this.input;
    const before = this.left;
    this.left = Math.max(0, this.left - (background(to - now) - background(at - now)));
    this.runJobs(at, to);
    if (!this.isFirstPeriod) return;
    if (this.left < 1 && this.emptyAt === null) {
      const used = before - this.left;
      this.emptyAt = used > 0 ? at + ((to - at) * Math.min(before, used)) / used : at;
    }
    const last = this.line.at(-1);
    if (last === undefined || to - last.at >= LINE_STEP || to >= this.periodEnd)
      this.line.push({ at: to, left: this.left });
  }

  private runJobs(at: number, to: number): void {
    const active = this.works.filter(({ job, rows }) => {
      return rows > 0 && (job.startsAt ?? at) < to && (job.mayRunAt?.(at) ?? true);
    });
    let others = active.length;
    let pace = (this.input.pace * (to - at)) / STEP;
    for (const work of active) {
      const { job } = work;
      const fair = Math.min(pace / others, (((this.input.pace * job.share) / 100) * (to - at)) / STEP);
      const price = job.priceAt(at);
      const room = Math.max(0, Math.min(this.left - this.input.reserve, this.jobUnits)) / price;
      const wanted = Math.min(fair, work.rows);
      const rows = Math.min(wanted, room);
      if (rows < wanted && this.isFirstPeriod) this.reserveAt ??= at;
      this.take(work, rows, rows * price, { at, to, share: wanted > 0 ? rows / fair : 0 });
      pace -= rows;
      others--;
    }
  }

  private take(work: Work, rows: number, units: number, when: { at: number; to: number; share: number }): void {
    if (rows <= 0) return;
    work.rows = work.rows - rows < 1e-6 ? 0 : work.rows - rows;
    this.left -= units;
    this.jobUnits -= units;
    work.from ??= Math.max(when.at, work.job.startsAt ?? when.at);
    if (work.rows === 0) work.to = when.at + (when.to - when.at) * Math.min(1, when.share);
    if (!this.isFirstPeriod) return;
    work.firstDay = { rows: work.firstDay.rows + rows, units: work.firstDay.units + units };
  }
}
