import { format } from '../../../lib/format.ts';

/** "Nov 13, 2026, 11:05:12 CET" */
export function momentWords(at: number): string {
  return `${format.date(at)}, ${format.timeWithSeconds(at)} ${format.zoneName(at)}`;
}
