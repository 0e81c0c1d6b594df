import { readFileSync } from 'node:fs';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { BYTES_AS_THEY_ARE, encodingOfTexts, inEncoding, openCodePage } from './code-page.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { formatNumber, isInexact, parseFormat, plainFormat, type CellFormat } from './number-formats.ts';
import { SheetLooker } from './sheet-look.ts';
import { EMPTY_CELL_BYTES, UnpackingRoom } from './unpacking-room.ts';
import { type SheetSink, WHOLE_ROW, type Workbook, type WorkbookSheet } from './workbook.ts';
import { encrypted, truncated } from './zip-archive.ts';

/** The properties used here of the library's objects, whose own types are `any`. */
interface LegacyCell {
  t?: string;
  v?: unknown;
  w?: string;
  z?: string | number;
  f?: string;
}
interface LegacySheet {
  '!ref'?: string;
  '!data'?: (LegacyCell | undefined)[][];
  '!merges'?: { s: { r: number; c: number }; e: { r: number; c: number } }[];
  '!rows'?: ({ hidden?: boolean } | undefined)[];
  '!cols'?: ({ hidden?: boolean } | undefined)[];
}

/** Rows that a sheet of these formats has at most. */
const mostRows = 1_048_576;

const errorNames: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/**
 * Opens a binary workbook (.xls, .xlsb) with the library. The library reads the values; the formats are applied here.
 * `chosen`: the encoding that a person chose; it counts where the workbook does not say its own.
 */
export async function openLegacy(
  descriptor: number,
  size: number,
  name: string,
  format: 'xls' | 'xlsb',
  chosen?: string,
): Promise<Workbook> {
  if (size > spreadsheetLimits.oldWorkbookBytes)
    throw new FileTrouble(
      'tooLarge',
      `"${name}" is larger than 64 MB, the most that can be read in this old format. Save it as XLSX or CSV and choose that file.`,
    );
  const bytes = readFileSync(descriptor);
  if (format === 'xls') refuseEncryptedPackage(bytes, name);
  const library = await import('@e965/xlsx');
  library.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
  let book;
  let codePage: ReturnType<typeof openCodePage> = null;
  try {
    codePage = format === 'xls' ? codePageOf(bytes, library.CFB) : null;
    book = library.read(bytes, {
      type: 'buffer',
      ...(codePage === null ? {} : { codepage: BYTES_AS_THEY_ARE }),
      dense: true,
      cellNF: true,
      cellText: false,
      cellFormula: true,
      cellStyles: true,
      cellHTML: false,
      sheetStubs: false,
      bookVBA: false,
    });
  } catch (error) {
    throw libraryTrouble(error, name);
  }
  if (book.SheetNames.length === 0) throw truncated(name);
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const contents = book.SheetNames.map((sheetName) => (book.Sheets[sheetName] ?? {}) as LegacySheet);
  // The rows are gone through by their numbers, up to the last one.
  if (contents.some((sheet) => (sheet['!data']?.length ?? 0) > mostRows))
    throw new FileTrouble(
      'truncated',
      `"${name}" has a row beyond the last one that such a workbook can have, so the file is damaged. Save it again from a spreadsheet program and choose the new file.`,
    );
  const encoding = codePage === null ? undefined : encodingOfTexts(textsOf(contents), chosen);
  const decoded = (text: string) => (encoding === undefined ? text : inEncoding(text, encoding.value));
  const sheets: WorkbookSheet[] = book.SheetNames.map((sheetName, index) => {
    const looker = new SheetLooker();
    for (const row of contents[index]?.['!data'] ?? []) looker.add((row ?? []).filter((cell) => hasValue(cell)).length);
    const { rows, look } = looker;
    const hidden = Boolean(book.Workbook?.Sheets?.[index]?.Hidden);
    return { name: decoded(sheetName), hidden, rows, hasContent: rows > 0, look };
  });
  return {
    format,
    encoding,
    sheets,
    hasMacros: bytes.includes(Buffer.from('_VBA_PROJECT', 'utf16le')) || bytes.includes('vbaProject.bin'),
    readSheet: (index, sink) => {
      readLegacySheet(contents[index] ?? {}, UnpackingRoom.forPacked(size, name), sink, date1904, decoded);
      return Promise.resolve();
    },
  };
}

function hasValue(cell: LegacyCell | undefined): cell is LegacyCell {
  return cell?.v !== undefined && cell.v !== '';
}

/** The stream of the workbook, in a compound file or as the file itself, is asked for its code page. */
function codePageOf(bytes: Buffer, containers: Containers): ReturnType<typeof openCodePage> {
  if (bytes[0] === 0x09) return openCodePage(bytes);
  const container = containers.read(bytes, { type: 'buffer' });
  const found = containers.find(container, '/Workbook') ?? containers.find(container, '/Book');
  const stream = found?.content === undefined ? null : Uint8Array.from(found.content as Uint8Array);
  const codePage = stream === null ? null : openCodePage(stream);
  if (stream === null || codePage === null || codePage.at === null) return codePage;
  // The library knows no code page 0: the record is changed to the one under which texts are read byte by byte.
  const start = bytes.indexOf(stream.subarray(0, Math.min(stream.length, codePage.at + 6)));
  if (start !== -1) bytes.writeUInt16LE(BYTES_AS_THEY_ARE, start + codePage.at + 4);
  return codePage;
}

interface Containers {
  read(bytes: Buffer, options: { type: 'buffer' }): never;
  find(container: never, path: string): { content?: unknown } | null;
}

function* textsOf(sheets: readonly LegacySheet[]): Generator<string, void, void> {
  for (const sheet of sheets)
    for (const row of sheet['!data'] ?? []) for (const cell of row ?? []) if (cell?.t === 's') yield String(cell.v);
}

function readLegacySheet(
  sheet: LegacySheet,
  room: UnpackingRoom,
  sink: SheetSink,
  date1904: boolean,
  decoded: (text: string) => string,
): void {
  for (const area of sheet['!merges'] ?? []) sink.remark('merged', area.s.r + 1, area.s.c, '');
  (sheet['!cols'] ?? []).forEach((column, index) => {
    if (column?.hidden === true) sink.remark('hiddenColumns', 1, index, '');
  });
  const formats = new Map<string | number, CellFormat>();
  const formatOf = (cell: LegacyCell): CellFormat => {
    if (typeof cell.z !== 'string') return plainFormat;
    const known = formats.get(cell.z) ?? parseFormat(cell.z);
    formats.set(cell.z, known);
    return known;
  };
  const rows = sheet['!data'] ?? [];
  for (let row = 0; row < rows.length; row += 1) {
    const found = rows[row];
    if (found === undefined || !found.some((cell) => hasValue(cell))) continue;
    const cells: string[] = [];
    for (let column = 0; column < found.length; column += 1) {
      const cell = found[column];
      cells.push(
        !hasValue(cell)
          ? ''
          : cell.t === 's'
            ? decoded(String(cell.v))
            : cellText(cell, formatOf(cell), date1904, (kind, text) => sink.remark(kind, row + 1, column, text)),
      );
    }
    while (cells.at(-1) === '') cells.pop();
    // Many cells may name one text, and one far to the right stands behind empty ones.
    room.take(cells.reduce((bytes, cell) => bytes + (cell.length || EMPTY_CELL_BYTES), 0));
    if (sheet['!rows']?.[row]?.hidden === true) sink.remark('hiddenRows', row + 1, WHOLE_ROW, '');
    if (!sink.row(row + 1, cells)) return;
  }
}

function cellText(
  cell: LegacyCell,
  format: CellFormat,
  date1904: boolean,
  remark: (kind: 'formulaError' | 'formatUnknown' | 'numberAsText', text: string) => void,
): string {
  switch (cell.t) {
    case 'n': {
      const text = formatNumber(String(cell.v), format, date1904, () => remark('formatUnknown', String(cell.v)));
      if (isInexact(text)) remark('numberAsText', text);
      return text;
    }
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE';
    case 'e': {
      const text = errorNames[Number(cell.v)] ?? '#ERROR!';
      remark('formulaError', text);
      return text;
    }
    default:
      return String(cell.v);
  }
}

/** A workbook with a password is an encrypted package inside a compound file. */
function refuseEncryptedPackage(bytes: Buffer, name: string): void {
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw encrypted(name);
  if (bytes.includes(Buffer.from('WordDocument', 'utf16le')) && !bytes.includes(Buffer.from('Workbook', 'utf16le')))
    throw new FileTrouble(
      'unsupported',
      `"${name}" is a text document, not a spreadsheet. Choose a CSV, XLSX, XLS, XLSB or ODS file.`,
    );
}

function libraryTrouble(error: unknown, name: string): FileTrouble {
  const message = error instanceof Error ? error.message : '';
  if (/password|encrypt/i.test(message)) return encrypted(name);
  if (/unsupported|unrecognized|bad file|find workbook/i.test(message))
    return new FileTrouble(
      'unsupported',
      `"${name}" is not a workbook that can be read. Open it in a spreadsheet program, save it as XLSX, and choose that file.`,
    );
  return truncated(name);
}
