// Why: decision 0300.
import { isCancellation } from '../../foundation/failure.ts';
import type { Log } from '../../foundation/ports.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { type BulkOptions, writeInSlices } from '../../storage/bulk-writes.ts';
import type { Lease } from '../../storage/lease.ts';
import type { OwnedWork } from '../../storage/owned-work.ts';
import { shrink } from '../../storage/shrink.ts';
import type { Slices } from '../../threads/in-slices.ts';
import { letOtherWorkRun } from '../../threads/thread-server.ts';
import type { RemovalDetail } from './journal/job-removal.ts';
import type { JobStore } from './journal/job-store.ts';
import { isExpectedTrouble, journalTrouble } from './journal/records/journal-trouble.ts';

export interface JobUpkeepOptions {
  readonly log: Log;
  readonly session: AccountSession;
  readonly store: JobStore;
  /** Of jobs, and of their results. */
  readonly leases: { readonly job: OwnedWork; readonly result: OwnedWork };
  /** Whether this or another program works on a job of the account now. */
  readonly isAnyRunning: () => boolean;
  /** The removal that goes on here, after the program that began it ended. */
  readonly removal: () => RemovalDetail;
}

/** Owns the long work on the jobs of an account, and what tidies up after them. */
export class JobUpkeep implements AsyncDisposable {
  readonly #options: JobUpkeepOptions;
  /** Work that its call did not wait for. */
  readonly #background = new Set<Promise<void>>();
  /** Work in slices. */
  readonly #working = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  #isShortening = false;
  /** Resolves when nothing is left of jobs that a program did not make, or remove, to the end. */
  readonly whole: Promise<void>;

  constructor(options: JobUpkeepOptions) {
    this.#options = options;
    options.store.onEnded = () => this.#shortenRecord();
    const whole = Promise.withResolvers<void>();
    this.whole = whole.promise;
    this.inBackground('remove what was left of imports', () =>
      this.tidy(() => this.#removeUnfinished()).finally(whole.resolve),
    );
  }

  /** Does long work in slices. When the account closes it ends where it is; what it left is removed at the next opening. */
  async inSlices<Result>(work: Slices<Result>, options: Omit<BulkOptions, 'closing'> = {}): Promise<Result> {
    const { session } = this.#options;
    const done = writeInSlices(session.journal, work, { ...options, closing: this.#closing.signal });
    this.#working.add(done);
    return done.finally(() => this.#working.delete(done));
  }

  /** Owns work that its call does not wait for: logs its failure, and closing the account waits for it. */
  inBackground(what: string, work: () => Promise<void>): void {
    const done: Promise<void> = new Promise<void>((resolve) => resolve(work()))
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted || !isCancellation(error)) this.#options.log.bug(what, error);
      })
      .finally(() => this.#background.delete(done));
    this.#background.add(done);
  }

  /** A disk without room leaves everything as it is, and the next opening of the account tidies up. */
  async tidy(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!journalTrouble(error).isExpected) throw error;
    }
  }

  /** Nothing is left of the job: its leases go for good. `owned`: the one that the caller holds. */
  removeLeases(jobId: string, owned: Lease): void {
    const { leases } = this.#options;
    leases.job.remove(jobId, owned);
    leases.result.remove(jobId);
  }

  /**
   * Writes the journal anew without the room of deleted jobs. While rows are sent it waits until the account is opened the
   * next time, because nobody else can write meanwhile.
   */
  async shrinkJournal(): Promise<void> {
    const { log, session, store, isAnyRunning } = this.#options;
    const path = session.journal.location();
    if (path === null || !store.deleted.hasRoom || isAnyRunning()) return;
    try {
      await shrink(path, log);
      store.deleted.hasRoom = false;
    } catch (error) {
      // The deleted rows are overwritten already; only the room is not given back yet.
      if (!isExpectedTrouble(error)) log.bug('shrink the journal', error);
    }
  }

  /** Ends work in slices where it is. */
  async endSlices(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#working);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.endSlices();
    await Promise.all(this.#background);
  }

  /**
   * Removes the rows of jobs whose making or removal a program did not end, and leases of jobs that are gone. One that is
   * worked on now is left alone.
   */
  async #removeUnfinished(): Promise<void> {
    const { store, leases, removal } = this.#options;
    for (const jobId of store.removal.unfinished()) {
      using lease = leases.job.takeNow(jobId);
      if (lease === null) continue;
      await this.inSlices(store.removal.rest(jobId, removal()), { emptiesLog: true });
      this.removeLeases(jobId, lease);
    }
    const known = new Set(store.all().map(({ id }) => id));
    for (const ofJobs of [leases.job, leases.result]) ofJobs.removeOthers(known);
  }

  #shortenRecord(): void {
    if (this.#isShortening) return;
    this.#isShortening = true;
    this.inBackground('shorten the record of what was sent', () =>
      this.tidy(async () => {
        // The end may be part of a transaction that is still open.
        await letOtherWorkRun();
        await this.inSlices(this.#options.store.sentRecord.compacting());
      }).finally(() => (this.#isShortening = false)),
    );
  }
}
