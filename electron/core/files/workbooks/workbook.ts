import type { Guess, ProblemKind, Reading, SheetInfo } from '../../../../shared/contract/imports/reading.ts';
import { format } from '../../../../shared/domain/words/format.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import type { PackedRow } from '../table/packed-row.ts';
import type { SheetLook } from './sheet-look.ts';

/** In place of the column of a remark. */
export const WHOLE_ROW = -1;

/** Takes the cells of one sheet, row by row in order. Rows without content may be left out. */
export interface SheetSink {
  /** `line` from 1; `cells` belongs to the sink. Answers false when no more rows are wanted. */
  row(line: number, cells: string[]): boolean;
  /** Columns of the rows that are taken packed now; 0: rows are taken as cells. Missing: they always are. */
  packedWidth?(): number;
  /** As `row`. Called for a row that began when `packedWidth` was not 0. */
  packed?(row: PackedRow): boolean;
  /** `column` from 0, or `WHOLE_ROW`. `count`: rows or cells that this one example stands for, usually 1. */
  remark(kind: ProblemKind, line: number, column: number, text: string, count?: number): void;
}

export interface WorkbookSheet extends SheetInfo {
  /** False when all cells are empty. */
  hasContent: boolean;
  look: SheetLook;
}

/** A workbook that can list its sheets and read one of them; one implementation per format. */
export interface Workbook {
  readonly format: Exclude<Reading['format'], 'csv'>;
  /** Only where the file may leave it open. */
  readonly encoding?: Guess<string> | undefined;
  readonly sheets: readonly WorkbookSheet[];
  readonly hasMacros: boolean;
  readSheet(index: number, sink: SheetSink): Promise<void>;
}

/** Throws FileTrouble `tooLarge` for more sheets than anybody has made: each is looked at, and a person has to find one. */
export function refuseSheets(sheets: number, name: string): void {
  if (sheets > spreadsheetLimits.sheets)
    throw new FileTrouble(
      'tooLarge',
      `"${name}" has more than ${format.number(spreadsheetLimits.sheets)} sheets or tables. Save the one with the rows as XLSX or CSV, and choose that file.`,
    );
}

/** Throws FileTrouble `tooLarge` for more columns than a spreadsheet has. `holder`: what has the rows, in the words. */
export function refuseWide(columns: number, line: number, holder: 'sheet' | 'table'): void {
  if (columns > spreadsheetLimits.columns)
    throw new FileTrouble(
      'tooLarge',
      `Line ${line} has more than ${format.number(spreadsheetLimits.columns)} columns. Save the ${holder} as CSV with fewer columns and choose that file.`,
    );
}

/** Lines: more than any program writes, and few enough to be exact. A number beyond is damage. */
export const mostLines = 2 ** 31;

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
  const isPlace = index > 0 && index <= 3 && Number.isInteger(line) && line < mostLines;
  return isPlace ? { column: column - 1, line } : null;
}
