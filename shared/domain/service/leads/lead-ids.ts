import { withoutEdges } from '../../words/edges.ts';

/** Lead ids as people paste and list them. An id is the service's own text: letters are never changed. */

export interface CleanedIds {
  /** Each once, in the order of the list. */
  readonly ids: readonly string[];
  /** Entries that are not empty; of a result all of its leads. */
  readonly listed: number;
  readonly repeated: number;
  /** Entries that can be no id: longer than any, with characters that no text should have, or of a lead without one. */
  readonly unusable: number;
}

/** Characters. Ids of services are a few dozen characters long; a longer entry is a sentence or a whole row. */
const LONGEST_ID = 200;

/** Blanks of all kinds, marks that nobody sees, and the byte order mark. */
const EDGE = /[\s\u200b-\u200f\u2060\ufeff]/;

/** Takes off what surrounds an id: blanks, invisible marks, one pair of quotation marks. */
export function cleanLeadIds(entries: Iterable<string>): CleanedIds {
  return exactLeadIds(bareEntries(entries));
}

/** The ids of leads as the service wrote them: nothing is taken off. A lead without one counts as unusable. */
export function exactLeadIds(entries: Iterable<string>): CleanedIds {
  const ids = new Set<string>();
  let listed = 0;
  let unusable = 0;
  for (const entry of entries) {
    listed += 1;
    if (isUsable(entry)) ids.add(entry);
    else unusable += 1;
  }
  return { ids: [...ids], listed, repeated: listed - unusable - ids.size, unusable };
}

/** Without those that are empty. */
function* bareEntries(entries: Iterable<string>): Generator<string> {
  for (const entry of entries) {
    const bare = withoutEdges(unquoted(withoutEdges(entry, EDGE)), EDGE);
    if (bare !== '') yield bare;
  }
}

/** The lines of a text. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/**
 * The entries of a pasted text: one a line, the first cell where cells are separated by tabs. A single line is divided at
 * commas, semicolons, tabs and blanks.
 */
export function entriesOf(text: string): string[] {
  const lines = linesOf(text).filter((line) => withoutEdges(line, EDGE) !== '');
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return only.split(/[\s,;]+/);
  return lines.map((line) => (line.split('\t')[0] ?? '').replace(/[,;]\s*$/, ''));
}

/** Whether a column is named like the id of a lead. */
export function isLeadIdHeader(header: string): boolean {
  return /^(lead)?(unique)?(lead)?id$/i.test(header.replaceAll(/[\s._-]/g, '')) && /\S/.test(header);
}

function unquoted(text: string): string {
  return /^"[^"]*"$|^'[^']*'$/.test(text) ? text.slice(1, -1) : text;
}

function isUsable(text: string): boolean {
  // Lone surrogates and control characters do not survive JSON and addresses as they are.
  if (text.length > LONGEST_ID || text.trim() === '') return false;
  return text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text);
}
