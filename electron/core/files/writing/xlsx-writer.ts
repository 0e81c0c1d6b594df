// Why: decision 0110.
import { closeSync, openSync } from 'node:fs';
import { ZipArchive } from '../workbooks/zip-archive.ts';
import { type DatePrecision, isoDate } from './iso-dates.ts';
import type { TableRow, TableWriter } from './table-writer.ts';
import type { UnfinishedFile } from './target-file.ts';
import {
  cellStyle,
  columnLetters,
  contentTypesXml,
  rootRelationshipsXml,
  sheetEndXml,
  sheetStartXml,
  stylesXml,
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
/** Characters that are held before they are packed. */
const flushAt = 262_144;
/** Long cells that are named one by one. */
const mostNamed = 5;

/** What XML cannot hold or would change, and what looks like an escape already. */
// oxlint-disable-next-line no-control-regex
const needsEscape = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff\ud800-\udfff]|_x[0-9A-Fa-f]{4}_/;
const escapes =
  // oxlint-disable-next-line no-control-regex
  /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** Text for a cell. Control characters become `_xHHHH_` (ECMA-376 part 1, 22.4.2.4), which spreadsheet programs read back. */
function escapeText(text: string): string {
  if (!needsEscape.test(text)) return text;
  return text.replace(escapes, (found) => {
    switch (found) {
      case '&':
        return '&amp;';
      case '<':
        return '&lt;';
      case '>':
        return '&gt;';
      default:
        return found.length === 2 ? found : `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    }
  });
}

const needsSpaceMark = /^\s|\s$|[\n\t]/;

export interface XlsxForm {
  /** Columns in which every value is a date without a zone, by position; all others are text. */
  readonly dates: ReadonlyMap<number, DatePrecision>;
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
  readonly #letters: readonly string[];
  readonly #sheetRows: number;
  readonly #long: string[] = [];
  #longCount = 0;
  #entry: ZipEntryWriter | null = null;
  #sheets = 0;
  /** Rows of the open sheet, the header among them. */
  #sheetRow = 0;
  #rows = 0;
  #pending = '';

  constructor(file: UnfinishedFile, columns: readonly string[], form: XlsxForm) {
    this.#zip = new ZipWriter(file);
    this.#columns = columns;
    this.#form = form;
    this.#letters = columns.map((_, index) => columnLetters(index));
    this.#sheetRows = form.sheetRows ?? SHEET_ROWS;
  }

  async write(rows: readonly TableRow[]): Promise<void> {
    for (const row of rows) {
      const entry = await this.#sheet();
      this.#rows += 1;
      this.#sheetRow += 1;
      this.#pending += this.#row(row);
      if (this.#pending.length >= flushAt) await this.#flush(entry);
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

  notes(): string[] {
    const notes: string[] = [];
    if (this.#sheets > 1)
      notes.push(
        `A sheet holds ${(this.#sheetRows - 1).toLocaleString('en')} leads, so the workbook has ${this.#sheets} sheets.`,
      );
    if (this.#longCount > 0) {
      const others = this.#longCount - this.#long.length;
      const named = `${this.#long.join(', ')}${others > 0 ? ` and ${others.toLocaleString('en')} more` : ''}`;
      notes.push(
        `A workbook holds ${LONGEST_CELL.toLocaleString('en')} characters a cell. Cut there: ${named}. Save as CSV, JSON or Parquet to keep all of it.`,
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
    this.#entry = await this.#zip.begin(`xl/worksheets/sheet${this.#sheets}.xml`);
    this.#pending = sheetStartXml([...this.#form.dates.keys()].sort((a, b) => a - b).map((index) => index + 1));
    this.#sheetRow = 1;
    this.#pending += `<row r="1">${this.#columns.map((column, index) => this.#text(column, index, ` s="${cellStyle.header}"`)).join('')}</row>`;
    return this.#entry;
  }

  async #endSheet(entry: ZipEntryWriter): Promise<void> {
    const last = `${this.#letters.at(-1) ?? 'A'}${this.#sheetRow}`;
    this.#pending += sheetEndXml(last);
    await this.#flush(entry);
    await entry.end();
    this.#entry = null;
  }

  async #flush(entry: ZipEntryWriter): Promise<void> {
    const text = this.#pending;
    this.#pending = '';
    await entry.write(text);
  }

  #row(row: TableRow): string {
    let text = `<row r="${this.#sheetRow}">`;
    // A cell without a place stands beside the one before it: the shorter text is packed in two thirds of the time.
    let next = 0;
    for (let index = 0; index < this.#letters.length; index += 1) {
      const value = row[index];
      if (value === null || value === undefined || value === '') continue;
      const place = index === next ? '' : ` r="${this.#letters[index] ?? ''}${this.#sheetRow}"`;
      next = index + 1;
      const precision = this.#form.dates.get(index);
      const date = precision === undefined ? null : isoDate(value);
      text +=
        date === null || precision === undefined
          ? this.#text(value, index, place)
          : `<c${place} s="${cellStyle[precision]}"><v>${date.serial}</v></c>`;
    }
    return `${text}</row>`;
  }

  /** `attributes`: place and style; without a style the cell has the format "text". */
  #text(value: string, index: number, attributes: string): string {
    const text = escapeText(value.length > LONGEST_CELL ? this.#cut(value, index) : value);
    // Blanks at either end, and line feeds, are kept only with this mark.
    const space = needsSpaceMark.test(text) ? ' xml:space="preserve"' : '';
    return `<c${attributes} t="inlineStr"><is><t${space}>${text}</t></is></c>`;
  }

  #cut(value: string, index: number): string {
    this.#longCount += 1;
    if (this.#long.length < mostNamed)
      this.#long.push(
        `lead ${this.#rows.toLocaleString('en')}, "${this.#columns[index] ?? ''}" (${value.length.toLocaleString('en')} characters)`,
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
  for await (const piece of pieces) {
    const joined = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let last = 0;
    for (let at = joined.indexOf(wanted); at !== -1; at = joined.indexOf(wanted, last)) {
      found += 1;
      last = at + wanted.length;
    }
    rest = joined.subarray(Math.max(last, joined.length - wanted.length + 1));
  }
  return found;
}
