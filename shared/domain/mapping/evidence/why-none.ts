import { turnedBy } from '../words/header-meanings.ts';
import type { NamedColumn } from './named-column.ts';

/**
 * Why no field was chosen for a column, in one sentence. `lost`: the field it would have filled, and the header of the
 * column that fits it better. `concepts`: the meanings of the fields that can be chosen.
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
    return `It belongs to another address than "${otherPlace.than}".`;
  const turned = turnedBy(header);
  if (turned !== null && (meaning === undefined || meaning.doubt !== undefined))
    return `"${turned.word}" makes it something else than ${turned.concept}.`;
  if (meaning?.doubt !== undefined)
    return `"${meaning.word}" may mean ${meaning.concept}, but "${meaning.doubt}" may make it something else.`;
  if (meaning !== undefined && !concepts.has(meaning.concept))
    return `It means ${meaning.concept}, but no field for that is known.`;
  if (meaning !== undefined)
    return profile.filled === 0
      ? 'The column is empty.'
      : `Its name means ${meaning.concept}, but its values do not fit.`;
  if (profile.filled === 0) return 'The column is empty, and its name is not known.';
  return 'Neither its name nor its values show clearly which field it is.';
}
