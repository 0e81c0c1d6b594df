import type { Terms } from '../../../../../shared/contract/imports/imports.ts';
import type { QuotaSnapshot } from '../../../../../shared/contract/quota/quota.ts';
import { hasMinuteRule } from '../../../../../shared/domain/pacing/pacing.ts';
import { PRICES } from '../../../../../shared/domain/quota/quota.ts';
import { breakEvenRows } from '../../../../../shared/domain/schedule/opt-out.ts';
import { format } from '../../../lib/format.ts';
import { type Forecast, importBudget } from '../../../../../shared/domain/schedule/import-forecast.ts';

/** What the import means on one of the two ways. */
export interface Way {
  readonly forecast: Forecast;
  /** Units of a row, by night and by day. */
  readonly night: number;
  readonly day: number;
  /** Rows that the day still holds above the reserve, at the price of the night; null: the quota is not known. */
  readonly breakEven: number | null;
}

export interface TwoWays {
  readonly fairUse: Way;
  readonly without: Way;
  /** Where the prices and the quota come from. */
  readonly source: string;
}

/** Both ways side by side; null: there is one only, as without a minute limit, or while nothing is known of the account. */
export function twoWays(
  quota: QuotaSnapshot | undefined,
  terms: Terms,
  foresee: (terms: Terms) => Forecast,
): TwoWays | null {
  const budget = importBudget(quota);
  if (quota === undefined || budget === undefined || !quota.fairUse || !hasMinuteRule(budget.daily.limit)) return null;
  const { remaining, source, confirmedAt } = budget.daily;
  const way = (fairUse: boolean, night: number, day: number): Way => ({
    forecast: foresee({ ...terms, fairUse }),
    night,
    day,
    breakEven: remaining === null ? null : breakEvenRows(remaining, budget.reserve.units, night),
  });
  const { nightPrice } = quota;
  const measured =
    nightPrice.source === 'probed' && nightPrice.at !== null
      ? `measured on ${format.date(nightPrice.at)}`
      : 'assumed until it is measured';
  const stated =
    source === 'confirmed' && confirmedAt !== null
      ? `as the service said on ${format.date(confirmedAt)} at ${format.time(confirmedAt)}`
      : 'as counted here';
  return {
    fairUse: way(true, PRICES.fairUse, PRICES.fairUse),
    without: way(false, nightPrice.units, PRICES.production),
    source: `Prices: the service’s description; ${format.number(nightPrice.units)} at night ${measured}. Quota: ${stated}.`,
  };
}

/** "Fair use: 5 min longer, 4,506 units less." */
export function differenceWords({ fairUse, without }: TwoWays): string {
  const [fair, other] = [fairUse.forecast, without.forecast];
  const units = other.units - fair.units;
  const longer = fair.finishAt === null || other.finishAt === null ? 0 : fair.finishAt - other.finishAt;
  const time = longer === 0 ? 'as fast' : `${format.duration(Math.abs(longer))} ${longer > 0 ? 'longer' : 'shorter'}`;
  const price =
    units === 0 ? 'the same units' : `${format.number(Math.abs(units))} units ${units > 0 ? 'less' : 'more'}`;
  const spill =
    other.rowsTomorrow > fair.rowsTomorrow
      ? ` Without it ${format.count(other.rowsTomorrow, { one: '# row waits', other: '# rows wait' })} for the next day’s quota.`
      : '';
  return `Fair use: ${time}, ${price}.${spill}`;
}
