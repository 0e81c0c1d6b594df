import { wallClockAt } from './service-time.ts';

/**
 * Name of the lead pool that is suggested for an import, with the month in it: the service's own advice is a scheme with an
 * incremental part. A pool of its own can be undone and counted in the service.
 */
export function suggestedPoolName(fileName: string, timeZone: string, now: number): string {
  const base = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60);
  return `${base === '' ? 'Import' : base} ${dayIn(timeZone, now).slice(0, 7)}`;
}

/** `yyyy-MM-dd` of a moment on the wall clock of `timeZone`. */
export function dayIn(timeZone: string, moment: number): string {
  const { year, month, day } = wallClockAt(moment, timeZone);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
