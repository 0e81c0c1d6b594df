import { encodingChoices, encodingLabel } from '../../../../../shared/domain/files/encodings.ts';
import { NOT_DATA } from '../../../../../shared/domain/files/not-data.ts';
import type {
  Certainty,
  Problem,
  ProblemKind,
  Reading,
  ReadingChoices,
} from '../../../../../shared/contract/imports/reading.ts';
import { capitalized } from '../../../../../shared/domain/words/format.ts';
import { format } from '../../../lib/format.ts';

export const CERTAINTY_WORDS: Readonly<Record<Certainty, string>> = {
  certain: 'certain',
  likely: 'likely',
  guess: 'a guess',
  only: 'only one',
  follows: 'follows',
  yours: 'yours',
};

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Bar |',
  ' ': 'Space',
  ':': 'Colon :',
};

export function delimiterName(delimiter: string): string {
  return DELIMITER_NAMES[delimiter] ?? delimiter;
}

/** The delimiters to choose from: the guess, its alternatives and the usual ones, each once. */
export function delimiterChoices(reading: Reading): string[] {
  return [...new Set([reading.delimiter.value, ...reading.delimiter.alternatives, ',', ';', '\t', '|'])].filter(
    (text) => text !== '',
  );
}

export interface ChoiceGroup {
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
}

/** The file leaves open which encoding it has; most workbooks say it. */
export function hasEncodings({ encoding }: Pick<Reading, 'encoding'>): boolean {
  return encoding.certainty !== 'only';
}

/** Where columns of fixed width begin, as a person types it: "1, 21, 35". Null for anything that is not such a list. */
export function cutsIn(typed: string): number[] | null {
  const cuts = typed
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  const isList = cuts.length > 0 && cuts.length <= MOST_CUTS && cuts.every((cut) => Number.isInteger(cut) && cut >= 1);
  return isList && cuts.every((cut, at) => at === 0 || cut > (cuts[at - 1] ?? 0)) ? cuts : null;
}

/** Columns of fixed width that a file may have. */
const MOST_CUTS = 1000;

/** Every encoding that can be read, those that were considered first. */
export function encodingGroups(reading: Reading): ChoiceGroup[] {
  const considered = [...new Set([reading.encoding.value, ...reading.encoding.alternatives])].filter(
    (encoding) => encoding !== '',
  );
  const others = encodingChoices.filter(({ value }) => !considered.includes(value));
  return [
    { group: 'Most likely', items: considered.map((value) => ({ value, label: encodingLabel(value) })) },
    { group: 'All others', items: others.map(({ value, label }) => ({ value, label })) },
  ];
}

/** Lines. The reader looks for a header in these; further down a header is only chosen by a person. */
const HEADER_LINES = 40;

/** Header lines worth offering: those the reader considered, and the first ones of the file. */
export function headerChoices(reading: Reading): (number | null)[] {
  const first = Array.from(
    { length: Math.min(HEADER_LINES, Math.max(1, reading.lastDataLine.value)) },
    (_, index) => index + 1,
  );
  const lines = [reading.headerLine.value, ...reading.headerLine.alternatives, ...first].filter(
    (line) => line !== null,
  );
  return [...[...new Set(lines)].sort((one, other) => one - other), null];
}

/**
 * The choices with one more. Another sheet has other lines, and another header another first data line: those choices
 * would be wrong there.
 */
export function withChoice(choices: ReadingChoices, change: ReadingChoices): ReadingChoices {
  const kept = { ...choices };
  if (change.sheet !== undefined) {
    delete kept.headerLine;
    delete kept.firstDataLine;
    delete kept.lastDataLine;
  }
  if (change.headerLine !== undefined) delete kept.firstDataLine;
  if (change.delimiter !== undefined) delete kept.cuts;
  if (change.cuts !== undefined) delete kept.delimiter;
  return { ...kept, ...change };
}

export type ChoiceName = keyof ReadingChoices;

/** Back to the guess: the choices without these. Lines that were chosen on another sheet go with it. */
export function withoutChoice(choices: ReadingChoices, ...names: readonly ChoiceName[]): ReadingChoices {
  const kept = { ...choices };
  for (const name of names) delete kept[name];
  if (names.includes('sheet')) {
    delete kept.headerLine;
    delete kept.firstDataLine;
    delete kept.lastDataLine;
  }
  return kept;
}

/** Trouble with a first or last data line that was typed; null: none that is known before the file is read. */
export function lineTrouble(reading: Reading, choices: ReadingChoices, change: DataLines): string | null {
  const { headerLine } = reading;
  const last = change.lastDataLine ?? choices.lastDataLine ?? reading.lastDataLine.value;
  const first = change.firstDataLine ?? choices.firstDataLine ?? reading.firstDataLine.value;
  if (change.firstDataLine !== undefined && headerLine.value !== null && first <= headerLine.value)
    return `The header is line ${format.number(headerLine.value)}, and data begins below it. Choose another header first.`;
  if (first <= last) return null;
  return change.firstDataLine === undefined
    ? `Data begins at line ${format.number(first)}, so line ${format.number(last)} cannot be its last one.`
    : `Line ${format.number(last)} is the last one of the table, so data cannot begin at line ${format.number(first)}.`;
}

export interface DataLines {
  readonly firstDataLine?: number;
  readonly lastDataLine?: number;
}

/** A cell that looks empty but has characters. */
export function isOnlySpace(cell: string): boolean {
  return cell !== '' && cell.trim() === '';
}

/** What the reader looks for, as the panel names it. */
const LOOKED_FOR: Readonly<Record<ProblemKind, string>> = {
  ragged: 'Lines with too few or too many cells',
  quote: 'Unclosed quotation marks',
  innerQuote: 'Quotation marks inside a cell',
  undecodable: 'Bytes that cannot be read',
  nul: 'Null characters',
  mixedEncoding: 'Lines in another encoding',
  apostrophes: 'Apostrophes around values',
  wholeRows: 'Rows that stand in one cell each',
  textFormula: 'Values written as formulas',
  crossesCut: 'Values across the edge of a column',
  blankRows: 'Blank lines between the rows',
  unticked: 'Rows with nothing but FALSE',
  titleLines: 'Title lines above the table',
  notesBelow: 'Notes below the table',
  totals: 'Total lines',
  sectionRows: 'Section headings between the rows',
  pageFeet: 'Page numbers between the rows',
  repeatedHeader: 'Headers repeated between the rows',
  repeatedRows: `Rows repeated more than ${format.number(10_000)} times`,
  emptyHeader: 'Columns without a header',
  duplicateHeader: 'Duplicate headers',
  mixedNewlines: 'Mixed line endings',
  longCell: 'Unusually long cells',
  shortened: 'Shortened numbers, such as 4.17E+10',
  onlySpaces: 'Cells with only spaces',
  invisible: 'Invisible characters',
  formulaError: 'Formulas with an error',
  formulaUnknown: 'Formulas without a stored value',
  formatUnknown: 'Number formats that are not understood',
  hiddenRows: 'Hidden rows',
  hiddenColumns: 'Hidden columns',
  hiddenSheet: 'A hidden sheet',
  otherSheets: 'More sheets with data',
  merged: 'Merged cells',
  macros: 'Macros',
  numberAsText: 'Numbers too long to be exact',
  cutOff: 'A table without its end',
};

export function lookedFor(kinds: readonly ProblemKind[]): string[] {
  return kinds.map((kind) => LOOKED_FOR[kind]);
}

/** Kinds about lines that are not rows of the table: only the text shows them. */
const BESIDE_THE_ROWS: ReadonlySet<ProblemKind> = new Set([
  'titleLines',
  'notesBelow',
  'totals',
  'sectionRows',
  'pageFeet',
  'repeatedHeader',
  'repeatedRows',
  'blankRows',
  'unticked',
  'emptyHeader',
  'duplicateHeader',
]);

export function isBesideTheRows(kind: ProblemKind): boolean {
  return BESIDE_THE_ROWS.has(kind);
}

/** What a person can do about a problem at this step, other than look at it; null: nothing. */
export function remedyFor(
  problem: Problem,
  reading: Reading,
): { readonly label: string; readonly change: ReadingChoices } | null {
  switch (problem.kind) {
    case 'onlySpaces':
      return { label: 'Remove the spaces', change: { keepSpaces: false } };
    case 'notesBelow':
    case 'totals':
      // A last line was chosen already: what lies below it is left out as the person wants it.
      if (reading.lastDataLine.certainty === 'yours') return null;
      return {
        label: problem.count === 1 ? 'Read it as data' : 'Read them as data',
        change: { lastDataLine: lastLineOf(problem, reading) },
      };
    default:
      return null;
  }
}

/** A line number beyond every file: the reader takes the file's last line for it. */
const BEYOND_ANY_FILE = 100_000_000;

function lastLineOf(problem: Problem, reading: Reading): number {
  const isAllKnown = problem.examples.length === problem.count;
  const lines = problem.examples.map((example) => example.line);
  return isAllKnown ? Math.max(reading.lastDataLine.value, ...lines) : BEYOND_ANY_FILE;
}

/** Whether a person chose to have the spaces around cells removed. */
export function spacesAreRemoved(choices: ReadingChoices): boolean {
  return choices.keepSpaces === false;
}

/** Lines beside the header that are left out, because they are not data. */
export function linesLeftOut({ problems }: Reading): number {
  return problems.reduce((sum, { kind, count }) => sum + (NOT_DATA.has(kind) ? count : 0), 0);
}

/** "8 cells with only spaces" where the 8 stands beside it: "Cells with only spaces". */
export function titleBesideCount(title: string): string {
  return capitalized(title.replace(/^[\d.,]+ /, ''));
}
