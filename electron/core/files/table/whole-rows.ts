import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { isColumnName, typeOf } from './cell-answers.ts';
import { filledCount, type SheetRow } from './sheet-row.ts';

/** Separators that the values of a row may have between them when the row stands in one cell. */
const separators = [',', ';', '\t', '|'];
/** Cells of a row. Two are a name in reverse order, or a town with its country. */
const fewestCells = 3;
/** Rows. */
const fewestRows = 2;
/** Characters. A cell of more is a text. */
const longestRow = 20_000;

/**
 * The separator of a table whose rows stand in one cell each ("Name,Phone,Town"), as when a program opens a text file with
 * another separator and saves it; null for any other table. Every row must have one cell and nearly all must be cut alike.
 * The first one must be names of columns, or a column must have e-mail addresses or phones: addresses have commas, too.
 */
export function separatorInCells(rows: readonly SheetRow[], chosen: string | undefined): string | null {
  if (rows.length < fewestRows || !rows.every(isOneCell)) return null;
  const candidates = chosen === undefined ? separators : separators.filter((separator) => separator === chosen);
  return candidates.find((separator) => isTable(rows, separator)) ?? null;
}

/** The values of a row that stands in one cell; any other row stays as it is. */
export function cutWhole(cells: string[], separator: string): string[] {
  return isOneCell({ cells }) ? cut(cells[0] ?? '', separator) : cells;
}

/**
 * The values of a row that stands in one cell in a table whose other rows were cut at the separator: as many as these have,
 * with a phone or an e-mail address among them, because notes have commas, too. Null for any other row.
 */
export function wholeRow(cells: string[], separator: string | undefined, width: number): string[] | null {
  if (separator === undefined || width < fewestCells || cells[0]?.includes(separator) !== true) return null;
  const values = cutWhole(cells, separator);
  return values.length === width && values.some(isContact) ? values : null;
}

function isContact(value: string): boolean {
  return ['email', 'phone'].includes(typeOf(value)) || /^\+?\d{7,15}$/.test(value.trim());
}

function isOneCell({ cells }: Pick<SheetRow, 'cells'>): boolean {
  const [first = ''] = cells;
  return !isBlank(first) && first.length <= longestRow && (cells.length === 1 || filledCount(cells) === 1);
}

function isTable(rows: readonly SheetRow[], separator: string): boolean {
  const [header = [], ...others] = rows.map(({ cells }) => cut(cells[0] ?? '', separator));
  const width = header.length;
  if (width < fewestCells) return false;
  const alike = others.filter((cells) => cells.length === width);
  if (alike.length < others.length * 0.9) return false;
  const names = header.filter((cell) => isColumnName(cell)).length;
  if (names * 2 >= width && header.every((cell) => typeOf(cell) === 'text')) return true;
  const isContactColumn = (column: number) =>
    alike.every((cells) => isBlank(cells[column] ?? '') || isContact(cells[column] ?? '')) &&
    alike.some((cells) => isContact(cells[column] ?? ''));
  return alike.length >= fewestRows && header.some((_, column) => isContactColumn(column));
}

/** A quotation mark stands around a value with the separator in it, and twice inside of such a value. */
function cut(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const quoted = text[at] === '"' ? quotedFrom(text, at, separator) : null;
    const end = quoted?.end ?? nextOf(text, separator, at);
    cells.push(quoted?.value ?? text.slice(at, end));
    if (end >= text.length) return cells;
    at = end + separator.length;
  }
}

/** Null when the quotation mark is part of a value: no other one closes it before a separator or the end. */
function quotedFrom(text: string, open: number, separator: string): { value: string; end: number } | null {
  let from = open + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close === -1) return null;
    const end = close + 1;
    if (text[end] === '"') from = end + 1;
    else if (end === text.length || text.startsWith(separator, end))
      return { value: text.slice(open + 1, close).replaceAll('""', '"'), end };
    else return null;
  }
}

function nextOf(text: string, separator: string, from: number): number {
  const found = text.indexOf(separator, from);
  return found === -1 ? text.length : found;
}
