// Why: decision 0322.
import { DAY } from '../../time/time.ts';
import { type Outcome, type OutcomeCounts, OutcomeTally } from './lead-outcomes.ts';

/** Days after the creation of a lead for which an outcome is looked for. */
export const COURSE_DAYS = [1, 3, 7, 14, 30] as const;

/** One line of a lead's past: what it was from this reading on. */
export interface OutcomeChange {
  /** When the leads were read, Unix milliseconds. */
  readonly at: number;
  readonly outcome: Outcome;
}

/** Leads some days after their creation, each as the first reading from that day on had it, if one came before the next of the days. */
export interface CourseDay {
  readonly day: (typeof COURSE_DAYS)[number];
  /** The day before which that reading came; null: at any time. */
  readonly until: number | null;
  /** Leads with such a reading; the counts add up to them. */
  readonly rows: number;
  readonly counts: OutcomeCounts;
  /** Leads that are not so old yet. */
  readonly younger: number;
  /** Older leads that nobody read in these days: what they were is not known. */
  readonly notRead: number;
}

/** Counts leads by their age at their readings. What lies between two readings is never guessed. */
export class OutcomeCourse {
  readonly #now: number;
  readonly #days = COURSE_DAYS.map((day, index) => ({
    day,
    until: COURSE_DAYS[index + 1] ?? null,
    tally: new OutcomeTally(),
    younger: 0,
    notRead: 0,
  }));

  /** @param now Unix milliseconds */
  constructor(now: number) {
    this.#now = now;
  }

  /**
   * @param createdAt Unix milliseconds
   * @param readings of its import, Unix milliseconds, the oldest first
   * @param changes what the lead was from which reading on, the oldest first
   */
  add(createdAt: number, readings: readonly number[], changes: readonly OutcomeChange[]): void {
    for (const days of this.#days) {
      const from = createdAt + days.day * DAY;
      const until = days.until === null ? Number.POSITIVE_INFINITY : createdAt + days.until * DAY;
      const first = readings.find((at) => at >= from && at < until);
      const found = first === undefined ? undefined : changes.findLast(({ at }) => at <= first);
      if (found !== undefined) days.tally.add(found.outcome);
      else if (this.#now < from) days.younger += 1;
      else days.notRead += 1;
    }
  }

  /** The days that at least one lead has reached. */
  days(): CourseDay[] {
    return this.#days
      .filter(({ tally, notRead }) => tally.rows + notRead > 0)
      .map(({ day, until, tally, younger, notRead }) => ({
        day,
        until,
        rows: tally.rows,
        counts: tally.counts(),
        younger,
        notRead,
      }));
  }
}
