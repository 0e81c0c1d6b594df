import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import type { RequestBroker } from './broker.ts';
import type { ServiceState } from './service-state.ts';

/** Readings in which the same counter rose by exactly what an endpoint used: one could be a coincidence. */
const ENOUGH_READINGS = 2;
/** Units. A rise this large by exactly the same number is no coincidence. */
const ENOUGH_UNITS = 5;

/** Milliseconds. Headers have whole seconds, and answers travel. */
const SAME_END = 1_500;

interface Reading {
  readonly used: number;
  readonly own: number;
  readonly inFlight: number;
}

/**
 * Finds the counter of endpoints that the service's names leave out: RawLeads may be counted with SimpleLeads, org units
 * with the account. When a counter rose by exactly what such an endpoint used, and no other did, it draws on it.
 */
export class SharedCounters {
  private before = new Map<ServiceId, Reading>();
  private readonly votes = new Map<string, number>();

  /** Units that endpoints without a known counter used: any counter may have counted them. */
  unassigned(broker: RequestBroker): number {
    return homeless(broker).reduce((sum, { daily }) => sum + daily.byWhom.own, 0);
  }

  /** `used`: what the service has just told of each budget, by its key. True when an endpoint has found its counter. */
  read(broker: RequestBroker, used: ReadonlyMap<ServiceId, number>): boolean {
    const now = new Map<ServiceId, Reading>();
    for (const { service, daily, inFlight } of broker.known()) {
      now.set(service, { used: used.get(service) ?? 0, own: daily.byWhom.own, inFlight });
    }
    const before = this.before;
    this.before = now;
    const rises = [...now].flatMap(([key, current]) => {
      const old = before.get(key);
      if (!used.has(key) || old === undefined || old.inFlight > 0 || current.inFlight > 0) return [];
      return [{ key, unexplained: current.used - old.used - (current.own - old.own) }];
    });
    let isFound = false;
    for (const { service } of homeless(broker)) {
      const sent = (now.get(service)?.own ?? 0) - (before.get(service)?.own ?? 0);
      const matching = rises.filter(({ unexplained }) => sent > 0 && unexplained === sent);
      const [only] = matching;
      if (only === undefined || matching.length > 1 || !this.isEnough(service, only.key, sent)) continue;
      broker.budgets.join(service, only.key, 'counts');
      isFound = true;
    }
    return isFound;
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
      if (broker.budgets.of(key).name === null || daily.limit !== limit) return false;
      return Math.abs((daily.periodEnd ?? 0) - periodEnd) <= SAME_END && more > 0 && more <= byWhom.own;
    });
    const [only] = same;
    if (only === undefined || same.length > 1) return false;
    broker.budgets.join(service, only.service, 'header');
    return true;
  }

  private isEnough(service: ServiceId, key: ServiceId, sent: number): boolean {
    const vote = `${service} in ${key}`;
    const votes = (this.votes.get(vote) ?? 0) + 1;
    this.votes.set(vote, votes);
    return votes >= ENOUGH_READINGS || sent >= ENOUGH_UNITS;
  }
}

function homeless(broker: RequestBroker): ServiceState[] {
  if (!broker.budgets.areNamed) return [];
  return broker.known().filter(({ service }) => broker.budgets.of(service).grouping === 'assumed');
}
