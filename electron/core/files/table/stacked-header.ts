// Why: decision 0178.
import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { isColumnName, typeOf } from './cell-answers.ts';
import { isPeriod } from './header-series.ts';
import { filledCount, type SheetRow } from './sheet-row.ts';

/** The rows that hold the names of the columns together, as places in the list, and the names. */
export interface HeaderBlock {
  first: number;
  last: number;
  names: string[];
}

/** Rows above the lowest one. */
const mostLevels = 4;
/** Characters. A longer cell is a title or a text. */
const longestName = 60;
/** Between the names of several rows: "Contact - Phone - Work". */
const between = ' - ';

/**
 * The header around the row at `at`: with the rows of groups above it ("Person" over "First" and "Last") and a row of names
 * below that fills its gaps. Merged cells are blank but for their first one, so they count for all columns to the right that
 * have a name below. One row, or two of which the lower has all the names, keep the names of that row.
 */
export function headerBlock(rows: readonly SheetRow[], at: number): HeaderBlock {
  let last = at;
  while (last - at < 2 && isNamesBelow(rows, at, last + 1)) last += 1;
  let first = at;
  while (last - first < mostLevels && isGroupsAbove(rows, first - 1, last)) first -= 1;
  const lowest = rows[last]?.cells ?? [];
  const isWhole = last === at && isComplete(lowest, rows.slice(last + 1));
  if (first === last || (last - first === 1 && isWhole)) return { first: last, last, names: [...lowest] };
  return { first, last, names: joinedNames(rows.slice(first, last + 1).map(({ cells }) => cells)) };
}

function isAdjacent(rows: readonly SheetRow[], upper: number): boolean {
  const [one, other] = [rows[upper], rows[upper + 1]];
  return one !== undefined && other !== undefined && other.line === one.line + 1;
}

function isName(cell: string): boolean {
  const text = cell.trim();
  // A line of signs is the frame of a printed table.
  if (/^[-=_+*:|~]{3,}$/.test(text)) return false;
  return text.length <= longestName && !text.endsWith(':') && (typeOf(text) === 'text' || isPeriod(text));
}

function present(cells: readonly string[]): string[] {
  return cells.filter((cell) => !isBlank(cell));
}

/** Whether the row at `next` holds names for gaps of the header above it: no data, because it lacks what all rows below have. */
function isNamesBelow(rows: readonly SheetRow[], header: number, next: number): boolean {
  const cells = rows[next]?.cells ?? [];
  const below = rows.slice(next + 1, next + 31);
  const named = present(cells);
  if (!isAdjacent(rows, next - 1) || below.length < 2 || named.length === 0 || !named.every(isName)) return false;
  const above = rows.slice(header, next).map((row) => row.cells);
  const isNamed = (column: number) => above.some((row) => !isBlank(row[column] ?? ''));
  const valuesOf = (column: number) => below.map((row) => row.cells[column] ?? '').filter((cell) => !isBlank(cell));
  let gaps = 0;
  let lacks = 0;
  let contrasts = 0;
  for (let column = 0; column < Math.max(cells.length, ...above.map((row) => row.length)); column += 1) {
    const cell = cells[column] ?? '';
    const values = valuesOf(column);
    if (isBlank(cell)) {
      if (isNamed(column) && values.length >= below.length * 0.5) lacks += 1;
      continue;
    }
    if (values.includes(cell)) return false;
    if (!isNamed(column)) gaps += 1;
    if (values.length > 0 && values.filter((value) => typeOf(value) !== 'text').length >= values.length * 0.7)
      contrasts += 1;
  }
  const words = named.filter((cell) => isColumnName(cell)).length;
  return gaps > 0 && lacks > 0 && (contrasts > 0 || words >= named.length * 0.6);
}

/** Whether the row at `at` groups the columns of the header from `at + 1` to `last`: most of its cells stand over several. */
function isGroupsAbove(rows: readonly SheetRow[], at: number, last: number): boolean {
  const cells = rows[at]?.cells ?? [];
  const named = present(cells);
  if (!isAdjacent(rows, at) || named.length === 0 || !named.every(isName)) return false;
  const levels = rows.slice(at + 1, last + 1).map((row) => row.cells);
  // A cell merged over the rows of the header is the last one of its column: the lower rows may end before it.
  const below = rows.slice(last + 1, last + 31).map((row) => row.cells.findLastIndex((cell) => !isBlank(cell)) + 1);
  const width = Math.max(...levels.map((row) => row.length), ...below);
  const starts = cells.flatMap((cell, column) => (isBlank(cell) ? [] : [column]));
  if (starts.some((column) => column >= width)) return false;
  const isFree = (column: number) => levels.every((row) => isBlank(row[column] ?? ''));
  // A single cell is a title where no name is left of it, also where the first column has none.
  const [only = 0] = starts;
  if (
    starts.length === 1 &&
    (levels.every((row) => filledCount(row.slice(0, only)) === 0) || filledCount(levels[0] ?? []) < 2)
  )
    return false;
  const groups = starts.filter((column, index) => (starts[index + 1] ?? width) - column > 1 || isFree(column)).length;
  const names = Math.max(...levels.map((row) => filledCount(row)));
  return groups >= starts.length * 0.5 && (starts.length < names || starts.every(isFree));
}

/** Whether every column with values has a name of its own. */
function isComplete(names: readonly string[], below: readonly SheetRow[]): boolean {
  const keys = present(names).map((name) => name.trim().toLowerCase());
  if (new Set(keys).size < keys.length) return false;
  const width = Math.max(names.length, ...below.slice(0, 30).map((row) => row.cells.length));
  for (let column = 0; column < width; column += 1)
    if (isBlank(names[column] ?? '') && below.some((row) => !isBlank(row.cells[column] ?? ''))) return false;
  return true;
}

/** Each column's names from top to bottom, each once. `levels`: the rows of the header. */
function joinedNames(levels: readonly (readonly string[])[]): string[] {
  const width = Math.max(...levels.map((row) => row.length));
  const cellAt = (level: number, column: number) => (levels[level]?.[column] ?? '').trim();
  return Array.from({ length: width }, (_, column) => {
    const parts: string[] = [];
    for (let level = 0; level < levels.length; level += 1) {
      const name = cellAt(level, column) || mergedFrom(level, column);
      if (name !== '' && !parts.includes(name)) parts.push(name);
    }
    return parts.join(between);
  });

  /** The name to the left that stands over this column too: something is named below, and no group begins between. */
  function mergedFrom(level: number, column: number): string {
    const isNamedBelow = levels.slice(level + 1).some((row) => !isBlank(row[column] ?? ''));
    if (!isNamedBelow) return '';
    for (let left = column; left >= 0; left -= 1) {
      const name = cellAt(level, left);
      if (name !== '') return name;
      for (let upper = 0; upper < level; upper += 1) if (cellAt(upper, left) !== '') return '';
    }
    return '';
  }
}
