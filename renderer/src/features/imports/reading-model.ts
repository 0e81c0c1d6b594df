import type { Certainty, ProblemKind, Reading, ReadingChoices } from '../../../../shared/contract/reading.ts';

export const CERTAINTY_WORDS: Readonly<Record<Certainty, string>> = {
  certain: 'certain',
  likely: 'likely',
  guess: 'a guess',
  only: 'only one',
  follows: 'follows',
  yours: 'yours',
};

const ENCODING_NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Western (Windows 1252)',
  'windows-1250': 'Central European (Windows 1250)',
  'windows-1251': 'Cyrillic (Windows 1251)',
  'windows-1253': 'Greek (Windows 1253)',
  'windows-1254': 'Turkish (Windows 1254)',
  'windows-1257': 'Baltic (Windows 1257)',
  'iso-8859-1': 'Western (ISO 8859-1)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-15': 'Western with € (ISO 8859-15)',
  macintosh: 'Western (Mac)',
  ibm437: 'US (DOS 437)',
  ibm850: 'Western (DOS 850)',
};

export function encodingName(encoding: string): string {
  return ENCODING_NAMES[encoding.toLowerCase()] ?? encoding;
}

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

/** What may be chosen beside the guess, the guess itself included, each once. */
export function delimiterChoices(reading: Reading): string[] {
  return [...new Set([reading.delimiter.value, ...reading.delimiter.alternatives, ',', ';', '\t', '|'])].filter(
    (text) => text !== '',
  );
}

export function encodingChoices(reading: Reading): string[] {
  return [...new Set([reading.encoding.value, ...reading.encoding.alternatives])].filter((text) => text !== '');
}

/** Header lines worth offering: those the reader considered, and the first ones of the file. */
export function headerChoices(reading: Reading): (number | null)[] {
  const first = Array.from({ length: Math.min(10, Math.max(1, reading.lastDataLine.value)) }, (_, index) => index + 1);
  const lines = [reading.headerLine.value, ...reading.headerLine.alternatives, ...first].filter(
    (line) => line !== null,
  );
  return [...[...new Set(lines)].sort((one, other) => one - other), null];
}

/** What a person has chosen so far. Guesses are left out, so that they are made again around a new choice. */
export function choicesOf(reading: Reading): ReadingChoices {
  const choices: ReadingChoices = {};
  if (reading.encoding.certainty === 'yours') choices.encoding = reading.encoding.value;
  if (reading.delimiter.certainty === 'yours') choices.delimiter = reading.delimiter.value;
  if (reading.sheet.certainty === 'yours' && reading.sheet.value !== null) choices.sheet = reading.sheet.value;
  if (reading.headerLine.certainty === 'yours') choices.headerLine = reading.headerLine.value;
  if (reading.firstDataLine.certainty === 'yours') choices.firstDataLine = reading.firstDataLine.value;
  return choices;
}

/** Another sheet has other lines, and another header another first data line: those choices would be wrong there. */
export function withChoice(reading: Reading, change: ReadingChoices): ReadingChoices {
  const choices = choicesOf(reading);
  if (change.sheet !== undefined) {
    delete choices.headerLine;
    delete choices.firstDataLine;
  }
  if (change.headerLine !== undefined) delete choices.firstDataLine;
  return { ...choices, ...change };
}

/** A cell that looks empty and is not. */
export function isOnlySpace(cell: string): boolean {
  return cell !== '' && cell.trim() === '';
}

/** What was looked for, in a person's words. Kinds that say the same are named once. */
const LOOKED_FOR: Readonly<Record<ProblemKind, string>> = {
  ragged: 'Lines with too few or too many fields',
  quote: 'Quotation marks that do not close',
  innerQuote: 'Quotation marks inside a field',
  undecodable: 'Bytes that cannot be read',
  nul: 'Null characters',
  blankRows: 'Blank lines between the rows',
  titleLines: 'Title lines above the table',
  notesBelow: 'Notes below the table',
  totals: 'Total lines',
  sectionRows: 'Section headings between the rows',
  emptyHeader: 'Columns without a header',
  duplicateHeader: 'Headers that come twice',
  mixedNewlines: 'Mixed line ends',
  longCell: 'Cells of unusual length',
  onlySpaces: 'Cells with only spaces',
  formulaError: 'Formulas that ended in an error',
  formulaUnknown: 'Formulas without a stored value',
  hiddenRows: 'Hidden rows',
  hiddenColumns: 'Hidden columns',
  hiddenSheet: 'A hidden sheet',
  otherSheets: 'More sheets with data',
  merged: 'Merged cells',
  macros: 'Macros',
  numberAsText: 'Numbers turned into 4.5E+11 or dates',
};

export function lookedFor(kinds: readonly ProblemKind[]): string[] {
  return kinds.map((kind) => LOOKED_FOR[kind]);
}
