import { seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';
import type { Random } from '../../electron/core/foundation/ports.ts';
import { DEFAULT_ALERTS } from '../../shared/domain/quota/alert-defaults.ts';
import { alertCauses } from '../../shared/domain/quota/alert-rules.ts';
import { emptyAtPace, forecast, type ForecastInput } from '../../shared/domain/schedule/forecast.ts';
import { FORECAST } from '../../shared/domain/schedule/measured-rates.ts';
import type { Schedule } from '../../shared/domain/schedule/schedule.ts';
import { DAY, MINUTE } from '../../shared/domain/time/time.ts';

/*
 * Days of a budget, drawn minute by minute. The forecast sees what was used until a minute, and the truth is what the rest of
 * the day does.
 */

const START = Date.UTC(2026, 10, 20, 6, 42);
const RESETS_AT = START + DAY;
const LIMIT = 100_000;

/**
 * How other clients send. `steady`: programs at their own pace; `bursty`: people, whose bursts last ten minutes.
 * `spread`: relative; `lasts`: how much of a burst is left after a minute; `trend`: relative, in half a day.
 */
const KINDS = {
  steady: { spread: 0.1, lasts: 0.6, trend: 0.02 },
  bursty: { spread: 0.25, lasts: 0.9, trend: 0.03 },
} as const;
export type DayKind = keyof typeof KINDS;

interface SimulatedDay {
  /** Units used in each minute, and left at its beginning. */
  readonly used: readonly number[];
  readonly left: readonly number[];
  /** When nothing was left; null: not before the reset. */
  readonly emptyAt: number | null;
}

/** Days drawn one after the other; the same seed gives the same days. */
export function simulateDays(days: number, seed: number, kind: DayKind) {
  const random = seededRandom(seed);
  const errors: number[] = [];
  let [ranOut, inRange, raised, inVain] = [0, 0, 0, 0];
  let leastWarning = Number.POSITIVE_INFINITY;
  for (let index = 0; index < days; index++) {
    const day = drawDay(random, kind);
    const alertAt = firstAlert(day);
    if (day.emptyAt === null) {
      if (alertAt !== null) inVain++;
      continue;
    }
    ranOut++;
    if (alertAt !== null) {
      raised++;
      leastWarning = Math.min(leastWarning, Math.floor((day.emptyAt - alertAt) / MINUTE));
    }
    const said = forecast(knownAt(day, 30 + Math.floor(random() * 210)));
    if (said.state !== 'forecast') continue;
    const end = (course: Schedule) => course.emptyAt ?? RESETS_AT;
    if (end(said.low) <= day.emptyAt && day.emptyAt <= end(said.high)) inRange++;
    errors.push((100 * Math.abs(end(said.middle) - day.emptyAt)) / (day.emptyAt - START));
  }
  errors.sort((one, other) => one - other);
  return {
    /** Days on which the budget ran out before its reset. */
    ranOut,
    /** Percent of those whose time lay in the range that was said after half an hour to four hours. */
    inRange: (100 * inRange) / ranOut,
    /** The middle distance between what was said and the truth, percent of the time from the reset to the truth. */
    error: errors[Math.floor(errors.length / 2)] ?? 0,
    /** Days that ran out with an alert, the least warning in minutes, days that did not run out with one. */
    alerts: { raised, leastWarning, inVain },
  };
}

/** Two days of three run out. */
function drawDay(random: Random, kind: DayKind): SimulatedDay {
  const perMinute = random() < 2 / 3 ? 80 + random() * 170 : 5 + random() * 40;
  const { spread, lasts, trend: mostTrend } = KINDS[kind];
  const trend = normal(random) * mostTrend;
  let burst = normal(random);
  let emptyAt: number | null = null;
  const used: number[] = [];
  const left = [LIMIT];
  for (let minute = 0; minute < DAY / MINUTE; minute++) {
    burst = burst * lasts + normal(random) * Math.sqrt(1 - lasts ** 2);
    const mean = perMinute * (1 + trend * (minute / 720)) * Math.exp(spread * burst - spread ** 2 / 2);
    const wanted = Math.max(0, Math.round(mean + normal(random) * Math.sqrt(mean)));
    const before = left[minute] ?? 0;
    used.push(Math.min(before, wanted));
    left.push(Math.max(0, before - wanted));
    if (before > 0 && before <= wanted) emptyAt = START + (minute + before / wanted) * MINUTE;
  }
  return { used, left, emptyAt };
}

/** Everything the forecast knows at this minute of the day. */
function knownAt({ used, left }: SimulatedDay, minute: number): ForecastInput {
  const now = START + minute * MINUTE;
  const from = Math.max(0, minute - FORECAST.window / MINUTE);
  return {
    now,
    limit: LIMIT,
    left: left[minute] ?? 0,
    reserve: 0,
    jobUnitsToday: Number.POSITIVE_INFINITY,
    jobUnitsADay: Number.POSITIVE_INFINITY,
    resetsAt: RESETS_AT,
    measuredSince: START,
    lastFigureAt: now,
    minutes: used.slice(from, minute).map((rest, index) => ({ at: START + (from + index) * MINUTE, rest, jobs: 0 })),
    jobs: [],
    pace: 236,
    usual: null,
  };
}

/** When the alert is raised, looked for every ten minutes; null: never. */
function firstAlert(day: SimulatedDay): number | null {
  for (let minute = 30; START + minute * MINUTE < (day.emptyAt ?? RESETS_AT); minute += 10) {
    const known = knownAt(day, minute);
    const said = forecast(known);
    if (said.state !== 'forecast') continue;
    const runsOutAt = { low: said.low.emptyAt, middle: said.middle.emptyAt, high: said.high.emptyAt };
    const budget = {
      service: 'leads',
      title: 'Leads',
      limit: null,
      others: 0,
      startedAt: START,
      resetsAt: RESETS_AT,
      outlook: { state: 'runsOut' as const, runsOutAt, reserveAt: runsOutAt, leftAtReset: null, basis: '' },
      soonEmptyAt: emptyAtPace(known, 5 * MINUTE),
    };
    const facts = { now: known.now, settings: DEFAULT_ALERTS, budgets: [budget], nightPrice: 4, clockText: String };
    const nothing = { isInTeam: false, unknownRows: [], accepted: {}, standing: [] };
    if (alertCauses({ ...facts, ...nothing }).length > 0) return known.now;
  }
  return null;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
