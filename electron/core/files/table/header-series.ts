import { typeOf } from './cell-answers.ts';
import type { SheetRow } from './sheet-row.ts';

/** Column names that form a series: "Column 1, Column 2", "A1, B1, C1", "2019, 2020", "2024-01, 2024-02". */

/** Characters. A longer cell is a text: its signs before a number could be divided in too many ways. */
const longestName = 200;

/**
 * Whether names differ only in a rising number ("field_1, field_2") or only in their letter ("A1, B1, C1"), and the rows
 * below are different. `present`: the trimmed cells of the row that are not empty.
 */
export function areNumbered(present: readonly string[], below: readonly SheetRow[]): boolean {
  if (present.length < 2) return false;
  const stem = commonStem(present) ?? letterSeries(present);
  if (stem === null) return false;
  return !below.some(({ cells }) => {
    const others = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    return others.length > 1 && (commonStem(others) === stem || letterSeries(others) === stem);
  });
}

/** The letters before the rising number of a series; null when the cells are not a series. */
function commonStem(cells: readonly string[]): string | null {
  const parts = cells.map((cell) =>
    cell.length > longestName ? null : /^(\p{L}[\p{L}\s_.#-]*?)[\s_.#-]*(\d{1,4})$/u.exec(cell),
  );
  const stem = parts[0]?.[1];
  if (stem === undefined) return null;
  const numbers = parts.map((part) => (part?.[1] === stem ? Number(part[2]) : Number.NaN));
  return numbers.every((value, at) => at === 0 || value > (numbers[at - 1] as number)) ? stem : null;
}

/** 'letters' for a series such as "A1, B1, C1": rising letters before the same number. Null when the cells are not a series. */
function letterSeries(cells: readonly string[]): string | null {
  const parts = cells.map((cell) => /^([A-Z]{1,2})(\d{1,3})$/.exec(cell));
  const number = parts[0]?.[2];
  if (number === undefined || !parts.every((part) => part?.[2] === number)) return null;
  return parts.every((part, at) => at === 0 || (part?.[1] ?? '') > (parts[at - 1]?.[1] ?? '')) ? 'letters' : null;
}

const periods = [
  /^(?:18|19|20)\d\d$/,
  /^(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])$/,
  /^(?:0?[1-9]|1[0-2])[-/.](?:19|20)\d\d$/,
  /^(?:19|20)\d\d[-/](?:\d\d|(?:19|20)\d\d)$/,
];

/** A year, a month or a day. */
export function isPeriod(cell: string): boolean {
  return typeOf(cell) === 'date' || periods.some((period) => period.test(cell));
}

/**
 * Whether the row is the header of a table with a column for each year, month or day: all its cells but words are such
 * periods, all different, and the columns below hold something else.
 */
export function isSpreadOverTime(row: SheetRow, below: readonly SheetRow[]): boolean {
  const cells = row.cells.map((cell) => cell.trim());
  const dated = cells.map((cell, column) => ({ cell, column })).filter(({ cell }) => !isWord(cell));
  if (dated.length === 0 || !dated.every(({ cell }) => isPeriod(cell))) return false;
  if (new Set(dated.map(({ cell }) => cell)).size < dated.length) return false;
  const values = dated.flatMap(({ column }) => below.map((other) => (other.cells[column] ?? '').trim()));
  const filled = values.filter((value) => value !== '');
  return filled.length > 0 && filled.filter(isPeriod).length <= filled.length * 0.3;
}

function isWord(cell: string): boolean {
  return ['text', 'empty'].includes(typeOf(cell)) && !periods.some((period) => period.test(cell));
}
