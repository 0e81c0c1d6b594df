import { seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';
import type { Random } from '../../electron/core/foundation/ports.ts';
import { DEFAULT_ALERTS } from '../../shared/domain/quota/alert-defaults.ts';
import { alertCauses } from '../../shared/domain/quota/alert-rules.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/time.ts';
import { type DayKind, drawDay, type Judged, judge, judgeSoon, type SimulatedDay } from './day.ts';

const START = Date.UTC(2026, 10, 20, 6, 42);

/** Days drawn one after the other; the same seed gives the same days. */
export function simulateDays(days: number, seed: number, kind: DayKind) {
  const random = seededRandom(seed);
  const errors: number[] = [];
  const errorsOfRest: number[] = [];
  let [ranOut, inRange, raised, inVain] = [0, 0, 0, 0];
  let leastWarning: number | null = null;
  for (let index = 0; index < days; index++) {
    const day = drawDay(random, drawRate(random), START + index * 24 * HOUR, kind);
    const alertAt = firstAlert(day);
    if (day.emptyAt === null) {
      if (alertAt !== null) inVain++;
      continue;
    }
    ranOut++;
    if (alertAt !== null) {
      raised++;
      leastWarning = Math.min(leastWarning ?? Number.POSITIVE_INFINITY, (day.emptyAt - alertAt) / MINUTE);
    }
    const minute = 30 + Math.floor(random() * 210);
    const said = judge(day, minute);
    if (said === null) continue;
    if (isWithin(said, day.emptyAt)) inRange++;
    const middle = said.middle ?? day.resetsAt;
    const error = Math.abs(middle - day.emptyAt);
    errors.push((100 * error) / (day.emptyAt - day.start));
    errorsOfRest.push((100 * error) / (day.emptyAt - day.start - minute * MINUTE));
  }
  return {
    days,
    /** Days on which the budget ran out before its reset. */
    ranOut,
    /** Percent of the days that ran out whose time lay in the range that was said after half an hour to four hours. */
    inRange: (100 * inRange) / ranOut,
    /** Median and 95 % of the distance between the middle and the truth, percent of the time from the reset to the truth. */
    error: spread(errors),
    /** The same, measured against the time that was still left when the forecast was made. */
    errorOfRest: spread(errorsOfRest),
    /** Days that ran out with an alert, the least warning in minutes, days that did not run out with one. */
    alerts: { raised, leastWarning, inVain },
  };
}

/** Requests a minute of everything but jobs: two days of three run out. */
function drawRate(random: Random): number {
  return random() < 2 / 3 ? 80 + random() * 170 : 5 + random() * 40;
}

function isWithin({ low, high }: Judged, truth: number): boolean {
  return low !== null && low <= truth && (high === null || truth <= high);
}

/** When the alert is raised, looked for every ten minutes; null: never. */
function firstAlert(day: SimulatedDay): number | null {
  const end = Math.min(1_440, day.emptyAt === null ? 1_440 : (day.emptyAt - day.start) / MINUTE);
  for (let minute = 30; minute < end; minute += 10) {
    const said = judge(day, minute);
    const now = day.start + minute * MINUTE;
    if (said === null || said.middle === null) continue;
    const budget = {
      service: 'POST leads',
      title: 'Leads',
      limit: null,
      others: 0,
      startedAt: day.start,
      resetsAt: day.resetsAt,
      outlook: { state: 'runsOut' as const, runsOutAt: said, reserveAt: said, leftAtReset: null, basis: '' },
      soonEmptyAt: judgeSoon(day, minute),
    };
    const facts = {
      now,
      settings: DEFAULT_ALERTS,
      budgets: [budget],
      nightPrice: 4,
      unknownRows: [],
      accepted: {},
      standing: [],
    };
    if (alertCauses({ ...facts, clockText: String }).length > 0) return now;
  }
  return null;
}

function spread(values: readonly number[]): { median: number; p95: number } {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}
