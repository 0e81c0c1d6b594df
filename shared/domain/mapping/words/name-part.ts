import type { ExportColumn } from '../../../contract/exports/exports.ts';
import { headerMeanings } from './header-meanings.ts';

const PARTS: Readonly<Record<string, ExportColumn['namePart']>> = {
  FirstName: 'first',
  MiddleName: 'middle',
  LastName: 'last',
  FullName: 'whole',
};

/** How sure a header must be: no value is looked at. */
const SURE = 0.95;

/** A summary is told several times a second, and has the same columns. */
const known = new Map<string, ExportColumn['namePart']>();
/** Paths that are remembered. */
const MOST_KNOWN = 20_000;

/** The part of a person's name that a field of a campaign holds by its header; undefined: none for sure. */
export function namePartOf(path: string): ExportColumn['namePart'] {
  if (!path.startsWith('data.')) return undefined;
  if (!known.has(path)) {
    if (known.size >= MOST_KNOWN) known.clear();
    const [meaning] = headerMeanings(path.slice('data.'.length));
    const isSure = meaning !== undefined && meaning.strength >= SURE && meaning.doubt === undefined;
    known.set(path, isSure && meaning.isMisspelt !== true ? PARTS[meaning.concept] : undefined);
  }
  return known.get(path);
}
