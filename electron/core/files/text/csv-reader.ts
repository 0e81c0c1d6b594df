import type { Guess, Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { format } from '../../../../shared/domain/words/format.ts';
import { apostropheDelimiter } from './apostrophes.ts';
import { hasBackslashes } from './backslashes.ts';
import { ByteSurveyor, type ByteSurvey } from './encodings/byte-survey.ts';
import { cutReason, cutsAlike, delimiterName, guessDelimiter, usualDelimiters } from './delimiter.ts';
import { chosenEncoding } from './encodings/chosen-encoding.ts';
import { byteOrderMarkLength, decodeWhole } from './encodings/encoding.ts';
import { guessEncoding } from './encodings/encoding-guess.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { guess } from '../foundation/guess.ts';
import { FixedCutter } from './fixed-cutter.ts';
import { findFixedWidth, type FixedWidth, isAtEdges } from './fixed-width.ts';
import { RowCutter } from './row-cutter.ts';
import { type TypographicQuotes, typographicQuotes } from './typographic-quotes.ts';
import { ProblemList, textProblems } from '../table/problem-list.ts';
import { type RowSink, TableStager } from '../table/table-stager.ts';

/** The bytes of a file, which can be read from the start as often as needed. */
export interface ByteSource {
  readonly size: number;
  chunks(): Iterable<Uint8Array>;
}

export interface CsvReadOptions extends RowSink {
  /** The source holds only the head of the file (a preview). */
  partial?: boolean;
  /** `found`: `rows`, and the last ones, which may still turn out to be notes below the table. */
  onProgress?(progress: { bytesRead: number; rows: number; found: number }): void;
}

/** Reads delimited text in two passes over the bytes: the first surveys them, the second cuts rows. Throws FileTrouble. */
export function readCsv(source: ByteSource, choices: ReadingChoices, options: CsvReadOptions): Reading {
  const survey = surveyOf(source, options.partial === true);
  const encoding =
    choices.encoding === undefined ? guessEncoding(survey, options.partial !== true) : chosenEncoding(choices.encoding);
  const head = decodeHead(survey, encoding.value);
  const isWhole = survey.head.length >= survey.bytes;
  const { delimiter, quote, fixed, typographic = null } = separation(head, choices, isWhole);
  const escapes =
    fixed === null && quote === undefined && typographic === null && hasBackslashes(head, delimiter.value, isWhole);
  if (escapes) delimiter.reason += ' A backslash stands before quotation marks inside of values.';
  const problems = new ProblemList();
  const stager = new TableStager(
    {
      ...choices,
      holder: 'file',
      shortRowsAreOdd: true,
      cutAt: fixed === null && quote === undefined ? delimiter.value : undefined,
    },
    problems,
    options,
  );
  const cutting = { encoding: encoding.value, isValidUtf8: survey.utf8 };
  const cutter =
    fixed === null
      ? new RowCutter(
          {
            ...cutting,
            delimiter: delimiter.value,
            quote,
            typographic,
            hasBackslashes: escapes,
            takesPacked: options.writePacked !== undefined,
          },
          stager,
          problems,
        )
      : new FixedCutter({ ...cutting, ...fixed }, stager, problems);
  cutRows(source, cutter, byteOrderMarkLength(survey.head, encoding.value), stager, options);
  const newline = newlineOf(cutter.newlines);
  const table = stager.finish(options.partial !== true);
  if (newline === 'mixed') problems.add('mixedNewlines', table.firstDataLine.value, '', '');
  if (quote !== undefined) problems.add('apostrophes', table.headerLine.value ?? table.firstDataLine.value, '', '');
  const labels = table.columns.map((column) => column.label);
  const inCells = stager.separatorInCells;
  const isChosen = delimiter.certainty === 'yours';
  return {
    format: 'csv',
    size: source.size,
    encoding,
    delimiter:
      inCells === null ? delimiter : guess(inCells, isChosen ? 'yours' : 'likely', cutReason(inCells), usualDelimiters),
    ...(quote === undefined ? {} : { quote }),
    ...(fixed === null ? {} : { cuts: fixed.cuts.map((cut) => cut + 1) }),
    newline,
    sheets: [],
    sheet: guess(null, 'only', 'A text file has no sheets.'),
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

function chosenDelimiter(written: string): Guess<string> {
  const chosen = written === '\\t' ? '\t' : written;
  if (/["\r\n]/.test(chosen))
    throw new FileTrouble(
      'badChoice',
      'A quotation mark or a line end cannot separate columns. Choose another separator.',
    );
  return guess(chosen, 'yours', `You chose the ${delimiterName(chosen)}.`, usualDelimiters);
}

/** Columns of fixed width that count for more than a separator which cuts the rows differently. */
const fewestFixed = 3;

/** How lines are cut into cells. `fixed`: null where a separator stands between them. */
function separation(
  head: string,
  choices: ReadingChoices,
  isWhole: boolean,
): {
  delimiter: Guess<string>;
  quote?: string | undefined;
  typographic?: TypographicQuotes | null;
  fixed: FixedWidth | null;
} {
  // NULs that fill up fields are no part of them.
  const text = head.replaceAll('\0', '');
  if (choices.cuts !== undefined) {
    // What stands before the first column that a person named is a column, too.
    const cuts = (choices.cuts[0] === 1 ? choices.cuts : [1, ...choices.cuts]).map((cut) => cut - 1);
    const { across, isWide } = findFixedWidth(head, isWhole) ?? { across: new Set<string>(), isWide: false };
    const why = 'You chose where the columns begin.';
    return { delimiter: guess('', 'yours', why, usualDelimiters), fixed: { cuts, across, isWide } };
  }
  const chosen = choices.delimiter === undefined ? null : chosenDelimiter(choices.delimiter);
  const possible = chosen === null ? usualDelimiters : [chosen.value];
  const wrapped = apostropheDelimiter(text, possible, isWhole);
  const quote = wrapped === null ? undefined : "'";
  const typographic = typographicQuotes(text, possible, isWhole);
  if (chosen !== null) return { delimiter: chosen, quote, typographic, fixed: null };
  if (typographic !== null) {
    const why = `Typographic quotation marks stand around values, and a ${delimiterName(typographic.delimiter)} between them.`;
    const delimiter = guess(typographic.delimiter, 'certain', why, usualDelimiters);
    return { delimiter, typographic, fixed: null };
  }
  if (wrapped !== null) {
    const why = `Apostrophes stand around values, and a ${delimiterName(wrapped)} between them.`;
    return { delimiter: guess(wrapped, 'certain', why, usualDelimiters), quote, fixed: null };
  }
  const delimiter = guessDelimiter(text, isWhole);
  const isFound = delimiter.certainty !== 'only' && delimiter.value !== ' ';
  if (isFound && (delimiter.certainty === 'certain' || cutsAlike(text, delimiter.value, isWhole)))
    return { delimiter, fixed: null };
  const fixed = findFixedWidth(head, isWhole);
  // The commas of addresses cut some rows of a printed list; the values of ragged rows hardly begin at the same places.
  if (fixed === null || (isFound && (fixed.cuts.length < fewestFixed || isAtEdges(head, delimiter.value, fixed))))
    return { delimiter, fixed: null };
  const places = fixed.cuts.map((cut) => format.number(cut + 1));
  const where = `They begin at characters ${format.list(places)}.`;
  const lines = fixed.across.size === 0 ? 'all lines' : 'all lines but titles and notes';
  const wide = fixed.isWide ? ' A character of East Asia takes two places.' : '';
  const reason = `The columns have a fixed width: blanks stand at the same places in ${lines} of the beginning. ${where}${wide}`;
  return { delimiter: guess('', 'likely', reason, usualDelimiters), fixed };
}

function newlineOf(seen: RowCutter['newlines']): Reading['newline'] {
  const kinds = (['LF', 'CRLF', 'CR'] as const).filter((kind) => seen[kind] > 0);
  const [only] = kinds;
  return kinds.length > 1 ? 'mixed' : (only ?? 'none');
}

function decodeHead(survey: ByteSurvey, encoding: string): string {
  const text = decodeWhole(survey.head.subarray(byteOrderMarkLength(survey.head, encoding)), encoding);
  return survey.head.length < survey.bytes ? text.replace(/\ufffd+$/, '') : text;
}

/** Passes the bytes to the cutter, without the byte order mark. */
function cutRows(
  source: ByteSource,
  cutter: Pick<RowCutter, 'push' | 'end'>,
  markLength: number,
  stager: TableStager,
  options: CsvReadOptions,
) {
  let bytesRead = 0;
  let toSkip = markLength;
  for (const chunk of source.chunks()) {
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    cutter.push(chunk.subarray(skipped));
    bytesRead += chunk.length;
    options.onProgress?.({ bytesRead, rows: stager.rows, found: stager.found });
  }
  if (options.partial !== true) cutter.end();
}
