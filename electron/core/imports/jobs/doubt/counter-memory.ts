// Why: decisions 0161 and 0310.
import { z } from 'zod';
import { rolled } from '../../../../../shared/domain/quota/quota.ts';
import type { ServiceFigure } from '../../../../../shared/domain/service/answers/records.ts';
import { ENDPOINT, isServiceId, type ServiceId, SERVICES } from '../../../../../shared/domain/service/services.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../../shared/domain/time/time.ts';
import { Budgets } from '../../../api/broker/ledger/budgets.ts';
import type { LedgerStore } from '../../../api/broker/ledger/ledger-store.ts';
import { TRAVEL } from '../../../api/broker/period-border.ts';
import { throttledPrice } from '../../../api/broker/ledger/throttled-count.ts';
import type { Clock } from '../../../foundation/ports.ts';

/** The name under which the journal keeps what it remembered before the service was asked. */
const FACT = 'remembered before the count';

const units = z.number().nullable().default(null);
const rememberedSchema = z.object({
  /** Unix milliseconds. */
  at: z.number(),
  periodStart: z.number().nullable(),
  /** What was known of the counter that pays for creating leads. */
  counter: z.object({
    /** Its units used, and the endpoints that share it. */
    used: z.number(),
    endpoints: z.array(z.string()),
    /** What the service itself said last of this period, and when this computer and the service last agreed. */
    told: units,
    since: units,
    /** Units of requests that were answered with 429: in all, and since the service's last word. */
    throttled: z.number().default(0),
    throttledSince: z.number().default(0),
  }),
  services: z.record(z.string(), z.object({ used: z.number(), since: z.number(), units: z.number() })),
});
type Remembered = z.infer<typeof rememberedSchema>;

/** What a count is held against. Units. */
export interface Expected {
  /** All that this computer may have used, and what the service had said of others. */
  readonly remembered: number;
  /** A count below this is not of the period that is remembered. */
  readonly least: number;
  /** Since when the two may differ, Unix milliseconds; null: not known. */
  readonly since: number | null;
}

/** A count that agreed, from which the next one is expected. */
export interface Mark {
  readonly at: number;
  readonly counted: number;
  readonly services: readonly ServiceId[];
  readonly from: number;
  readonly units: number;
  readonly throttled: number;
}

/** Units by service from a moment (Unix milliseconds) to `at` (monotonic milliseconds). */
export interface Debited {
  readonly from: number;
  readonly at: number;
  readonly units: ReadonlyMap<ServiceId, number>;
}

interface MarkFacts {
  /** Requests that the count may lack, of all programs on this computer. */
  readonly underWay: number;
  /** Before the service was asked. */
  readonly debited: Debited;
  /** Units of these that the ledger got back since. */
  readonly givenBack: number;
}

/** What was debited and under way when a service did not list the counter of leads. */
export interface Unlisted extends Pick<MarkFacts, 'underWay' | 'debited'> {
  /** Unix milliseconds. */
  readonly at: number;
  readonly throttled: number;
}

/**
 * What this computer remembers of the requests on the counter on which creating leads draws. What it remembered when the
 * account was opened is kept before any answer corrects the ledger.
 */
export class CounterMemory {
  readonly #ledger: LedgerStore;
  readonly #clock: Clock;
  readonly #createdSince: (from: number) => number;
  /** Requests that the ledger has debited since the period began, of which the journal knows no row that left. */
  #unwritten = 0;
  /** Monotonic milliseconds: when they were counted. */
  #unwrittenAt = 0;
  #atOpening: Remembered | null = null;

  /** @param createdSince the least number of leads that the service has created for this computer since then (Unix milliseconds) */
  constructor(ledger: LedgerStore, clock: Clock, createdSince: (from: number) => number = () => 0) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#createdSince = createdSince;
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
    const debited = this.#minutesSince(from, [ENDPOINT.createLeads]).reduce((sum, { requests }) => sum + requests, 0);
    this.#unwritten = Math.max(0, debited - sentSince(from));
    this.#unwrittenAt = this.#clock.monotonicNow();
  }

  /** Keeps what is remembered now, unless that of an earlier start in this day waits for its comparison. */
  keep(): void {
    const now = this.#clock.wallNow();
    const periodStart = this.#periodStart(now);
    const kept = this.#kept();
    this.#atOpening = kept;
    if (kept !== null && isSamePeriod(kept.periodStart, periodStart) && now - kept.at < DAY) return;
    this.#atOpening = this.#remember(now, periodStart);
    this.#ledger.writeFact(FACT, JSON.stringify(this.#atOpening));
  }

  #remember(at: number, periodStart: number | null): Remembered {
    const debited = this.#unitsByService(at - 2 * DAY);
    const services = Object.fromEntries(
      SERVICES.map(({ id }) => {
        const { used, confirmedAt, periodEnd } = this.#ledger.read(id);
        const isOver = periodEnd === null || at >= periodEnd;
        const since = confirmedAt ?? periodStart ?? at - DAY;
        return [id, { used: isOver ? 0 : used, since, units: debited.get(id) ?? 0 }];
      }),
    );
    const { key, endpoints } = new Budgets(this.#ledger).of(ENDPOINT.createLeads);
    const { byWhom, confirmedAt } = rolled(this.#ledger.read(key), at);
    const counter = {
      used: services[key]?.used ?? 0,
      endpoints: [...endpoints],
      told: byWhom.told?.used ?? null,
      since: confirmedAt ?? periodStart,
      throttled: byWhom.doubtful,
      throttledSince: byWhom.doubtful - (byWhom.told?.doubtful ?? 0),
    };
    return { at, periodStart, counter, services };
  }

  /** Requests to create leads that the journal or the witness knows and the ledger does not. `at`: Unix milliseconds each. */
  add(times: Iterable<number>): void {
    for (const at of times) {
      const minute = Math.floor(at / MINUTE) * MINUTE;
      this.#ledger.addMinute({
        minute,
        service: ENDPOINT.createLeads,
        lane: 'import',
        requests: 1,
        units: 1,
        refused: 0,
      });
    }
  }

  /**
   * Call it after the comparison: the next start keeps its own memory, and requests without a row are settled.
   *
   * @param neverLeft the count has none of them: they cost nothing
   * @returns units that the ledger got back
   */
  compared(neverLeft: boolean): number {
    let givenBack = 0;
    this.#ledger.atomically(() => {
      this.#ledger.writeFact(FACT, '');
      givenBack = this.#giveBack(this.#unwritten, neverLeft ? 1 : 0);
    });
    this.#unwritten = 0;
    return givenBack;
  }

  /** In the last minutes in which something was debited. `units`: of each request. Answers units in all. */
  #giveBack(requests: number, units: number): number {
    const minutes = this.#minutesSince(this.#clock.wallNow() - DAY, [ENDPOINT.createLeads]).toReversed();
    let left = requests;
    for (const { minute, service, lane, requests: debited } of minutes) {
      const taken = Math.min(left, Math.max(0, debited));
      if (taken === 0) continue;
      this.#ledger.addMinute({ minute, service, lane, requests: -taken, units: -taken * units, refused: 0 });
      left -= taken;
    }
    return (requests - left) * units;
  }

  /**
   * Call it before `ofDay`. A period that began after the opening has no request from before it, whether it left or not, and
   * the next start does not look there.
   *
   * @param askedAt monotonic milliseconds: when the service was asked for the figure
   */
  leaveOutFormerPeriod({ secondsLeft }: ServiceFigure, askedAt: number): void {
    // The service rounds to whole seconds.
    if (secondsLeft !== null && DAY - secondsLeft * SECOND + SECOND < askedAt - this.#unwrittenAt) this.#unwritten = 0;
  }

  /** A lower bound: overcounting hides missing rows, undercounting raises false alarms. */
  ofDay({ services, secondsLeft }: Pick<ServiceFigure, 'services' | 'secondsLeft'>): Expected {
    const now = this.#clock.wallNow();
    const start = secondsLeft === null ? this.#periodStart(now) : now + secondsLeft * 1000 - DAY;
    const own = this.#unitsSince(start ?? now - DAY, services);
    // Whole minutes and clocks that differ: a lead of the first minute of a day may be of the day before.
    const created = this.#createdSince(start === null ? now - HOUR : start + 2 * MINUTE);
    const kept = this.#atOpening;
    // One unit each, the least that it may have cost: if none of them left, the service counted no more than the rest.
    const without = (remembered: number) => Math.max(0, remembered - this.#unwritten);
    if (kept === null || (kept.periodStart ?? kept.at) < now - DAY)
      return { remembered: without(own + this.#countedThrottled(this.#throttled(now))), least: created, since: start };
    const { counter } = kept;
    const throttled = counter.throttledSince + Math.max(0, this.#throttled(now) - counter.throttled);
    const used = this.#usedThen(kept, services) + this.#countedThrottled(throttled);
    const since = services.reduce((sum, id) => {
      const before = kept.services[id]?.units ?? 0;
      return sum + Math.max(0, this.#unitsSince(kept.at - 2 * DAY, [id]) - before);
    }, 0);
    const least = Math.max(created, kept.periodStart === null ? 0 : (counter.told ?? Math.min(1, counter.used)));
    return { remembered: without(Math.max(own, used + since)), least, since: counter.since };
  }

  /** Use of all endpoints of the counter when the account was opened. */
  #usedThen({ at, counter, services: known }: Remembered, services: readonly ServiceId[]): number {
    if (services.every((id) => counter.endpoints.includes(id))) return counter.used;
    const before = services.map((id) => {
      const { used, since } = known[id] ?? { used: 0, since: at };
      const others = services.filter((other) => other !== id);
      return used + this.#unitsSince(since, others, at);
    });
    return Math.max(...before);
  }

  /**
   * What all programs on this computer have debited by now. Call it before the service is asked: what one of them debits
   * while the answer is on its way may be missing in the count.
   */
  debited(): Debited {
    const from = this.#clock.wallNow() - 2 * DAY;
    return { from, at: this.#clock.monotonicNow(), units: this.#unitsByService(from) };
  }

  /** Call it right after the answer, which has corrected the ledger. */
  mark({ services }: ServiceFigure, counted: number, { underWay, debited, givenBack }: MarkFacts): Mark {
    const at = this.#clock.wallNow();
    // For a moment the ledger takes what never left to be under way; later, what is under way are other requests.
    const isTakenAsUnderWay = debited.at - this.#unwrittenAt <= TRAVEL;
    const { used } = this.#ledger.read(new Budgets(this.#ledger).of(ENDPOINT.createLeads).key);
    const sent = isTakenAsUnderWay ? used - givenBack : used;
    const before = services.reduce((sum, id) => sum + (debited.units.get(id) ?? 0), 0) - givenBack;
    return {
      at,
      counted: Math.max(counted, sent) + underWay,
      services,
      from: debited.from,
      // Another program may have given back a request that never left while the answer was on its way.
      units: Math.min(before, this.#unitsSince(debited.from, services)),
      throttled: this.#throttled(at),
    };
  }

  /** Call it right after an answer that did not list the counter of leads: the service had counted nothing of it. */
  unlisted(facts: Pick<MarkFacts, 'underWay' | 'debited'>): Unlisted {
    const at = this.#clock.wallNow();
    return { ...facts, at, throttled: this.#throttled(at) };
  }

  /** Which endpoints share the counter is known from the first answer that lists it. */
  markUnlisted({ services }: ServiceFigure, { underWay, debited, ...then }: Unlisted): Mark {
    const before = services.reduce((sum, id) => sum + (debited.units.get(id) ?? 0), 0);
    const units = Math.min(before, this.#unitsSince(debited.from, services));
    return { ...then, counted: underWay, services, from: debited.from, units };
  }

  /** An earlier count that agreed, plus everything this computer has sent since. */
  after(mark: Mark): Expected {
    const throttled = Math.max(0, this.#throttled(this.#clock.wallNow()) - mark.throttled);
    const sent = this.#unitsSince(mark.from, mark.services) - mark.units;
    return { remembered: mark.counted + sent + this.#countedThrottled(throttled), least: 0, since: mark.at };
  }

  /** Null for none, and for what a damaged journal holds in its place. */
  #kept(): Remembered | null {
    try {
      return rememberedSchema.parse(JSON.parse(this.#ledger.readFact(FACT) ?? ''));
    } catch {
      return null;
    }
  }

  /** Units of requests of the running period that the service answered with 429. */
  #throttled(now: number): number {
    const { key } = new Budgets(this.#ledger).of(ENDPOINT.createLeads);
    return rolled(this.#ledger.read(key), now).byWhom.doubtful;
  }

  /** The throttled units that the service may have counted. */
  #countedThrottled(throttled: number): number {
    const { key } = new Budgets(this.#ledger).of(ENDPOINT.createLeads);
    return throttledPrice(this.#ledger, key) === 'free' ? 0 : throttled;
  }

  #periodStart(now: number): number | null {
    const { periodStart, periodEnd } = this.#ledger.read(new Budgets(this.#ledger).of(ENDPOINT.createLeads).key);
    return periodEnd === null || now >= periodEnd ? null : periodStart;
  }

  /** Of those that used some, by whole minutes. */
  #unitsByService(from: number): ReadonlyMap<ServiceId, number> {
    const found = new Map<ServiceId, number>();
    for (const { service, units: used } of this.#minutesSince(from))
      if (isServiceId(service)) found.set(service, (found.get(service) ?? 0) + used);
    return found;
  }

  /** By whole minutes. Times are Unix milliseconds. */
  #unitsSince(from: number, services: readonly ServiceId[], to = this.#clock.wallNow() + DAY): number {
    return this.#minutesSince(from, services, to).reduce((sum, { units: used }) => sum + used, 0);
  }

  /** @param services null: all of them */
  #minutesSince(from: number, services: readonly string[] | null = null, to = this.#clock.wallNow() + DAY) {
    return this.#ledger
      .minutes(Math.floor(from / MINUTE) * MINUTE, to)
      .filter(({ service }) => services?.includes(service) !== false);
  }
}

/** The service states the time left in whole seconds, so that a start worked out twice differs a little. */
function isSamePeriod(one: number | null, other: number | null): boolean {
  return one === null || other === null ? one === other : Math.abs(one - other) < 2 * MINUTE;
}
