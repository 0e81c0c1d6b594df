// Why: decision 0110.
import { closeSync, openSync } from 'node:fs';
import { format } from '../../../../shared/domain/words/format.ts';
import { ZipArchive } from '../workbooks/zip-archive.ts';
import type { DatePrecision } from './iso-dates.ts';
import type { PackedRows } from './packed-rows.ts';
import { type CellForm, SheetBytes } from './sheet-bytes.ts';
import type { TableWriter } from './table-writer.ts';
import type { UnfinishedFile } from './target-file.ts';
import {
  cellStyle,
  columnLetters,
  contentTypesXml,
  rootRelationshipsXml,
  sheetEndXml,
  sheetStartXml,
  stylesXml,
  textCellXml,
  workbookRelationshipsXml,
  workbookXml,
} from './xlsx-parts.ts';
import { type ZipEntryWriter, ZipWriter } from './zip-writer.ts';

/** Rows of a sheet, the header among them, in every spreadsheet program since 2007. */
const SHEET_ROWS = 1_048_576;
/** UTF-16 units of one cell, in the same programs. */
export const LONGEST_CELL = 32_767;
/** Bytes of a sheet before it is packed, with room for one more batch of rows: 4 GB need ZIP64. */
const mostSheetBytes = 3_500_000_000;
/** Long cells that are named one by one. */
const mostNamed = 5;

export interface XlsxForm {
  /** Columns in which every value is a date without a zone, by position; all others are text. */
  readonly dates: ReadonlyMap<number, DatePrecision>;
  /** Columns of figures, which programs add up; left out: none is. */
  readonly figures?: ReadonlySet<number> | undefined;
  /** Rows of one sheet with its header; specs lower it. */
  readonly sheetRows?: number;
}

/**
 * A workbook with text cells: ids, phones and post codes stay as they are, and nothing is a formula. A further sheet
 * begins where one is full. Empty cells are left out.
 */
export class XlsxWriter implements TableWriter {
  readonly #zip: ZipWriter;
  readonly #columns: readonly string[];
  readonly #form: XlsxForm;
  readonly #cells: SheetBytes;
  readonly #sheetRows: number;
  readonly #long: string[] = [];
  #longCount = 0;
  #entry: ZipEntryWriter | null = null;
  #sheets = 0;
  /** Rows of the open sheet, the header among them. */
  #sheetRow = 0;
  /** Rows in the sheets before the open one, their headers not among them. */
  #rowsBefore = 0;

  constructor(file: UnfinishedFile, columns: readonly string[], form: XlsxForm) {
    this.#zip = new ZipWriter(file);
    this.#columns = columns;
    this.#form = form;
    const forms = new Map<number, CellForm>(form.dates);
    for (const column of form.figures ?? []) forms.set(column, 'figure');
    this.#cells = new SheetBytes(columns.length, forms, LONGEST_CELL, (text, row, column) =>
      this.#cut(text, this.#rowsBefore + row - 1, column),
    );
    this.#sheetRows = form.sheetRows ?? SHEET_ROWS;
  }

  async write(packed: PackedRows): Promise<void> {
    for (let at = 0; at < packed.bytes.length;) {
      const entry = await this.#sheet();
      const most = this.#sheetRows - this.#sheetRow;
      const { xml, next, rows } = this.#cells.rowsOf({ packed, at, most }, this.#sheetRow + 1);
      this.#sheetRow += rows;
      at = next;
      await entry.write(xml);
    }
  }

  async end(): Promise<void> {
    await this.#endSheet(await this.#sheet());
    await this.#zip.add('xl/workbook.xml', workbookXml(this.#sheets));
    await this.#zip.add('xl/_rels/workbook.xml.rels', workbookRelationshipsXml(this.#sheets));
    await this.#zip.add('xl/styles.xml', stylesXml);
    await this.#zip.add('_rels/.rels', rootRelationshipsXml);
    await this.#zip.add('[Content_Types].xml', contentTypesXml(this.#sheets));
    await this.#zip.end();
  }

  async abandon(): Promise<void> {
    await this.#entry?.abandon();
  }

  get isCut(): boolean {
    return this.#longCount > 0;
  }

  notes(): string[] {
    const notes: string[] = [];
    if (this.#sheets > 1)
      notes.push(
        `A sheet holds ${format.number(this.#sheetRows - 1)} leads, so the workbook has ${this.#sheets} sheets.`,
      );
    if (this.isCut) {
      const others = this.#longCount - this.#long.length;
      const named = `${this.#long.join(', ')}${others > 0 ? ` and ${format.number(others)} more` : ''}`;
      notes.push(
        `A workbook holds ${format.number(LONGEST_CELL)} characters a cell. Cut there: ${named}. Save as CSV, JSON or Parquet to keep all of it.`,
      );
    }
    return notes;
  }

  /** The sheet that the next row goes to. */
  async #sheet(): Promise<ZipEntryWriter> {
    if (this.#entry !== null) {
      const isFull = this.#sheetRow >= this.#sheetRows || this.#entry.unpackedBytes >= mostSheetBytes;
      if (!isFull) return this.#entry;
      await this.#endSheet(this.#entry);
    }
    this.#sheets += 1;
    const entry = await this.#zip.begin(`xl/worksheets/sheet${this.#sheets}.xml`);
    this.#entry = entry;
    this.#sheetRow = 1;
    const wide = [...this.#form.dates.keys()].sort((a, b) => a - b).map((index) => index + 1);
    const header = this.#columns.map((name, index) =>
      textCellXml(
        name.length > LONGEST_CELL ? this.#cut(name, 0, index) : name,
        `${columnLetters(index)}1`,
        cellStyle.header,
      ),
    );
    await entry.write(Buffer.from(`${sheetStartXml(wide)}<row r="1">${header.join('')}</row>`));
    return entry;
  }

  async #endSheet(entry: ZipEntryWriter): Promise<void> {
    const last = `${columnLetters(Math.max(0, this.#columns.length - 1))}${this.#sheetRow}`;
    this.#rowsBefore += this.#sheetRow - 1;
    await entry.write(Buffer.from(sheetEndXml(last)));
    await entry.end();
  }

  #cut(value: string, lead: number, index: number): string {
    this.#longCount += 1;
    if (this.#long.length < mostNamed)
      this.#long.push(
        `${lead === 0 ? 'the header' : `lead ${format.number(lead)}`}, "${this.#columns[index] ?? ''}" (${format.number(value.length)} characters)`,
      );
    // A character of two units is not torn apart.
    const last = value.charCodeAt(LONGEST_CELL - 1);
    return value.slice(0, last >= 0xd800 && last <= 0xdbff ? LONGEST_CELL - 1 : LONGEST_CELL);
  }
}

const rowStart = Buffer.from('<row ');

/**
 * Data rows of a workbook of `XlsxWriter`, read back from the disk: every sheet is unpacked. Texts hold no `<`, so each
 * `<row ` is a row. The header of each sheet is not counted.
 */
export async function countXlsxRows(path: string, size: number, name: string): Promise<number> {
  const descriptor = openSync(path, 'r');
  try {
    const archive = ZipArchive.open(descriptor, size, name);
    let rows = 0;
    for (const entry of archive.entries.values())
      if (entry.name.startsWith('xl/worksheets/'))
        rows += (await countIn(archive.stream(entry.name, entry.unpackedBytes), rowStart)) - 1;
    return rows;
  } finally {
    closeSync(descriptor);
  }
}

/** How often `wanted` is in the pieces, also across their edges. */
async function countIn(pieces: AsyncIterable<Buffer>, wanted: Buffer): Promise<number> {
  let found = 0;
  let rest: Buffer = Buffer.alloc(0);
  const edge = 1 - wanted.length;
  for await (const piece of pieces) {
    // Across the edge, where neither piece has all of it.
    if (Buffer.concat([rest, piece.subarray(0, -edge)]).indexOf(wanted) !== -1) found += 1;
    for (let at = piece.indexOf(wanted); at !== -1; at = piece.indexOf(wanted, at + wanted.length)) found += 1;
    rest = Buffer.concat([rest, piece.subarray(edge)]).subarray(edge);
  }
  return found;
}
