import type { Hold } from '../../../../../shared/domain/jobs/job-state.ts';
import type { Clock, Log, Timer } from '../../../foundation/ports.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';

export interface JobHoldOptions {
  readonly job: Pick<JobRecord, 'id' | 'hold'>;
  readonly store: Pick<JobStore, 'setHold'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: () => void;
}

/** Why a job waits, in memory and in the journal, and when it looks again by itself. */
export class JobHold {
  readonly #options: JobHoldOptions;
  #now: Hold | null;
  #isKept = false;
  /** Runs out when the next look is due; null while rows are taken as they become ready. */
  #timer: Timer | null = null;

  constructor(options: JobHoldOptions) {
    this.#options = options;
    this.#now = options.job.hold;
  }

  get now(): Hold | null {
    return this.#now;
  }

  /** It is in the journal, where the next run finds it. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** The next look comes by itself. */
  get isWaiting(): boolean {
    return this.#timer !== null;
  }

  set(hold: Hold | null): void {
    const { job, store, log, onChange } = this.#options;
    this.#now = hold;
    this.#isKept = false;
    try {
      store.setHold(job.id, hold);
      this.#isKept = true;
    } catch (error) {
      // Shown from memory; after a restart the first row meets the same trouble.
      log.bug('write why a job waits', error);
    }
    onChange();
  }

  /** A person lets the job go on. Throws when the journal cannot be written: then the job waits as before. */
  clear(): void {
    const { job, store } = this.#options;
    store.setHold(job.id, null);
    this.#now = null;
  }

  /** Calls `look` after this number of milliseconds, unless the wait ends before. */
  wait(milliseconds: number, look: () => void): void {
    this.#timer = this.#options.clock.after(milliseconds, () => {
      this.#timer = null;
      look();
    });
  }

  endWait(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }
}
