// Why: decisions 0206 and 0260.
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { isCancellation } from '../../foundation/failure.ts';
import type { Lease } from '../../storage/lease.ts';
import { isExpectedTrouble, stopFailure } from './journal/records/journal-trouble.ts';
import { STOPPED } from './run/job-runner.ts';
import type { RunningJobs } from './running-jobs.ts';

/**
 * How the jobs of one account come to rest: paused or stopped, by whichever program runs them. What the journal does not take
 * is left with the left-overs; what another program should do is carried out here when it has gone.
 */
export class JobStops {
  readonly #jobs: RunningJobs;
  /** Jobs of which another program is waited for. */
  readonly #carryingOut = new Set<string>();
  /** Rows of a job that are being skipped. */
  readonly #skips = new Map<string, Promise<void>>();
  /** Commands that let rows of a job wait again: what is left of a stop spares those. */
  readonly #spared = new Set<{ readonly jobId: string }>();

  constructor(jobs: RunningJobs) {
    this.#jobs = jobs;
    jobs.onWish = (jobId, wish) => (wish === 'stop' ? this.#stopHere(jobId) : this.#pauseHere(jobId));
  }

  /** Waits for the answers to the rows on their way; skips the other rows. */
  async stop(jobId: string): Promise<JobSummary> {
    const jobs = this.#jobs;
    jobs.job(jobId);
    if (!jobs.hasRowsLeft(jobId)) return jobs.summary(jobId);
    if (jobs.runner(jobId) !== null) {
      // Steps that can fail come first, so that a failure changes nothing. No row leaves from here on.
      jobs.inTransaction(() => this.#markStopped(jobId));
      const skipping = this.#skipRows(jobId);
      this.#stopHere(jobId, () => skipping);
      await skipping;
      return jobs.settled(jobId);
    }
    const lease = jobs.leases.takeNow(jobId);
    if (lease !== null) await this.#finishStop(jobId, lease);
    else {
      jobs.store.setWish(jobId, 'stop');
      this.carryOutLater(jobId);
    }
    return jobs.settled(jobId);
  }

  async pause(jobId: string): Promise<JobSummary> {
    const jobs = this.#jobs;
    jobs.job(jobId);
    if (!jobs.hasRowsLeft(jobId)) return jobs.summary(jobId);
    jobs.store.setWish(jobId, 'pause');
    if (jobs.runner(jobId) === null && !jobs.recoverFree(jobId)) this.carryOutLater(jobId);
    this.#pauseHere(jobId);
    return jobs.settled(jobId);
  }

  /**
   * The program that runs the job heeds the wish within a second, and lets the rows on their way be answered. When it
   * ended in the moment of the wish, or died, the wish is carried out here.
   */
  carryOutLater(jobId: string): void {
    if (this.#carryingOut.has(jobId)) return;
    this.#carryingOut.add(jobId);
    this.#jobs.upkeep.inBackground('carry out a wish', () =>
      this.#carryOut(jobId).finally(() => this.#carryingOut.delete(jobId)),
    );
  }

  /**
   * Before rows of a stopped import wait again, skips those that the stop has not reached: they would go as well. Until the
   * answer is disposed of, the end of the stop skips none.
   */
  async skipFirst(jobId: string): Promise<Disposable> {
    if (this.#jobs.job(jobId).wish === 'stop') await this.#skipRows(jobId);
    const spared = { jobId };
    this.#spared.add(spared);
    return { [Symbol.dispose]: () => void this.#spared.delete(spared) };
  }

  /** A stop that an earlier program did not end. Owns the lease. */
  goOn(jobId: string, lease: Lease): void {
    this.#jobs.upkeep.inBackground('go on with the stop of an import', async () => {
      // The person who stopped it was answered before; a full disk shows in the import.
      await this.#finishStop(jobId, lease).catch((error: unknown) => {
        if (!isExpectedTrouble(error)) throw error;
      });
      this.#jobs.tell(jobId);
    });
  }

  async #carryOut(jobId: string): Promise<void> {
    const jobs = this.#jobs;
    try {
      using claimed = new DisposableStack();
      claimed.use(await jobs.leases.claim(jobId));
      const wish = jobs.store.find(jobId)?.wish;
      if (wish === 'stop') await this.#finishStop(jobId, claimed.move());
      else if (wish === 'pause') jobs.recover(jobId);
    } catch (error) {
      // The wish stays in the journal: who runs the job heeds it, or the next opening carries it out.
      if (!isExpectedTrouble(error)) throw error;
    }
    jobs.tell(jobId);
  }

  #pauseHere(jobId: string): void {
    const jobs = this.#jobs;
    jobs.upkeep.inBackground('pause an import', async () => {
      // The last rows on their way may have been the last of the file.
      await jobs.letGo(jobId, 'pause', () => this.#markEnded(jobId));
      jobs.tell(jobId);
    });
  }

  #stopHere(jobId: string, skipRows = () => this.#skipRows(jobId)): void {
    const jobs = this.#jobs;
    jobs.upkeep.inBackground('stop an import', async () => {
      // If this fails, the end of the run tries it again.
      await jobs.letGo(
        jobId,
        'stop',
        () => jobs.inTransaction(() => this.#skipRest(jobId)),
        () => skipRows().catch(() => undefined),
      );
      jobs.tell(jobId);
    });
  }

  /**
   * Only for a job that no program runs. Owns its lease. What the journal does not take now is tried again until it does, as
   * soon as the wish stands in it.
   */
  async #finishStop(jobId: string, lease: Lease): Promise<void> {
    using held = new DisposableStack();
    held.use(lease);
    const jobs = this.#jobs;
    try {
      jobs.recover(jobId, () => this.#markStopped(jobId));
      await this.#skipRows(jobId);
    } catch (error) {
      if (!isCancellation(error) && jobs.store.find(jobId)?.wish === 'stop') {
        const end = () => jobs.recover(jobId, () => this.#skipRest(jobId));
        jobs.leftOvers.write(jobId, { rest: () => undefined, end }, held.move());
      }
      throw error;
    }
  }

  #skipRest(jobId: string): void {
    const jobs = this.#jobs;
    // A person lets rows wait again here, or has taken the stop back in another program while the last rows were on their way.
    const isSpared = [...this.#spared].some((spared) => spared.jobId === jobId);
    if (isSpared || jobs.store.find(jobId)?.wish !== 'stop') return this.#markEnded(jobId);
    this.#markStopped(jobId);
    jobs.store.rows.skipReady(jobId, STOPPED, jobs.now(), jobs.run);
    this.#markEnded(jobId);
  }

  #markStopped(jobId: string): void {
    this.#jobs.store.setWish(jobId, 'stop');
    this.#jobs.store.setHold(jobId, null);
  }

  /** One that has ended keeps the time of its end. */
  #markEnded(jobId: string): void {
    const { store } = this.#jobs;
    if (!this.#jobs.hasRowsLeft(jobId) && store.find(jobId)?.endedAt === null) store.setEnded(jobId, this.#jobs.now());
  }

  /** Once at a time: a row that waits again after one of two would be skipped by the other. */
  #skipRows(jobId: string): Promise<void> {
    const going = this.#skips.get(jobId) ?? this.#skipNow(jobId).finally(() => this.#skips.delete(jobId));
    this.#skips.set(jobId, going);
    return going;
  }

  /** Ends before the last row when a person resumes the import meanwhile. */
  async #skipNow(jobId: string): Promise<void> {
    const jobs = this.#jobs;
    const markEnded = () => this.#markEnded(jobId);
    try {
      await jobs.upkeep.inSlices(jobs.store.rows.skipping(jobId, STOPPED, jobs.now(), jobs.run, markEnded));
    } catch (error) {
      throw stopFailure(error);
    }
  }
}
