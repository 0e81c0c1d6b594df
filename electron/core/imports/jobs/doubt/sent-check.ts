// Why: decision 0161.
import type { Doubt } from '../../../../../shared/contract/jobs/doubt.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { createLedgerStore } from '../../../api/broker/ledger-store.ts';
import type { CreateLeadOptions, NewLead } from '../../../api/outcomes/lead-outcome.ts';
import { Failure, notFound } from '../../../foundation/failure.ts';
import type { Clock, Log } from '../../../foundation/ports.ts';
import type { AccountSession } from '../../../sessions/session.ts';
import { compareWithWitness, type WitnessDifference } from '../journal/compare-witness.ts';
import type { JobStore } from '../journal/job-store.ts';
import type { JobRunnerOptions } from '../run/job-runner.ts';
import { journalTrouble } from '../journal/journal-trouble.ts';
import { Doubts } from './doubts.ts';
import { ServiceCount } from './service-count.ts';

/** Sends leads, or holds them back. */
type GuardedApi = JobRunnerOptions['api'];
type GuardedOutcome = ReturnType<GuardedApi['createLead']>;

export interface SentCheckOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly session: AccountSession;
  readonly store: JobStore;
  /** Names this run of the program in the list of attempts. */
  readonly run: string;
  readonly isHeldElsewhere: (jobId: string) => boolean;
  readonly onDoubt: () => void;
}

type Verdict = { readonly kind: 'passed' } | { readonly kind: 'held' | 'offline'; readonly message: string };

/**
 * What left this computer, held against its three memories: the journal and the witness when the account is opened, the
 * service's own count before the first row of a job leaves that had rows left then.
 */
export class SentCheck implements Disposable {
  readonly doubts: Doubts;
  readonly #options: SentCheckOptions;
  readonly #count: ServiceCount;
  /** Jobs with rows left when the account was opened: their journal may be older than the truth. */
  readonly #unasked = new Set<string>();
  readonly #closing = new AbortController();
  #asking: Promise<Verdict> | null = null;

  constructor(options: SentCheckOptions) {
    const { clock, session, store, isHeldElsewhere } = options;
    this.#options = options;
    const now = () => clock.wallNow();
    this.doubts = new Doubts({ journal: session.journal, store, now, isHeldElsewhere });
    this.#count = new ServiceCount(createLedgerStore(session.journal), clock);
    this.#count.holdAgainst((from) => store.sentSince(from));
    this.#keepMemory();
    const { journal, setAside } = session;
    const difference = compareWithWitness({
      journal,
      sentRecord: store.sentRecord,
      deleted: store.deleted,
      now: now(),
      run: options.run,
      isRebuilt: setAside !== undefined,
    });
    // Digests that were lost with the damaged journal.
    if (setAside !== undefined) for (const job of store.all()) store.sentElsewhere.add(job);
    this.#count.add(timesOf(difference, now()));
    this.doubts.found(difference, setAside ?? null);
    for (const { id } of store.all()) if (store.rows.hasRowsLeft(id)) this.#unasked.add(id);
  }

  /** The client for the rows of a job. */
  guard(jobId: string): GuardedApi {
    const { api } = this.#options.session;
    return {
      createLead: (lead, options) =>
        this.#unasked.has(jobId) ? this.#askFirst(api, lead, options) : api.createLead(lead, options),
    };
  }

  /** A person knows what is in doubt and lets this job go on. `resume` takes its hold away. */
  async goOn<Answer>(jobId: string, resume: () => Promise<Answer>): Promise<Answer> {
    this.#unasked.delete(jobId);
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
    if (answer.kind === 'offline') throw new Failure({ code: 'network', message: answer.message, sent: 'no' });
    if (answer.kind === 'notOffered') throw notFound('This service does not say how many leads it counted.');
    this.#unasked.clear();
    this.doubts.asked(answer.counted);
    this.#options.onDoubt();
    return { doubt: this.doubts.current() };
  }

  settle(): void {
    this.doubts.settle();
    this.#options.onDoubt();
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
  }

  async #askFirst(api: ApiClient, lead: NewLead, options: CreateLeadOptions): GuardedOutcome {
    this.#asking ??= this.#ask(api).finally(() => (this.#asking = null));
    const verdict = await Promise.race([this.#asking, aborted(options.signal)]);
    if (verdict === null) return { outcome: 'notSent', reason: 'cancelled', message: 'Cancelled before it was sent.' };
    switch (verdict.kind) {
      case 'passed':
        return api.createLead(lead, options);
      case 'held':
        return { outcome: 'heldBack', reason: verdict.message };
      case 'offline':
        return { outcome: 'notSent', reason: 'offline', message: verdict.message };
    }
  }

  async #ask(api: ApiClient): Promise<Verdict> {
    const answer = await this.#count.ask(api, this.#closing.signal);
    if (answer.kind === 'offline') return answer;
    this.#unasked.clear();
    if (answer.kind === 'notOffered' || answer.counted.counted <= answer.counted.remembered) return { kind: 'passed' };
    const message = this.doubts.counted(answer.counted);
    this.#options.onDoubt();
    return { kind: 'held', message };
  }

  /** A disk without room keeps it from the journal; what was kept before still holds. */
  #keepMemory(): void {
    this.#evenWithoutRoom('keep what is remembered of the requests', () => this.#count.keep());
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

function aborted(signal: AbortSignal | undefined): Promise<null> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve(null);
    else signal?.addEventListener('abort', () => resolve(null), { once: true });
  });
}
