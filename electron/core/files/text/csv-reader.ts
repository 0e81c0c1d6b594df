import type { Guess, Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { format } from '../../../../shared/domain/words/format.ts';
import { ByteSurveyor, type ByteSurvey } from './encodings/byte-survey.ts';
import { delimiterName, guessDelimiter } from './delimiter.ts';
import { byteOrderMarkLength, decodeWhole, encodingNamed } from './encodings/encoding.ts';
import { guessEncoding } from './encodings/encoding-guess.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { RowCutter } from './row-cutter.ts';
import { ProblemList, textProblems } from '../table/problem-list.ts';
import { TableStager } from '../table/table-stager.ts';

const mostRows = spreadsheetLimits.rows;

/** The bytes of a file, which can be read from the start as often as needed. */
export interface ByteSource {
  readonly size: number;
  chunks(): Iterable<Uint8Array>;
}

export interface CsvReadOptions {
  /** The source holds only the head of the file (a preview). */
  partial?: boolean;
  write(row: number, line: number, cells: string[]): void;
  /** Takes a row as UTF-8 JSON, valid during the call only. Without it all rows go to `write`. */
  writePacked?(row: number, line: number, json: Uint8Array): void;
  /** `found`: `rows`, and the last ones, which may still turn out to be notes below the table. */
  onProgress?(progress: { bytesRead: number; rows: number; found: number }): void;
}

/** Reads delimited text in two passes over the bytes: the first surveys them, the second cuts rows. Throws FileTrouble. */
export function readCsv(source: ByteSource, choices: ReadingChoices, options: CsvReadOptions): Reading {
  const survey = surveyOf(source, options.partial === true);
  const encoding = encodingGuess(survey, choices, options.partial !== true);
  const headText = decodeHead(survey, encoding.value);
  const delimiter = delimiterGuess(headText, choices, survey.head.length >= survey.bytes);
  const problems = new ProblemList();
  const refuseMore = (row: number) => {
    if (row <= mostRows) return;
    throw new FileTrouble(
      'tooLarge',
      `The file has more than ${format.number(mostRows)} rows. Split it into several files and import them one after the other.`,
    );
  };
  const stager = new TableStager(
    { ...choices, shortRowsAreOdd: true },
    problems,
    (row, line, cells) => {
      refuseMore(row);
      options.write(row, line, cells);
    },
    (row, line, json) => {
      refuseMore(row);
      options.writePacked?.(row, line, json);
    },
  );
  const cutter = new RowCutter(
    {
      encoding: encoding.value,
      delimiter: delimiter.value,
      isValidUtf8: survey.utf8,
      takesPacked: options.writePacked !== undefined,
    },
    stager,
    problems,
  );
  cutRows(source, cutter, byteOrderMarkLength(survey.head, encoding.value), stager, options);
  const { newline } = cutter;
  const table = stager.finish(options.partial !== true);
  if (newline === 'mixed') problems.add('mixedNewlines', table.firstDataLine.value, '', '');
  const labels = table.columns.map((column) => column.label);
  return {
    format: 'csv',
    size: source.size,
    encoding,
    delimiter,
    newline,
    sheets: [],
    sheet: { value: null, certainty: 'only', reason: 'A text file has no sheets.', alternatives: [] },
    ...table,
    complete: options.partial !== true,
    problems: problems.list(labels),
    checkedFor: problems.notFound(textProblems, table.headerLine.value !== null),
  };
}

function surveyOf(source: ByteSource, headOnly: boolean): ByteSurvey {
  const surveyor = new ByteSurveyor(headOnly);
  for (const chunk of source.chunks()) surveyor.add(chunk);
  const survey = surveyor.finish();
  if (survey.bytes === 0)
    throw new FileTrouble(
      'empty',
      'The file is empty: it has 0 bytes. Export it again from where it came from, and choose the new file.',
    );
  return survey;
}

function encodingGuess(survey: ByteSurvey, choices: ReadingChoices, whole: boolean): Guess<string> {
  if (choices.encoding === undefined) return guessEncoding(survey, whole);
  const named = encodingNamed(choices.encoding);
  if (named === null)
    throw new FileTrouble(
      'badChoice',
      `This program does not know the encoding "${choices.encoding}". Use for example utf-8, windows-1252, utf-16le, cp850 or shift_jis.`,
    );
  return {
    value: named,
    certainty: 'yours',
    reason: 'You chose it.',
    alternatives: ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le', 'macintosh', 'cp850'].filter(
      (name) => name !== named,
    ),
  };
}

function delimiterGuess(headText: string, choices: ReadingChoices, whole: boolean): Guess<string> {
  if (choices.delimiter === undefined) return guessDelimiter(headText, whole);
  const chosen = choices.delimiter === '\\t' ? '\t' : choices.delimiter;
  if (/["\r\n]/.test(chosen))
    throw new FileTrouble(
      'badChoice',
      'A quotation mark or a line end cannot separate columns. Choose another separator.',
    );
  return {
    value: chosen,
    certainty: 'yours',
    reason: `You chose the ${delimiterName(chosen)}.`,
    alternatives: [',', ';', '\t', '|'].filter((value) => value !== chosen),
  };
}

function decodeHead(survey: ByteSurvey, encoding: string): string {
  const text = decodeWhole(survey.head.subarray(byteOrderMarkLength(survey.head, encoding)), encoding);
  return survey.head.length < survey.bytes ? text.replace(/\ufffd+$/, '') : text;
}

/** Passes the bytes to the cutter, without the byte order mark. */
function cutRows(
  source: ByteSource,
  cutter: RowCutter,
  markLength: number,
  stager: TableStager,
  options: CsvReadOptions,
) {
  let bytesRead = 0;
  let toSkip = markLength;
  for (const chunk of source.chunks()) {
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    cutter.push(skipped === 0 ? chunk : chunk.subarray(skipped));
    bytesRead += chunk.length;
    options.onProgress?.({ bytesRead, rows: stager.rows, found: stager.found });
  }
  if (options.partial !== true) cutter.end();
}
