import { turnedBy } from '../words/header-meanings.ts';
import type { NamedColumn } from './named-columns.ts';

/**
 * Why nothing was chosen for a column, in one sentence. `lost`: the field it would have filled, and the header of the
 * column that fills it better. `concepts`: what the fields that were offered mean.
 */
export function whyNone(
  column: NamedColumn,
  lost: { field: string; to: string } | null,
  concepts: ReadonlySet<string>,
): string {
  const { header, profile, otherPlace } = column;
  if (lost !== null)
    return lost.to === '' ? `Another column fits ${lost.field} better.` : `"${lost.to}" fits ${lost.field} better.`;
  const [meaning] = column.meanings;
  if (otherPlace !== null && meaning !== undefined && otherPlace.concepts.has(meaning.concept))
    return `Belongs to another address than "${otherPlace.than}".`;
  const turned = turnedBy(header);
  if (turned !== null && (meaning === undefined || meaning.doubt !== undefined))
    return `"${turned.word}" makes it something else than ${turned.concept}.`;
  if (meaning?.doubt !== undefined)
    return `"${meaning.word}" may mean ${meaning.concept}, but "${meaning.doubt}" may make it something else.`;
  if (meaning !== undefined && !concepts.has(meaning.concept))
    return `It means ${meaning.concept}, and no field for that is known here.`;
  if (meaning !== undefined && profile.filled > 0) return `Its name says ${meaning.concept}, its values do not.`;
  if (profile.filled === 0) return 'The column is empty and its name is not known.';
  return 'Neither its name nor its values say clearly which field it is.';
}
