// Why: decision 0166.
import type { Terms } from '../../../../../shared/contract/imports/imports.ts';
import type { Hold } from '../../../../../shared/domain/jobs/job-state.ts';
import { closesAt, opensAt } from '../../../../../shared/domain/schedule/send-hours.ts';
import { timeWords } from '../../../../../shared/domain/service/service-time.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import type { Clock, Timer } from '../../../foundation/ports.ts';

/** Milliseconds. A row that is handed over this late keeps the share; more lateness is lost, never caught up. */
const LATENESS = 20;

export interface RowReleaseOptions {
  readonly clock: Clock;
  readonly terms: Terms;
  /** Zone of the account, in which hours are meant. */
  readonly zone: string;
  /** Rows a minute that the service allows now. */
  readonly pacePerMinute: () => number;
  /** A row may go now, or the hours are over. */
  readonly onDue: () => void;
}

/** When the terms of a job let its next row go: its planned hours, and its share of the pace. */
export class RowRelease {
  readonly #options: RowReleaseOptions;
  #share: number;
  #nextAt = Number.NEGATIVE_INFINITY;
  #timer: Timer | null = null;
  #closing: Timer | null = null;

  constructor(options: RowReleaseOptions) {
    this.#options = options;
    this.#share = options.terms.share;
  }

  /** True while a row waits for its share of the pace. */
  get isWaiting(): boolean {
    return this.#timer !== null;
  }

  /** @param share whole percent of the pace, from the next row on */
  setShare(share: number): void {
    if (share === this.#share) return;
    this.#share = share;
    if (this.#timer === null) return;
    // A row that waits for a smaller share may go sooner now.
    this.#timer.cancel();
    this.#timer = null;
    this.#nextAt = Number.NEGATIVE_INFINITY;
    this.#options.onDue();
  }

  /** Why no row may go at this hour; null when one may. */
  plannedHold(): Hold | null {
    const { clock, terms, zone, onDue } = this.#options;
    const now = clock.wallNow();
    const resumeAt = opensAt(terms, now, zone);
    if (resumeAt !== null)
      return { kind: 'planned', reason: `Waits until ${timeWords(resumeAt, now, zone)}, as planned.`, resumeAt };
    const closes = closesAt(terms.between, now, zone);
    if (closes !== null && this.#closing === null)
      this.#closing = clock.after(closes - now, () => {
        this.#closing = null;
        onDue();
      });
    return null;
  }

  /** Whether one more row may go now; otherwise `onDue` is called when it may. */
  take(): boolean {
    if (this.#share === 100) return true;
    const { clock, pacePerMinute, onDue } = this.#options;
    const now = clock.monotonicNow();
    if (now < this.#nextAt) {
      this.#timer ??= clock.after(Math.ceil(this.#nextAt - now), () => {
        this.#timer = null;
        onDue();
      });
      return false;
    }
    const interval = MINUTE / ((pacePerMinute() * this.#share) / 100);
    this.#nextAt = Math.max(this.#nextAt, now - LATENESS) + interval;
    return true;
  }

  cancel(): void {
    this.#timer?.cancel();
    this.#closing?.cancel();
    this.#timer = null;
    this.#closing = null;
  }
}
