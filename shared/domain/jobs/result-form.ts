// Why: decision 0387.
import { DEFAULT_SAVE_FORMATS, type SaveFormat } from '../../contract/exports/save-formats.ts';
import type { ResultChoices, ResultWish, SourceText } from '../../contract/jobs/result-choices.ts';

type Csv = Extract<SaveFormat, { format: 'csv' }>;
type Delimiter = Csv['delimiter'];

/** What a result file needs to know of its import and of this computer. */
export interface ResultSurroundings {
  /** Null: a file that is not text, or not known. */
  readonly source: SourceText | null;
  /** The separator that Excel most likely expects on this computer. */
  readonly excelDelimiter: Delimiter;
  /** IANA name of the account's time zone. */
  readonly zone: string;
}

/**
 * How a result file is written by what a person chose. A source that is not CSV, or was written in a way that this program
 * does not write, becomes a file that Excel opens on this computer.
 */
export function resultChoicesOf(wish: ResultWish, { source, excelDelimiter, zone }: ResultSurroundings): ResultChoices {
  const { rows, times, guardFormulas } = wish;
  const format: SaveFormat =
    wish.as === 'xlsx'
      ? { format: 'xlsx', dates: false }
      : { ...DEFAULT_SAVE_FORMATS.csv, ...textOf(wish.as === 'source' ? source : null, excelDelimiter), guardFormulas };
  return { format, rows, zone: times === 'account' ? zone : null };
}

function textOf(source: SourceText | null, excelDelimiter: Delimiter): Pick<Csv, 'delimiter' | 'encoding'> {
  if (source === null) return { delimiter: excelDelimiter, encoding: 'utf-8' };
  const delimiter = DELIMITERS.find((known) => known === source.delimiter) ?? excelDelimiter;
  // Other encodings than these two are written as UTF-8, which has every character of theirs.
  return { delimiter, encoding: /^(?:windows-1252|iso-8859-1)$/i.test(source.encoding) ? 'windows-1252' : 'utf-8' };
}

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

const NAMES: Readonly<Record<Delimiter, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' };

/** "semicolon, UTF-8"; for a workbook "every cell as text". */
export function formWords({ format }: Pick<ResultChoices, 'format'>): string {
  if (format.format !== 'csv') return 'every cell as text';
  return `${NAMES[format.delimiter]}, ${format.encoding === 'utf-8' ? 'UTF-8' : 'Windows-1252'}`;
}
