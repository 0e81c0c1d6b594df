import { format } from '../../../lib/format.ts';

/** "Nov 13, 2026, 11:05:12 CET" */
export function momentWords(at: number, zone: string | undefined): string {
  const name = zone === undefined ? '' : ` ${format.zoneName(zone, at)}`;
  return `${format.date(at, zone)}, ${format.timeWithSeconds(at, zone)}${name}`;
}
