// Why: decision 0052.
import { isAboutCampaign } from '../../../../../shared/domain/jobs/about-campaign.ts';
import type { Hold } from '../../../../../shared/domain/jobs/job-state.ts';
import { TRIES_AGAIN } from '../../../../../shared/domain/jobs/hold-words.ts';
import { countsOf } from '../../../../../shared/domain/jobs/job-row.ts';
import { trialRoom } from '../../../../../shared/domain/schedule/trial-rows.ts';
import type { CreateLeadOutcome } from '../../../api/outcomes/lead-outcome.ts';
import { NotClaimed } from '../../../foundation/lead-claims.ts';
import { AnswerRate } from './answer-rate.ts';
import { type HandedRow, HandedRows } from './handed-rows.ts';
import type { ReadyRow } from '../journal/records/job-records.ts';
import { isDamagedLead, leadOf } from '../journal/records/lead-payload.ts';
import { JobHold } from './job-hold.ts';
import { createWatch } from './job-watch.ts';
import { journalTrouble } from '../journal/records/journal-trouble.ts';
import { OfflineWait } from '../../../foundation/offline-wait.ts';
import { LONGEST_QUOTA_WAIT } from '../../../foundation/quota-wait.ts';
import { outcomeOfBug, refusalText } from './outcome-words.ts';
import { RowClaims } from './row-claims.ts';
import { RowRelease } from './row-release.ts';
import type { HandedOutcome, JobRunnerOptions } from './runner-options.ts';
import { trialOver } from './trial-end.ts';
import { RowConflict, Unwished } from '../journal/rows/row-steps.ts';
import { RowWriter } from '../journal/rows/row-writer.ts';
import { SentByAnother } from '../journal/sent/sent-elsewhere.ts';

/**
 * Rows handed to the client at once. Fewer are on their way, so one is always ready. Those that wait in its queue or
 * for a connection are not written as sent yet and can be called back at once.
 */
const QUEUE_DEPTH = 13;
/** Rows handed over after a failure: one goes alone, until its answer shows that the service can be reached. */
const PROBE_DEPTH = 1;
/** Looks at the journal before other work has a turn; each takes up to `QUEUE_DEPTH` rows. */
const LOOKS_IN_A_TURN = 20;
const EMPTY_ROW = 'None of the mapped columns has a value in this row, so there is nothing to send.';
const DAMAGED_ROW =
  'Not sent: what the journal keeps of this row is damaged, so nobody knows its values. Import the row again from its file.';
const UNTOLD_ROW =
  'Not sent: this row has no value by which the computers of the team could tell its lead from others.';
/** Reason of rows that were not sent because their job was stopped. */
export const STOPPED = 'Not sent: the import was stopped by a person.';

/** Sends the rows of one job. Its caller holds the lease of the job, so there is one runner for it on this computer. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #handed = new HandedRows();
  readonly #writer: RowWriter;
  readonly #watch: ReturnType<typeof createWatch>;
  readonly #rate: AnswerRate;
  readonly #offline: OfflineWait;
  readonly #release: RowRelease;
  readonly #jobHold: JobHold;
  readonly #claims: RowClaims;
  #isOpen = false;
  #isStopping = false;
  #isHalted = false;

  constructor(options: JobRunnerOptions) {
    const { store, clock, random, job, run } = options;
    this.#options = options;
    this.#jobHold = new JobHold(options);
    this.#writer = new RowWriter(store.rows, clock, job.id, run);
    const isNamed = store.lists.refusals(job.id).some(({ reason }) => isAboutCampaign(reason));
    this.#watch = createWatch(job.stopAfterSameRefusal, isNamed);
    this.#rate = new AnswerRate(clock);
    this.#offline = new OfflineWait(random);
    this.#claims = new RowClaims({ ...options, onDue: () => this.#claimsAreDue() });
    this.#release = new RowRelease({ ...options, terms: job.terms, onDue: () => this.look() });
  }

  /** True from `start` until it is halted, held for a person, or closed. */
  get isRunning(): boolean {
    return this.#isOpen;
  }

  get hold(): Hold | null {
    return this.#jobHold.now;
  }

  /** Rows a minute, over the last minute or since the first answer. */
  get ratePerMinute(): number {
    return this.#rate.perMinute;
  }

  /** Milliseconds for which the rate has been watched, at most a minute. */
  get watchedFor(): number {
    return this.#rate.watchedFor;
  }

  /** Rows whose answers came and are not in the journal: lost if the program ends now. */
  get unwrittenAnswers(): number {
    return this.#writer.unwritten;
  }

  /** Begins, or continues after a pause or a hold. */
  start(): void {
    this.#isOpen = true;
    this.#isHalted = false;
    this.#isStopping = false;
    this.#rate.restart();
    this.#offline.reset();
    this.#watch.forget();
    this.#claims.takeTrouble();
    this.#endWait();
    try {
      this.#writer.flush();
      this.#jobHold.clear();
    } catch (error) {
      this.#holdForJournal(error);
    }
    this.look();
  }

  /**
   * Sends nothing more. Resolves when every row on its way is answered. `stop`: rows that come back are skipped. What
   * the journal did not take is kept for `writeRest`.
   */
  async halt(how: 'pause' | 'stop' = 'pause'): Promise<void> {
    this.#isOpen = false;
    this.#isHalted = true;
    this.#isStopping = how === 'stop';
    this.#endWait();
    this.#handed.callBack();
    this.#options.onChange();
    await this.#handed.empty();
    this.#claims.letGo();
    try {
      this.#writer.flush();
    } catch (error) {
      // What a full disk did not take is kept.
      if (!journalTrouble(error).isExpected) this.#options.log.bug('write the answers of rows', error);
    }
  }

  /** Writes what the journal did not take before; may be called again when its transaction was undone. */
  writeRest(): void {
    this.#writer.writeRest();
  }

  /** @param share whole percent of the pace, from the next row on */
  setShare(share: number): void {
    this.#release.setShare(share);
  }

  /** Calls these rows back unless they have left. Others may be handed over in their place. */
  callBack(rows: ReadonlySet<number>): void {
    this.#handed.callBack(rows);
  }

  /** Rows may have become ready, or a wait is over. */
  look(): void {
    if (!this.#isOpen) return this.#reportHeld();
    if (this.#jobHold.isWaiting) return;
    try {
      if (this.#keepsToPlan()) this.#takeRows();
    } catch (error) {
      this.#holdForJournal(error);
    }
    const isWaiting = this.#jobHold.isWaiting || this.#release.isWaiting || this.#claims.isAsking;
    const isDone = this.#isOpen && !isWaiting && this.#handed.size === 0 && this.#writer.isAllWritten;
    if (!isDone) return this.#reportHeld();
    this.#release.cancel();
    this.#claims.letGo();
    this.#options.onDone();
  }

  /** Whoever halts a run ends it, also one that waited for a person. Without rows left, there is nothing to wait for. */
  #reportHeld(): void {
    const isHeld = !this.#isOpen && !this.#isHalted && this.#jobHold.isKept && this.hold !== null;
    if (!isHeld || this.#handed.size > 0 || !this.#writer.isAllWritten) return;
    const { store, job, onHeld, onDone } = this.#options;
    this.#claims.letGo();
    if (store.rows.hasRowsLeft(job.id)) return onHeld();
    this.#jobHold.set(null);
    onDone();
  }

  /** False when the hours of the plan have not come, or its trial is over. */
  #keepsToPlan(): boolean {
    const planned = this.#release.plannedHold();
    // The last answer may come behind the hours.
    if (planned !== null && this.#hasRowsLeft()) {
      this.#waitFor(planned);
      return false;
    }
    if (this.hold?.kind === 'planned') this.#jobHold.set(null);
    const isOver = this.#trialRoom() <= 0 && this.#handed.size === 0;
    if (isOver) this.#endTrial();
    return !isOver;
  }

  #hasRowsLeft(): boolean {
    const { store, job } = this.#options;
    return this.#handed.size > 0 || store.rows.hasRowsLeft(job.id);
  }

  /** Rows that the trial still lets go; no bound without a trial. */
  #trialRoom(): number {
    const { store, job } = this.#options;
    return trialRoom(job.terms.trial, countsOf(job.rows, store.rows.tally(job.id))) - this.#handed.size;
  }

  #endTrial(): void {
    const { store, job } = this.#options;
    if (store.rows.ready(job.id, 1).length > 0) this.#holdFor(trialOver(job.terms));
  }

  #takeRows(): void {
    const { store, job } = this.#options;
    const most = this.hold === null ? QUEUE_DEPTH : PROBE_DEPTH;
    const depth = Math.min(most, this.#handed.size + this.#trialRoom());
    for (let looks = 0; this.#handed.size < depth; looks += 1) {
      if (looks === LOOKS_IN_A_TURN) return this.#lookLater();
      const free = store.rows.ready(job.id, depth + this.#claims.ahead).filter((row) => !this.#handed.has(row.n));
      if (free.length === 0) return;
      const going = this.#claims.mayGo(free);
      if (going.length === 0) return this.#waitForTeam();
      for (const row of going.slice(0, depth - this.#handed.size)) {
        if (!this.#release.take()) return;
        this.#take(row);
      }
    }
  }

  /** A job that has been halted meanwhile sends none of the rows that were claimed for it. */
  #claimsAreDue(): void {
    if (!this.#isOpen) this.#claims.letGo();
    this.look();
  }

  /** Claimed rows go first: trouble with the team counts only when the client has none of them left. */
  #waitForTeam(): void {
    const trouble = this.#handed.size > 0 || this.#claims.isAsking ? null : this.#claims.takeTrouble();
    if (trouble?.kind === 'team') this.#tryLater('team', trouble.reason, null);
    else if (trouble !== null) this.#holdFor({ kind: trouble.kind, reason: trouble.reason, resumeAt: null });
  }

  /** A file may hold any number of empty rows: other work goes between them. */
  #lookLater(): void {
    this.#options.onChange();
    this.#jobHold.wait(0, () => this.look());
  }

  #take(row: ReadyRow): void {
    const { store, job } = this.#options;
    const data = leadOf(job, row);
    const sent = store.sentElsewhere.reasonOf(job.id, row.n);
    if (isDamagedLead(row)) this.#writer.write(row.n, 'skip', { reason: DAMAGED_ROW });
    else if (sent !== null) this.#writer.write(row.n, 'sentElsewhere', { reason: sent });
    else if (Object.keys(data).length === 0) this.#writer.write(row.n, 'skip', { reason: EMPTY_ROW });
    else if (this.#claims.cannotBeTold(row)) this.#writer.write(row.n, 'skip', { reason: UNTOLD_ROW });
    else this.#handOver(row, data);
  }

  #handOver(row: ReadyRow, data: Record<string, string>): void {
    const { job, api, log } = this.#options;
    const handed = this.#handed.add(row);
    const lead = { campaignCode: job.campaignCode, data, poolName: job.poolName };
    api
      .createLead(lead, {
        lane: 'import',
        signal: handed.signal,
        beforeSend: () => this.#writeIntent(handed),
        ...(job.terms.fairUse ? {} : { fairUse: false }),
      })
      .catch((error: unknown) => outcomeOfBug(handed.isSent, log.bug('create a lead', error)))
      .then((outcome) => this.#settle(handed, outcome))
      .catch((error: unknown) => void log.bug('settle a row', error));
  }

  /** Called when the connection stands, in the turn in which the first byte leaves. */
  #writeIntent(handed: HandedRow): void {
    const { store, job, clock, log, run } = this.#options;
    // After a sleep the hours are over before the timer of their end runs out.
    if (this.#release.plannedHold() !== null) {
      handed.heldAt = { sentByAnother: null };
      throw new Error('The planned hours are over.');
    }
    try {
      handed.isBegun = true;
      store.rows.step(job.id, handed.row.n, 'send', { at: clock.wallNow(), run });
      handed.isSent = true;
      handed.sentUnder = this.hold;
    } catch (error) {
      if (error instanceof SentByAnother) handed.heldAt = { sentByAnother: error.reason };
      else if (error instanceof RowConflict || error instanceof NotClaimed) handed.heldAt = { sentByAnother: null };
      else if (!journalTrouble(error).isExpected) log.bug('write that a row leaves', error);
      if (error instanceof Unwished) this.#options.onUnwished();
      throw error;
    }
  }

  #settle(handed: HandedRow, outcome: HandedOutcome): void {
    this.#handed.remove(handed);
    try {
      if (handed.heldAt === null) {
        // The witness may have the row, and the transaction that held its line was undone: it never left.
        if (handed.isBegun && !handed.isSent) this.#writer.undoSend(handed.row.n);
        this.#record(handed, outcome);
      } else if (handed.heldAt.sentByAnother !== null)
        this.#writer.write(handed.row.n, 'sentElsewhere', { reason: handed.heldAt.sentByAnother });
    } catch (error) {
      this.#holdForJournal(error);
    }
    this.#options.onChange();
    this.#handed.reportEmpty();
    this.look();
  }

  #record(handed: HandedRow, outcome: HandedOutcome): void {
    const { n } = handed.row;
    switch (outcome.outcome) {
      case 'heldBack':
        return this.#holdFor({ kind: 'older', reason: outcome.reason, resumeAt: null });
      case 'uncounted':
        return this.#tryLater('count', outcome.reason, outcome.retryAt);
      case 'created':
        this.#writer.write(n, 'created', { leadId: outcome.leadId });
        return this.#answered(handed, outcome);
      case 'rejected':
        this.#writer.write(n, 'rejected', { reason: refusalText(outcome) });
        return this.#answered(handed, outcome);
      case 'unknown':
        this.#writer.write(n, 'unknown', { reason: outcome.detail });
        return this.#answered(handed, outcome);
      case 'notSent':
        this.#takeBack(n, outcome.message);
        return this.#notSent(n, outcome);
      case 'notNow':
        this.#takeBack(n, outcome.message);
        return this.#throttledOrForbidden(outcome);
    }
  }

  /** The row is written as created, refused or unknown. */
  #answered({ sentUnder }: HandedRow, outcome: CreateLeadOutcome): void {
    this.#rate.count();
    this.#offline.reset();
    const alarm = this.#watch.answered(outcome);
    if (alarm !== null) this.#holdFor(alarm);
    else if (outcome.outcome === 'unknown' && outcome.pause !== undefined)
      this.#throttledOrForbidden({ outcome: 'notNow', kind: 'rateLimited', ...outcome.pause });
    // An answer to a row that left before a wait began does not end the wait.
    else if (this.hold !== null && this.#isOpen && sentUnder === this.hold) this.#jobHold.set(null);
  }

  /** The service did not look at the row: it waits again, or is skipped when the job was stopped. */
  #takeBack(n: number, reason: string): void {
    // Still `ready` when the debit and the intent were undone together because the journal could not be written.
    const state = this.#options.store.rows.stateOf(this.#options.job.id, n);
    if (state === 'intent') this.#writer.write(n, 'takeBack', { reason });
    if (this.#isStopping && (state === 'intent' || state === 'ready'))
      this.#writer.write(n, 'skip', { reason: STOPPED });
  }

  #notSent(n: number, { reason, message }: CreateLeadOutcome & { outcome: 'notSent' }): void {
    switch (reason) {
      case 'offline':
        return this.#tryLater('offline', `${message} ${TRIES_AGAIN}`, null);
      case 'badRequest':
        if (!this.#isStopping) this.#writer.write(n, 'skip', { reason: message });
        return;
      case 'journal':
      case 'encryption':
        return this.#holdFor({ kind: reason, reason: message, resumeAt: null });
      case 'noCredentials':
        return this.#holdFor({ kind: 'auth', reason: message, resumeAt: null });
      case 'cancelled':
        return;
      case 'closed':
        this.#isOpen = false;
        this.#release.cancel();
    }
  }

  #throttledOrForbidden({ kind, message, retryAt }: CreateLeadOutcome & { outcome: 'notNow' }): void {
    if (kind === 'auth' || kind === 'forbidden') return this.#holdFor({ kind, reason: message, resumeAt: null });
    const hold: Hold = { kind: kind === 'daily' ? 'daily' : 'minute', reason: message, resumeAt: retryAt };
    // The client itself holds rows back until the minute is over; on a used-up day it hands them back.
    if (kind === 'daily') this.#waitFor(hold);
    else if (this.#isOpen) this.#jobHold.set(hold);
  }

  /** Rows that were handed over together come back together: that is one try. `at`: Unix milliseconds. */
  #tryLater(kind: 'offline' | 'count' | 'team', reason: string, at: number | null): void {
    if (this.#jobHold.isWaiting) return;
    this.#waitFor({ kind, reason, resumeAt: at ?? this.#options.clock.wallNow() + this.#offline.take() });
  }

  /** Waits for something that passes by itself. */
  #waitFor(hold: Hold): void {
    if (!this.#isOpen) return;
    this.#jobHold.set(hold);
    this.#handed.callBack();
    if (this.#jobHold.isWaiting) return;
    const left = (hold.resumeAt ?? Number.POSITIVE_INFINITY) - this.#options.clock.wallNow();
    if (left > LONGEST_QUOTA_WAIT) this.#claims.letGo();
    this.#jobHold.wait(Math.min(Math.max(0, left), LONGEST_QUOTA_WAIT), () => {
      // Counted over the wait, the rate would be held against the service.
      this.#rate.restart();
      this.look();
    });
  }

  /** Stops until a person acts. */
  #holdFor(hold: Hold): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#endWait();
    this.#jobHold.set(hold);
    this.#handed.callBack();
  }

  #holdForJournal(error: unknown): void {
    const { isExpected, sentence } = journalTrouble(error);
    if (!isExpected) this.#options.log.bug('write to the journal', error);
    this.#holdFor({ kind: 'journal', reason: sentence, resumeAt: null });
  }

  #endWait(): void {
    this.#release.cancel();
    this.#jobHold.endWait();
  }
}
