import type { Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { formatWords } from '../../../../shared/domain/files/format-words.ts';
import { guess } from '../foundation/guess.ts';
import { ProblemList, workbookProblems } from '../table/problem-list.ts';
import { type RowSink, TableStager } from '../table/table-stager.ts';
import { cutReason } from '../text/delimiter.ts';
import { chooseSheet } from './choose-sheet.ts';
import type { Workbook } from './workbook.ts';

export interface WorkbookReadOptions extends RowSink {
  size: number;
  /** Stop after this number of rows with content; the reading then has `complete: false`. Null: read all. */
  previewRows: number | null;
  onRow?(rows: number): void;
}

export async function readWorkbook(
  workbook: Workbook,
  choices: ReadingChoices,
  options: WorkbookReadOptions,
): Promise<Reading> {
  const sheet = await chooseSheet(workbook, choices.sheet);
  const problems = new ProblemList();
  const stager = new TableStager({ ...choices, holder: 'sheet', shortRowsAreOdd: false }, problems, options);
  stager.watchesInvisible = true;
  let stopped = false;
  const goOn = () => {
    if (stager.seen % 2048 === 0) options.onRow?.(stager.rows);
    stopped = options.previewRows !== null && stager.seen >= options.previewRows;
    return !stopped;
  };
  await workbook.readSheet(sheet.index, {
    row: (line, cells) => {
      stager.add(line, cells);
      return goOn();
    },
    packedWidth: () => (options.writePacked === undefined ? 0 : stager.packedWidth),
    packed: (row) => {
      stager.packed(row);
      return goOn();
    },
    remark: (kind, line, column, text, count = 1) => {
      if (kind === 'repeatedRows') stager.blanks.leaveOut(line, count);
      problems.add(kind, line, column < 0 ? '' : `#${column}`, text, count);
    },
  });
  const table = stager.finish(!stopped);
  remarkSheets(workbook, sheet.index, problems);
  const inCells = stager.separatorInCells;
  return {
    format: workbook.format,
    size: options.size,
    encoding: workbook.encoding ?? guess('utf-8', 'only', 'A workbook says which encoding it has.'),
    delimiter: guess('', 'only', inCells === null ? whyNoSeparator(workbook.format) : cutReason(inCells)),
    newline: 'none',
    sheets: workbook.sheets.map((entry, index) => ({
      name: entry.name,
      hidden: entry.hidden,
      rows: index === sheet.index && !stopped ? stager.seen : entry.rows,
    })),
    sheet: sheet.guess,
    ...table,
    complete: !stopped,
    problems: problems.list(table.columns.map((column) => column.label)),
    checkedFor: problems.notFound(workbookProblems, table.headerLine.value !== null),
  };
}

function whyNoSeparator(format: Workbook['format']): string {
  const words = formatWords(format);
  return words === null
    ? 'A workbook has cells, so it needs no separator.'
    : `The file is ${words}. It has cells, so it needs no separator.`;
}

function remarkSheets(workbook: Workbook, chosen: number, problems: ProblemList): void {
  workbook.sheets.forEach((sheet, index) => {
    if (sheet.hidden) problems.add('hiddenSheet', 1, '', sheet.name);
    else if (index !== chosen && sheet.hasContent) problems.add('otherSheets', 1, '', sheet.name);
  });
  if (workbook.hasMacros) problems.add('macros', 1, '', '');
}
