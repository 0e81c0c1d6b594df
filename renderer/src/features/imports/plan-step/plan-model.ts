import { type Plan, type Terms, USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import type { Forecast } from '../../../../../shared/domain/schedule/import-forecast.ts';
import { startInstant } from '../../../../../shared/domain/schedule/send-hours.ts';
import { dayIn } from '../../../../../shared/domain/service/pool-name.ts';
import { instantOf, wallClockAt } from '../../../../../shared/domain/service/service-time.ts';
import { DAY, MINUTE } from '../../../../../shared/domain/time/time.ts';
import { capitalized } from '../../../../../shared/domain/words/format.ts';
import { format } from '../../../lib/format.ts';

/** Rows that the quota of the day has no room for. */
export interface Spill {
  /** Rows that go before them, in words; null: none. */
  readonly before: string | null;
  /** When the quota of the next day begins, in words: "from 02:00 on". */
  readonly from: string;
}

/** When the rows begin to go: "at 21:00", "on 24 Dec 2026 at 10:00", "between 21 and 6 o’clock". Null: at once. */
export function startsWhen({ startAt, between }: Terms, now: number): string | null {
  if (startAt === null) return between === null ? null : `between ${between.from} and ${between.to} o’clock`;
  const at = startInstant(startAt, format.zone());
  if (at === null || at <= now) return null;
  const days = format.daysAhead(at, now);
  const day = days === 0 ? '' : days === 1 ? 'tomorrow ' : `on ${format.date(at)} `;
  return `${day}at ${format.time(at)}`;
}

/** The next 21:00, when production hours are over, as the plan keeps a start: "2026-11-17T21:00". */
export function usualStart(now: number): string {
  const today = `${dayOf(now)}T21:00`;
  const isAhead = (startInstant(today, format.zone()) ?? now) > now;
  return isAhead ? today : `${dayOf(nextMidnight(now))}T21:00`;
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

/** The pools of the first day and of the last one. */
export interface DayPools {
  readonly firstName: string;
  readonly firstRows: number;
  readonly secondName: string;
  /** After the first midnight. */
  readonly secondRows: number;
  /** Days of the run; each has a pool. */
  readonly days: number;
}

/** The service makes a new automatic pool each day: a run that passes its midnight ends up in two, or in more. */
export function dayPools(plan: Plan, rows: number, prediction: Forecast): DayPools | null {
  if (plan.poolName !== null || rows === 0) return null;
  const { startAt, finishAt } = prediction;
  if (finishAt === null) return null;
  const firstDay = dayOf(startAt);
  const lastDay = dayOf(finishAt);
  if (firstDay === lastDay) return null;
  const midnight = nextMidnight(startAt);
  const before = (midnight - startAt) / Math.max(1, finishAt - startAt);
  const firstRows = Math.max(0, Math.min(rows, Math.round(rows * before)));
  if (firstRows === 0 || firstRows === rows) return null;
  return {
    firstName: `(auto) ${firstDay}`,
    firstRows,
    secondName: `(auto) ${lastDay}`,
    secondRows: rows - firstRows,
    days: (Date.parse(lastDay) - Date.parse(firstDay)) / DAY + 1,
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
): OneDay | null {
  if (finishAt === null) return null;
  const midnight = nextMidnight(now);
  const early = Math.floor((midnight - (finishAt - startAt)) / (5 * MINUTE) - 1) * 5 * MINUTE;
  for (const at of [early, midnight]) {
    if (at <= now) continue;
    const terms = { ...USUAL_TERMS, ...plan.terms, startAt: minuteOf(at), between: null };
    const then = foresee(terms);
    if (then.finishAt === null) continue;
    if (dayOf(then.startAt) === dayOf(then.finishAt) && requests > 0)
      return { terms, startAt: then.startAt, finishAt: then.finishAt };
  }
  return null;
}

/** "2026-11-18" */
const dayOf = (at: number): string => dayIn(format.zone(), at);

/** "2026-11-18T00:00" */
function minuteOf(at: number): string {
  const { hour, minute } = wallClockAt(at, format.zone());
  return `${dayOf(at)}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Rows that are sent after the next midnight; none when the end is not known. */
export function rowsAfterMidnight({ requests, startAt, finishAt }: Forecast, now: number): number {
  const midnight = nextMidnight(now);
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

/** The next moment (Unix milliseconds) at which the day changes. */
export function nextMidnight(moment: number): number {
  const today = wallClockAt(moment, format.zone());
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
    format.zone(),
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
