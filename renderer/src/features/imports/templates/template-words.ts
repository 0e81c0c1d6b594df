import type { Template, TemplateKeeps, TemplateMatch } from '../../../../../shared/contract/imports/templates.ts';
import { capitalized } from '../../../../../shared/domain/words/format.ts';
import { templateWords } from '../../../../../shared/domain/check/template-words.ts';
import { format } from '../../../lib/format.ts';
import { fromWords } from '../../../lib/sentences.ts';

const times = { one: 'once', other: '# times' };

/** "From Anna, 12 May 2026.", "Used 3 times, last on 12 May 2026." */
export function historyWords({ used, lastUsedAt, savedAt, from }: Template): string {
  if (from !== undefined) return capitalized(`${fromWords(from)}.`);
  if (used === 0 || lastUsedAt === null) return `Saved ${format.date(savedAt)}, not used yet.`;
  return `Used ${format.count(used, times)}, last on ${format.date(lastUsedAt)}.`;
}

/** "DE-SCHULE-26Q4 · 7 columns, mapping only · used 3 times" */
export function listWords({ campaignCode, columns, keeps, used, isDamaged, from, staysHere }: Template): string {
  if (isDamaged === true) return 'Damaged: it cannot be read any more. Remove it.';
  const where = campaignCode === '' ? 'Every campaign' : campaignCode;
  const size = format.count(columns, { one: '# column', other: '# columns' });
  const only = keeps === null ? ', mapping only' : '';
  if (from !== undefined) return `${where} · ${size}${only} · ${fromWords(from)}`;
  const here = staysHere === true ? ' · too long for the team, only here' : '';
  return `${where} · ${size}${only}${here} · ${used === 0 ? 'not used yet' : `used ${format.count(used, times)}`}`;
}

/** For whom a template that was just saved is there. */
export function offerWords({ staysHere }: Template): string {
  const offered = 'It is offered for files with the same columns';
  return staysHere === true
    ? `${offered} on this computer only: it is too long for the team, so colleagues do not get it.`
    : `${offered}.`;
}

/** "fits 7 of 8 columns and the name of the file" */
export function fitWords({ fit, isNamedAlike }: TemplateMatch): string {
  const columns = format.count(fit.of, { one: '# column', other: '# columns' });
  return `fits ${format.number(fit.known)} of ${columns}${isNamedAlike ? ' and the name of the file' : ''}`;
}

/** What it reads and this file lacks; empty when nothing. */
export function missingWords({ fit }: TemplateMatch): string {
  if (fit.missing.length === 0) return '';
  const names = fit.missing.map((column) => `“${column}”`);
  const shown = names.length > 4 ? [...names.slice(0, 4), `${names.length - 4} more`] : names;
  return `It also reads ${shown.join(', ')}, which this file does not have.`;
}

/** What a new template would keep, a line each. */
export function keepsWords(fields: number, keeps: TemplateKeeps, poolScheme: string | null): string[] {
  const mapping = `${format.count(fields, { one: '# field', other: '# fields' })} with their cleaning`;
  return [mapping, ...templateWords(keeps, poolScheme, null)];
}

/** A name that every system takes for a file. */
export function fileNameOf({ name }: Template): string {
  const safe = name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, '-').replace(/^[. ]+|[. ]+$/g, '');
  return `${safe === '' ? 'template' : safe}.json`;
}
