// Why: decision 0095.
import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { conceptNamed } from '../../../../shared/domain/mapping/words/header-concepts.ts';
import { headerMeanings } from '../../../../shared/domain/mapping/words/header-meanings.ts';
import type { Guess } from '../../../../shared/contract/imports/reading.ts';
import { isAboutColumns, saysKinds } from './below-names.ts';
import { isColumnName, shapeOf, typeOf } from './cell-answers.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { guess } from '../foundation/guess.ts';
import { headerScore, headerWithGaps, sparseHeader } from './header-score.ts';
import { headerBlock } from './stacked-header.ts';
import { RepeatedHeader } from './table-header.ts';
import { headerBehindTitles } from './title-block.ts';
import { type CellType, filledCount, median, type SheetRow } from './sheet-row.ts';

export interface Layout {
  headerLine: Guess<number | null>;
  firstDataLine: Guess<number>;
  header: string[];
  /** The lines whose names stand in `header`; more than one when names are stacked. */
  headerLines: readonly number[];
}

export interface LayoutChoices {
  headerLine?: number | null | undefined;
  firstDataLine?: number | undefined;
  /** As in a text file, each row has all of its cells. */
  shortRowsAreOdd?: boolean | undefined;
}

/** A score. The row is surely the header, whatever stands above it. */
const surely = 1.2;
/** Rows with content among which the header is searched. */
const searched = 40;

/**
 * Finds the header among the first rows, or finds that there is none. `rows`: the first rows with content, at most 200;
 * blank rows are missing but counted in `line`. Throws FileTrouble `badChoice` when a chosen header row has no content.
 */
export function findLayout(rows: readonly SheetRow[], choices: LayoutChoices): Layout {
  if (choices.headerLine !== undefined) return chosenHeader(rows, choices);
  const typical = typicalFilled(rows);
  const best = bestHeader(rows, typical);
  const lines = rows.slice(0, 10).map((row) => row.line);
  const first = lowerHeader(best, rows, typical);
  const isFound = best !== undefined && first !== undefined && best.score > 0;
  const gapped = headerWithGaps(rows);
  const isAbove = gapped !== undefined && (!isFound || (gapped < first.index && first.score < surely));
  const found = isFound
    ? namesAbove(rows, headerBehindTitles(rows, first.index, first.score), typical)
    : sparseHeader(rows, typical);
  const at = isAbove ? gapped : found;
  if (best === undefined || at === undefined) {
    const start = firstTableRow(rows, typical);
    const why = best !== undefined && best.score > -0.5 ? 'guess' : 'likely';
    const reason = 'The first row looks like the rows below it: it has values, not column names.';
    return {
      headerLine: guess<number | null>(null, why, reason, lines),
      firstDataLine: firstData(start, choices, 'It is the first row of the table.', rows),
      header: [],
      headerLines: [],
    };
  }
  const block = headerBlock(rows, at);
  const headerLines = rows.slice(block.first, block.last + 1).map((row) => row.line);
  const line = headerLines.at(-1) ?? 1;
  const { header, moved } = besideRowNames(block.names, rows.slice(block.last + 1), choices);
  const isOther = first === undefined || at !== first.index || headerLines.length > 1 || moved !== '';
  const certainty = !isOther && best.score > surely ? 'certain' : best.score > 0.5 ? 'likely' : 'guess';
  const top = headerLines[0] ?? line;
  const above = block.first > 0 ? ` The rows above ${top === line ? 'it' : 'them'} are a title or notes.` : '';
  const named =
    top === line
      ? `Line ${line} has names, the rows below it have values.`
      : `Lines ${top} to ${line} together have the names, the rows below them have values.`;
  return {
    headerLine: guess<number | null>(line, certainty, `${named}${above}${moved}`, [null, ...lines]),
    firstDataLine: firstData(dataAfter(rows, block.last, typical), choices, 'It follows the header.', rows),
    header,
    headerLines,
  };
}

function chosenHeader(rows: readonly SheetRow[], choices: LayoutChoices): Layout {
  const chosen = choices.headerLine ?? null;
  const lines = rows.slice(0, 10).map((row) => row.line);
  const index = chosen === null ? -1 : rows.findIndex((row) => row.line === chosen);
  if (chosen !== null && index === -1)
    throw new FileTrouble(
      'badChoice',
      `Line ${chosen} has no content, so it cannot be the header. Choose another line, or none.`,
    );
  const next = chosen === null ? rows[0] : rows.find((row) => row.line > chosen);
  const { header, moved } = besideRowNames(rows[index]?.cells ?? [], rows.slice(index + 1), choices);
  const why = chosen === null ? 'You said the file has no header.' : `You chose this row.${moved}`;
  const whyThere = chosen === null ? 'It is the first row with content.' : 'It follows the header.';
  return {
    headerLine: guess(chosen, 'yours', why, [null, ...lines]),
    firstDataLine: firstData(next, choices, whyThere, rows),
    header,
    headerLines: chosen === null ? [] : [chosen],
  };
}

function firstData(
  row: SheetRow | undefined,
  choices: LayoutChoices,
  reason: string,
  rows: readonly SheetRow[],
): Guess<number> {
  const chosen = choices.firstDataLine;
  const value = chosen ?? row?.line ?? (rows[rows.length - 1]?.line ?? 0) + 1;
  const lines = rows.slice(0, 12).map((entry) => entry.line);
  return chosen === undefined
    ? guess(value, 'follows', reason, lines)
    : guess(value, 'yours', 'You chose this row.', lines);
}

interface ScoredRow {
  row: SheetRow;
  index: number;
  score: number;
}

/**
 * The row that is most likely the header, the uppermost of those that are equally likely or have the same names: on later pages
 * the names stand above fewer rows, and nothing above a wide header with few values below it looks like data.
 */
function bestHeader(rows: readonly SheetRow[], typical: number): ScoredRow | undefined {
  let best: ScoredRow | undefined;
  rows.slice(0, searched).forEach((row, index) => {
    const score = headerScore(rows, index, typical, best?.score);
    if (best === undefined || score > best.score) best = { row, index, score };
  });
  if (best === undefined || filledCount(best.row.cells) < 2) return best;
  const names = new RepeatedHeader(best.row.cells);
  const index = rows.findIndex((row) => names.equals(row));
  return { ...best, row: rows[index] ?? best.row, index };
}

/** Of two header rows (groups above names, letters above titles) the lower, fuller one has the names of the columns. */
function lowerHeader(best: ScoredRow | undefined, rows: readonly SheetRow[], typical: number): ScoredRow | undefined {
  if (best === undefined) return undefined;
  const index = best.index + 1;
  const row = rows[index];
  if (row === undefined || index >= searched || index + 2 >= rows.length) return best;
  const next: ScoredRow = { row, index, score: headerScore(rows, index, typical, 0.5) };
  if (next.score < 0.5) return best;
  const fuller = filledCount(next.row.cells) >= filledCount(best.row.cells);
  const numbering = best.row.cells.every((cell) => cell.replace(/[^\p{L}\d]/gu, '').length <= 2);
  const wordier = numbering || headerWordShare(next.row.cells) > headerWordShare(best.row.cells);
  const isPlain = next.row.cells.every((cell) => ['text', 'empty'].includes(typeOf(cell)));
  return fuller && wordier && isPlain && !isLikeRowsBelow(next, rows) ? next : best;
}

/** The names stand above rows that say what belongs into the columns. `found`: the place of either. */
function namesAbove(rows: readonly SheetRow[], found: number, typical: number): number {
  let at = found;
  for (let above = rows[at - 1]; above !== undefined; above = rows[at - 1]) {
    if (!isAboutColumns(rows[at]?.cells ?? [], above.cells, rows.slice(at + 1))) break;
    if (headerScore(rows, at - 1, typical) <= 0) break;
    at -= 1;
  }
  return at;
}

/** At least half of the cells have the shape of those in the next rows: the row is data, whatever its words. */
function isLikeRowsBelow(candidate: ScoredRow, rows: readonly SheetRow[]): boolean {
  const below = rows.slice(candidate.index + 1, candidate.index + 4);
  const filled = candidate.row.cells.map((cell, column) => ({ cell, column })).filter(({ cell }) => !isBlank(cell));
  const alike = filled.filter(({ cell, column }) => {
    const shape = shapeOf(cell.trim());
    return /\d/.test(cell) && below.every((row) => shapeOf((row.cells[column] ?? '').trim()) === shape);
  });
  return alike.length * 2 >= filled.length;
}

function headerWordShare(cells: readonly string[]): number {
  const present = cells.filter((cell) => !isBlank(cell));
  return present.filter((cell) => isColumnName(cell)).length / present.length;
}

/** Filled cells of an ordinary row: the median, without the first rows where there are enough others. */
export function typicalFilled(rows: readonly SheetRow[]): number {
  const body = rows.length > 30 ? rows.slice(15) : rows.length > 6 ? rows.slice(Math.floor(rows.length / 3)) : rows;
  return median(body.map((row) => filledCount(row.cells)));
}

/** The first row of a table without a header. A title fills the first cell only; a row with few values may be a lead. */
function firstTableRow(rows: readonly SheetRow[], typical: number): SheetRow | undefined {
  const enough = Math.max(1, typical * 0.5);
  return rows.find((row) => filledCount(row.cells) >= enough || isBlank(row.cells[0] ?? ''));
}

/** Rows that show what the columns below the names hold. */
const comparedRows = 30;

/**
 * The names, one column further right where the rows begin with a name of their own, as R writes them: all rows have one cell
 * more than the header, and its names fit the values of the next columns, but not those below them.
 */
function besideRowNames(
  names: string[],
  below: readonly SheetRow[],
  { shortRowsAreOdd }: LayoutChoices,
): { header: string[]; moved: string } {
  const rows = below.slice(0, comparedRows);
  const beside = ['', ...names];
  // Behind a separator at the end of each row stands no value.
  const ends = rows.filter(({ cells }) => !isBlank(cells[names.length] ?? ''));
  const isWider =
    shortRowsAreOdd === true &&
    rows.length > 1 &&
    ends.length * 2 >= rows.length &&
    rows.every(({ cells }) => cells.length === beside.length);
  // Where the first name fits, the one that is missing may be any other.
  const upToFirst = () => names.slice(0, names.findIndex((name) => kindsNamed(name) !== undefined) + 1);
  if (!isWider || isFitting(upToFirst(), rows) || !isFitting(beside, rows)) return { header: names, moved: '' };
  return {
    header: beside,
    moved: ' Every row has one value more than the header, and the names fit from the second on.',
  };
}

/** Whether no name says another kind of value than its column has. */
function isFitting(names: readonly string[], rows: readonly SheetRow[]): boolean {
  return names.every((name, column) => {
    const kinds = kindsNamed(name);
    const values = rows.map(({ cells }) => cells[column] ?? '').filter((cell) => !isBlank(cell));
    return kinds === undefined || values.filter((cell) => kinds.includes(typeOf(cell))).length * 2 >= values.length;
  });
}

function kindsNamed(name: string): readonly CellType[] | undefined {
  const [meaning] = headerMeanings(name);
  return meaning === undefined ? undefined : kindsOfShape[conceptNamed(meaning.concept)?.shape ?? ''];
}

/** Kinds of values that a column holds, by what its name says. */
const kindsOfShape: Readonly<Record<string, readonly CellType[]>> = {
  phone: ['phone', 'number'],
  email: ['email'],
  date: ['date'],
  url: ['url'],
  name: ['text'],
};

/** Rows about the columns below their names: the names in another writing, their kinds, and which must be filled. */
const mostAboutColumns = 3;

/** The first row of data behind the header: a row of units or a legend directly below the header is not one. */
function dataAfter(rows: readonly SheetRow[], header: number, typical: number): SheetRow | undefined {
  const names = rows[header]?.cells ?? [];
  let at = header + 1;
  const [question, kinds] = [rows[at], rows[at + 1]];
  // Qualtrics writes codes, the questions below them, and a row of ids about both.
  const isQuestion = question?.cells.every((cell) => ['text', 'empty'].includes(typeOf(cell))) === true;
  const hasIds = kinds?.cells.some((cell) => cell.includes('"ImportId":')) === true;
  if (isQuestion && hasIds && rows[at + 2] !== undefined && saysKinds(kinds.cells, rows.slice(at + 2))) at += 2;
  while (at <= header + mostAboutColumns && rows[at + 1] !== undefined) {
    if (!isAboutColumns(rows[at]?.cells ?? [], names, rows.slice(at + 1))) break;
    at += 1;
  }
  const next = rows[at];
  const after = rows[at + 1];
  if (next === undefined || after === undefined) return next;
  return isRule(next) || isLegend(next, rows.slice(at + 1), typical, names) ? after : next;
}

/** A line of signs below the header, as databases and text editors print tables. */
function isRule(row: SheetRow): boolean {
  return /^[-=_+*:|~ ]{3,}$/.test(row.cells.join(' ').trim());
}

function isLegend(row: SheetRow, all: readonly SheetRow[], typical: number, names: readonly string[]): boolean {
  const below = all.slice(0, 10);
  if (below.length < 3 || filledCount(row.cells) < 2) return false;
  const present = row.cells.map((cell) => cell.replace(/[^\d\p{L}]/gu, '')).filter((cell) => cell !== '');
  if (present.length >= 3 && present.every((cell, position) => cell === String(position + 1))) return true;
  let contrasts = 0;
  let agreements = 0;
  row.cells.forEach((cell, column) => {
    const type = typeOf(cell);
    if (type === 'empty') return;
    const types = below.map((other) => typeOf(other.cells[column] ?? '')).filter((other) => other !== 'empty');
    if (types.length < 3) return;
    const typed = types.filter((other) => other !== 'text').length;
    if (type === 'text' && typed >= types.length * 0.9) contrasts += 1;
    else agreements += 1;
  });
  const isValue = (cell: string, column: number) =>
    isAmongValues(
      cell,
      all.map(({ cells }) => cells[column] ?? ''),
    );
  if (contrasts > 0 && areOtherNames(row.cells, names, contrasts) && !row.cells.some(isValue)) return true;
  return contrasts >= 2 && contrasts > agreements * 2 && contrasts >= typical * 0.4;
}

/**
 * Whether a row has another name below each: in another language, or as a program calls the column ("telephone1", "KUNNR"). Half
 * of them are words of headers, or are written as only programs write, with several that cannot be values. `contrasts`: how
 * many cannot.
 */
function areOtherNames(cells: readonly string[], names: readonly string[], contrasts: number): boolean {
  if (names.length !== cells.length || names.some((name, at) => isBlank(name) !== isBlank(cells[at] ?? '')))
    return false;
  const words = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const known = headerWordShare(cells);
  const isCode = (word: string) => /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(word);
  if (new Set(words).size < words.length || (known < 1 && !words.every(isCode))) return false;
  const written = words.filter((word) => /[_$.\p{N}]|\p{Ll}\p{Lu}|^\p{Lu}{3,}$/u.test(word)).length;
  return known >= 0.5 || (contrasts > 1 && written * 2 >= words.length);
}

/**
 * Whether a cell comes again in its column, as "Web" of a first lead does, or is written as a value there is, unless it
 * is a word of headers: "NORD" above "OSLO".
 */
function isAmongValues(cell: string, below: readonly string[]): boolean {
  if (isBlank(cell)) return false;
  const shape = isColumnName(cell) ? null : shapeOf(cell.trim());
  return below.some((value) => value.trim() === cell.trim() || shapeOf(value.trim()) === shape);
}
