import type { ColumnProfile } from '../../../contract/imports/reading.ts';

export type MapArgument = { ok: true; column: number; field: string } | { ok: false; message: string };

/**
 * Reads `COLUMN=FIELD` of the command line. COLUMN is a header (case does not matter when only one fits), `#3` or a
 * plain number (from 1), or spreadsheet letters in capitals (`C`, `AB`). A header may contain `=`: the last `=` divides.
 */
export function parseMapArgument(argument: string, columns: readonly ColumnProfile[]): MapArgument {
  const divider = argument.lastIndexOf('=');
  const wanted = divider === -1 ? '' : argument.slice(0, divider).trim();
  const field = divider === -1 ? '' : argument.slice(divider + 1).trim();
  if (wanted === '' || field === '')
    return refuse(
      `"${argument}" does not say which column fills which field. Write it as COLUMN=FIELD, for example "${columns[0]?.label ?? 'Name'}=FullName".`,
    );
  const found = findColumn(wanted, columns);
  return typeof found === 'number' ? { ok: true, column: found, field } : refuse(found);
}

type NamedByHeader = Pick<ColumnProfile, 'index' | 'header' | 'label'>;

/** The index of the column that a person named, or a sentence why there is none. */
export function findColumn(wanted: string, columns: readonly NamedByHeader[]): number | string {
  for (const spelt of [(text: string) => text, (text: string) => text.toLowerCase()]) {
    const found = columns.filter(({ header, label }) => [header.trim(), label].map(spelt).includes(spelt(wanted)));
    const [first] = found;
    if (first !== undefined) return found.length === 1 ? first.index : ambiguous(wanted, found);
  }
  const position = positionOf(wanted);
  if (position !== null && position >= 1 && position <= columns.length) return position - 1;
  const because = /^#?\d+$/.test(wanted)
    ? `The file has no column ${wanted}: it has ${columns.length}.`
    : `The file has no column "${wanted}".`;
  return `${because} Its columns are: ${listed(columns)}.`;
}

/** `#3`, `3` → 3; `C` → 3; `AA` → 27; anything else null. Small letters are not a position, because a mistyped header could be one. */
function positionOf(text: string): number | null {
  const number = /^#?(\d{1,5})$/.exec(text);
  if (number !== null) return Number(number[1]);
  if (!/^[A-Z]{1,2}$/.test(text)) return null;
  let position = 0;
  for (const letter of text) position = position * 26 + letter.charCodeAt(0) - 64;
  return position;
}

function ambiguous(wanted: string, columns: readonly NamedByHeader[]): string {
  const places = columns.map((column) => `#${column.index + 1}`).join(', ');
  return `"${wanted}" fits several columns. Name one by its position: ${places}.`;
}

function listed(columns: readonly NamedByHeader[]): string {
  const shown = columns.slice(0, 40).map((column) => column.label);
  return columns.length > shown.length
    ? `${shown.join(', ')} and ${columns.length - shown.length} more`
    : shown.join(', ');
}

function refuse(message: string): MapArgument {
  return { ok: false, message };
}
