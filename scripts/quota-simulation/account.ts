import { DatabaseSync } from 'node:sqlite';
import type { ApiClient, QuotaState } from '../../electron/core/api/client.ts';
import { RequestBroker } from '../../electron/core/api/broker/broker.ts';
import { Budgets } from '../../electron/core/api/broker/ledger/budgets.ts';
import { createLedgerStore, type LedgerStore } from '../../electron/core/api/broker/ledger/ledger-store.ts';
import { serviceQuota } from '../../electron/core/api/broker/service-quota.ts';
import { ServiceState } from '../../electron/core/api/broker/service-state.ts';
import { AccountFigures } from '../../electron/core/api/reads/account-figures.ts';
import type { ReadTools } from '../../electron/core/api/reads/read.ts';
import { latency } from '../../electron/core/api/simulation/quota-server.ts';
import type { VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';
import type { Random } from '../../electron/core/foundation/ports.ts';
import { AccountQuota } from '../../electron/core/quota/account-quota.ts';
import type { JobView } from '../../electron/core/quota/job-view.ts';
import type { AccountSession } from '../../electron/core/sessions/session.ts';
import type { Lane } from '../../shared/domain/pacing/pacing.ts';
import { priceOf } from '../../shared/domain/quota/quota.ts';
import type { ServiceId } from '../../shared/domain/service/services.ts';
import type { PracticeCounters } from './practice-counters.ts';

export const ZONE = 'Europe/Copenhagen';

/** The product's own broker, ledger, journal, figures and forecast, before the practice service's counters. */
export class SimulatedAccount implements Disposable {
  readonly database = new DatabaseSync(':memory:');
  readonly ledger: LedgerStore;
  readonly broker: RequestBroker;
  readonly figures: AccountFigures;
  readonly quota: AccountQuota;
  /** Requests that left and have no answer yet. */
  underWay = 0;
  throttled = 0;
  readonly #clock: VirtualClock;
  readonly #random: Random;
  readonly #service: PracticeCounters;

  constructor(
    clock: VirtualClock,
    random: Random,
    service: PracticeCounters,
    { nightPrice, jobs }: { readonly nightPrice: 1 | 4; readonly jobs: JobView },
  ) {
    this.#clock = clock;
    this.#random = random;
    this.#service = service;
    this.ledger = createLedgerStore(this.database);
    const { ledger } = this;
    const price = (fairUse: boolean, dailyLimit: number | null) =>
      priceOf({ fairUse, dailyLimit, serverNow: clock.wallNow(), zone: ZONE, nightPrice });
    const onUnsaved = (error: unknown) => {
      throw error;
    };
    this.broker = new RequestBroker({
      clock,
      budgets: new Budgets(ledger),
      stateFor: ({ key, endpoints }) =>
        new ServiceState({ service: key, endpoints, clock, random, ledger, price, onUnsaved }),
      onChange: () => undefined,
      onWake: () => undefined,
    });
    const { broker } = this;
    const log = { bug: (where: string) => where, note: () => undefined };
    this.figures = new AccountFigures({ tools: {} as ReadTools, clock, broker, log, onChange: () => undefined });
    const state = (): QuotaState => ({
      services: broker.known().map((known) => serviceQuota(known, broker, clock, 1)),
      fairUse: true,
      rawLimits: null,
      rawCounts: null,
      readAt: null,
      unmatched: [],
      lastProbe: null,
      productionZone: { zone: ZONE, isOwn: false },
      offline: '',
      nightPrice: { units: nightPrice, source: 'assumed', at: null },
      clockOffset: 0,
    });
    const session = {
      account: { id: 'one', name: 'One', dialect: { timeZone: ZONE } },
      api: { quota: state } as ApiClient,
      journal: this.database,
    } as AccountSession;
    this.quota = new AccountQuota({ clock, nextSequence: () => 1 }, session, jobs, async () => 204);
  }

  /** Sends a request of ours; `onDone` is called with the status of its answer, 0 when the day has no unit for it. */
  send(service: ServiceId, lane: Lane, fairUse: boolean, onDone: (status: number) => void = () => undefined): void {
    this.broker.admit({ service, lane, fairUse }, (admission) => {
      if (admission.kind !== 'ticket') return onDone(0);
      this.underWay++;
      this.#clock.after(latency(this.#random), () => {
        const { status, headers } = this.#service.arrive(service, admission.ticket.fairUse, 'own');
        this.#clock.after(latency(this.#random), () => {
          this.underWay--;
          if (status === 429) this.throttled++;
          const receivedAt = this.#clock.monotonicNow();
          const { broker } = this;
          broker.state(service).lastHeaders = { limit: '', remaining: '', reset: '', at: this.#clock.wallNow() };
          admission.ticket.settle({ kind: 'answered', status, headers, retryAfter: null, receivedAt });
          onDone(status);
        });
      });
    });
  }

  /** Asks for limits or counts, as the client does in the background. */
  ask(what: 'limits' | 'counts', onDone: () => void): void {
    this.broker.admit({ service: 'GET myaccount', lane: 'refresh', fairUse: true }, (admission) => {
      if (admission.kind !== 'ticket') return onDone();
      this.underWay++;
      const askedAt = this.#clock.monotonicNow();
      this.#clock.after(latency(this.#random), () => {
        const { status, headers } = this.#service.arrive('GET myaccount', true, 'own');
        const body = this.#service.answer(what);
        this.#clock.after(latency(this.#random), () => {
          this.underWay--;
          admission.ticket.settle({
            kind: 'answered',
            status,
            headers,
            retryAfter: null,
            receivedAt: this.#clock.monotonicNow(),
          });
          if (status === 200) this.figures.take(what, body, askedAt);
          onDone();
        });
      });
    });
  }

  /** Units and requests of ours since the beginning, by the minutes of the ledger. */
  ownTotal(): number {
    const row = this.database.prepare('SELECT coalesce(sum(units), 0) AS units FROM quota_minute').get();
    return Number(row?.['units']);
  }

  [Symbol.dispose](): void {
    this.figures.close();
    this.broker.close();
    this.database.close();
  }
}
