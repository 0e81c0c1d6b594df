// Why: decision 0161.
import { z } from 'zod';
import { DAY } from '../../../../../shared/domain/quota/quota.ts';
import type { ServiceFigure } from '../../../../../shared/domain/service/records.ts';
import { type ServiceId, SERVICES } from '../../../../../shared/domain/service/services.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { Budgets } from '../../../api/broker/budgets.ts';
import type { LedgerStore } from '../../../api/broker/ledger-store.ts';
import type { Clock } from '../../../foundation/ports.ts';

/** What the service counted of the requests that create leads, held against what this computer remembers of them. */
export interface Counted {
  readonly counted: number;
  readonly remembered: number;
  /** The count has other requests for leads in it. */
  readonly isShared: boolean;
  /** Unix milliseconds. */
  readonly readAt: number;
}

export type CountAnswer =
  | { readonly kind: 'counted'; readonly counted: Counted }
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'offline'; readonly message: string };

const CREATES: ServiceId = 'POST leads';
const MINUTE = 60_000;
/** The name under which the journal keeps what it remembered before the service was asked. */
const FACT = 'remembered before the count';

const rememberedSchema = z.object({
  /** Unix milliseconds. */
  at: z.number(),
  periodStart: z.number().nullable(),
  /** The counter on which creating leads draws, as far as it was known: its units used, and the endpoints that share it. */
  counter: z.object({ used: z.number(), endpoints: z.array(z.string()) }),
  services: z.record(z.string(), z.object({ used: z.number(), since: z.number(), units: z.number() })),
});
type Remembered = z.infer<typeof rememberedSchema>;

/**
 * The service's own count, the third witness: a backup that was restored as a whole takes the journal and its witness back
 * in time, and only the service knows better. What is remembered is kept before any answer corrects the ledger.
 */
export class ServiceCount {
  readonly #ledger: LedgerStore;
  readonly #clock: Clock;
  /** Requests that the ledger has debited since the period began, of which the journal knows no row that left. */
  #unwritten = 0;

  constructor(ledger: LedgerStore, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /**
   * Call it when the account is opened, before the journal is completed. A request is debited before its row is written as
   * sent: a program that ended between the two, or a log that was cut there, leaves one of which the ledger alone knows.
   * Whether it left is what the service's count tells.
   *
   * @param sentSince rows that left since then (Unix milliseconds), as the journal knows
   */
  holdAgainst(sentSince: (from: number) => number): void {
    const now = this.#clock.wallNow();
    const from = Math.floor((this.#periodStart(now) ?? now - DAY) / MINUTE) * MINUTE;
    const debited = this.#minutesSince(from, [CREATES]).reduce((sum, { requests }) => sum + requests, 0);
    this.#unwritten = Math.max(0, debited - sentSince(from));
  }

  /** Keeps what is remembered now, unless that of an earlier start in this day waits for its comparison. */
  keep(): void {
    const now = this.#clock.wallNow();
    const periodStart = this.#periodStart(now);
    const kept = this.#kept();
    if (kept !== null && isSamePeriod(kept.periodStart, periodStart) && now - kept.at < DAY) return;
    const services = Object.fromEntries(
      SERVICES.map(({ id }) => {
        const { used, confirmedAt, periodEnd } = this.#ledger.read(id);
        const isOver = periodEnd === null || now >= periodEnd;
        const since = confirmedAt ?? periodStart ?? now - DAY;
        return [id, { used: isOver ? 0 : used, since, units: this.#unitsSince(now - 2 * DAY, [id]) }];
      }),
    );
    const { key, endpoints } = new Budgets(this.#ledger).of(CREATES);
    const counter = { used: services[key]?.used ?? 0, endpoints: [...endpoints] };
    const remembered: Remembered = { at: now, periodStart, counter, services };
    this.#ledger.writeFact(FACT, JSON.stringify(remembered));
  }

  /** Requests to create leads of which another memory than the ledger knows. `at`: Unix milliseconds each. */
  add(times: Iterable<number>): void {
    for (const at of times) {
      const minute = Math.floor(at / MINUTE) * MINUTE;
      this.#ledger.addMinute({ minute, service: CREATES, lane: 'import', requests: 1, units: 1, refused: 0 });
    }
  }

  /** Asks the service. Afterwards the ledger is right, and nothing is kept any more. */
  async ask(api: Pick<ApiClient, 'readCounts'>, signal: AbortSignal): Promise<CountAnswer> {
    const answer = await api.readCounts({ lane: 'person', signal });
    if (!answer.ok) {
      const { error } = answer;
      return error.code === 'network' || error.code === 'cancelled'
        ? { kind: 'offline', message: error.message }
        : { kind: 'notOffered' };
    }
    const figure = answer.value.figures.find(({ services, used }) => services.includes(CREATES) && used !== null);
    if (figure === undefined || figure.used === null) return { kind: 'notOffered' };
    const counted = {
      counted: figure.used,
      // One unit each, the least that it may have cost: if none of them left, the service counted no more than the rest.
      remembered: Math.max(0, this.#remembered(figure) - this.#unwritten),
      isShared: figure.services.length > 1,
    };
    this.#ledger.writeFact(FACT, '');
    return { kind: 'counted', counted: { ...counted, readAt: this.#clock.wallNow() } };
  }

  /** Units, at least; a memory that counts a request twice finds less, one that forgets finds trouble where none is. */
  #remembered({ services, secondsLeft }: ServiceFigure): number {
    const now = this.#clock.wallNow();
    const start = secondsLeft === null ? this.#periodStart(now) : now + secondsLeft * 1000 - DAY;
    const own = this.#unitsSince(start ?? now - DAY, services);
    const kept = this.#kept();
    if (kept === null || (kept.periodStart ?? kept.at) < now - DAY) return own;
    const since = services.reduce((sum, id) => {
      const before = kept.services[id]?.units ?? 0;
      return sum + Math.max(0, this.#unitsSince(kept.at - 2 * DAY, [id]) - before);
    }, 0);
    const isKnown = services.every((id) => kept.counter.endpoints.includes(id));
    if (isKnown) return Math.max(own, kept.counter.used + since);
    const before = services.map((id) => {
      const { used, since: from } = kept.services[id] ?? { used: 0, since: kept.at };
      const others = services.filter((other) => other !== id);
      return used + this.#unitsSince(from, others, kept.at);
    });
    return Math.max(own, Math.max(...before) + since);
  }

  /** Null for none, and for what a damaged journal holds in its place. */
  #kept(): Remembered | null {
    try {
      return rememberedSchema.parse(JSON.parse(this.#ledger.readFact(FACT) ?? ''));
    } catch {
      return null;
    }
  }

  #periodStart(now: number): number | null {
    const { periodStart, periodEnd } = this.#ledger.read(new Budgets(this.#ledger).of(CREATES).key);
    return periodEnd === null || now >= periodEnd ? null : periodStart;
  }

  /** By whole minutes. Times are Unix milliseconds. */
  #unitsSince(from: number, services: readonly ServiceId[], to = this.#clock.wallNow() + DAY): number {
    return this.#minutesSince(from, services, to).reduce((sum, { units }) => sum + units, 0);
  }

  #minutesSince(from: number, services: readonly ServiceId[], to = this.#clock.wallNow() + DAY) {
    const asked: readonly string[] = services;
    return this.#ledger
      .minutes(Math.floor(from / MINUTE) * MINUTE, to)
      .filter(({ service }) => asked.includes(service));
  }
}

/** The service states the time left in whole seconds, so that a start worked out twice differs a little. */
function isSamePeriod(one: number | null, other: number | null): boolean {
  return one === null || other === null ? one === other : Math.abs(one - other) < 2 * MINUTE;
}
