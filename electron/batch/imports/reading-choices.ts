import type { ReadingChoices } from '../../../shared/contract/imports/reading.ts';
import { flag, single, text, type Values } from '../program/command-line.ts';
import { BatchTrouble } from '../program/trouble.ts';

/** How a file is to be read, as far as the command line says it; null leaves it to be guessed. */
export interface ReadingOptions {
  readonly encoding: string | null;
  readonly delimiter: string | null;
  /** Where columns of fixed width begin, in characters from 1. */
  readonly cuts: readonly number[] | null;
  readonly sheet: string | null;
  readonly hasHeader: boolean;
  /** Number in the file of the last row with data. */
  readonly lastRow: number | null;
}

export function choicesOf(options: ReadingOptions): ReadingChoices {
  return {
    ...(options.encoding === null ? {} : { encoding: options.encoding }),
    ...(options.delimiter === null ? {} : { delimiter: options.delimiter }),
    ...(options.cuts === null ? {} : { cuts: [...options.cuts] }),
    ...(options.sheet === null ? {} : { sheet: options.sheet }),
    ...(options.hasHeader ? {} : { headerLine: null }),
    ...(options.lastRow === null ? {} : { lastDataLine: options.lastRow }),
  };
}

export const READING_OPTIONS = {
  encoding: text,
  delimiter: text,
  cuts: text,
  sheet: text,
  'no-header': flag,
  'last-row': text,
} as const;

/** @throws BatchTrouble for an invalid separator, places of columns or row */
export function readingOf(values: Values): ReadingOptions {
  return {
    encoding: single(values, 'encoding'),
    delimiter: delimiterOf(single(values, 'delimiter')),
    cuts: cutsOf(single(values, 'cuts')),
    sheet: single(values, 'sheet'),
    hasHeader: values['no-header'] !== true,
    lastRow: lastRowOf(single(values, 'last-row')),
  };
}

/** Columns of fixed width that a file may have. */
const MOST_CUTS = 1000;

function cutsOf(value: string | null): number[] | null {
  if (value === null) return null;
  const cuts = value.split(',').map(Number);
  const isAscending = cuts.every((cut, at) => Number.isInteger(cut) && cut > (cuts[at - 1] ?? 0));
  if (!isAscending || cuts.length > MOST_CUTS)
    throw new BatchTrouble('--cuts takes the first character of each column, from left to right, as 1,21,35.');
  return cuts;
}

function lastRowOf(value: string | null): number | null {
  if (value !== null && !/^[1-9]\d{0,8}$/.test(value))
    throw new BatchTrouble('--last-row takes the number of the last row with data, as in --last-row 250.');
  return value === null ? null : Number(value);
}

const DELIMITERS: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  '\\t': '\t',
  pipe: '|',
  space: ' ',
};

function delimiterOf(value: string | null): string | null {
  if (value === null) return null;
  const name = value.toLowerCase();
  const delimiter = (Object.hasOwn(DELIMITERS, name) ? DELIMITERS[name] : undefined) ?? value;
  if (delimiter.length !== 1 || '"\r\n'.includes(delimiter))
    throw new BatchTrouble('--delimiter takes one character, or one of: comma, semicolon, tab, pipe, space.');
  return delimiter;
}
