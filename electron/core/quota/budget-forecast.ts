import type { BurnDown, Outlook, PlannedJob } from '../../../shared/contract/quota/quota-forecast.ts';
import { emptyAtPace, forecast, type Forecast, type ForecastInput } from '../../../shared/domain/schedule/forecast.ts';
import {
  type JobDemand,
  paceOf,
  rowCourse,
  type RowRules,
  scheduledJob,
} from '../../../shared/domain/schedule/row-course.ts';
import type { Schedule } from '../../../shared/domain/schedule/schedule.ts';
import { ENDPOINT } from '../../../shared/domain/service/services.ts';
import type { QuotaState } from '../api/api-client.ts';
import type { ServiceQuotaDetail } from '../api/broker/service-quota.ts';
import type { JobView } from './job-view.ts';
import type { MeasuredUse } from './measured-use.ts';

/** Milliseconds of the short window of alerts; the long one is that of the forecast. */
const SHORT_WINDOW = 5 * 60_000;
const NO_TIME = { low: null, middle: null, high: null };

export interface ForecastView {
  readonly quota: QuotaState;
  readonly jobs: JobView;
  readonly measured: MeasuredUse;
  /** Zone of the account: jobs keep its hours. */
  readonly zone: string;
  readonly now: number;
}

/** What will become of a budget, for the page. */
export interface BudgetForecast {
  readonly outlook: Outlook;
  /** When nothing is left by the pace of the last five minutes; null: not before the reset. */
  readonly soonEmptyAt: number | null;
  /** Units a minute that everything but jobs is taken to use until the reset; 0 while nothing is forecast. */
  readonly otherUse: number;
  readonly line: BurnDown['forecast'];
  readonly planned: readonly PlannedJob[];
}

export function forecastOf(budget: ServiceQuotaDetail, view: ForecastView): BudgetForecast {
  const { daily, shares, reserve } = budget;
  const { now, measured, quota } = view;
  const { since, minutes, unseen } = measured.minutes(budget, now);
  const limit = daily.limit ?? 0;
  const jobUnitsADay = (limit * shares.day.percent) / 100;
  const demands = demandsOn(budget, view);
  const rules = rulesOf(view);
  const jobs = demands.map((demand) => scheduledJob(demand, budget, rules));
  const input: ForecastInput = {
    now,
    limit,
    left: leftNow(daily.remaining ?? 0, unseen),
    reserve: reserve.units,
    jobUnitsADay,
    jobUnitsToday: jobUnitsADay - daily.used - unseen,
    resetsAt: daily.remaining === null ? null : daily.resetsAt,
    measuredSince: since,
    lastFigureAt: lastFigureAt(budget),
    minutes,
    jobs,
    pace: paceOf(budget),
    usual: measured.usual(budget, now, quota.productionZone.zone),
  };
  const result = forecast(input);
  const outlook = outlookOf(result, daily.resetsAt, jobs.length);
  if (result.state !== 'forecast') {
    // What the jobs will use is known from the first second; only of everything else nothing can be said.
    const alone = rowCourse(budget, demands, rules, { now, otherUse: 0, isDrawn: true });
    const line =
      jobs.length === 0 || result.state === 'unknown' ? [] : lineOf({ low: alone, middle: alone, high: alone });
    return { soonEmptyAt: null, outlook, otherUse: 0, line, planned: plannedOf(alone) };
  }
  const { otherUse, middle } = result;
  const soonEmptyAt = emptyAtPace(input, SHORT_WINDOW);
  return { soonEmptyAt, outlook, otherUse, line: lineOf(result), planned: plannedOf(middle) };
}

/** Only the service can say that the quota is used up; until then at least 1 unit is left. */
function leftNow(remaining: number, unseen: number): number {
  return remaining < 1 ? remaining : Math.max(1, remaining - unseen);
}

/** When an answer last said something of the budget. */
function lastFigureAt({ lastHeaders, daily }: ServiceQuotaDetail): number | null {
  const at = Math.max(lastHeaders?.at ?? 0, daily.confirmedAt ?? 0);
  return at === 0 ? null : at;
}

function demandsOn({ endpoints }: ServiceQuotaDetail, { jobs }: ForecastView): readonly JobDemand[] {
  return endpoints.some(({ service }) => service === ENDPOINT.createLeads) ? jobs.demands() : [];
}

function rulesOf({ zone, quota }: ForecastView): RowRules {
  const { productionZone, nightPrice, fairUse, clockOffset } = quota;
  return { zone, productionZone: productionZone.zone, nightPrice: nightPrice.units, fairUse, clockOffset };
}

function outlookOf(result: Forecast, resetsAt: number | null, jobs: number): Outlook {
  if (result.state !== 'forecast') {
    const nothing = { runsOutAt: NO_TIME, reserveAt: NO_TIME, leftAtReset: null };
    const drawn = jobs > 0 && (result.state === 'tooEarly' || result.state === 'unsure') ? ` ${JOBS_ALONE}` : '';
    return { state: result.state, ...nothing, basis: `${WHY_NOT[result.state]}${drawn}` };
  }
  const { low, middle, high, measured } = result;
  const runsOut = middle.emptyAt !== null && resetsAt !== null && middle.emptyAt < resetsAt;
  const range = (pick: (course: Schedule) => number | null) => ({
    low: pick(low),
    middle: pick(middle),
    high: pick(high),
  });
  const minutes = Math.round(measured / 60_000);
  return {
    state: runsOut ? 'runsOut' : 'lasts',
    runsOutAt: range(({ emptyAt }) => emptyAt),
    reserveAt: range(({ reserveAt }) => reserveAt),
    leftAtReset: { low: low.leftAtEnd, middle: middle.leftAtEnd, high: high.leftAtEnd },
    basis: `Forecast from the last ${minutes} minutes${jobs === 0 ? '' : ` and ${jobs === 1 ? '1 job' : `${jobs} jobs`}`}.`,
  };
}

const WHY_NOT: Readonly<Record<Exclude<Forecast['state'], 'forecast'>, string>> = {
  unknown: 'The limit or the reset is not known yet.',
  tooEarly: 'A forecast needs half an hour of figures.',
  unsure: 'No figure came for ten minutes, so nothing is forecast.',
  usedUp: 'Nothing is left until the reset.',
};

const JOBS_ALONE = 'The dashed line has the known jobs, nothing else.';

function lineOf({ low, middle, high }: Readonly<Record<'low' | 'middle' | 'high', Schedule>>): BurnDown['forecast'] {
  return middle.line.map(({ at, left }, index) => ({
    at,
    low: Math.round(low.line[index]?.left ?? left),
    middle: Math.round(left),
    high: Math.round(high.line[index]?.left ?? left),
  }));
}

function plannedOf({ jobs }: Schedule): PlannedJob[] {
  return jobs.map(({ id, name, from, to, rows, units, spillsOver }) => ({
    jobId: id,
    name,
    from,
    to,
    rows: Math.round(rows),
    units: Math.round(units),
    spillsOver,
  }));
}
