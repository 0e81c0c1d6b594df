import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { invalid } from '../../foundation/failure.ts';
import { type Clock, sleep } from '../../foundation/ports.ts';
import { type Lease, takeLease } from '../../storage/lease.ts';

/** Another program takes a lease for a moment to see whether it is free; a program that runs the job holds it longer than these tries last. */
const TRIES = 5;
/** Milliseconds between two tries. */
const PAUSE = 60;

/** Of all programs on this computer, only the one that holds a job's lease sends its rows. */
export class JobLeases {
  readonly #folder: string;
  readonly #clock: Clock;

  /** @param folder the account's folder */
  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** @throws Failure `validation` when the job runs elsewhere */
  async take(jobId: string): Promise<Lease> {
    for (let tries = 1; ; tries += 1) {
      const lease = this.takeNow(jobId);
      if (lease !== null) return lease;
      if (tries === TRIES) throw runsElsewhere();
      await sleep(this.#clock, PAUSE);
    }
  }

  /** Null when the lease is held, here or by another program. */
  takeNow(jobId: string): Lease | null {
    return takeLease(this.#path(jobId));
  }

  /** Removes the file of a lease that nobody holds. */
  remove(jobId: string): void {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(this.#path(jobId) + ending, { force: true });
  }

  #path(jobId: string): string {
    return join(this.#folder, 'locks', `job-${jobId}.sqlite`);
  }

  /** Takes the lease, because there is no other way to know, and gives it back at once. */
  isHeld(jobId: string): boolean {
    using lease = this.takeNow(jobId);
    return lease === null;
  }
}

function runsElsewhere() {
  return invalid(
    'Another Lead Console on this computer is running this import: the app, or a scheduled run. Pause it there, or wait until it ends.',
  );
}
