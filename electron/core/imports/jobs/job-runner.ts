import { applyMapping } from '../../../../shared/domain/mapping/index.ts';
import type { Hold } from '../../../../shared/domain/jobs/job-state.ts';
import type { RowStep } from '../../../../shared/domain/jobs/job-row.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { CreateLeadOutcome } from '../../api/outcomes/lead-outcome.ts';
import type { Clock, Log, Random, Timer } from '../../foundation/ports.ts';
import type { JobRecord, ReadyRow } from './job-records.ts';
import { RowConflict, type JobStore, type RowStepDetail } from './job-store.ts';
import { journalTrouble } from './journal-trouble.ts';
import { createWatch } from './job-watch.ts';
import { readPhone } from '../fields/phone-reader.ts';

/**
 * Rows handed to the client at a time. More than it ever has under way, so that one always stands ready; those that only
 * wait in its queue are not on the disk as sent and are called back at once.
 */
const QUEUE_DEPTH = 13;
/** A used up day is asked for again this often: it costs nothing, and the service may have given room earlier. */
const LONGEST_WAIT = 60_000;
const FIRST_OFFLINE_WAIT = 1_000;
const RATE_WINDOW = 60_000;
/** Each look takes up to `QUEUE_DEPTH` rows. */
const LOOKS_IN_A_TURN = 20;
const EMPTY_ROW = 'None of the mapped columns has a value in this row, so there is nothing to send.';
/** Reason of rows that were not sent because their job was stopped. */
export const STOPPED = 'Not sent: the import was stopped by a person.';

export interface JobRunnerOptions {
  readonly job: JobRecord;
  readonly store: JobStore;
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Names this run of the program in the list of attempts, for example "started at 2026-11-21T08:00:00.000Z". */
  readonly run: string;
  /** Something that a person sees has changed. */
  readonly onChange: () => void;
  /** Nothing is left to do, and nothing is on its way. */
  readonly onDone: () => void;
  /** A person is needed, nothing is on its way, and the reason is in the journal. */
  readonly onHeld: () => void;
}

interface Entry {
  readonly row: ReadyRow;
  readonly controller: AbortController;
  isSent: boolean;
}

type Step = { readonly name: RowStep; readonly detail: RowStepDetail };

/** Sends the rows of one job whose lock is held. One of these exists for a job at a time, on the whole computer. */
export class JobRunner {
  private readonly options: JobRunnerOptions;
  private readonly entries = new Map<number, Entry>();
  /** Answers that could not be written yet; their rows are on the disk as sent, so a crash makes them unknown. */
  private readonly unwritten = new Map<number, Step>();
  private readonly watch: ReturnType<typeof createWatch>;
  private answeredAt: number[] = [];
  private startedAt = 0;
  private holdNow: Hold | null;
  private isOpen = false;
  private isStopping = false;
  /** The hold is in the journal, where the next run finds it. */
  private isHoldKept = false;
  private timer: Timer | null = null;
  private offlineWait = FIRST_OFFLINE_WAIT;
  private idle: (() => void)[] = [];

  constructor(options: JobRunnerOptions) {
    this.options = options;
    this.holdNow = options.job.hold;
    this.watch = createWatch(options.job.stopAfterSameRefusal);
  }

  /** True from `start` until it is halted, held for a person, or closed. */
  get isRunning(): boolean {
    return this.isOpen;
  }

  get hold(): Hold | null {
    return this.holdNow;
  }

  /** Rows answered in the last minute. */
  get ratePerMinute(): number {
    const from = this.options.clock.monotonicNow() - RATE_WINDOW;
    this.answeredAt = this.answeredAt.filter((at) => at > from);
    return this.answeredAt.length;
  }

  /** Milliseconds for which the rate has been watched, at most a minute. */
  get watchedFor(): number {
    return Math.min(RATE_WINDOW, this.options.clock.monotonicNow() - this.startedAt);
  }

  /** Begins, or goes on after a pause or a hold. */
  start(): void {
    this.isOpen = true;
    this.isStopping = false;
    this.startedAt = this.options.clock.monotonicNow();
    this.answeredAt = [];
    this.offlineWait = FIRST_OFFLINE_WAIT;
    this.watch.forget();
    this.timer?.cancel();
    this.timer = null;
    try {
      this.flush();
      this.options.store.setHold(this.options.job.id, null);
      this.holdNow = null;
    } catch (error) {
      this.stopForJournal(error);
    }
    this.pump();
  }

  /** Sends nothing more. Resolves when every row on its way is answered and written. `stop`: what comes back is left. */
  async halt(how: 'pause' | 'stop' = 'pause'): Promise<void> {
    this.isOpen = false;
    this.isStopping = how === 'stop';
    this.timer?.cancel();
    this.timer = null;
    for (const entry of this.entries.values()) if (!entry.isSent) entry.controller.abort();
    this.options.onChange();
    if (this.entries.size > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
    try {
      this.flush();
    } catch (error) {
      // The rows stay on the disk as sent and are unknown at the next start, which is the truth as far as it is written.
      this.options.log.bug('write the answers of rows', error);
    }
  }

  /** Rows may have become ready. */
  look(): void {
    this.pump();
  }

  private pump(): void {
    if (!this.isOpen) return this.rest();
    if (this.timer !== null) return;
    try {
      this.takeRows();
    } catch (error) {
      this.stopForJournal(error);
    }
    if (this.isOpen && this.timer === null && this.entries.size === 0 && this.unwritten.size === 0)
      this.options.onDone();
    else this.rest();
  }

  private rest(): void {
    const isHeld = !this.isOpen && this.isHoldKept && this.holdNow !== null;
    if (isHeld && this.entries.size === 0 && this.unwritten.size === 0) this.options.onHeld();
  }

  private takeRows(): void {
    const { store, job } = this.options;
    // After a failure one row goes alone until the way is known to be clear.
    const depth = this.holdNow === null ? QUEUE_DEPTH : 1;
    for (let looks = 0; this.entries.size < depth; looks += 1) {
      if (looks === LOOKS_IN_A_TURN) return this.lookLater();
      const free = store.ready(job.id, depth).filter((row) => !this.entries.has(row.n));
      if (free.length === 0) return;
      for (const row of free.slice(0, depth - this.entries.size)) this.take(row);
    }
  }

  /** A file may hold any number of empty rows: other work goes between them. */
  private lookLater(): void {
    this.options.onChange();
    this.timer = this.options.clock.after(0, () => {
      this.timer = null;
      this.pump();
    });
  }

  private take(row: ReadyRow): void {
    const data = applyMapping(this.options.job.mapping, row.cells, readPhone);
    if (Object.keys(data).length > 0) this.launch(row, data);
    else this.write(row.n, 'skip', { reason: EMPTY_ROW });
  }

  private launch(row: ReadyRow, data: Record<string, string>): void {
    const { job, api, log } = this.options;
    const entry: Entry = { row, controller: new AbortController(), isSent: false };
    this.entries.set(row.n, entry);
    const lead = { campaignCode: job.campaignCode, data, poolName: job.poolName };
    api
      .createLead(lead, { lane: 'import', signal: entry.controller.signal, beforeSend: () => this.intent(entry) })
      .catch((error: unknown): CreateLeadOutcome => {
        const id = log.bug('create a lead', error);
        return entry.isSent
          ? {
              outcome: 'unknown',
              reason: 'noAnswer',
              detail: `Something in Lead Console went wrong after the row was sent (log ${id}). The lead may exist.`,
            }
          : {
              outcome: 'notSent',
              reason: 'badRequest',
              message: `Something in Lead Console went wrong before the row was sent (log ${id}).`,
            };
      })
      .then((outcome) => this.settle(entry, outcome))
      .catch((error: unknown) => void log.bug('settle a row', error));
  }

  /** Called inside the transaction of the debit, in the turn in which the request is handed to the socket. */
  private intent(entry: Entry): void {
    const { store, job, clock, run } = this.options;
    store.step(job.id, entry.row.n, 'send', { at: clock.wallNow(), run });
    entry.isSent = true;
  }

  private settle(entry: Entry, outcome: CreateLeadOutcome): void {
    this.entries.delete(entry.row.n);
    try {
      this.record(entry, outcome);
    } catch (error) {
      this.stopForJournal(error);
    }
    this.options.onChange();
    if (this.entries.size === 0) for (const resolve of this.idle.splice(0)) resolve();
    this.pump();
  }

  private record(entry: Entry, outcome: CreateLeadOutcome): void {
    const n = entry.row.n;
    switch (outcome.outcome) {
      case 'created':
        this.write(n, 'created', { leadId: outcome.leadId });
        break;
      case 'rejected':
        this.write(n, 'rejected', { reason: refusalText(outcome) });
        break;
      case 'unknown':
        this.write(n, 'unknown', { reason: outcome.detail });
        break;
      case 'notSent':
        this.takeBack(entry, outcome.message);
        return this.notSent(entry, outcome);
      case 'refused':
        this.takeBack(entry, outcome.message);
        return this.refused(outcome);
    }
    this.answeredAt.push(this.options.clock.monotonicNow());
    this.offlineWait = FIRST_OFFLINE_WAIT;
    const alarm = this.watch.answered(outcome);
    if (alarm !== null) this.holdFor(alarm);
    // An answer to what left before a wait began does not end the wait.
    else if (this.holdNow !== null && this.isOpen && this.timer === null) this.setHold(null);
  }

  private takeBack(entry: Entry, reason: string): void {
    const n = entry.row.n;
    // Still `ready` when the debit and the intent were undone together because the journal could not be written.
    const state = this.options.store.stateOf(this.options.job.id, n);
    if (state === 'intent') this.write(n, 'takeBack', { reason });
    if (this.isStopping && (state === 'intent' || state === 'ready')) this.write(n, 'skip', { reason: STOPPED });
  }

  private notSent(entry: Entry, outcome: CreateLeadOutcome & { outcome: 'notSent' }): void {
    switch (outcome.reason) {
      case 'offline':
        this.waitFor({
          kind: 'offline',
          reason: `${outcome.message} It is tried again by itself.`,
          resumeAt: this.offlineRetry(),
        });
        return;
      case 'badRequest':
        if (!this.isStopping) this.write(entry.row.n, 'skip', { reason: outcome.message });
        return;
      case 'journal':
        this.holdFor({ kind: 'journal', reason: `${outcome.message} Free some space, then resume.`, resumeAt: null });
        return;
      case 'encryption':
        this.holdFor({ kind: 'encryption', reason: outcome.message, resumeAt: null });
        return;
      case 'noCredentials':
        this.holdFor({ kind: 'auth', reason: outcome.message, resumeAt: null });
        return;
      case 'cancelled':
        return;
      case 'closed':
        this.isOpen = false;
    }
  }

  private refused(outcome: CreateLeadOutcome & { outcome: 'refused' }): void {
    const { kind, message, retryAt } = outcome;
    if (kind === 'auth' || kind === 'forbidden') return this.holdFor({ kind, reason: message, resumeAt: null });
    const hold: Hold = { kind: kind === 'daily' ? 'daily' : 'minute', reason: message, resumeAt: retryAt };
    // The client itself lets nothing through before the minute is over; a used up day it hands back.
    if (kind === 'daily') this.waitFor(hold);
    else if (this.isOpen) this.setHold(hold);
  }

  private offlineRetry(): number {
    const wait = this.offlineWait;
    this.offlineWait = Math.min(wait * 2, LONGEST_WAIT);
    // Full jitter, so that many clients do not come back in the same moment; never at once.
    return this.options.clock.wallNow() + wait / 2 + (this.options.random() * wait) / 2;
  }

  /** Something that time cures. */
  private waitFor(hold: Hold): void {
    if (!this.isOpen) return;
    this.setHold(hold);
    for (const entry of this.entries.values()) if (!entry.isSent) entry.controller.abort();
    if (this.timer !== null) return;
    const { clock } = this.options;
    const left = (hold.resumeAt ?? Number.POSITIVE_INFINITY) - clock.wallNow();
    this.timer = clock.after(Math.min(Math.max(0, left), LONGEST_WAIT), () => {
      this.timer = null;
      this.pump();
    });
  }

  /** Something that needs a person. */
  private holdFor(hold: Hold): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.timer?.cancel();
    this.timer = null;
    this.setHold(hold);
    for (const entry of this.entries.values()) if (!entry.isSent) entry.controller.abort();
  }

  private setHold(hold: Hold | null): void {
    this.holdNow = hold;
    this.isHoldKept = false;
    try {
      this.options.store.setHold(this.options.job.id, hold);
      this.isHoldKept = true;
    } catch (error) {
      // Shown from memory; after a restart the first row meets the same trouble.
      this.options.log.bug('write why a job waits', error);
    }
    this.options.onChange();
  }

  private stopForJournal(error: unknown): void {
    const { isExpected, sentence } = journalTrouble(error);
    if (!isExpected) this.options.log.bug('write to the journal', error);
    this.holdFor({ kind: 'journal', reason: sentence, resumeAt: null });
  }

  private write(n: number, name: RowStep, detail: Omit<RowStepDetail, 'at' | 'run'>): void {
    const step = { name, detail: { ...detail, at: this.options.clock.wallNow(), run: this.options.run } };
    if (name !== 'skip') this.unwritten.set(n, step);
    this.put(n, step);
  }

  private flush(): void {
    for (const [n, step] of [...this.unwritten]) this.put(n, step);
  }

  private put(n: number, step: Step): void {
    try {
      this.options.store.step(this.options.job.id, n, step.name, step.detail);
    } catch (error) {
      // A full disk may have room later; a state that does not allow the step never will.
      if (error instanceof RowConflict) this.unwritten.delete(n);
      throw error;
    }
    this.unwritten.delete(n);
  }
}

function refusalText(outcome: CreateLeadOutcome & { outcome: 'rejected' }): string {
  const missing = outcome.fieldErrors.filter(
    (entry) => entry.message !== '' && !outcome.message.includes(entry.message),
  );
  const details = missing.map((entry) => (entry.field === '' ? entry.message : `${entry.field}: ${entry.message}`));
  return [outcome.message, ...details].join(' ');
}
