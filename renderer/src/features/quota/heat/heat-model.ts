import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import { wallClockAt } from '../../../../../shared/domain/service/service-time.ts';
import { format } from '../../../lib/format.ts';
import type { ChartTableContent } from '../chart/chart-kind.ts';

type Hours = ChannelResult<'quota:hours'>;

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const LONG_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** Shades of an hour, from nothing used to the most. */
export const LEVELS = 5;

export interface HeatCell {
  /** 0 Monday to 6 Sunday. */
  readonly day: number;
  readonly hour: number;
  /** Units of an average such hour. */
  readonly units: number;
  readonly others: number;
  /** Days that were measured. */
  readonly days: number;
  /** 0: nothing, 4: the most. */
  readonly level: number;
}

/** All 168 hours of a week, Monday first. */
export function heatCells({ cells }: Hours): HeatCell[] {
  const most = Math.max(1, ...cells.map(({ units }) => units));
  const known = new Map(cells.map((cell) => [(cell.weekday - 1) * 24 + cell.hour, cell]));
  return Array.from({ length: 7 * 24 }, (_, at) => {
    const cell = known.get(at);
    const units = cell?.units ?? 0;
    return {
      day: Math.floor(at / 24),
      hour: at % 24,
      units,
      others: cell?.others ?? 0,
      days: cell?.days ?? 0,
      level: units <= 0 ? 0 : Math.min(LEVELS - 1, Math.max(1, Math.ceil((units / most) * (LEVELS - 1)))),
    };
  });
}

/** Place of the hour of the week that runs now, 0 for Monday 00:00 to 167. */
export function hourNow(now: number, zone: string): number {
  const { year, month, day, hour } = wallClockAt(now, zone);
  return ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) * 24 + hour;
}

const clock = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;

export function heatWords({ day, hour, units, others, days }: HeatCell): string {
  const when = `${LONG_DAYS[day] ?? ''} ${clock(hour)} to ${clock(hour + 1)}`;
  if (days === 0 || units === 0) return `${when}: nothing used.`;
  const measured = days === 1 ? 'on one day' : `on average of ${format.number(days)} days`;
  const foreign = others > 0 ? `, ${format.number(others)} by other clients` : '';
  return `${when}: ${format.count(units, { one: '# unit', other: '# units' })} ${measured}${foreign}.`;
}

/** When most is used, and when nothing is: where there is room. */
export function heatSummary(cells: readonly HeatCell[], days: number): string {
  const busiest = cells.reduce((most, cell) => (cell.units > most.units ? cell : most));
  if (busiest.units === 0) return 'Nothing was used on these days.';
  const free = cells.filter(({ units }) => units === 0).length;
  const measured = format.count(days, { one: '# day', other: '# days' });
  return `Of ${measured} with requests: most on ${LONG_DAYS[busiest.day]} ${clock(busiest.hour)} to ${clock(busiest.hour + 1)}, ${format.count(busiest.units, { one: '# unit', other: '# units' })}. ${format.number(free)} of 168 hours of the week had none.`;
}

export function heatTable(cells: readonly HeatCell[]): ChartTableContent {
  return {
    columns: ['Hour', ...WEEKDAYS],
    rows: Array.from({ length: 24 }, (_, hour) => [
      clock(hour),
      ...WEEKDAYS.map((_name, day) => cells[day * 24 + hour]?.units ?? 0),
    ]),
  };
}

/** The next hour by an arrow key; null where the week ends, and for other keys. */
export function heatStep(key: string, at: number): number | null {
  const hour = at % 24;
  const next = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + 24,
    ArrowUp: at - 24,
    Home: at - hour,
    End: at - hour + 23,
  }[key];
  if (next === undefined || next < 0 || next >= 168) return null;
  return (key === 'ArrowRight' || key === 'ArrowLeft') && Math.floor(next / 24) !== Math.floor(at / 24) ? null : next;
}
