import { format } from '../../../lib/format.ts';

/** `2026-11-16T17:58:04.351` → "16 Nov 17:58". Times of leads have no zone: nothing is converted. Other text stays. */
export function momentWords(moment: string | undefined): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(moment ?? '') ?? [];
  if (day === undefined) return moment ?? '';
  const words = format.dayAndMonth(Date.parse(`${day}T00:00:00Z`), 'UTC');
  return time === undefined ? words : `${words} ${time}`;
}
