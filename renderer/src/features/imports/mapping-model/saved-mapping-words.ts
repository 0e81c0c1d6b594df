import type { MappingMatch, SavedMapping } from '../../../../../shared/contract/imports/saved-mappings.ts';
import { format } from '../../../lib/format.ts';

const times = { one: 'once', other: '# times' };

/** "Used 3 times, last on 12 May 2026." */
export function historyWords({ used, lastUsedAt, savedAt }: SavedMapping): string {
  if (used === 0 || lastUsedAt === null) return `Saved ${format.date(savedAt)}, not used yet.`;
  return `Used ${format.count(used, times)}, last on ${format.date(lastUsedAt)}.`;
}

/** "DE-SCHULE-26Q4 · 7 columns · used 3 times" */
export function listWords({ campaignCode, columns, used, isDamaged }: SavedMapping): string {
  if (isDamaged === true) return 'Damaged: it cannot be read any more. Remove it.';
  const where = campaignCode === '' ? 'Every campaign' : campaignCode;
  const size = format.count(columns, { one: '# column', other: '# columns' });
  return `${where} · ${size} · ${used === 0 ? 'not used yet' : `used ${format.count(used, times)}`}`;
}

/** "fits 7 of 8 columns" */
export function fitWords({ fit }: MappingMatch): string {
  return `fits ${format.number(fit.known)} of ${format.count(fit.of, { one: '# column', other: '# columns' })}`;
}

/** What it reads and this file lacks; empty when nothing. */
export function missingWords({ fit }: MappingMatch): string {
  if (fit.missing.length === 0) return '';
  const names = fit.missing.map((column) => `“${column}”`);
  const shown = names.length > 4 ? [...names.slice(0, 4), `${names.length - 4} more`] : names;
  return `It also reads ${shown.join(', ')}, which this file does not have.`;
}

/** A name that every system takes for a file. */
export function fileNameOf({ name }: SavedMapping): string {
  const safe = name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, '-').replace(/^[. ]+|[. ]+$/g, '');
  return `${safe === '' ? 'mapping' : safe}.json`;
}
