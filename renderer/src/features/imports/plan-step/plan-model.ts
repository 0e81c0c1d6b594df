import { type Plan, type Terms, USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import type { QuotaSnapshot, ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import {
  FASTEST,
  type JobDemand,
  paceOf,
  rowCourse,
  type RowRules,
} from '../../../../../shared/domain/schedule/row-course.ts';
import type { ScheduledUse } from '../../../../../shared/domain/schedule/schedule.ts';
import { opensAt } from '../../../../../shared/domain/schedule/send-hours.ts';
import { trialRoom } from '../../../../../shared/domain/schedule/trial-rows.ts';
import { priceOf } from '../../../../../shared/domain/quota/quota.ts';
import { dayIn } from '../../../../../shared/domain/service/pool-name.ts';
import { instantOf, wallClockAt } from '../../../../../shared/domain/service/service-time.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { capitalized } from '../../../../../shared/domain/words/format.ts';
import { ENDPOINT } from '../../../../../shared/domain/service/services.ts';

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

/** Rows that the quota of the day has no room for. */
export interface Spill {
  /** Rows that go before them, in words; null: none. */
  readonly before: string | null;
  /** When the quota of the next day begins, in words: "from 02:00 on". */
  readonly from: string;
}

/**
 * What the foot of the plan promises: "Send 10 rows, then wait", "Start at 21:00, send 803 rows", "Start, send 10 rows, the
 * rest from 02:00 on".
 */
export function startWords(
  rows: string,
  trialRows: string | null,
  startsAt: string | null,
  spill: Spill | null = null,
): string {
  const what = trialRows === null ? `send ${rowsAndRest(rows, spill)}` : `send ${trialRows}, then wait`;
  if (startsAt !== null) return `Start ${startsAt}, ${what}`;
  return trialRows === null ? `Start, ${what}` : capitalized(what);
}

function rowsAndRest(rows: string, spill: Spill | null): string {
  if (spill === null) return rows;
  return spill.before === null ? `${rows} ${spill.from}` : `${spill.before}, the rest ${spill.from}`;
}

export interface TwoPools {
  readonly firstName: string;
  readonly firstRows: number;
  readonly secondName: string;
  readonly secondRows: number;
}

/** The service makes a new automatic pool each day: a run that passes its midnight ends up in two. */
export function twoPools(
  plan: Plan,
  rows: number,
  prediction: Forecast,
  now: number,
  timeZone: string,
): TwoPools | null {
  if (plan.poolName !== null || rows === 0) return null;
  const firstDay = dayIn(timeZone, now);
  const { startAt, finishAt } = prediction;
  if (finishAt === null) return null;
  const lastDay = dayIn(timeZone, finishAt);
  if (firstDay === lastDay) return null;
  const midnight = nextMidnight(timeZone, now);
  const before = (midnight - startAt) / Math.max(1, finishAt - startAt);
  const firstRows = Math.max(0, Math.min(rows, Math.round(rows * before)));
  if (firstRows === 0 || firstRows === rows) return null;
  return {
    firstName: `(auto) ${firstDay}`,
    firstRows,
    secondName: `(auto) ${lastDay}`,
    secondRows: rows - firstRows,
  };
}

/** Another start, with which an import is sent within one day. */
export interface OneDay {
  readonly terms: Terms;
  /** Unix milliseconds. */
  readonly startAt: number;
  readonly finishAt: number;
}

/**
 * The start with which an import that passes midnight would not: as late before midnight as it can be, on whole five
 * minutes, else at midnight. Null when neither helps.
 *
 * @param foresee what another choice of terms would mean
 */
export function startInOneDay(
  plan: Plan,
  { startAt, finishAt, requests }: Forecast,
  foresee: (terms: Terms) => Forecast,
  now: number,
  timeZone: string,
): OneDay | null {
  if (finishAt === null) return null;
  const midnight = nextMidnight(timeZone, now);
  const early = Math.floor((midnight - (finishAt - startAt)) / (5 * MINUTE) - 1) * 5 * MINUTE;
  for (const at of [early, midnight]) {
    if (at <= now) continue;
    const terms = { ...USUAL_TERMS, ...plan.terms, startAt: minuteIn(timeZone, at), between: null };
    const then = foresee(terms);
    if (then.finishAt === null) continue;
    if (dayIn(timeZone, then.startAt) === dayIn(timeZone, then.finishAt) && requests > 0)
      return { terms, startAt: then.startAt, finishAt: then.finishAt };
  }
  return null;
}

/** "2026-11-18T00:00" on the clock of the zone. */
function minuteIn(timeZone: string, at: number): string {
  const { hour, minute } = wallClockAt(at, timeZone);
  return `${dayIn(timeZone, at)}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Rows that are sent after the next midnight; none when the end is not known. */
export function rowsAfterMidnight({ requests, startAt, finishAt }: Forecast, now: number, timeZone: string): number {
  const midnight = nextMidnight(timeZone, now);
  if (finishAt === null || finishAt <= midnight) return 0;
  return Math.round((requests * (finishAt - Math.max(startAt, midnight))) / Math.max(1, finishAt - startAt));
}

/** Rows of a trial: enough to see cut fields and wrong pools, few enough to look at one by one. */
export const USUAL_TRIAL = 10;
/** How rows go out into a campaign to which nothing was sent, until a person chooses otherwise. */
const TRIAL_TERMS: Terms = { ...USUAL_TERMS, trial: USUAL_TRIAL };

/**
 * The plan with terms that nobody has chosen yet filled in: an import into a campaign to which this computer has sent
 * nothing begins with a trial.
 *
 * @param imports earlier imports into the campaign; null while that is not known
 */
export function withUsualTerms(plan: Plan, imports: number | null): Plan {
  return plan.terms !== undefined || imports !== 0 ? plan : { ...plan, terms: TRIAL_TERMS };
}

/** The plan as a person chose it: without the terms that `withUsualTerms` filled in. */
export function asChosen(plan: Plan): Plan {
  if (plan.terms !== TRIAL_TERMS) return plan;
  const { terms: _usual, ...chosen } = plan;
  return chosen;
}

/** The next moment (Unix milliseconds) at which the day changes there. */
export function nextMidnight(timeZone: string, moment: number): number {
  const today = wallClockAt(moment, timeZone);
  const tomorrow = new Date(Date.UTC(today.year, today.month - 1, today.day + 1));
  return instantOf(
    {
      year: tomorrow.getUTCFullYear(),
      month: tomorrow.getUTCMonth() + 1,
      day: tomorrow.getUTCDate(),
      hour: 0,
      minute: 0,
      second: 0,
    },
    timeZone,
  );
}

/** Why the plan cannot start yet; null when it can. */
export function whatIsMissing(
  plan: Plan,
  fields: number,
  duplicates: ReadonlySet<string>,
  rows: number,
  rowsToSend = rows,
): string | null {
  if (rows === 0) return 'The file has no data rows.';
  if (rowsToSend === 0) return 'Every row is left out. Take some back under Check.';
  if (fields === 0) return 'No column has a field yet. Choose at least one under Columns.';
  if (duplicates.size > 0) return 'One field is filled twice. Correct it under Columns.';
  if (plan.campaignCode.trim() === '') return 'Name the campaign that gets the leads.';
  if (plan.poolName !== null && plan.poolName.trim() === '') return 'Name the lead pool, or choose the automatic one.';
  return null;
}
