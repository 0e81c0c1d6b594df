import type { ServiceQuota } from '../../../shared/contract/quota/quota.ts';
import { ENDPOINT } from '../../../shared/domain/service/services.ts';
import { DAY } from '../../../shared/domain/time/time.ts';
import { format, requestForms, rowForms } from './format.ts';
import type { PageName } from './navigation.ts';

/** Requests of the running minute; null when the service has no rule for the minute. */
export function minuteUse(
  service: ServiceQuota,
  now: number,
): { readonly used: number; readonly limit: number } | null {
  const { minute } = service;
  if (minute === null) return null;
  return { limit: minute.limit, used: minute.resetsAt <= now ? 0 : Math.max(0, minute.limit - minute.remaining) };
}

/** Share of the day's period that has passed, 0 to 1; undefined until the period is known. */
export function dayPace(service: ServiceQuota, now: number): number | undefined {
  const { resetsAt } = service.daily;
  if (resetsAt === null) return undefined;
  const pace = 1 - (resetsAt - now) / DAY;
  return pace < 0 || pace > 1 ? undefined : pace;
}

/** "resets tomorrow 07:42 CET", or that it is not known. */
export function resetWords(service: ServiceQuota, now: number): string {
  const { resetsAt } = service.daily;
  if (resetsAt === null || resetsAt <= now) return 'reset not known';
  return `resets ${format.moment(resetsAt, now)} ${format.zoneName(resetsAt)}`;
}

/** "resets 07:42 CET" today, else with the day: "resets Wed 07:42 CET". */
export function resetTime(service: ServiceQuota, now: number): string {
  const { resetsAt } = service.daily;
  if (resetsAt === null || resetsAt <= now) return 'reset not known';
  const day = format.date(resetsAt) === format.date(now) ? '' : `${format.weekday(resetsAt)} `;
  return `resets ${day}${format.time(resetsAt)} ${format.zoneName(resetsAt)}`;
}

/** What the rest of the day is enough for, in rows for the service that imports use. */
export function enoughWords(service: ServiceQuota): string {
  const { daily, price } = service;
  const units = format.count(price, { one: '# unit', other: '# units' });
  if (daily.remaining === null) return `The daily limit is not known yet. One request costs ${units} now.`;
  const forms = service.endpoints.some((endpoint) => endpoint.service === ENDPOINT.createLeads)
    ? rowForms
    : requestForms;
  const enough = `Enough for ${format.count(Math.floor(daily.remaining / Math.max(1, price)), forms)}`;
  return price === 1 ? `${enough}.` : `${enough} at ${units} each.`;
}

/** True for a service that gets a card: used today, blocked, or the one that imports use. */
export function isInUse(service: ServiceQuota): boolean {
  return (
    service.daily.used > 0 ||
    service.lastHeaders !== null ||
    service.blockedUntil !== null ||
    (service.service === ENDPOINT.createLeads && service.daily.limit !== null)
  );
}

/** "Saved searches (10,000 left)" for a service without a card. */
export function idleWords(service: ServiceQuota): string {
  const { remaining } = service.daily;
  return remaining === null ? service.title : `${service.title} (${format.number(remaining)} left)`;
}

const LEAD_READS: ReadonlySet<string> = new Set([
  ENDPOINT.savedSearches,
  ENDPOINT.savedSearchesCsv,
  ENDPOINT.leadSearch,
  ENDPOINT.rawLeads,
]);

/**
 * The budget that people look for: on the page of exports, while no leads are sent, that of reading leads of whose day the
 * largest share is used; else that of imports.
 */
export function budgetFor(page: PageName, services: readonly ServiceQuota[]): ServiceQuota | undefined {
  const imports = services.find((service) => service.service === ENDPOINT.createLeads) ?? services[0];
  if (page !== 'export' || (imports?.sentLastMinute ?? 0) > 0) return imports;
  const share = ({ daily }: ServiceQuota): number => (daily.limit === null ? 0 : daily.used / Math.max(1, daily.limit));
  const [read] = services
    .filter(({ endpoints, daily }) => daily.used > 0 && endpoints.some(({ service }) => LEAD_READS.has(service)))
    .sort((one, other) => share(other) - share(one));
  return read ?? imports;
}
