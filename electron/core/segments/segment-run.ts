// Why: decision 0380.
import type { AppError, Outcome } from '../../../shared/contract/errors.ts';
import { shownAnswer } from '../../../shared/domain/service/answers/answers.ts';
import {
  lowCountWords,
  missingIds,
  namedIds,
  shortfall,
} from '../../../shared/domain/service/answers/segment-answers.ts';
import { timeWords } from '../../../shared/domain/service/service-time.ts';
import { ENDPOINT } from '../../../shared/domain/service/services.ts';
import type { ApiClient } from '../api/client.ts';
import { restWords } from '../api/outcomes/create-lead.ts';
import { OfflineWait } from '../foundation/offline-wait.ts';
import { type Clock, type Random, sleep } from '../foundation/ports.ts';
import { LONGEST_QUOTA_WAIT } from '../foundation/quota-wait.ts';
import type { SegmentChangeStore } from './change-store.ts';
import type { StoredBatch, StoredChange } from './stored-change.ts';

/** Whole batches that may be refused, or end unknown, one after the other before a person has to look. */
const MOST_TROUBLES = 3;

const DAMAGED = 'Not sent: what the journal keeps of the ids of this batch is damaged. Choose the list again.';

const UNCLEAR = 'The service answered that it left out leads, and Lead Console cannot tell which. It answered:';

function inWords(answer: unknown): string {
  return shownAnswer(JSON.stringify(answer));
}

/** Why a run ended. `reason`: what a person should know; empty at the end of the list, and after a pause. */
export interface RunEnd {
  readonly kind: 'ended' | 'paused';
  readonly reason: string;
}

interface RunOptions {
  readonly api: ApiClient;
  readonly store: SegmentChangeStore;
  readonly clock: Clock;
  readonly random: Random;
  /** IANA zone of the account. */
  readonly zone: string;
  /** Something in the journal has changed. */
  readonly onChange: () => void;
}

/**
 * Sends the waiting batches of one change, one after the other. A batch is written as sent in the turn in which its request
 * leaves; one whose answer does not come is unknown, and never sent again without a person's word.
 */
export class SegmentRun {
  /** The run waits for quota or for a service out of reach until this moment, in Unix milliseconds; null: it does not wait. */
  held: { readonly until: number; readonly reason: string } | null = null;
  readonly #options: RunOptions;
  readonly #change: StoredChange;
  readonly #offline: OfflineWait;
  /** Ends a wait, and a request that has not left. */
  readonly #pausing = new AbortController();
  #isOnItsWay = false;
  #isPausing = false;
  #troubles = 0;

  constructor(change: StoredChange, options: RunOptions) {
    this.#change = change;
    this.#options = options;
    this.#offline = new OfflineWait(options.random);
  }

  /** The run ends when the batch on its way has its answer. */
  pause(): void {
    // A request that left is answered: cancelling it would make the batch unknown.
    if (!this.#isOnItsWay) this.#pausing.abort();
    this.#isPausing = true;
  }

  /** Ends what follows the last batch. */
  get pausing(): AbortSignal {
    return this.#pausing.signal;
  }

  async run(): Promise<RunEnd> {
    let stop: RunEnd | null = null;
    for (;;) {
      const batch = this.#options.store.nextWaiting(this.#change.id);
      // Nothing waits for a person to go on, whatever became of the last batches.
      if (batch === undefined) return { kind: 'ended', reason: '' };
      if (this.#isPausing) return { kind: 'paused', reason: '' };
      if (stop !== null) return stop;
      const rest = this.#rest();
      stop = rest === null ? await this.#send(batch) : await this.#hold(rest.until, rest.reason);
      this.#options.onChange();
    }
  }

  /** The pause that a 503 asked for, in which the client holds batches back: an earlier run or another change may have met it. */
  #rest(): SegmentRun['held'] {
    const { api, clock, zone } = this.#options;
    const endpoint = this.#change.kind === 'add' ? ENDPOINT.addToSegments : ENDPOINT.removeFromSegments;
    const { services } = api.quota();
    const budget = services.find(({ endpoints }) => endpoints.some(({ service }) => service === endpoint));
    const until = budget?.rowsRestUntil ?? null;
    return until === null ? null : { until, reason: restWords(timeWords(until, clock.wallNow(), zone)) };
  }

  async #send(batch: StoredBatch): Promise<RunEnd | null> {
    const { api, store, clock } = this.#options;
    const leads = store.leadsOf(this.#change.id, batch.number);
    if (leads === null) return this.#damaged(batch);
    const { offline } = api.quota();
    // The client holds the request back: an earlier run, or another request, has found nobody.
    if (offline !== '') this.#tellHeld(clock.wallNow(), offline);
    let wasSent = false;
    const outcome = await this.#request(leads, () => {
      store.markSent(this.#change.id, batch.number, clock.wallNow());
      wasSent = true;
      this.#isOnItsWay = true;
      // Not before: while the service is out of reach, the client itself holds the request back.
      this.held = null;
      this.#options.onChange();
    });
    this.#isOnItsWay = false;
    // Whoever paused it meanwhile waits for this answer, and for nothing that follows.
    if (this.#isPausing) this.#pausing.abort();
    if (outcome.ok) {
      this.#offline.reset();
      return this.#answered(batch, new Set(leads), outcome.value);
    }
    return this.#afterError(batch, leads, outcome.error, wasSent);
  }

  /** A yes may leave leads out: those that it names as failed are refused; if it does not name them all, nothing is known. */
  #answered(batch: StoredBatch, leads: ReadonlySet<string>, answer: unknown): RunEnd | null {
    const { store, clock } = this.#options;
    const { id } = this.#change;
    const missing = missingIds(answer, leads);
    const { failed, reason, isUnclear, counted } = shortfall(answer, leads);
    if (isUnclear) return this.#unknown(batch, `${UNCLEAR} ${inWords(answer)}`);
    this.#troubles = 0;
    if (failed.length > 0) store.refuseLeads(id, batch.number, failed, reason === '' ? inWords(answer) : reason);
    // The reason of a batch with refused leads is theirs.
    const isNoted = counted !== null && failed.length === 0 && batch.refused === 0;
    const note = isNoted ? lowCountWords(this.#change.kind, counted) : '';
    store.answer(id, batch.number, { state: 'done', at: clock.wallNow(), reason: note, missing });
    return null;
  }

  #request(leads: readonly string[], beforeSend: () => void): Promise<Outcome<unknown>> {
    const { api } = this.#options;
    const { segmentId: id, kind } = this.#change;
    const options = { lane: 'import', signal: this.#pausing.signal, beforeSend } as const;
    return api.changeSegment({ kind, id, leadIds: leads }, options);
  }

  async #afterError(
    batch: StoredBatch,
    leads: readonly string[],
    error: AppError,
    wasSent: boolean,
  ): Promise<RunEnd | null> {
    const { store } = this.#options;
    const { id } = this.#change;
    switch (error.code) {
      case 'rejected':
        return this.#refused(batch, leads, error.detail ?? error.message);
      case 'notFound':
        return this.#refused(batch, leads, error.message);
      case 'rateLimited':
        if (wasSent) store.markWaiting(id, batch.number);
        return this.#hold(error.retryAt, error.message);
      case 'auth':
      case 'forbidden':
        if (wasSent) store.markWaiting(id, batch.number);
        return { kind: 'paused', reason: error.message };
      case 'network':
        if (error.sent === 'maybe') return this.#unknown(batch, error.message);
        if (wasSent) store.markWaiting(id, batch.number);
        return this.#hold(this.#options.clock.wallNow() + this.#offline.take(), error.message);
      default:
        if (wasSent) return this.#unknown(batch, error.message);
        return { kind: 'paused', reason: error.code === 'cancelled' ? '' : error.message };
    }
  }

  /** Leads that the refusal names are refused, and the rest is sent once more without them; else the whole batch is. */
  #refused(batch: StoredBatch, leads: readonly string[], reason: string): RunEnd | null {
    const { store, clock } = this.#options;
    const { id } = this.#change;
    const named = namedIds(reason, leads);
    if (named.length > 0 && named.length < leads.length) {
      store.refuseLeads(id, batch.number, named, reason);
      return null;
    }
    store.answer(id, batch.number, { state: 'refused', at: clock.wallNow(), reason, missing: null });
    if (batch.isHalving) store.divide(id, batch.number, 'halves');
    // One lead is left after this number of halvings, and each of the halves may be refused.
    const most = MOST_TROUBLES + (batch.isHalving ? Math.ceil(Math.log2(this.#change.batchSize)) : 0);
    return this.#afterTrouble(`The service refused ${most} batches one after the other: ${reason}`, most);
  }

  #damaged({ number }: StoredBatch): null {
    const { store, clock } = this.#options;
    store.answer(this.#change.id, number, { state: 'refused', at: clock.wallNow(), reason: DAMAGED, missing: null });
    return null;
  }

  #unknown(batch: StoredBatch, reason: string): RunEnd | null {
    const { store, clock } = this.#options;
    store.answer(this.#change.id, batch.number, { state: 'unknown', at: clock.wallNow(), reason, missing: null });
    return this.#afterTrouble(`It is unknown what became of ${MOST_TROUBLES} batches one after the other. ${reason}`);
  }

  #afterTrouble(reason: string, most = MOST_TROUBLES): RunEnd | null {
    this.#troubles += 1;
    return this.#troubles < most ? null : { kind: 'paused', reason };
  }

  async #hold(until: number, reason: string): Promise<null> {
    const { clock } = this.#options;
    this.#tellHeld(until, reason);
    try {
      await sleep(clock, Math.min(Math.max(0, until - clock.wallNow()), LONGEST_QUOTA_WAIT), this.#pausing.signal);
    } catch (error) {
      if (!this.#pausing.signal.aborted) throw error;
    }
    return null;
  }

  #tellHeld(until: number, reason: string): void {
    this.held = { until, reason };
    this.#options.onChange();
  }
}
