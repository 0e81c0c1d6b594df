import type {
  Guess,
  ProblemKind,
  Reading,
  ReadingChoices,
  SheetInfo,
} from '../../../../shared/contract/imports/reading.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { ProblemList, workbookProblems } from '../table/problem-list.ts';
import type { SheetLook } from './sheet-look.ts';
import { TableStager } from '../table/table-stager.ts';

/** Takes the cells of one sheet, row by row in order. Rows without content may be left out. */
export interface SheetSink {
  /** `line` from 1; `cells` belongs to the sink. Answers false when no more rows are wanted. */
  row(line: number, cells: string[]): boolean;
  /** `column` from 0, or -1 for the whole row. `count`: rows or cells that this one example stands for, usually 1. */
  remark(kind: ProblemKind, line: number, column: number, text: string, count?: number): void;
}

export interface WorkbookSheet extends SheetInfo {
  /** False when all cells are empty. */
  hasContent: boolean;
  look: SheetLook;
}

/** A workbook that can list its sheets and read one of them; one implementation per format. */
export interface Workbook {
  readonly format: 'xlsx' | 'xls' | 'xlsb' | 'ods';
  readonly sheets: readonly WorkbookSheet[];
  readonly hasMacros: boolean;
  readSheet(index: number, sink: SheetSink): Promise<void>;
}

export interface WorkbookReadOptions {
  size: number;
  /** Stop after so many rows with content; the reading then has `complete: false`. Null: read all. */
  previewRows: number | null;
  write(row: number, line: number, cells: string[]): void;
  onRow?(rows: number): void;
}

export async function readWorkbook(
  workbook: Workbook,
  choices: ReadingChoices,
  options: WorkbookReadOptions,
): Promise<Reading> {
  const sheet = chooseSheet(workbook.sheets, choices.sheet);
  const problems = new ProblemList();
  const stager = new TableStager({ ...choices, shortRowsAreOdd: false }, problems, (row, line, cells) => {
    if (row > spreadsheetLimits.rows)
      throw new FileTrouble(
        'tooLarge',
        `The sheet has more than ${spreadsheetLimits.rows.toLocaleString('en')} rows. Split it into several files and import them one after the other.`,
      );
    options.write(row, line, cells);
  });
  stager.watchesInvisible = true;
  let stopped = false;
  await workbook.readSheet(sheet.index, {
    row: (line, cells) => {
      stager.add(line, cells);
      if (stager.seen % 2048 === 0) options.onRow?.(stager.rows);
      stopped = options.previewRows !== null && stager.seen >= options.previewRows;
      return !stopped;
    },
    remark: (kind, line, column, text, count) => problems.add(kind, line, column < 0 ? '' : `#${column}`, text, count),
  });
  const table = stager.finish(!stopped);
  remarkSheets(workbook, sheet.index, problems);
  return {
    format: workbook.format,
    size: options.size,
    encoding: { value: 'utf-8', certainty: 'only', reason: 'A workbook says which encoding it has.', alternatives: [] },
    delimiter: {
      value: '',
      certainty: 'only',
      reason: 'A workbook has cells, so it needs no separator.',
      alternatives: [],
    },
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
    checkedFor: problems.notFound(workbookProblems),
  };
}

/** The chosen sheet, or the first visible one with content that is no cover before a table. Throws FileTrouble `noSheet` or `noRows`. */
function chooseSheet(
  sheets: readonly WorkbookSheet[],
  chosen: string | undefined,
): { index: number; guess: Guess<string | null> } {
  const names = sheets.map((sheet) => sheet.name);
  if (chosen !== undefined) {
    let index = names.indexOf(chosen);
    if (index === -1) index = names.findIndex((name) => name.trim().toLowerCase() === chosen.trim().toLowerCase());
    if (index === -1)
      throw new FileTrouble('noSheet', `The workbook has no sheet "${chosen}". Its sheets are: ${names.join(', ')}.`);
    return {
      index,
      guess: {
        value: names[index] ?? null,
        certainty: 'yours',
        reason: 'You chose it.',
        alternatives: names.filter((_, other) => other !== index),
      },
    };
  }
  const filled = sheets.map((sheet, index) => ({ sheet, index })).filter(({ sheet }) => sheet.hasContent);
  const visible = filled.filter(({ sheet }) => !sheet.hidden);
  const table = visible[0]?.sheet.look === 'cover' ? visible.find(({ sheet }) => sheet.look === 'table') : undefined;
  const first = table ?? visible[0] ?? filled[0];
  if (first === undefined)
    throw new FileTrouble(
      'noRows',
      'The workbook has no sheet with content, so there is nothing to import. Choose another file.',
    );
  const others = names.filter((_, other) => other !== first.index);
  const value = names[first.index] ?? null;
  if (sheets.length === 1)
    return {
      index: first.index,
      guess: { value, certainty: 'only', reason: 'The workbook has one sheet.', alternatives: [] },
    };
  if (filled.length === 1)
    return {
      index: first.index,
      guess: { value, certainty: 'certain', reason: 'It is the only sheet with content.', alternatives: others },
    };
  return {
    index: first.index,
    guess: {
      value,
      certainty: 'likely',
      reason:
        table === undefined
          ? `It is the first visible sheet with content, of ${filled.length} that have some.`
          : 'It is the first visible sheet with a table; the sheets before it look like a cover or notes.',
      alternatives: others,
    },
  };
}

function remarkSheets(workbook: Workbook, chosen: number, problems: ProblemList): void {
  workbook.sheets.forEach((sheet, index) => {
    if (sheet.hidden) problems.add('hiddenSheet', 1, '', sheet.name);
    else if (index !== chosen && sheet.hasContent) problems.add('otherSheets', 1, '', sheet.name);
  });
  if (workbook.hasMacros) problems.add('macros', 1, '', '');
}

/** "AB12" → column 27 (from 0) and line 12. */
export function cellPosition(reference: string): { column: number; line: number } | null {
  let column = 0;
  let index = 0;
  for (; index < reference.length; index += 1) {
    const code = reference.charCodeAt(index) & 0xdf;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  const line = Number(reference.slice(index));
  return index === 0 || index > 3 || !Number.isInteger(line) ? null : { column: column - 1, line };
}
