import { format } from '../../../lib/format.ts';

/** A file name with the name of the export and the day of the account, valid on every system. @param at Unix milliseconds */
export function suggestedFileName(name: string, at: number, ending: string): string {
  const safe = name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return `${safe === '' ? 'leads' : safe}-${format.isoDay(at)}.${ending}`;
}
