import { type ServiceId, siblingsOf } from '../../../../shared/domain/service/services.ts';
import { DAY } from '../../../../shared/domain/time/time.ts';
import type { RequestBroker } from './broker.ts';
import type { ServiceState } from './service-state.ts';

/** Readings in which the same counter rose by exactly what an endpoint used: one could be a coincidence. */
const ENOUGH_READINGS = 2;
/** Units. A rise this large by exactly the same number is not a coincidence. */
const ENOUGH_UNITS = 5;

/** Milliseconds. Headers have whole seconds, and answers travel. */
const SAME_END = 1_500;

interface Reading {
  /** Whether the service told it: what it leaves out is not zero. */
  readonly isTold: boolean;
  readonly used: number;
  /** What our requests used since the program started. */
  readonly own: number;
  readonly periodEnd: number | null;
  readonly inFlight: number;
  readonly doubts: number;
  /** Units by endpoint. */
  readonly spent: ReadonlyMap<ServiceId, number>;
  /** The endpoints that only likely draw on the counter. */
  readonly likely: readonly ServiceId[];
}

/** What happened to a counter between two readings between which everything of ours is known. Units. */
interface Rise {
  readonly key: ServiceId;
  /** Beyond what endpoints used that surely draw on it. */
  readonly unexplained: number;
  /** What each endpoint used that only likely draws on it, if anything. */
  readonly likely: readonly (readonly [ServiceId, number])[];
}

/**
 * Finds the counter of endpoints that the service's names leave out: RawLeads may be counted with SimpleLeads, org units
 * with the account. When a counter rose by exactly what such an endpoint used, and no other did, it draws on it; when it
 * rose by less, it does not.
 */
export class SharedCounters {
  #before = new Map<ServiceId, Reading>();
  readonly #votes = new Map<string, number>();

  /** Units that endpoints without a known counter used: any counter may have counted them. */
  unassigned(broker: RequestBroker): number {
    return homeless(broker).reduce((sum, { daily }) => sum + daily.byWhom.own, 0);
  }

  /**
   * `used`: what the service has just told of each budget, by its key. True when it is news on which counter an endpoint
   * draws.
   */
  read(broker: RequestBroker, used: ReadonlyMap<ServiceId, number>): boolean {
    const before = this.#before;
    this.#before = readingsOf(broker, used);
    const rises = [...this.#before].flatMap(([key, now]) => {
      const old = before.get(key);
      return old !== undefined && isAllKnown(old, now) ? [riseOf(key, old, now)] : [];
    });
    const isFound = this.#findHomes(broker, before, rises);
    const isSettled = rises.map((rise) => this.#settle(broker, rise, rises)).includes(true);
    return isFound || isSettled;
  }

  #findHomes(broker: RequestBroker, before: ReadonlyMap<ServiceId, Reading>, rises: readonly Rise[]): boolean {
    let isFound = false;
    for (const { service, spent } of homeless(broker)) {
      const sent = spent.total - (before.get(service)?.own ?? 0);
      const matching = rises.filter((rise) => sent > 0 && foreign(rise) === sent);
      const [only] = matching;
      if (only === undefined || matching.length > 1 || !this.#isEnough(`${service} in ${only.key}`, sent)) continue;
      broker.budgets.join(service, only.key, 'counts');
      isFound = true;
    }
    return isFound;
  }

  /** Whether the endpoints that only likely draw on the counter do, as far as this rise shows it. */
  #settle(broker: RequestBroker, rise: Rise, rises: readonly Rise[]): boolean {
    const { key, unexplained, likely } = rise;
    const sent = sumOf(likely);
    // More than all of ours is use of others, who hide what is ours.
    if (unexplained > sent) return false;
    const isIn = unexplained === sent;
    if (isIn && rises.some((other) => foreign(other) === sent)) return false;
    // When a part of them is missing, it shows something only of one endpoint alone.
    if (!isIn && unexplained > 0 && likely.length > 1) return false;
    const settled = likely.filter(([service, units]) =>
      this.#isEnough(`${service} ${isIn ? 'in' : 'not in'} ${key}`, units),
    );
    for (const [service] of settled) {
      if (isIn) broker.budgets.join(service, key, 'counts');
      else broker.budgets.part(service);
    }
    return settled.length > 0;
  }

  /**
   * The headers of an endpoint without a known counter have described the day: the same limit, the same end to a second,
   * and one more used than another counter had. True when it has found its counter.
   */
  readHeaders(broker: RequestBroker, service: ServiceId): boolean {
    if (broker.budgets.of(service).grouping !== 'assumed') return false;
    const { limit, used, periodEnd, byWhom, origins } = broker.state(service).daily;
    // With a counter of its own it has used what we have used of it.
    if (origins.used?.source !== 'header' || periodEnd === null || used <= byWhom.own) return false;
    const same = broker.known().filter(({ service: key, daily }) => {
      const more = used - daily.used;
      const { name, endpoints } = broker.budgets.of(key);
      const isNear = endpoints.some((id) => siblingsOf(service).includes(id));
      if ((name === null && !isNear) || daily.limit !== limit) return false;
      return Math.abs((daily.periodEnd ?? 0) - periodEnd) <= SAME_END && more > 0 && more <= byWhom.own;
    });
    const [only] = same;
    if (only === undefined || same.length > 1) return false;
    broker.budgets.join(service, only.service, 'header');
    return true;
  }

  #isEnough(vote: string, sent: number): boolean {
    const votes = (this.#votes.get(vote) ?? 0) + 1;
    this.#votes.set(vote, votes);
    return votes >= ENOUGH_READINGS || sent >= ENOUGH_UNITS;
  }
}

function homeless(broker: RequestBroker): ServiceState[] {
  if (!broker.budgets.areNamed) return [];
  return broker.known().filter(({ service }) => broker.budgets.of(service).grouping === 'assumed');
}

function readingsOf(broker: RequestBroker, used: ReadonlyMap<ServiceId, number>): Map<ServiceId, Reading> {
  return new Map(
    broker.known().map(({ service, endpoints, daily, inFlight, spent }) => {
      const reading = {
        isTold: used.has(service),
        used: used.get(service) ?? 0,
        own: spent.total,
        periodEnd: daily.periodEnd,
        inFlight,
        doubts: spent.doubts,
        spent: new Map(endpoints.map((id) => [id, spent.of(id)])),
        likely: broker.budgets.of(service).likely,
      };
      return [service, reading];
    }),
  );
}

/** Whether everything of ours between the two is known, and they are of one day. */
function isAllKnown(old: Reading, now: Reading): boolean {
  if (!old.isTold || !now.isTold || now.used < old.used) return false;
  if (old.inFlight + now.inFlight > 0 || old.doubts !== now.doubts) return false;
  // What an endpoint used before it joined the counter is not in its rise.
  if (![...now.spent.keys()].every((id) => old.spent.has(id))) return false;
  if (old.periodEnd === null || now.periodEnd === null) return old.periodEnd === now.periodEnd;
  return Math.abs(now.periodEnd - old.periodEnd) < DAY / 2;
}

function riseOf(key: ServiceId, old: Reading, now: Reading): Rise {
  const likely = now.likely.flatMap((id) => {
    const units = (now.spent.get(id) ?? 0) - (old.spent.get(id) ?? 0);
    return units > 0 ? [[id, units] as const] : [];
  });
  return { key, likely, unexplained: now.used - old.used - (now.own - old.own) + sumOf(likely) };
}

/** Units that nothing explains which surely or likely draws on the counter. */
function foreign({ unexplained, likely }: Rise): number {
  return unexplained - sumOf(likely);
}

function sumOf(likely: Rise['likely']): number {
  return likely.reduce((sum, [, units]) => sum + units, 0);
}
