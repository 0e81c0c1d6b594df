import { looksLikeEmail } from '../../../../shared/domain/files/cell-shapes.ts';
import { isColumnName, shapeOf, typeOf } from './cell-answers.ts';
import { areNumbered, isSpreadOverTime } from './header-series.ts';
import { filledCount, type SheetRow } from './sheet-row.ts';

/** Bounds of what the parts of a score can add. */
const MOST_FOR_NAMES = 1.5;
const MOST_FOR_CONTRAST = 1.92;
const MOST_FOR_NUMBERS = 1.2;
const MOST_FOR_THE_REST = 0.9;

/**
 * Above 0: the row is a header. Compares the cells of the row with those of the rows below it. When the score cannot reach
 * `atLeast`, the answer is some number below `atLeast`, found without the slow comparisons.
 */
export function headerScore(
  rows: readonly SheetRow[],
  index: number,
  typical: number,
  atLeast = Number.NEGATIVE_INFINITY,
): number {
  const row = rows[index];
  if (row === undefined) return -9;
  const filled = filledCount(row.cells);
  const below = rows.slice(index + 1, index + 31);
  if (filled === 0 || below.length === 0) return headerWithoutData(rows, index);
  if (filled < typical * 0.5) return -5;
  if (filled === 1 && typical === 2 && isTitleAbove(below)) return -5;
  if (filledCount(below[0]?.cells ?? []) > filled * 2 && below.length > 1) return -4;
  const cells = row.cells.map((cell) => cell.trim());
  const present = cells.filter((cell) => cell !== '');
  let score = -titlePenalty(rows, index, filled);
  if (present.some((cell) => looksLikeEmail(cell) || /^(?:\+|00)\d{7,}/.test(cell) || /^https?:/.test(cell)))
    score -= 1.5;
  if (present.some((cell) => cell.length > 120)) score -= 1;
  // "From:", "Made by:" stand in forms and above tables.
  score -= (present.filter((cell) => cell.endsWith(':')).length / filled) * 3;
  const most = MOST_FOR_NAMES + MOST_FOR_CONTRAST + MOST_FOR_NUMBERS;
  if (score + most + MOST_FOR_THE_REST < atLeast) return score + most + MOST_FOR_THE_REST;
  score += (new Set(present.map((cell) => cell.toLowerCase())).size / filled - 0.9) * 1.5;
  const sequence = continues(present, below[0]?.cells.map((cell) => cell.trim()) ?? []) || isSpreadOverTime(row, below);
  const typed = present.filter((cell) => typeOf(cell) !== 'text').length;
  if (!sequence) score -= (typed / filled) * 2.5;
  else score += 0.5;
  if (looksWritten(present)) score += 0.25;
  if (score + most < atLeast) return score + most;
  const words = present.filter((cell) => isColumnName(cell)).length;
  score += Math.min(MOST_FOR_NAMES, (words / filled) * 2.5);
  if (areNumbered(present, below)) score += MOST_FOR_NUMBERS;
  if (score + MOST_FOR_CONTRAST < atLeast) return score + MOST_FOR_CONTRAST;
  return score + contrast(cells, below, sequence);
}

/**
 * The place of a header that names only a few of the columns: the first row with content after titles of one cell, all words
 * of column names, with a full row below. Asked when no other row is a header.
 */
export function sparseHeader(rows: readonly SheetRow[], typical: number): number | undefined {
  const at = rows.findIndex(({ cells }) => filledCount(cells) > 1);
  const row = rows[at];
  const next = rows[at + 1];
  if (row === undefined || next === undefined || at > 5) return undefined;
  const present = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (present.length >= typical || filledCount(next.cells) < typical * 0.6) return undefined;
  const names = present.filter((cell) => typeOf(cell) === 'text' && isColumnName(cell)).length;
  return names >= present.length * 0.6 && present.every((cell) => typeOf(cell) === 'text') ? at : undefined;
}

/** Columns that a header leaves unnamed, at least; a row of data may lack a value or two. */
const fewestGaps = 2;

/**
 * The place of a header that repeats a name and leaves columns unnamed, which every row below fills: the first row of several
 * cells, all of them words. A row of data has no value twice and lacks no more than the others.
 */
export function headerWithGaps(rows: readonly SheetRow[]): number | undefined {
  const at = rows.findIndex(({ cells }) => filledCount(cells) > 1);
  const below = rows.slice(at + 1, at + 31);
  const cells = rows[at]?.cells.map((cell) => cell.trim()) ?? [];
  const names = cells.filter((cell) => cell !== '');
  if (at > 5 || below.length < 2 || new Set(names).size === names.length) return undefined;
  if (!names.every((name) => typeOf(name) === 'text' && !/\d/.test(name))) return undefined;
  const width = Math.max(...below.map((row) => row.cells.length));
  const columns = Array.from({ length: width }, (_, column) => below.map((row) => (row.cells[column] ?? '').trim()));
  const gaps = columns.filter(
    (values, column) => (cells[column] ?? '') === '' && values.every((value) => value !== ''),
  );
  const isValue = columns.some(
    (values, column) => (cells[column] ?? '') !== '' && values.includes(cells[column] ?? ''),
  );
  return gaps.length >= fewestGaps && !isValue ? at : undefined;
}

function headerWithoutData(rows: readonly SheetRow[], index: number): number {
  const present = (rows[index]?.cells ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (rows.length !== 1 || present.length < 2) return -9;
  return present.filter((cell) => isColumnName(cell)).length >= present.length * 0.5 ? 0.6 : -1;
}

/** Compares each cell with the values below it: names differ from values in their form, values do not. */
function contrast(cells: readonly string[], below: readonly SheetRow[], sequence: boolean): number {
  let score = 0;
  let judged = 0;
  cells.forEach((cell, column) => {
    if (cell === '') return;
    const values = below.map((row) => (row.cells[column] ?? '').trim()).filter((value) => value !== '');
    if (values.length === 0) return;
    judged += 1;
    const own = typeOf(cell);
    const types = values.map(typeOf);
    const plain = types.filter((type) => type === 'text').length;
    const typedShare = 1 - plain / values.length;
    if (typedShare >= 0.7) score += own === 'text' ? 1.6 : sequence ? 0 : -1.6;
    else if (own !== 'text' && !sequence) score -= 0.5;
    else if (values.includes(cell)) score -= 1.5;
    else score += textContrast(cell, values);
  });
  return judged === 0 ? 0 : (score / judged) * 1.2;
}

/** Compares plain words with the values below: a name differs from codes of one length or shape, and from digits. */
function textContrast(cell: string, values: readonly string[]): number {
  const withDigits = values.filter((value) => /\d/.test(value)).length / values.length;
  if (withDigits >= 0.8) {
    if (!/\d/.test(cell)) return 0.9;
    const shape = shapeOf(cell);
    return values.filter((value) => shapeOf(value) === shape).length <= values.length * 0.2 ? 0.5 : -0.5;
  }
  if (values.length >= 3) {
    const lengths = new Set(values.map((value) => value.length));
    if (lengths.size === 1) return lengths.has(cell.length) ? -0.4 : 0.9;
  }
  if (values.length >= 8 && new Set(values).size <= values.length * 0.4) return 0.35;
  return 0;
}

/** Whether a single cell is the title of a table with two columns: one of the next rows names both columns. */
function isTitleAbove(below: readonly SheetRow[]): boolean {
  return below.slice(0, 5).some(({ cells }) => {
    const present = cells.filter((cell) => cell.trim() !== '');
    const isText = present.every((cell) => typeOf(cell) === 'text');
    return present.length > 1 && isText && present.some((cell) => isColumnName(cell));
  });
}

/** Rows above a header are a title or notes; when they look like data, this row is data too. */
function titlePenalty(rows: readonly SheetRow[], index: number, filled: number): number {
  let penalty = 0;
  for (const row of rows.slice(0, index)) {
    const above = filledCount(row.cells);
    // In a list of one column every row is as full as the header.
    if (above === 1 && filled === 1) penalty += 0.5;
    if (above >= filled * 0.8 && above >= 2)
      penalty += row.cells.some((cell) => ['number', 'date', 'email', 'phone', 'url'].includes(typeOf(cell)))
        ? 0.8
        : 0.25;
  }
  return penalty;
}

/** Whether the row counts up by one and the next row does not: the header of a table with a column for each number. */
function continues(present: readonly string[], next: readonly string[]): boolean {
  return inSteps(present) && !inSteps(next);
}

function inSteps(cells: readonly string[]): boolean {
  const present = cells.filter((cell) => cell !== '');
  const numbers = present.filter((cell) => /^\d{1,4}$/.test(cell)).map(Number);
  if (numbers.length < 3 || numbers.length < present.length * 0.6) return false;
  return numbers.every((value, at) => at === 0 || value - (numbers[at - 1] as number) === 1);
}

/** Whether many cells are in snake_case, with.dots or in camelCase, as programs name columns. */
function looksWritten(present: readonly string[]): boolean {
  const named = present.filter((cell) =>
    /^[\p{L}][\p{L}\d]*(?:[_.][\p{L}\d]+)+$|^[\p{Ll}]+(?:\p{Lu}[\p{Ll}\d]+)+$/u.test(cell),
  ).length;
  return named >= Math.max(2, present.length * 0.3);
}
