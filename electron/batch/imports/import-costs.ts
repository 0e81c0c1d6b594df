import type { QuotaSnapshot, ServiceQuota } from '../../../shared/contract/quota/quota.ts';
import type { Terms } from '../../../shared/contract/imports/imports.ts';
import { hasMinuteRule } from '../../../shared/domain/pacing/pacing.ts';
import { adviseOptOut, type OptOutAdvice } from '../../../shared/domain/schedule/opt-out.ts';
import { startInstant } from '../../../shared/domain/schedule/send-hours.ts';
import { paceOf } from '../../../shared/domain/schedule/row-course.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { ENDPOINT } from '../../../shared/domain/service/services.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { BatchTrouble } from '../program/trouble.ts';

/** Milliseconds. A planned start that is over by less begins at once: the program may have been started late. */
const LATE = 60 * 60_000;

type Tools = Pick<FollowTools, 'core' | 'clock'>;

/** @throws BatchTrouble for a start that is long over */
export async function refuseOldStart({ core, clock }: Tools, { startAt }: Terms): Promise<void> {
  const { timeZone } = await core.call('quota:snapshot', {});
  const at = startInstant(startAt, timeZone);
  if (at === null || at > clock.wallNow() - LATE) return;
  throw new BatchTrouble(
    `--at ${startAt ?? ''} is over (${timeZone}). Nothing was sent. Name a later time, or leave --at out to begin at once.`,
  );
}

/**
 * Units that the rows cost by the terms.
 * @throws BatchTrouble when leaving the fair use header out costs more than it gains and nobody said yes
 */
export async function unitsOf(tools: Tools, rows: number, terms: Terms, { yes, isAsked }: Agreed): Promise<number> {
  if (terms.fairUse || rows === 0) return rows;
  const { quota, service } = await knownQuota(tools);
  const limit = service?.daily.limit ?? null;
  if (service !== null && limit !== null && !hasMinuteRule(limit)) return rows;
  const advice = limit === null ? null : adviceFor(tools, { quota, service, limit, rows }, terms);
  if (advice?.advice !== 'withoutHeader' && !yes) throw tooDear(advice, rows, isAsked);
  return advice?.withoutHeader.units ?? rows * 8;
}

interface Agreed {
  readonly yes: boolean;
  /** The command line itself leaves the header out; false: the template does. */
  readonly isAsked: boolean;
}

interface Known {
  readonly quota: QuotaSnapshot;
  readonly service: ServiceQuota | null;
}

/** Asks the service for its limits when it has not named them yet. */
async function knownQuota({ core }: Tools): Promise<Known> {
  const found = (quota: QuotaSnapshot): Known => {
    return { quota, service: quota.services.find(({ service }) => service === ENDPOINT.createLeads) ?? null };
  };
  const before = found(await core.call('quota:snapshot', {}));
  if (before.service?.daily.limit !== undefined && before.service.daily.limit !== null) return before;
  // A service that does not tell its limits counts as dear.
  return core.call('quota:refresh', {}).then(found, () => before);
}

function adviceFor({ clock }: Tools, { quota, service, limit, rows }: Facts, terms: Terms): OptOutAdvice {
  const { timeZone: zone, productionZone, nightPrice, clockOffset, fairUse } = quota;
  const now = Math.max(clock.wallNow(), startInstant(terms.startAt, zone) ?? 0);
  const daily = { limit, used: 0, remaining: limit, resetsAt: null, ...service?.daily };
  const budget = { ...NOTHING_KNOWN, ...service, daily: { ...daily, limit } };
  const price = nightPrice.units === 1 ? (1 as const) : (4 as const);
  const rules = { zone, productionZone: productionZone.zone, nightPrice: price, fairUse, clockOffset };
  return adviseOptOut({ rows, now, budget, rules }, nightPrice.source === 'probed');
}

type Facts = Known & { readonly limit: number; readonly rows: number };

const NOTHING_KNOWN = {
  ratePerMinute: paceOf(undefined),
  blockedUntil: null,
  reserve: { units: 0 },
  shares: { day: { percent: 100 } },
};

function tooDear(advice: OptOutAdvice | null, rows: number, isAsked: boolean): BatchTrouble {
  const cost =
    advice === null
      ? 'The service does not say what a request costs without fair use; in production hours it is 8 units.'
      : `Without fair use ${format.count(rows, 'row costs', 'rows cost')} ${format.count(advice.withoutHeader.units, 'unit')} in place of ${format.number(advice.fairUse.units)}${gain(advice.saves)}.`;
  const way = isAsked
    ? 'Leave --no-fair-use out, or add --yes.'
    : 'The template leaves the fair use header out: change that in the template, or add --yes.';
  return new BatchTrouble(`${cost} Nothing was sent. ${way}`, 'validation');
}

function gain(saves: number): string {
  const minutes = Math.round(saves / 60_000);
  return minutes < 1 ? ', and save no time' : `, and save ${format.number(minutes)} min`;
}
