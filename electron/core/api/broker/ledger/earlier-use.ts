// Why: decision 0190.
import { isServiceId, type ServiceId } from '../../../../../shared/domain/service/services.ts';
import { Budgets } from './budgets.ts';
import type { LedgerStore, MinuteStatistic } from './ledger-store.ts';

/** Requests of one minute that were counted in another ledger. */
export interface EarlierUse {
  readonly statistic: MinuteStatistic & { readonly service: ServiceId };
  /** First request of the period in which they were sent, Unix milliseconds. */
  readonly periodStart: number;
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
