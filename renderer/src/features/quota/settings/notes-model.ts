import type { QuotaSnapshot, ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { format, requestForms } from '../../../lib/format.ts';

/** Milliseconds. A smaller difference between the clocks changes nothing that a person sees. */
const NOTEWORTHY_OFFSET = 30_000;

/** That the clocks differ, and what it means; empty when they agree or nothing is known. */
export function clockWords(offset: number | null): string {
  if (offset === null || Math.abs(offset) <= NOTEWORTHY_OFFSET) return '';
  const direction = offset > 0 ? 'ahead of' : 'behind';
  return `The service’s clock is ${format.duration(Math.abs(offset))} ${direction} this computer’s. Quota and production hours follow the service’s clock.`;
}

/** "Price at night without fair use: assumed 4" */
export function nightPriceWords({ units, source, at }: QuotaSnapshot['nightPrice']): string {
  const found = source === 'probed' && at !== null ? `checked on ${format.date(at)}` : 'assumed';
  return `Price at night without fair use: ${format.count(units, { one: '# unit', other: '# units' })}, ${found}.`;
}

/** What the reserve is, and whose figure. */
export function reserveWords({ units, isOwn }: { readonly units: number; readonly isOwn: boolean }): string {
  const figure = format.count(units, { one: '# unit', other: '# units' });
  return units === 0
    ? 'No reserve: imports may use the whole day.'
    : `Imports leave ${figure} untouched${isOwn ? ', as you chose' : ''}.`;
}

/** What the shares mean in requests and units. Null: the field holds no number. */
export function shareWords({ minute: rule, daily }: ServiceQuota, minute: number | null, day: number | null): string {
  const parts: string[] = [];
  if (rule !== null && minute !== null)
    parts.push(
      `${format.number(Math.floor((rule.limit * minute) / 100))} of ${format.count(rule.limit, requestForms)} a minute`,
    );
  if (daily.limit !== null && day !== null)
    parts.push(
      `${format.number(Math.floor((daily.limit * day) / 100))} of ${format.count(daily.limit, { one: '# unit', other: '# units' })} a day`,
    );
  return parts.length === 0
    ? 'Lead Console uses no more than these shares.'
    : `Lead Console uses at most ${parts.join(' and ')}.`;
}

/** What the last check of the price at night found; empty before the first. */
export function verdictWords(probe: QuotaSnapshot['lastProbe']): string {
  if (probe === null) return '';
  const when = `${format.dayAndMonth(probe.at)} ${format.time(probe.at)}`;
  return probe.isSettled && probe.units !== null
    ? `Settled on ${when}: ${format.count(probe.units, { one: '# unit', other: '# units' })} a request.`
    : `Not settled on ${when}. ${probe.message}`;
}
