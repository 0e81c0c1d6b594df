import type { ExportRecord } from './export-records.ts';

/** Latest results whose columns say how a field is spelled. */
const SPELLED_BY = 20;

/**
 * Names of the campaigns' fields as earlier results have them; a name in lower case only is not the campaign's own.
 *
 * @param records the latest first
 */
export function spellingsOf(records: readonly Pick<ExportRecord, 'columns'>[]): string[] {
  const paths = records
    .slice(0, SPELLED_BY)
    .flatMap((record) => record.columns.map((column) => column.path))
    .filter((path) => path.startsWith('data.') && path !== path.toLowerCase());
  // If there are two spellings, the one in the latest result counts.
  return [...new Set(paths)].reverse();
}
