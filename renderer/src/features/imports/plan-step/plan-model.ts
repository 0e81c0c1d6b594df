import { type Plan, type Terms, USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import type { QuotaSnapshot, ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { estimateFinish } from '../../../../../shared/domain/jobs/job-estimate.ts';
import { MINUTE, minuteLimitFor, PACING, sendInterval } from '../../../../../shared/domain/pacing/pacing.ts';
import { defaultDailyReserve, priceOf } from '../../../../../shared/domain/quota/quota.ts';
import { finishInHours, opensAt } from '../../../../../shared/domain/quota/send-hours.ts';
import { dayIn } from '../../../../../shared/domain/service/pool-name.ts';
import { instantOf, wallClockAt } from '../../../../../shared/domain/service/service-time.ts';

/** The family of the service that counts imports. */
const IMPORT_SERVICE = 'POST leads';

export interface Forecast {
  /** One request for each row. */
  readonly requests: number;
  readonly units: number;
  readonly pricePerRow: number;
  readonly rowsPerMinute: number;
  /** Milliseconds of pure sending, without waiting for others or for a new day. */
  readonly sendingTime: number;
  /** Rows of running imports that go first. */
  readonly rowsAhead: number;
  /** These imports, the oldest first. */
  readonly jobsAhead: readonly JobSummary[];
  /** Unix milliseconds. */
  readonly finishAt: number;
  /** Rows that have to wait for the next daily period. */
  readonly rowsTomorrow: number;
  /** Null while the daily limit is not known. */
  readonly daily: {
    readonly limit: number;
    readonly used: number;
    readonly runningImports: number;
    readonly thisImport: number;
    readonly left: number;
    /** Units that imports leave to people. */
    readonly reserve: number;
    readonly resetsAt: number | null;
  } | null;
}

function importService(quota: QuotaSnapshot | undefined): ServiceQuota | undefined {
  return quota?.services.find((service) => service.service === IMPORT_SERVICE);
}

/** Rows a minute that the pace allows: the minute limit less the margin kept at its edge. */
function paceOf(service: ServiceQuota | undefined): number {
  const limit = service?.minute?.limit ?? minuteLimitFor(service?.daily.limit ?? null);
  return Math.max(1, Math.floor(MINUTE / sendInterval(limit, PACING.startMargin, 0)));
}

/**
 * What sending `rows` rows now would mean. Imports of the account that are on their way go first; when the day's quota
 * ends before the rows do, the rest waits for the reset.
 */
export function forecast(
  rows: number,
  quota: QuotaSnapshot | undefined,
  jobs: readonly JobSummary[],
  now: number,
  terms: Terms = USUAL_TERMS,
): Forecast {
  const service = importService(quota);
  const pace = terms.fairUse ? paceOf(service) : PACING.ratePerSecondWithoutRule * 60;
  const rowsPerMinute = Math.max(1, Math.floor((pace * terms.share) / 100));
  const zone = quota?.timeZone ?? 'Europe/Copenhagen';
  const opens = opensAt(terms, now, zone) ?? now;
  const price = terms.fairUse ? Math.max(1, service?.price ?? 1) : priceWithout(quota, service, opens);
  const jobsAhead = jobs
    .filter((job) => job.accountId === quota?.accountId && (job.state === 'running' || job.state === 'waiting'))
    .sort((one, other) => one.createdAt - other.createdAt);
  const rowsAhead = jobsAhead.reduce((sum, job) => sum + job.counts.waiting, 0);
  const perRow = MINUTE / rowsPerMinute;
  const limit = service?.daily.limit ?? null;
  const remaining =
    service?.daily.remaining ?? (limit === null ? null : Math.max(0, limit - (service?.daily.used ?? 0)));
  const resetsAt = service?.daily.resetsAt ?? null;
  const reserve = defaultDailyReserve(limit);
  const forImports = remaining === null ? null : Math.max(0, remaining - reserve);
  const affordable = forImports === null ? Number.POSITIVE_INFINITY : Math.floor(forImports / price);
  const startAt = Math.max(opens, service?.blockedUntil ?? 0);
  const all = rowsAhead + rows;
  // The quota only bites when it ends before its period does.
  const bites = affordable < all && (resetsAt === null || startAt + affordable * perRow < resetsAt);
  const later = bites ? all - affordable : 0;
  const straight =
    estimateFinish({
      now: startAt,
      waiting: all,
      ratePerMinute: rowsPerMinute,
      price,
      dailyRemaining: forImports,
      dailyLimit: limit === null ? null : limit - reserve,
      dailyResetsAt: resetsAt,
    }) ?? startAt + all * perRow;
  const finishAt = terms.between === null ? straight : finishInHours(terms.between, startAt, straight - startAt, zone);
  return {
    requests: rows,
    units: rows * price,
    pricePerRow: price,
    rowsPerMinute,
    sendingTime: rows * perRow,
    rowsAhead,
    jobsAhead,
    finishAt,
    rowsTomorrow: Math.min(rows, later),
    daily:
      limit === null || remaining === null
        ? null
        : {
            limit,
            used: Math.min(limit, limit - remaining),
            runningImports: Math.min(rowsAhead, all - later) * price,
            thisImport: Math.max(0, rows - later) * price,
            left: Math.max(0, remaining - (all - later) * price),
            reserve,
            resetsAt,
          },
  };
}

/** Units of a request without the fair use header at this moment. */
function priceWithout(quota: QuotaSnapshot | undefined, service: ServiceQuota | undefined, at: number): number {
  return priceOf({
    fairUse: false,
    dailyLimit: service?.daily.limit ?? null,
    serverNow: at + (quota?.clockOffset ?? 0),
    zone: quota?.timeZone ?? 'Europe/Copenhagen',
    nightPrice: quota?.nightPrice.units === 1 ? 1 : 4,
  });
}

/** What the foot of the plan promises: "Send 10 rows, then wait", "Start at 21:00, send 803 rows". */
export function startWords(rows: string, trialRows: string | null, startsAt: string | null): string {
  const what = trialRows === null ? `send ${rows}` : `send ${trialRows}, then wait`;
  if (startsAt !== null) return `Start ${startsAt}, ${what}`;
  return trialRows === null ? `Start, ${what}` : `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
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
  const lastDay = dayIn(timeZone, prediction.finishAt);
  if (firstDay === lastDay) return null;
  const startAt = Math.max(now, prediction.finishAt - prediction.sendingTime);
  const midnight = nextMidnight(timeZone, now);
  const firstRows = Math.max(0, Math.min(rows, Math.round(((midnight - startAt) / MINUTE) * prediction.rowsPerMinute)));
  if (firstRows === 0 || firstRows === rows) return null;
  return {
    firstName: `(auto) ${firstDay}`,
    firstRows,
    secondName: `(auto) ${lastDay}`,
    secondRows: rows - firstRows,
  };
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
