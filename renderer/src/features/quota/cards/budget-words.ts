import type { FigureOrigin, QuotaSnapshot, ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { PRICES } from '../../../../../shared/domain/quota/quota.ts';
import { hasMinuteRule, PACING } from '../../../../../shared/domain/pacing/pacing.ts';
import { isProductionTime, productionHours } from '../../../../../shared/domain/service/service-time.ts';
import { DAY, HOUR } from '../../../../../shared/domain/time/time.ts';
import { format } from '../../../lib/format.ts';
import type { StatusName } from '../../../ui/index.ts';

/** What a request costs in the other mode or at another hour; where the price is always the same, why. */
export function priceWords(service: ServiceQuota, quota: QuotaSnapshot, now: number): string {
  const { limit } = service.daily;
  if (limit === null) return '';
  if (!hasMinuteRule(limit)) return `The price is always 1, for a limit up to ${format.number(PACING.highLimit)}.`;
  const { zone } = quota.productionZone;
  const serverNow = now + (quota.clockOffset ?? 0);
  const isDay = isProductionTime(serverNow, zone);
  const night = quota.nightPrice.units;
  const [here, then] = isDay ? [PRICES.production, night] : [night, PRICES.production];
  // The dearer price counts some minutes before and after the hours, too.
  const [hours] = productionHours(isDay ? serverNow - HOUR : serverNow, serverNow + 2 * DAY, zone);
  const changesAt = isDay ? hours?.to : hours?.from;
  const change = `${here} each now, ${then} from ${format.time(changesAt ?? serverNow)}`;
  return quota.fairUse ? `Without fair use: ${change}.` : `Without fair use, as now: ${change}.`;
}

export interface OutlookWords {
  readonly status: StatusName;
  readonly text: string;
  /** Details that the line has no room for. */
  readonly more: string;
}

/** Whether the budget lasts. A block comes first: nothing is sent now. */
export function outlookWords(service: ServiceQuota, now: number): OutlookWords {
  const { outlook, daily, blockedUntil, blockedReason } = service;
  const { state, runsOutAt, reserveAt, basis } = outlook;
  const reset = daily.resetsAt === null ? 'the reset' : `the reset ${atWords(daily.resetsAt, now)}`;
  if (blockedUntil !== null && blockedUntil > now) {
    const text = `${blockedReason} Continues ${atWords(blockedUntil, now)}.`.trim();
    return { status: 'warning', text, more: basis };
  }
  if (state === 'usedUp' || (daily.remaining !== null && daily.remaining < service.price)) {
    return { status: 'error', text: `Used up until ${reset}`, more: basis };
  }
  if (state === 'runsOut' && runsOutAt.middle !== null) {
    const then = daily.resetsAt === null ? '' : `, reset is ${format.moment(daily.resetsAt, now)}`;
    const range =
      runsOutAt.low === null || runsOutAt.high === null
        ? ''
        : `Likely between ${format.moment(runsOutAt.low, now)} and ${format.moment(runsOutAt.high, now)}. `;
    return {
      status: 'warning',
      text: `Runs out about ${format.moment(runsOutAt.middle, now)}${then}`,
      more: `${range}${basis}`,
    };
  }
  if (state === 'lasts') {
    const reserve =
      reserveAt.middle === null ? '' : `; jobs stop at the reserve about ${format.moment(reserveAt.middle, now)}`;
    return { status: 'ok', text: `Lasts until ${reset}${reserve}`, more: basis };
  }
  if (state === 'unsure') return { status: 'unknown', text: 'Not sure: no figure for 10 minutes', more: basis };
  if (state === 'tooEarly') return { status: 'waiting', text: 'Too early to forecast', more: basis };
  const isUntouched = daily.limit !== null && daily.used === 0 && daily.resetsAt === null;
  const missing = daily.limit !== null ? 'reset' : daily.resetsAt === null ? 'limit and reset' : 'limit';
  const text = isUntouched ? 'The day begins with the first request' : `No forecast: ${missing} not known`;
  return { status: 'waiting', text, more: basis };
}

/** "at 13:44", "tomorrow 07:42" */
function atWords(instant: number, now: number): string {
  const then = format.moment(instant, now);
  return then === format.time(instant) ? `at ${then}` : then;
}

const SOURCES: Record<FigureOrigin['source'], string> = {
  ledger: 'counted here',
  limits: 'from the service’s limits',
  counts: 'from the service’s counts',
  header: 'from an answer of the service',
  refused: 'learned when the service throttled',
};

/** "from the service’s counts, 3 min ago" */
export function originWords(origin: FigureOrigin | null, now: number): string {
  if (origin === null) return 'not known';
  return `${SOURCES[origin.source]}, ${format.ago(origin.at, now)}`;
}

const GROUPINGS: Record<ServiceQuota['grouping'], string> = {
  assumed: 'Assumed: nothing was said about which endpoints share a counter.',
  limits: 'The limits of the service say which endpoints share this counter.',
  counts: 'The counts of the service say which endpoints share this counter.',
  header: 'The headers of answers showed which endpoints share this counter.',
};

export function groupingWords(service: ServiceQuota): string {
  const likely = likelyTitles(service);
  if (likely.length === 0) return GROUPINGS[service.grouping];
  const grouping = service.grouping === 'assumed' ? '' : `${GROUPINGS[service.grouping]} `;
  return `${grouping}No counter is named for ${likely.join(' and ')}; most likely this one counts them.`;
}

/** "lead search, probably raw leads": what draws on the budget. */
export function endpointWords(service: ServiceQuota): string {
  const surely = service.endpoints.filter(({ isLikely }) => !isLikely).map(({ title }) => title);
  const words = surely.filter((name) => name !== service.title).map(inSentence);
  const likely = likelyTitles(service);
  return [...words, ...(likely.length === 0 ? [] : [`probably ${likely.join(', ')}`])].join(', ');
}

function likelyTitles({ endpoints }: ServiceQuota): string[] {
  return endpoints.filter(({ isLikely }) => isLikely).map(({ title }) => inSentence(title));
}

function inSentence(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** "Counted here, confirmed 13:44": where the figure of the day comes from, and when the service said it. */
export function shortSource({ daily, minute }: ServiceQuota, now: number): string {
  const { source, confirmedAt, others } = daily;
  const when = confirmedAt === null ? '' : format.moment(confirmedAt, now);
  const said = {
    counted: when === '' ? 'Counted here' : `Counted here, confirmed ${when}`,
    confirmed: `Confirmed ${when}`.trim(),
    refused: `Learned from a 429${when === '' ? '' : `, ${when}`}`,
  }[source];
  // A higher limit has a minute rule, whose figures come with the first answer.
  const hasNone = minute === null && daily.limit !== null && !hasMinuteRule(daily.limit);
  const more = moreThanTold(daily);
  return [
    `${hasNone ? 'No limit per minute. ' : ''}${said}`,
    ...(others > 0 ? [`${format.number(others)} by others`] : []),
    ...(more > 0 ? [`${format.number(more)} more counted here`] : []),
  ]
    .join(', ')
    .concat('.');
}

function moreThanTold({ used, told }: ServiceQuota['daily']): number {
  return told === null ? 0 : used - told;
}

/** Why more counts as used here than the service's counts said; empty when it does not. */
export function moreWords({ daily }: ServiceQuota): string {
  const more = moreThanTold(daily);
  if (more <= 0) return '';
  const units = format.count(more, { one: '# unit', other: '# units' });
  return `The service’s count was ${format.number(daily.told ?? 0)}; ${units} more may be used: of requests since, of the one that asked for the count, or of some that it does not count.`;
}
