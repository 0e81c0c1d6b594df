import { wallClockAt } from '../../../../../shared/domain/service/service-time.ts';
import { format } from '../../../lib/format.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** "2026-11-17 13:47": sorts as text, and spreadsheet programs read it. The account's wall clock; Unix milliseconds. */
export function wallText(at: number): string {
  const { year, month, day, hour, minute } = wallClockAt(at, format.zone());
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

/** "Tue 07:42" */
export function dayAndTime(at: number): string {
  return `${weekdayOf(at)} ${format.time(at)}`;
}

function weekdayOf(at: number): string {
  const { year, month, day } = wallClockAt(at, format.zone());
  return ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? '';
}
