import { type Terms, USUAL_TERMS } from '../../contract/imports/imports.ts';
import type { JobSummary } from '../../contract/jobs/jobs.ts';
import type { QuotaSnapshot, ServiceQuota } from '../../contract/quota/quota.ts';
import { priceOf } from '../quota/quota.ts';
import { ENDPOINT } from '../service/services.ts';
import { MINUTE } from '../time/time.ts';
import { format } from '../words/format.ts';
import { FASTEST, type JobDemand, paceOf, rowCourse, type RowRules } from './row-course.ts';
import type { ScheduledUse } from './schedule.ts';
import { opensAt } from './send-hours.ts';
import { trialRoom } from './trial-rows.ts';

/** An import of the account that is on its way or planned, and what the schedule says of it. */
export interface OtherImport extends Pick<ScheduledUse, 'id' | 'name' | 'from' | 'to' | 'rows' | 'units'> {
  readonly isPlanned: boolean;
  /** Rows that wait. */
  readonly waiting: number;
}

export interface Forecast {
  /** One request for each row. */
  readonly requests: number;
  readonly units: number;
  /** When the first row goes. */
  readonly pricePerRow: number;
  readonly rowsPerMinute: number;
  /** Milliseconds of pure sending at this pace, without other imports and without waiting for a new day. */
  readonly sendingTime: number;
  /** Rows of the other imports. */
  readonly otherRows: number;
  /** The imports that share the pace with this one, the oldest first. */
  readonly others: readonly OtherImport[];
  /** Unix milliseconds, by the schedule of all imports. */
  readonly startAt: number;
  /** Null: further away than the schedule goes, or never. */
  readonly finishAt: number | null;
  /** Rows that have to wait for the next daily period. */
  readonly rowsTomorrow: number;
  /** Null while the daily limit is not known. */
  readonly daily: {
    readonly limit: number;
    readonly used: number;
    readonly otherImports: number;
    readonly thisImport: number;
    /** Expected use by everything except imports until then. */
    readonly otherUse: number;
    readonly left: number;
    /** Units that imports leave to people. */
    readonly reserve: number;
    readonly resetsAt: number | null;
  } | null;
}

export function importBudget(quota: QuotaSnapshot | undefined): ServiceQuota | undefined {
  return quota?.services.find(({ endpoints }) => endpoints.some(({ service }) => service === ENDPOINT.createLeads));
}

/**
 * What sending `rows` rows now would mean, by the same schedule as the ends of the running imports and the forecast of
 * the quota: all imports share the pace, and when the day's quota ends before the rows do, the rest waits for the reset.
 */
export function forecast(
  rows: number,
  quota: QuotaSnapshot | undefined,
  jobs: readonly JobSummary[],
  now: number,
  terms: Terms = USUAL_TERMS,
): Forecast {
  const budget = importBudget(quota);
  const rules = rulesOf(quota);
  const active = jobs
    .filter((job) => job.accountId === quota?.accountId && (job.state === 'running' || job.state === 'waiting'))
    .filter((job) => job.counts.waiting > 0)
    .sort((one, other) => one.createdAt - other.createdAt);
  const own: JobDemand = { id: '', name: '', rows, terms, isRunning: false, ratePerMinute: null };
  const options = { now, otherUse: budget?.otherUse ?? 0 };
  const { jobs: uses, leftAtEnd, reserveAt } = rowCourse(budget, [...active.map(demandOf), own], rules, options);
  const use = uses[active.length] as ScheduledUse;
  const startAt = Math.max(
    now,
    use.from ?? opensAt(terms, Math.max(now, budget?.blockedUntil ?? 0), rules.zone) ?? now,
  );
  const pace = terms.fairUse && rules.fairUse ? paceOf(budget) : FASTEST;
  const rowsPerMinute = Math.max(1, Math.floor((pace * terms.share) / 100));
  const pricePerRow = priceAt(startAt, terms, budget, rules);
  const others = active.map((job, index) => {
    const { id, name, from, to, rows: today, units } = uses[index] as ScheduledUse;
    const isPlanned = job.holdKind === 'planned';
    return { id, name, from, to, rows: today, units, isPlanned, waiting: job.counts.waiting };
  });
  const otherImports = Math.round(others.reduce((sum, { units }) => sum + units, 0));
  return {
    requests: rows,
    units: use.to === null ? rows * pricePerRow : Math.round(use.unitsInAll),
    pricePerRow,
    rowsPerMinute,
    sendingTime: (rows * MINUTE) / rowsPerMinute,
    otherRows: active.reduce((sum, { counts }) => sum + counts.waiting, 0),
    others,
    startAt,
    finishAt: rows === 0 ? startAt : use.to,
    rowsTomorrow: reserveAt === null ? 0 : Math.max(0, Math.round(rows - use.rows)),
    daily: dailyOf(budget, { otherImports, thisImport: Math.round(use.units), left: leftAtEnd }),
  };
}

function dailyOf(
  budget: ServiceQuota | undefined,
  { otherImports, thisImport, left }: { otherImports: number; thisImport: number; left: number },
): Forecast['daily'] {
  const { limit = null, remaining = null, resetsAt = null } = budget?.daily ?? {};
  if (limit === null || remaining === null) return null;
  const leftThen = Math.max(0, Math.round(left));
  return {
    limit,
    used: Math.min(limit, limit - remaining),
    otherImports,
    thisImport,
    otherUse: Math.max(0, remaining - otherImports - thisImport - leftThen),
    left: leftThen,
    reserve: budget?.reserve.units ?? 0,
    resetsAt,
  };
}

function demandOf(job: JobSummary): JobDemand {
  const { id, name, terms, counts, state, ratePerMinute } = job;
  const isRunning = state === 'running';
  return {
    id,
    name,
    rows: Math.min(counts.waiting, trialRoom(terms.trial, counts)),
    terms,
    isRunning,
    ratePerMinute: ratePerMinute === 0 ? null : ratePerMinute,
  };
}

function rulesOf(quota: QuotaSnapshot | undefined): RowRules {
  const zone = quota?.timeZone ?? 'Europe/Copenhagen';
  return {
    zone,
    productionZone: quota?.productionZone.zone ?? zone,
    nightPrice: quota?.nightPrice.units === 1 ? 1 : 4,
    fairUse: quota?.fairUse ?? true,
    clockOffset: quota?.clockOffset ?? null,
  };
}

/** Units of a row at this moment. */
function priceAt(at: number, terms: Terms, budget: ServiceQuota | undefined, rules: RowRules): number {
  return priceOf({
    fairUse: terms.fairUse && rules.fairUse,
    dailyLimit: budget?.daily.limit ?? null,
    serverNow: at + (rules.clockOffset ?? 0),
    zone: rules.productionZone,
    nightPrice: rules.nightPrice,
  });
}

/** What a part of the day's quota goes to. */
export interface DayPart {
  readonly id: string;
  readonly part: 'used' | 'running' | 'this' | 'left';
  /** For the screen. */
  readonly label: string;
  readonly units: number;
}

/** Imports with a part of their own; the others share one. */
const NAMED = 3;

/**
 * The day's quota in the order in which it is used.
 *
 * @param own name of the part of the import that is forecast
 */
export function dayParts(
  daily: NonNullable<Forecast['daily']>,
  others: readonly OtherImport[],
  own: string,
): DayPart[] {
  const everythingElse: DayPart = {
    id: 'rest',
    part: 'used',
    label: 'Everything else until the reset',
    units: daily.otherUse,
  };
  return [
    { id: 'used', part: 'used', label: 'Used so far', units: daily.used },
    ...importParts(others),
    { id: 'this', part: 'this', label: own, units: daily.thisImport },
    ...(daily.otherUse < 1 ? [] : [everythingElse]),
    { id: 'left', part: 'left', label: 'Left afterwards', units: daily.left },
  ];
}

function importParts(others: readonly OtherImport[]): DayPart[] {
  const taken = others
    .filter(({ units }) => units >= 1)
    .map(({ id, name, isPlanned, units }): DayPart => ({
      id,
      part: 'running',
      label: `${name}, ${isPlanned ? 'planned' : 'running'}`,
      units: Math.round(units),
    }));
  if (taken.length <= NAMED) return taken;
  const rest = taken.slice(NAMED).reduce((sum, job) => sum + job.units, 0);
  const more = `${format.number(taken.length - NAMED)} more imports`;
  return [...taken.slice(0, NAMED), { id: 'others', part: 'running', label: more, units: rest }];
}
