import type { Guess, Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { ByteSurveyor, type ByteSurvey } from './encodings/byte-survey.ts';
import { CellTooLong, RecordSplitter } from './csv-records.ts';
import { delimiterName, guessDelimiter, hintedDelimiter } from './delimiter.ts';
import { byteOrderMarkLength, createDecoder, decodeWhole, encodingNamed } from './encodings/encoding.ts';
import { guessEncoding } from './encodings/encoding-guess.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { mayHoldInvisible } from '../table/invisible-characters.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { MixedCutter } from './mixed-cutter.ts';
import { PackedReader } from './packed-reader.ts';
import { ProblemList, textProblems } from '../table/problem-list.ts';
import { TableStager } from '../table/table-stager.ts';

const longestCell = spreadsheetLimits.cellCharacters;
export const mostRows = spreadsheetLimits.rows;

/** A way to read the same bytes from the start as often as needed. */
export interface ByteSource {
  readonly size: number;
  chunks(): Iterable<Uint8Array>;
}

export interface CsvReadOptions {
  /** The source holds only the head of the file (a preview). */
  partial?: boolean;
  write(row: number, line: number, cells: string[]): void;
  /** Takes a row as UTF-8 JSON, to be used at once. Without it all rows go to `write`. */
  writePacked?(row: number, line: number, json: Uint8Array): void;
  onProgress?(progress: { bytesRead: number; rows: number }): void;
}

/** Reads delimited text: two passes over the bytes, the first to survey them, the second to cut rows. */
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
      `The file has more than ${mostRows.toLocaleString('en')} rows. Split it into several files and import them one after the other.`,
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
  const newline = cutRows(source, encoding.value, delimiter.value, survey, stager, problems, options);
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
    checkedFor: problems.notFound(textProblems),
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
      `The encoding "${choices.encoding}" is not known here. Use for example utf-8, windows-1252, utf-16le, cp850 or shift_jis.`,
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
      'A quotation mark or a line end cannot separate columns. Choose another delimiter.',
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

function cutRows(
  source: ByteSource,
  encoding: string,
  delimiter: string,
  survey: ByteSurvey,
  stager: TableStager,
  problems: ProblemList,
  options: CsvReadOptions,
): Reading['newline'] {
  // A file may hold U+FFFD itself; only damage made while decoding is a problem, and a valid file has none.
  const watchDamage = !(encoding === 'utf-8' && survey.utf8);
  let damaged = false;
  let nul = false;
  const splitter = new RecordSplitter(
    { delimiter, longestCell },
    {
      record(cells, badQuote, innerQuote) {
        const line = splitter.records;
        if (badQuote) problems.add('quote', line, '', cells.join(delimiter).slice(0, 300));
        if (innerQuote !== -1) problems.add('innerQuote', line, `#${innerQuote}`, cells[innerQuote] ?? '');
        if (damaged || nul) remarkDamage(cells, line, problems, watchDamage);
        const isHint = line === 1 && cells.length <= 2 && hintedDelimiter(cells.join(delimiter)) !== null;
        if (isHint || (cells.length === 1 && cells[0] === '\u001a')) stager.add(line, []);
        else stager.add(line, cells);
      },
    },
  );
  const pushText = (text: string) => {
    if (watchDamage) damaged ||= text.includes('\ufffd');
    nul ||= text.includes('\0');
    stager.watchesInvisible ||= mayHoldInvisible(text);
    splitter.push(text);
  };
  const isPackable =
    options.writePacked !== undefined && encoding === 'utf-8' && survey.utf8 && PackedReader.suits(delimiter);
  const cutter = isPackable
    ? new MixedCutter(
        { packed: new PackedReader(delimiter, splitter.newlines, stager), splitter },
        pushText,
        () => stager.takesPacked,
      )
    : decodedCutter(encoding, splitter, pushText);
  let bytesRead = 0;
  let toSkip = byteOrderMarkLength(survey.head, encoding);
  try {
    for (const chunk of source.chunks()) {
      const skipped = Math.min(toSkip, chunk.length);
      toSkip -= skipped;
      cutter.push(skipped === 0 ? chunk : chunk.subarray(skipped));
      bytesRead += chunk.length;
      options.onProgress?.({ bytesRead, rows: stager.rows });
    }
    if (options.partial !== true) cutter.end();
  } catch (error) {
    if (error instanceof CellTooLong)
      throw new FileTrouble(
        'tooLarge',
        `Row ${error.record} holds a cell of more than ${longestCell.toLocaleString('en')} characters. The separator may be wrong, or a quotation mark is missing. Choose another separator, or repair that row.`,
      );
    throw error;
  }
  return newlineOf(splitter.newlines);
}

function decodedCutter(encoding: string, splitter: RecordSplitter, pushText: (text: string) => void) {
  const decoder = createDecoder(encoding);
  return {
    push: (chunk: Uint8Array) => pushText(decoder.decode(chunk)),
    end: () => {
      const cut = decoder.end();
      // Half a character on a line of its own is what is left of a copy cut short, not a row.
      if (cut !== '\ufffd' || splitter.held > 0) pushText(cut);
      splitter.end();
    },
  };
}

function remarkDamage(cells: string[], line: number, problems: ProblemList, watchDamage: boolean): void {
  cells.forEach((cell, index) => {
    if (watchDamage && cell.includes('\ufffd')) problems.add('undecodable', line, `#${index}`, cell);
    if (!cell.includes('\0')) return;
    problems.add('nul', line, `#${index}`, cell.replaceAll('\0', '␀'));
    cells[index] = cell.replaceAll('\0', '');
  });
}

function newlineOf(seen: { LF: number; CRLF: number; CR: number }): Reading['newline'] {
  const kinds = (['LF', 'CRLF', 'CR'] as const).filter((kind) => seen[kind] > 0);
  if (kinds.length === 0) return 'none';
  return kinds.length === 1 ? (kinds[0] as 'LF') : 'mixed';
}
