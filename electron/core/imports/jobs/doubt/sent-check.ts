// Why: decision 0161 and decision 0310.
import type { Doubt } from '../../../../../shared/contract/jobs/doubt.ts';
import type { AppError } from '../../../../../shared/contract/errors.ts';
import { knownZone } from '../../../../../shared/domain/service/service-time.ts';
import { createLedgerStore, type LedgerStore } from '../../../api/broker/ledger/ledger-store.ts';
import type { CreateLeadOptions, CreateLeadOutcome, NewLead } from '../../../api/outcomes/lead-outcome.ts';
import { Failure, notFound } from '../../../foundation/failure.ts';
import type { LeadClaims } from '../../../foundation/lead-claims.ts';
import type { Clock, Log } from '../../../foundation/ports.ts';
import type { AccountSession } from '../../../sessions/session.ts';
import { compareWithWitness, type WitnessDifference } from '../journal/recovery/compare-witness.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import type { HandedOutcome, LeadSender } from '../run/runner-options.ts';
import { journalTrouble } from '../journal/records/journal-trouble.ts';
import { CountGate, type Pass } from './count-gate.ts';
import { CountNotes } from './count-notes.ts';
import { askingSentence, atEndSentence, goOnSentence, noCountSentence, unshownSentence } from './count-words.ts';
import { CounterMemory } from './counter-memory.ts';
import { Doubts } from './doubts.ts';
import { ServiceCount } from './service-count.ts';

/** The name under which the journal keeps why the service's count shows nothing; empty: it shows what it can. */
const FACT = 'the count shows nothing';

export interface SentCheckOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly session: AccountSession;
  readonly store: JobStore;
  /** In a team its database answers whether this journal is older than the truth, and exactly. */
  readonly claims: Pick<LeadClaims, 'isTeam'>;
  /** Names this run of the program in the list of attempts. */
  readonly run: string;
  readonly isHeldElsewhere: (jobId: string) => boolean;
  /** What is in doubt, or what the count of this account shows, has changed. */
  readonly onDoubt: () => void;
  /** The sentence about the count has changed with this job. */
  readonly onNote: (jobId: string) => void;
}

/**
 * What left this computer, held against its three memories: the journal and the witness when the account is opened, the
 * service's own count around the first rows of a job that had rows left then, and at its end.
 */
export class SentCheck implements Disposable {
  readonly doubts: Doubts;
  readonly notes: CountNotes;
  readonly #options: SentCheckOptions;
  readonly #ledger: LedgerStore;
  readonly #count: ServiceCount;
  readonly #memory: CounterMemory;
  readonly #gate: CountGate;
  readonly #zone: string;
  /** Jobs with rows left when the account was opened: their journal may be older than the truth. */
  readonly #left: ReadonlySet<string>;
  /** The held jobs that a person let go on, whatever the count shows. */
  readonly #free = new Set<string>();
  /** By job: what was said of the count, empty for nothing. */
  readonly #said = new Map<string, string>();
  readonly #ends = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: SentCheckOptions) {
    const { clock, log, session, store, isHeldElsewhere } = options;
    this.#options = options;
    this.#zone = knownZone(session.account.dialect.timeZone);
    const now = () => clock.wallNow();
    this.doubts = new Doubts({ journal: session.journal, store, now, zone: this.#zone, isHeldElsewhere });
    this.notes = new CountNotes(session.journal, now);
    this.#ledger = createLedgerStore(session.journal);
    this.#memory = new CounterMemory(this.#ledger, clock, (from) => store.createdSince(from));
    this.#count = new ServiceCount({
      memory: this.#memory,
      clock,
      underWay: () => this.#underWay(),
      evenWithoutRoom: (what, write) => this.#evenWithoutRoom(what, write),
    });
    this.#gate = new CountGate({
      clock,
      log,
      ask: (lane) => this.#count.ask(session.api, this.#closing.signal, lane),
      onMore: (counted) => {
        const reason = this.doubts.counted(counted);
        options.onDoubt();
        return reason;
      },
    });
    // A program that works now may have debited what it writes in a moment.
    const isAlone = !store.all().some(({ id }) => store.rows.hasRowsLeft(id) && isHeldElsewhere(id));
    if (isAlone) this.#memory.holdAgainst((from) => store.sentSince(from));
    // A disk without room keeps it from the journal; what was kept before still holds.
    this.#evenWithoutRoom('keep what is remembered of the requests', () => this.#memory.keep());
    this.#compareWithWitness();
    this.#left = new Set(store.all().flatMap(({ id }) => (store.rows.hasRowsLeft(id) ? [id] : [])));
    for (const id of this.#left) if (this.notes.has(id, 'goOn')) this.#free.add(id);
  }

  /** Why an older copy of the data folder would not be noticed by the service's count; empty: it would. */
  get noCount(): string {
    return this.#ledger.readFact(FACT) ?? '';
  }

  /** It had rows left when the account was opened: they may have left this computer, or another one, without a trace here. */
  mayBeOlder(jobId: string): boolean {
    return this.#left.has(jobId);
  }

  /** The client for the rows of a job. */
  guard(jobId: string): LeadSender {
    const { api } = this.#options.session;
    return {
      createLead: (lead, options) =>
        this.#isGuarded(jobId) ? this.#guarded(jobId, lead, options) : api.createLead(lead, options),
    };
  }

  /**
   * A person knows what is in doubt and lets this job go on. `resume` takes its hold away. When it was held for the service's
   * count, that word is for good: someone else may use the account every day.
   */
  async goOn<Answer>(jobId: string, resume: () => Promise<Answer>): Promise<Answer> {
    this.#free.add(jobId);
    this.#evenWithoutRoom('keep a person’s word on a job', () => this.#keepGoOn(jobId));
    const answer = await resume();
    // The job runs already: a doubt whose end cannot be written is still shown, and a person can end it.
    this.#evenWithoutRoom('end a doubt with its last job', () => this.doubts.settleWhenFree());
    this.#options.onDoubt();
    return answer;
  }

  /** A person wants to know what the service counted. */
  async askCount(signal: AbortSignal): Promise<{ doubt: Doubt | null }> {
    if (this.doubts.current() === null) throw notFound('Nothing is in doubt any more.');
    const { api } = this.#options.session;
    const answer = await this.#count.ask(api, AbortSignal.any([signal, this.#closing.signal]));
    switch (answer.kind) {
      case 'trouble':
        throw new Failure(answer.error);
      case 'notYet':
        throw new Failure({
          code: 'network',
          sent: 'maybe',
          message: `The service did not say how many leads it counted. ${answer.message}`,
        });
      case 'notOffered':
        throw notFound(noCountSentence(answer.why));
      case 'counted':
        this.doubts.asked(answer.counted);
        this.#options.onDoubt();
        return { doubt: this.doubts.current() };
    }
  }

  /** A job is deleted. Call it in the transaction that deletes it. */
  forget(job: Pick<JobRecord, 'id' | 'name' | 'fileName'>): void {
    this.doubts.forget(job);
    this.notes.forget(job.id);
  }

  settle(): void {
    this.doubts.settle();
    this.#options.onDoubt();
  }

  /**
   * Every row of the job is answered: the service is asked a last time whether it counted more than left here, when a copy of
   * the data folder may have sent the same rows. What it counted is kept with the job.
   */
  ended(jobId: string): Promise<void> {
    if (!this.#isGuarded(jobId) || this.#options.store.rows.hasRowsLeft(jobId)) return Promise.resolve();
    const ending = this.#ends.get(jobId) ?? this.#readAtEnd(jobId).finally(() => this.#ends.delete(jobId));
    this.#ends.set(jobId, ending);
    return ending;
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
  }

  #isGuarded(jobId: string): boolean {
    return this.#left.has(jobId) && !this.#free.has(jobId) && !this.#options.claims.isTeam;
  }

  async #readAtEnd(jobId: string): Promise<void> {
    const counted = await this.#gate.atEnd();
    if (counted === null) return;
    const sentence = atEndSentence(counted, this.#zone);
    this.#evenWithoutRoom('keep what the service counted at the end of a job', () => {
      this.notes.keep(jobId, 'atEnd', sentence);
    });
    this.#options.onNote(jobId);
  }

  async #guarded(jobId: string, lead: NewLead, options: CreateLeadOptions): Promise<HandedOutcome> {
    const pass = await this.#enter(options.signal);
    if (pass === null) return { outcome: 'notSent', reason: 'cancelled', message: 'Cancelled before it was sent.' };
    switch (pass.kind) {
      case 'held':
        return { outcome: 'heldBack', reason: pass.reason };
      case 'waits':
        return { outcome: 'uncounted', reason: askingSentence(pass.message), retryAt: pass.retryAt };
      case 'trouble':
        return asOfRow(pass.error);
      case 'goes':
        return this.#send(jobId, lead, options, pass);
    }
  }

  /** A full disk may not take the doubt: then the rows wait for it, as they would with their own. */
  async #enter(signal: AbortSignal | undefined): Promise<Pass | null> {
    try {
      return await this.#gate.enter(signal);
    } catch (error) {
      const { isExpected, sentence } = journalTrouble(error);
      if (!isExpected) throw error;
      return { kind: 'trouble', error: { code: 'file', reason: 'journal', message: sentence } };
    }
  }

  async #send(
    jobId: string,
    lead: NewLead,
    options: CreateLeadOptions,
    { ended }: Pass & { readonly kind: 'goes' },
  ): Promise<CreateLeadOutcome> {
    this.#note(jobId);
    let outcome: CreateLeadOutcome['outcome'] = 'unknown';
    try {
      const answer = await this.#options.session.api.createLead(lead, options);
      outcome = answer.outcome;
      return answer;
    } finally {
      ended(outcome);
    }
  }

  /** Says with the job that its rows go although the count shows nothing. */
  #note(jobId: string): void {
    const { unshown } = this.#gate;
    const sentence = unshown === null ? '' : unshownSentence(unshown);
    if (this.#said.get(jobId) === sentence) return;
    this.#said.set(jobId, sentence);
    this.#evenWithoutRoom('keep what the count shows', () => {
      if (this.noCount !== sentence) {
        this.#ledger.writeFact(FACT, sentence);
        this.#options.onDoubt();
      }
      if (sentence === '') return;
      this.notes.keep(jobId, 'unshown', sentence);
      this.#options.onNote(jobId);
    });
  }

  #underWay(): number {
    const { store, isHeldElsewhere } = this.#options;
    // A program that has ended has no requests on their way, whatever state its rows have.
    return store.rowsOnTheirWay().reduce((sum, { jobId, rows }) => sum + (isHeldElsewhere(jobId) ? rows : 0), 0);
  }

  #keepGoOn(jobId: string): void {
    const service = this.doubts.current()?.service ?? null;
    const isMore = service !== null && service.counted > service.remembered;
    if (!isMore && !this.#gate.isWaiting) return;
    const sentence = goOnSentence(isMore ? service : null, this.#options.clock.wallNow(), this.#zone);
    this.notes.keep(jobId, 'goOn', sentence);
    this.#options.onNote(jobId);
  }

  #compareWithWitness(): void {
    const { clock, session, store, run } = this.#options;
    const { journal, setAside } = session;
    const difference = compareWithWitness({
      journal,
      sentRecord: store.sentRecord,
      deleted: store.deleted,
      now: clock.wallNow(),
      run,
      isRebuilt: setAside !== undefined,
    });
    // Digests that were lost with the damaged journal.
    if (setAside !== undefined) for (const job of store.all()) store.sentElsewhere.add(job);
    this.#memory.add(timesOf(difference, clock.wallNow()));
    this.doubts.found(difference, setAside ?? null);
  }

  #evenWithoutRoom(what: string, write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!journalTrouble(error).isExpected) throw error;
      this.#options.log.bug(what, error);
    }
  }
}

function timesOf(difference: WitnessDifference | null, now: number): number[] {
  return (difference?.forgotten ?? []).flatMap(({ rows, lastAt }) =>
    Array.from<number>({ length: rows.size }).fill(lastAt ?? now),
  );
}

/** Trouble that would stop a row as well. */
function asOfRow(error: AppError): HandedOutcome {
  const { code, message } = error;
  switch (code) {
    case 'auth':
      return { outcome: 'notNow', kind: 'auth', retryAt: null, message };
    case 'cancelled':
      return { outcome: 'notSent', reason: 'cancelled', message };
    case 'file':
      return { outcome: 'notSent', reason: 'journal', message };
    default:
      return { outcome: 'notSent', reason: 'offline', message };
  }
}
