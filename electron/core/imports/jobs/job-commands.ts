import type { ChannelArgs } from '../../../../shared/contract/channels.ts';
import type { JobSummary, UnknownDecision } from '../../../../shared/contract/jobs/jobs.ts';
import type { RowStep } from '../../../../shared/domain/jobs/job-row.ts';
import { mayHealByItself } from '../../../../shared/domain/jobs/job-state.ts';
import { Failure, invalid } from '../../foundation/failure.ts';
import { DECISIONS_BY_HAND } from './journal/decisions-by-hand.ts';
import { queueFailure, removalFailure } from './journal/records/journal-trouble.ts';
import type { JobRecord } from './journal/records/job-records.ts';
import { RowConflict } from './journal/rows/row-steps.ts';
import type { Lease } from '../../storage/lease.ts';
import { JobStops } from './job-stops.ts';
import type { RunningJobs } from './running-jobs.ts';

/** What a person can do with the jobs of one account. Each command answers the job as it is afterwards. */
export class JobCommands {
  readonly stops: JobStops;
  readonly #jobs: RunningJobs;
  readonly #onRemoved: (job: JobRecord) => void;

  /** @param onRemoved called in the transaction that removes a job */
  constructor(jobs: RunningJobs, onRemoved: (job: JobRecord) => void) {
    this.#jobs = jobs;
    this.#onRemoved = onRemoved;
    this.stops = new JobStops(jobs);
  }

  /**
   * `goOn`: a person knows what is in doubt and lets the job send its waiting rows. `sendAgain`: they know what other jobs
   * have sent since, and want the rows of this one sent all the same.
   */
  async resume(jobId: string, { goOn = false, sendAgain = false } = {}): Promise<JobSummary> {
    const jobs = this.#jobs;
    jobs.wholeJob(jobId);
    if (sendAgain) await this.#queueAgain(jobId);
    const { hold, terms } = jobs.wholeJob(jobId);
    // The person has seen the trial: the rest goes.
    if (hold?.kind === 'trial') jobs.store.setTerms(jobId, { ...terms, trial: 0 });
    return this.#sendRows(jobId, goOn);
  }

  /** Another program that ran the job would send the rows as soon as they wait, whatever is said here then. */
  async #queueAgain(jobId: string): Promise<void> {
    const jobs = this.#jobs;
    using _lease = jobs.runner(jobId) === null ? await jobs.leases.take(jobId) : null;
    await jobs.upkeep.inSlices(jobs.store.rows.sendingAgain(jobId, jobs.now(), jobs.run));
  }

  /** As `resume`, but a trial stays one: after its last row the job waits again. */
  async #sendRows(jobId: string, goOn = false): Promise<JobSummary> {
    const jobs = this.#jobs;
    const job = jobs.job(jobId);
    if (goOn) return jobs.sentCheck.goOn(jobId, () => this.#resume(job));
    const hold = jobs.runner(jobId)?.hold ?? job.hold;
    if (hold?.kind !== 'older') return this.#resume(job);
    jobs.store.setWish(jobId, 'run');
    jobs.recoverFree(jobId);
    return jobs.settled(jobId);
  }

  async #resume(job: JobRecord): Promise<JobSummary> {
    const jobs = this.#jobs;
    const jobId = job.id;
    const runner = jobs.runner(jobId);
    if (!jobs.hasRowsLeft(jobId)) return jobs.summary(jobId);
    if (runner) {
      jobs.store.setWish(jobId, 'run');
      if (runner.hold !== null || job.wish !== 'run') runner.start();
      return jobs.settled(jobId);
    }
    const lease = await jobs.leases.take(jobId);
    jobs.begin(jobId, lease, () => {
      jobs.store.setWish(jobId, 'run');
      jobs.store.setHold(jobId, null);
    });
    return jobs.settled(jobId);
  }

  /** Records what became of unknown rows, or takes that back: of all of them, or of none when one cannot be decided. */
  async decide(
    jobId: string,
    { rows, decision, attempts }: Omit<ChannelArgs<'job:decide'>, 'jobId'>,
  ): Promise<JobSummary> {
    const jobs = this.#jobs;
    using _spared = decision === 'sendOnce' ? await this.stops.skipFirst(jobId) : null;
    const job = jobs.job(jobId);
    jobs.inTransaction(() => {
      for (const n of new Set(rows)) {
        if (attempts !== undefined) this.#refuseSentSince(jobId, n, attempts);
        this.#decideRow(jobId, n, decision);
      }
    });
    return decision === 'sendOnce' ? this.#sendDecided(job) : this.#look(jobId);
  }

  /**
   * Rows wait again because a person said so. A job that had nothing left runs again; one that is paused, or waits for a
   * person, stays so, and its rows go when it is resumed.
   */
  async goOnWith(jobId: string): Promise<JobSummary> {
    const job = this.#jobs.job(jobId);
    return job.hold === null ? this.#sendDecided(job) : this.#look(jobId);
  }

  /** Also where the job waits for a person, who has just decided. One that still stops goes on instead. */
  async #sendDecided(job: JobRecord): Promise<JobSummary> {
    const jobs = this.#jobs;
    const goesOnItself = jobs.runner(job.id) !== null && job.wish !== 'stop';
    if (goesOnItself || job.wish === 'pause' || jobs.runsElsewhere(job)) return this.#look(job.id);
    return this.#sendQueued(job.id);
  }

  #look(jobId: string): JobSummary {
    this.#jobs.runner(jobId)?.look();
    return this.#jobs.settled(jobId);
  }

  /** The rows are in the queue already, and a failure from here on leaves them there. */
  async #sendQueued(jobId: string): Promise<JobSummary> {
    // Rows of a damaged import wait in it, and nothing is sent.
    if (this.#jobs.job(jobId).isDamaged) return this.#jobs.settled(jobId);
    try {
      return await this.#sendRows(jobId);
    } catch (error) {
      throw queueFailure(error);
    }
  }

  rename(jobId: string, name: string): JobSummary {
    this.#jobs.job(jobId);
    this.#jobs.store.setName(jobId, name);
    return this.#jobs.settled(jobId);
  }

  /** @param share whole percent of the pace, from the next row on */
  setShare(jobId: string, share: number): JobSummary {
    const { terms } = this.#jobs.wholeJob(jobId);
    this.#jobs.store.setTerms(jobId, { ...terms, share });
    this.#jobs.runner(jobId)?.setShare(share);
    return this.#jobs.settled(jobId);
  }

  /** @throws Failure `validation` while the job runs, here or in another program */
  async remove(jobId: string): Promise<void> {
    const jobs = this.#jobs;
    jobs.job(jobId);
    if (jobs.runner(jobId) !== null)
      throw invalid(
        'This import is running. Stop it first, wait until its rows on their way are answered, then delete it.',
      );
    using owned = await jobs.leases.take(jobId);
    const job = jobs.job(jobId);
    const detail = { at: jobs.now(), run: jobs.run };
    // Must come before the rows are removed: it needs their digests.
    jobs.claims.letGo(jobId);
    const forget = () => {
      jobs.sentCheck.forget(job);
      this.#onRemoved(job);
    };
    await jobs.upkeep.inSlices(jobs.store.removal.hide(job, detail, forget));
    jobs.removed(job);
    try {
      await jobs.upkeep.inSlices(jobs.store.removal.rest(jobId, detail), { emptiesLog: true });
    } catch (error) {
      // Nobody sees the job any more: what fails here only leaves rows on the disk.
      throw removalFailure(error);
    }
    jobs.upkeep.removeLeases(jobId, owned);
    await jobs.upkeep.shrinkJournal();
  }

  /** Applies the verdicts of the chosen rows, or of all rows that are still unknown and have one. */
  async applyVerdicts(jobId: string, chosen: readonly number[] | undefined): Promise<JobSummary> {
    const jobs = this.#jobs;
    using _spared = await this.stops.skipFirst(jobId);
    const job = jobs.job(jobId);
    const wanted = chosen === undefined ? null : new Set(chosen);
    let absent = 0;
    jobs.inTransaction(() => {
      // Under the lock of the journal: a row that another program has sent since has no verdict any more.
      jobs.verdicts.dropClaimed(jobId);
      const { verdicts } = jobs.verdicts.page(jobId, 0, Number.MAX_SAFE_INTEGER);
      for (const { row, verdict, leadId, evidence } of verdicts) {
        if (verdict === 'several' || verdict === 'unclear' || wanted?.has(row) === false) continue;
        const step = verdict === 'exists' ? 'exists' : 'sendOnce';
        if (step === 'sendOnce') absent += 1;
        this.#step(jobId, row, step, { leadId, reason: evidence });
      }
    });
    return absent > 0 ? this.#sendDecided(job) : this.#look(jobId);
  }

  /** Waiting rows are not sent, for these reasons. Those that left meanwhile stay as they are. Answers how many. */
  holdBack(jobId: string, rows: readonly { readonly row: number; readonly reason: string }[]): number {
    const jobs = this.#jobs;
    const runner = jobs.runner(jobId);
    using lease = runner === null ? jobs.leases.takeNow(jobId) : null;
    if (runner === null && lease === null)
      throw invalid('Another program runs this import. Pause it first, then compare. Nothing was changed.');
    runner?.callBack(new Set(rows.map(({ row }) => row)));
    const detail = { at: jobs.now(), run: jobs.run };
    let held = 0;
    jobs.inTransaction(() => {
      for (const { row, reason } of rows) {
        if (jobs.store.rows.stateOf(jobId, row) !== 'ready') continue;
        jobs.store.rows.step(jobId, row, 'sentElsewhere', { ...detail, reason });
        held += 1;
      }
      if (!jobs.hasRowsLeft(jobId)) jobs.store.setEnded(jobId, detail.at);
    });
    jobs.settled(jobId);
    return held;
  }

  /** After a restart of the program: rows that were on their way become unknown, and jobs that ran continue. */
  reopen(job: JobRecord): void {
    const lease = this.#jobs.leases.takeNow(job.id);
    if (lease === null) this.#reopenLater(job.id);
    else this.#reopen(job, lease);
  }

  /** Somebody has the lease of the job, perhaps only to look at it for a moment. */
  #reopenLater(jobId: string): void {
    const jobs = this.#jobs;
    jobs.upkeep.inBackground('go on with an import', async () => {
      const lease = await jobs.leases.take(jobId).catch((error: unknown) => {
        // Another program runs it, or the account closes.
        if (error instanceof Failure) return null;
        throw error;
      });
      if (lease === null) {
        // Whoever has it ends with the stop, or dies before that.
        if (jobs.store.find(jobId)?.wish === 'stop') this.stops.carryOutLater(jobId);
        return;
      }
      using held = new DisposableStack();
      held.use(lease);
      const job = jobs.store.find(jobId);
      if (job !== undefined && jobs.hasRowsLeft(jobId)) this.#reopen(job, held.move());
    });
  }

  #reopen(job: JobRecord, lease: Lease): void {
    const jobs = this.#jobs;
    const mayRun = job.wish === 'run' && (job.hold === null || mayHealByItself(job.hold.kind));
    if (mayRun) return jobs.begin(job.id, lease);
    if (job.wish === 'stop') return this.stops.goOn(job.id, lease);
    using _lease = lease;
    jobs.recover(job.id);
  }

  /** An answer is about the sending that the person saw: another program may have sent the row once more, without an answer. */
  #refuseSentSince(jobId: string, n: number, attempts: number): void {
    const [row] = this.#jobs.store.lists.rowsAt(jobId, [n]);
    if (row === undefined || row.attempts === attempts) return;
    throw invalid(
      `Line ${row.line} was sent once more since it was shown. Nothing was changed. Look at the list again.`,
    );
  }

  #decideRow(jobId: string, n: number, decision: UnknownDecision): void {
    if (decision === 'reopen') return this.#reopenRow(jobId, n);
    this.#step(jobId, n, decision, { reason: DECISIONS_BY_HAND[decision] });
  }

  /** As the page numbers the row. */
  #lineOf(jobId: string, n: number): number {
    const [found] = this.#jobs.store.lists.rowsAt(jobId, [n]);
    return found?.line ?? n;
  }

  #reopenRow(jobId: string, n: number): void {
    const jobs = this.#jobs;
    try {
      jobs.store.rows.reopen(jobId, n, { at: jobs.now(), run: jobs.run });
    } catch (error) {
      if (!(error instanceof RowConflict)) throw error;
      const line = `Line ${this.#lineOf(jobId, n)}`;
      throw invalid(
        jobs.store.rows.stateOf(jobId, n) === 'unknown'
          ? `${line} is unknown, so there is no answer about it to take back. Nothing was changed.`
          : `${line} has no answer that can be taken back: none was given, or the row was sent since. Nothing was changed.`,
      );
    }
    // It may wait in the queue of the client.
    jobs.runner(jobId)?.callBack(new Set([n]));
  }

  #step(jobId: string, n: number, step: RowStep, detail: { leadId?: string | null; reason: string }): void {
    try {
      this.#jobs.store.rows.step(jobId, n, step, { at: this.#jobs.now(), run: this.#jobs.run, ...detail });
    } catch (error) {
      if (!(error instanceof RowConflict)) throw error;
      throw invalid(
        `Line ${this.#lineOf(jobId, n)} is no longer unknown. Nothing was changed. Look at the list again.`,
      );
    }
  }
}
