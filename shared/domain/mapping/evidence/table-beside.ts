import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { headerKey } from '../words/header-tokens.ts';

/**
 * Places of the columns of a second table beside the first, whose rows are other people: behind a column without a name and
 * without a value, two names or more come again and no other does.
 */
export function columnsBeside(columns: readonly ColumnProfile[]): ReadonlySet<number> {
  const tables: number[][] = [[]];
  for (const [place, { header, filled }] of columns.entries())
    if (header.trim() === '' && filled === 0) tables.push([]);
    else tables.at(-1)?.push(place);
  const [first = [], ...others] = tables.filter((places) => places.length > 0);
  const key = (place: number) => headerKey(columns[place]?.header ?? '');
  const names = new Set(first.map(key));
  const isRepeated = (place: number) => key(place) !== '' && names.has(key(place));
  return new Set(others.filter((places) => places.length > 1 && places.every(isRepeated)).flat());
}
