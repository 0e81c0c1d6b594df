// Why: decision 0206.
import type { Hold } from '../../../../shared/domain/jobs/job-state.ts';
import type { Clock, Log, Timer } from '../../foundation/ports.ts';
import type { Lease } from '../../storage/lease.ts';
import type { OwnedWork } from '../../storage/owned-work.ts';
import { endTrouble } from './journal/records/journal-trouble.ts';

/** Milliseconds between two tries: a person who made room sees soon that it helped. */
const AGAIN = 5_000;

export interface LeftOversOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly leases: Pick<OwnedWork, 'takeNow'>;
  /** What is left of this job, or why, has changed. */
  readonly onChange: (jobId: string) => void;
}

interface LeftOver {
  /** Writes what is known of the last rows of the run; may be called again when its transaction was undone. */
  readonly rest: () => void;
  /** Writes what was to follow them: that the job is stopped, or has ended. */
  readonly end: () => void;
}

/**
 * What the end of a run could not write, because the disk was full, broken or busy. It is kept here and tried again, so that
 * what is known of a row is not lost as long as the program runs, and a person reads why the job stands as it does.
 */
export class LeftOvers implements Disposable {
  readonly #options: LeftOversOptions;
  readonly #left = new Map<string, LeftOver & { readonly hold: Hold }>();
  #timer: Timer | null = null;

  constructor(options: LeftOversOptions) {
    this.#options = options;
  }

  /** Null when everything is written. */
  holdOf(jobId: string): Hold | null {
    return this.#left.get(jobId)?.hold ?? null;
  }

  /**
   * Writes the end of a run, now or as soon as the journal takes it, with what is left of an earlier one. Never throws.
   *
   * @param own the lease of the run, which is given back in any case; left out when it was before
   */
  write(jobId: string, { rest, end }: LeftOver, own?: Lease): void {
    const earlier = this.#left.get(jobId)?.rest;
    const both = () => {
      earlier?.();
      rest();
    };
    this.#try(jobId, { rest: both, end }, own);
  }

  #try(jobId: string, left: LeftOver, own?: Lease): void {
    this.#left.delete(jobId);
    try {
      using lease = own ?? this.#options.leases.takeNow(jobId);
      // A program that works on the job now has settled its rows, and knows better.
      if (lease === null) return;
      left.rest();
      left.end();
    } catch (error) {
      const { isExpected, sentence } = endTrouble(error);
      if (!isExpected) this.#options.log.bug('write the end of a run', error);
      this.#left.set(jobId, { ...left, hold: { kind: 'journal', reason: sentence, resumeAt: null } });
      this.#timer ??= this.#options.clock.after(AGAIN, () => this.#again());
    }
  }

  /**
   * Writes what is known of the last rows, before something else is done with the job, and in its transaction. The caller
   * holds the lease of the job, and calls `forget` when the transaction stands.
   *
   * @throws what the journal throws
   */
  writeRest(jobId: string): void {
    this.#left.get(jobId)?.rest();
  }

  forget(jobId: string): void {
    this.#left.delete(jobId);
  }

  [Symbol.dispose](): void {
    this.#timer?.cancel();
    // The last try: after it the rows stay on the disk as sent and become unknown at the next start.
    for (const [jobId, left] of [...this.#left]) this.#try(jobId, left);
    this.#timer?.cancel();
    this.#left.clear();
  }

  #again(): void {
    this.#timer = null;
    for (const [jobId, left] of [...this.#left]) {
      this.#try(jobId, left);
      this.#options.onChange(jobId);
    }
  }
}
