// Why: decision 0190.
import { rolled } from '../../../../../shared/domain/quota/quota.ts';
import { isServiceId, type ServiceId } from '../../../../../shared/domain/service/services.ts';
import { Budgets, type NamedCounter } from './budgets.ts';
import type { LedgerStore, MinuteStatistic } from './ledger-store.ts';

/** Requests of one minute that were counted in another ledger. */
export interface EarlierUse {
  readonly statistic: MinuteStatistic & { readonly service: ServiceId };
  /** First request of the period in which they were sent, Unix milliseconds. */
  readonly periodStart: number;
}

/** What the service said of one of its counters to a client with another ledger. */
export interface EarlierCount extends NamedCounter {
  /** Units. */
  readonly used: number;
  /** Units of this client until then, which the count may lack. */
  readonly own: number;
  /** Units of this client since. */
  readonly later: number;
  /** End of the period, Unix milliseconds; null: the service did not say it. */
  readonly periodEnd: number | null;
}

/** Everything that `ledger` counted. */
export function earlierUse(ledger: LedgerStore): EarlierUse[] {
  const budgets = new Budgets(ledger);
  return ledger.minutes(0, Number.POSITIVE_INFINITY).flatMap((statistic) => {
    const { service, minute } = statistic;
    if (!isServiceId(service)) return [];
    const { periodStart } = ledger.read(budgets.of(service).key);
    return [{ statistic: { ...statistic, service }, periodStart: periodStart ?? minute }];
  });
}

/** The last counts that `ledger` knows of the period that runs at `now` (Unix milliseconds). */
export function earlierCounts(ledger: LedgerStore, now: number): EarlierCount[] {
  return new Budgets(ledger).all().flatMap(({ key, name, endpoints }) => {
    const { byWhom, periodEnd, origins } = rolled(ledger.read(key), now);
    if (name === null || byWhom.told === null) return [];
    const { used, own } = byWhom.told;
    const later = Math.max(0, byWhom.own - own);
    return [{ name, services: endpoints, used, own, later, periodEnd: origins.end && periodEnd }];
  });
}
