import type { Problem, ProblemKind } from '../../../../shared/contract/imports/reading.ts';
import { format } from '../../../../shared/domain/words/format.ts';

/** Examples kept of each kind. */
const shownExamples = 20;
/** Rows. A filled row that claims more repeats is the filling of a sheet, not data. */
export const mostRepeatedRows = 10_000;
/** Characters of the longest cell that spreadsheet programs keep. */
export const longCell = 32_767;
/** Characters of the text of an example. */
const shownText = 200;

interface Words {
  title: (count: number) => string;
  message: string;
  /** The message ends with the count of each column. */
  namesColumns?: true;
}

const words: Record<ProblemKind, Words> = {
  ragged: {
    title: (n) => `${format.count(n, 'row')} with more or fewer cells than the header`,
    message:
      'Missing cells are read as empty; cells beyond the header are kept in columns of their own. Check these rows: a separator inside a value may have split it.',
  },
  quote: {
    title: (n) => `${format.count(n, 'row')} with a stray quotation mark`,
    message:
      'A quotation mark is not closed, or text follows the closing one. It was kept as a character. Check that the values of these rows are whole.',
  },
  innerQuote: {
    title: (n) => `${format.count(n, 'row')} with a quotation mark inside a cell`,
    message: 'It was kept as written, because the cell does not begin with one.',
    namesColumns: true,
  },
  undecodable: {
    title: (n) => `${format.count(n, 'cell')} with characters that could not be read`,
    message: 'These bytes do not fit the encoding and show as �. Choose another encoding, or repair the cells.',
  },
  nul: {
    title: (n) => `${format.count(n, 'cell')} with NUL characters`,
    message: 'These invisible characters were removed; the rest of the value was kept.',
  },
  mixedEncoding: {
    title: (n) => `${format.count(n, 'row')} in another encoding than the others`,
    message:
      'The file mixes UTF-8 with an old encoding of Windows, as files put together from two sources do. These rows are not UTF-8 and were read in the old encoding. Check the letters in them; choose another encoding if they are wrong.',
  },
  apostrophes: {
    title: () => 'Values in apostrophes',
    message:
      'Values stand between two apostrophes, as some programs write text files. They were read like quotation marks and are no part of the values.',
  },
  wholeRows: {
    title: () => 'Rows that stand in one cell each',
    message:
      'Such a row is one value with separators in it, as when a text file is opened and saved with another separator. It was cut into its values.',
  },
  textFormula: {
    title: (n) => `${format.count(n, 'cell')} written as a formula`,
    message:
      'Some programs write ="01067", so that a spreadsheet keeps the zeros. The value between the quotation marks was read.',
    namesColumns: true,
  },
  crossesCut: {
    title: (n) => `${format.count(n, 'row')} with a value across the edge of a column`,
    message:
      'The columns have a fixed width, and in these rows a value goes on beyond it, so it was cut in two. Compare the rows with the file; change where the columns begin, or choose a separator.',
  },
  blankRows: {
    title: (n) => `${format.count(n, 'row')} without content`,
    message: 'Blank rows are not read and not counted.',
  },
  unticked: {
    title: (n) => `${format.count(n, 'row')} with nothing but FALSE`,
    message:
      'These rows have only unticked boxes, which some spreadsheets have in a column down to their last row. They are not read as data. Choose a last data row if they are data.',
  },
  titleLines: {
    title: (n) => `${format.count(n, 'row')} above the table`,
    message:
      'What is there looks like a title or notes and is not read as data. Choose another first data row if it is data.',
  },
  notesBelow: {
    title: (n) => `${format.count(n, 'row')} below the table`,
    message: 'What is there looks like notes and is not read as data. Choose another last data row if it is data.',
  },
  sectionRows: {
    title: (n) => `${format.count(n, 'row')} that are headings of groups`,
    message: 'Words in the first column only, above a group of rows, are not read as data.',
  },
  pageFeet: {
    title: (n) => `${format.count(n, 'row')} with nothing but the number of a page`,
    message:
      'They stand below the pages of a printed list and are not read as data. Choose a last data row if they are data.',
  },
  repeatedHeader: {
    title: (n) => `${format.count(n, 'row')} that ${n === 1 ? 'repeats' : 'repeat'} the header`,
    message:
      'The column names come again, or the title above them, as in a file put together from several, and are not read as data. Choose a last data row if they are data.',
  },
  repeatedRows: {
    title: (n) =>
      `${format.count(n, 'row')} not read: copies of a row that is repeated more than ${format.number(mostRepeatedRows)} times`,
    message:
      'A row repeated so often is usually the filling of a sheet, so the other copies were not read as data. If they are leads, save the sheet as CSV and choose that file.',
  },
  totals: {
    title: (n) => `${format.count(n, 'row')} of totals`,
    message: 'Sums and averages of the rows above are not read as data. Choose another last data row if this is data.',
  },
  emptyHeader: {
    title: (n) => `${format.count(n, 'column')} with values but without a header`,
    message: 'Such a column is named by its position, for example "Column 3".',
  },
  duplicateHeader: {
    title: (n) => format.count(n, 'duplicate header'),
    message: 'The later columns get a number, for example "Phone (2)".',
  },
  mixedNewlines: { title: () => 'Line ends of several kinds', message: 'Each of them ends a row.' },
  longCell: {
    title: (n) => `${format.count(n, 'cell')} with more than ${format.number(longCell)} characters`,
    message: 'Spreadsheet programs cut such cells off. They were read whole; the service may refuse them.',
  },
  shortened: {
    title: (n) => `${format.count(n, 'cell')} with a shortened number, such as 4.17E+10`,
    message:
      'A spreadsheet program shortened these numbers. The missing digits cannot be recovered from this file. Format the column as text in the source, save it again, and choose the new file.',
    namesColumns: true,
  },
  onlySpaces: {
    title: (n) => `${format.count(n, 'cell')} with only spaces`,
    message: 'Such a cell is read as empty.',
    namesColumns: true,
  },
  invisible: {
    title: (n) => `${format.count(n, 'cell')} with invisible characters`,
    message:
      'Zero-width spaces, soft hyphens, marks for right-to-left text or control characters were kept. Two values that look alike may differ, and a name may show in another order than it is stored. Remove the characters in the source if they are a mistake.',
    namesColumns: true,
  },
  formulaError: {
    title: (n) => `${format.count(n, 'cell')} with a formula error`,
    message:
      'The spreadsheet shows an error such as #N/A, and the cells were read as that text. Repair them in the spreadsheet, or leave out the rows.',
  },
  formulaUnknown: {
    title: (n) => `${format.count(n, 'cell')} with a formula that was never calculated`,
    message:
      'The file has the formula but no result, so the cells are empty. Open the file in a spreadsheet program, save it, and choose it again.',
  },
  formatUnknown: {
    title: (n) => `${format.count(n, 'cell')} with a number format that is not understood`,
    message:
      'The number was read without its format, so zeros or signs that the spreadsheet shows may be missing. Compare these cells with the spreadsheet; if they differ, save the column as text there and choose the file again.',
    namesColumns: true,
  },
  hiddenRows: {
    title: (n) => `${format.count(n, 'row')} hidden in the spreadsheet`,
    message: 'Hidden rows are read like all others. Delete in the spreadsheet what should not be imported.',
  },
  hiddenColumns: {
    title: (n) => `${format.count(n, 'column')} hidden in the spreadsheet`,
    message: 'Hidden columns are read like all others. Map no field to what should not be imported.',
  },
  hiddenSheet: {
    title: (n) => format.count(n, 'hidden sheet'),
    message: 'Hidden sheets are in the list of sheets and can be chosen.',
  },
  otherSheets: {
    title: (n) => `${format.count(n, 'more sheet')} with content`,
    message: 'Only one sheet is read at a time. Choose another sheet if this is the wrong one.',
  },
  merged: {
    title: (n) => format.count(n, 'merged area'),
    message: 'Only the first cell of each has the value; the others are empty.',
  },
  macros: { title: () => 'The workbook contains macros', message: 'Only its cells are read. No macro is run.' },
  numberAsText: {
    title: (n) => `${format.count(n, 'cell')} with a number too long to be exact`,
    message:
      'Spreadsheets keep 15 digits of a number, so the last digits of these may be wrong in the file itself. Compare them with their source.',
  },
  cutOff: {
    title: () => 'The file ends inside the table',
    message:
      'The end of the table is missing, as after a broken download, so rows may be missing too. Compare the last row with the source, or get the file again and choose the new copy.',
  },
};

/** Problems that only text files can have, because they are about bytes. */
const onlyInText: ReadonlySet<ProblemKind> = new Set([
  'quote',
  'innerQuote',
  'undecodable',
  'nul',
  'mixedEncoding',
  'apostrophes',
  'crossesCut',
  'mixedNewlines',
]);
/** Problems that only workbooks can have. */
const onlyInWorkbooks: ReadonlySet<ProblemKind> = new Set([
  'formulaError',
  'formulaUnknown',
  'formatUnknown',
  'hiddenRows',
  'hiddenColumns',
  'hiddenSheet',
  'otherSheets',
  'merged',
  'macros',
  'numberAsText',
  'repeatedRows',
  'cutOff',
]);

const everyKind = Object.keys(words) as ProblemKind[];

/** The problems that are searched for in a text file, and in a workbook. */
export const textProblems: readonly ProblemKind[] = everyKind.filter((kind) => !onlyInWorkbooks.has(kind));
export const workbookProblems: readonly ProblemKind[] = everyKind.filter((kind) => !onlyInText.has(kind));

/** Looked for in the names of columns, so only where the file has names. */
const ofHeaders: ReadonlySet<ProblemKind> = new Set(['duplicateHeader', 'emptyHeader', 'repeatedHeader']);

interface FoundProblem {
  count: number;
  examples: Problem['examples'];
  /** The count of each column, for kinds with `namesColumns`. */
  columns: Map<string, number>;
}

/** Most columns that a message names. */
const namedColumns = 5;

/** Counts the problems of a file by kind, and keeps the first examples of each kind. */
export class ProblemList {
  readonly #found = new Map<ProblemKind, FoundProblem>();

  /**
   * `column` is a label, or empty for the whole row. `text` as a function is called only when it will be shown. `count`:
   * rows or cells that this one example stands for.
   */
  add(kind: ProblemKind, line: number, column: string, text: string | (() => string), count = 1): void {
    const entry = this.#found.get(kind) ?? { count: 0, examples: [], columns: new Map<string, number>() };
    if (entry.count === 0) this.#found.set(kind, entry);
    entry.count += count;
    if (words[kind].namesColumns === true) entry.columns.set(column, (entry.columns.get(column) ?? 0) + count);
    if (entry.examples.length >= shownExamples) return;
    const whole = typeof text === 'string' ? text : text();
    const shown = whole.length > shownText ? `${whole.slice(0, shownText - 1)}…` : whole;
    entry.examples.push({ line, column, text: shown });
  }

  /** Labels are known only at the end, so `add` also takes a column by its index, as `#3`. */
  list(labels: readonly string[]): Problem[] {
    const labelOf = (column: string) => (column.startsWith('#') ? (labels[Number(column.slice(1))] ?? '') : column);
    return [...this.#found].map(([kind, { count, examples, columns }]) => {
      const counted = countedColumns(columns, labelOf);
      return {
        kind,
        count,
        examples: examples.map((example) => ({ ...example, column: labelOf(example.column) })),
        title: words[kind].title(count),
        message: counted === '' ? words[kind].message : `${words[kind].message} ${counted}.`,
      };
    });
  }

  /** Kinds that were looked for and not found. Without a header, nothing was looked for in names. */
  notFound(lookedFor: readonly ProblemKind[], hasHeader: boolean): ProblemKind[] {
    return lookedFor.filter((kind) => !this.#found.has(kind) && (hasHeader || !ofHeaders.has(kind)));
  }
}

/** "Fax 45, Telefon 2", the highest count first; "All are in Fax" when it is one column. */
function countedColumns(columns: ReadonlyMap<string, number>, labelOf: (column: string) => string): string {
  const sorted = [...columns].sort((left, right) => right[1] - left[1]);
  const only = sorted.length === 1 ? sorted[0] : undefined;
  if (only !== undefined) return `${only[1] === 1 ? 'It is' : 'All are'} in ${labelOf(only[0])}`;
  const named = sorted
    .slice(0, namedColumns)
    .map(([column, count]) => `${labelOf(column)} ${format.number(count)}`)
    .join(', ');
  const others = sorted.length - namedColumns;
  return others > 0 ? `${named} and ${others} more ${others === 1 ? 'column' : 'columns'}` : named;
}
