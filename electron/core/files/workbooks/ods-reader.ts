import { StringDecoder } from 'node:string_decoder';
import { isFormulaError } from '../../../../shared/domain/phones/damage.ts';
import { format } from '../../../../shared/domain/words/format.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { isInexact } from './number-formats.ts';
import { odsCellText } from './ods-cell.ts';
import { lookedAtRows, SheetLooker } from './sheet-look.ts';
import { mostRepeatedRows } from '../table/problem-list.ts';
import { mostColumns } from '../table/table-stager.ts';
import { refuseWide, refuseSheets, type SheetSink, WHOLE_ROW, type Workbook, type WorkbookSheet } from './workbook.ts';
import { CELL_BYTES, EMPTY_CELL_BYTES, type UnpackingRoom } from './unpacking-room.ts';
import { attribute, EnoughRead, longestPiece, XmlScanner, XmlTooLong, type XmlHandler } from './xml-scanner.ts';
import { encrypted, truncated, type ZipArchive } from './zip-archive.ts';

/** The entry that holds all sheets. */
const CONTENT = 'content.xml';

/** The XML with all sheets, which can be read from its beginning as often as needed. */
interface OdsContent {
  readonly name: string;
  /** What it may stand for beyond its own bytes. */
  room(): UnpackingRoom;
  /** Ends early when the handler throws. */
  scan(handler: XmlHandler): Promise<void>;
}

/** Opens an OpenDocument spreadsheet (.ods). */
export async function openOds(zip: ZipArchive, name: string, listAll: boolean): Promise<Workbook> {
  if ((await zip.text('META-INF/manifest.xml')).includes('encryption-data')) throw encrypted(name);
  const content: OdsContent = {
    name,
    room: () => zip.roomFor(CONTENT),
    scan: async (handler) => {
      const scanner = new XmlScanner(handler);
      const decoder = new StringDecoder('utf8');
      for await (const chunk of zip.stream(CONTENT)) scanner.push(decoder.write(chunk));
    },
  };
  const workbook = await openFlatOds(content, listAll);
  return {
    ...workbook,
    hasMacros: [...zip.entries.keys()].some(
      (entry) => entry.startsWith('Basic/') && entry.endsWith('.xml') && !entry.endsWith('script-lc.xml'),
    ),
  };
}

/**
 * Opens the XML of an OpenDocument spreadsheet. One stream holds all sheets, so it is read once to list them (in a preview
 * only up to the first with content), and once more for the chosen sheet, up to the end of that sheet. Programs fill a sheet
 * with millions of repeated empty cells and rows: they are counted, not created. Repeated cells with content are created,
 * and count as if each were in the file.
 */
export async function openFlatOds(content: OdsContent, listAll: boolean): Promise<Workbook> {
  const sheets: WorkbookSheet[] = [];
  const lister = new OdsHandler(content.room(), {
    onSheet: (sheet) => refuseSheets(sheets.push(sheet), content.name),
    sinkFor: () => null,
    stopWhen: () => !listAll && isChosen(sheets),
  });
  await scanContent(content, lister);
  if (sheets.length === 0)
    throw new FileTrouble(
      'unsupported',
      `"${content.name}" has no table that can be read. Open it in a spreadsheet program, save it as XLSX, and choose that file.`,
    );
  return {
    format: 'ods',
    sheets,
    hasMacros: lister.hasMacros,
    readSheet: async (index, sink) => {
      let done = false;
      await scanContent(
        content,
        new OdsHandler(content.room(), {
          onSheet: (_, at) => void (done = at >= index),
          sinkFor: (at) => (at === index ? sink : null),
          stopWhen: () => done,
        }),
      );
    },
  };
}

/** No later sheet can be chosen: a visible one is surely a table. */
function isChosen(sheets: readonly WorkbookSheet[]): boolean {
  return sheets.some(({ hidden, look }) => !hidden && look === 'table');
}

/** Throws FileTrouble `truncated` for content without an end. */
async function scanContent(content: OdsContent, handler: OdsHandler): Promise<void> {
  try {
    await content.scan(handler);
    if (!handler.isWhole) throw truncated(content.name);
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error;
  }
}

interface OdsEvents {
  onSheet(sheet: WorkbookSheet, index: number): void;
  sinkFor(index: number): SheetSink | null;
  stopWhen(): boolean;
}

/** Columns. Most hidden columns that are listed for one element. */
const mostHidden = 50;
/** Blanks that one element may stand for. */
const mostBlanks = 10_000;

/**
 * What stands beside the cells: comments, former values, charts, which a flat file holds with tables of their own, and
 * drawings. Those anchored to a cell stand in it, and the sheet shows their paragraphs in the drawing.
 */
const BESIDE: ReadonlySet<string> = new Set([
  ...['annotation', 'shapes', 'tracked-changes', 'object'],
  ...['caption', 'circle', 'connector', 'custom-shape', 'ellipse', 'frame', 'line', 'measure', 'path', 'polygon'],
  ...['polyline', 'rect', 'regular-polygon'],
]);

interface OpenTable {
  readonly sheet: Pick<WorkbookSheet, 'name' | 'hidden'>;
  readonly looker: SheetLooker;
  readonly sink: SheetSink | null;
  rows: number;
  line: number;
  headColumn: number;
}

interface OpenRow {
  readonly repeat: number;
  readonly isHidden: boolean;
  readonly cells: string[];
  /** Length of `cells`. */
  bytes: number;
  column: number;
}

interface OpenCell {
  readonly tag: string;
  /** Null without a paragraph. */
  text: string | null;
}

class OdsHandler implements XmlHandler {
  wantsText = false;
  /** Modules of a program stand before the sheets of a flat file. */
  hasMacros = false;
  isWhole = false;
  readonly #events: OdsEvents;
  readonly #room: UnpackingRoom;
  #index = -1;
  readonly #hiddenStyles = new Set<string>();
  #styleName = '';
  #table: OpenTable | null = null;
  #row: OpenRow | null = null;
  #cell: OpenCell | null = null;
  #skipping = 0;

  constructor(room: UnpackingRoom, events: OdsEvents) {
    this.#room = room;
    this.#events = events;
  }

  open(name: string, tag: string): void {
    if (this.#isBeside(name)) this.#skipping += 1;
    if (this.#skipping > 0) return;
    switch (name) {
      case 'style':
        this.#styleName = attribute(tag, 'style:name') ?? '';
        break;
      case 'table-properties':
        if (attribute(tag, 'table:display') === 'false') this.#hiddenStyles.add(this.#styleName);
        break;
      case 'table':
        this.#openTable(tag);
        break;
      case 'table-column':
        this.#openColumn(tag);
        break;
      case 'table-row':
        this.#openRow(tag);
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = { tag, text: null };
        break;
      case 'module':
        this.hasMacros = true;
        break;
      default:
        this.#openInline(name, tag);
    }
  }

  text(text: string): void {
    if (this.#cell === null || this.#skipping > 0) return;
    const before = this.#cell.text ?? '';
    if (before.length > longestPiece) throw new XmlTooLong();
    this.#cell.text = before + text;
  }

  close(name: string): void {
    if (this.#skipping > 0) {
      if (this.#isBeside(name)) this.#skipping -= 1;
      return;
    }
    switch (name) {
      case 'table':
        this.#closeTable();
        break;
      case 'table-row':
        this.#closeRow();
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#closeCell();
        break;
      case 'p':
        this.wantsText = false;
        break;
      case 'document':
      case 'document-content':
        this.isWhole = true;
        break;
      default:
    }
  }

  /** A table within a table is not read as a sheet. */
  #isBeside(name: string): boolean {
    return BESIDE.has(name) || (name === 'table' && this.#table !== null);
  }

  #openTable(tag: string): void {
    this.#index += 1;
    this.#table = {
      sheet: {
        name: attribute(tag, 'table:name') ?? `Sheet${this.#index + 1}`,
        hidden: this.#hiddenStyles.has(attribute(tag, 'table:style-name') ?? ''),
      },
      looker: new SheetLooker(),
      sink: this.#events.sinkFor(this.#index),
      rows: 0,
      line: 0,
      headColumn: 0,
    };
  }

  #closeTable(): void {
    if (this.#table === null) return;
    const { sheet, looker, rows } = this.#table;
    this.#table = null;
    this.#events.onSheet({ ...sheet, rows, hasContent: rows > 0, look: looker.look }, this.#index);
    if (this.#events.stopWhen()) throw new EnoughRead();
  }

  #openColumn(tag: string): void {
    if (this.#table === null) return;
    const { sink, headColumn } = this.#table;
    const repeat = repeatsIn(tag, 'number-columns-repeated');
    if (isHidden(tag) && headColumn + repeat < mostColumns)
      for (let column = 0; column < Math.min(repeat, mostHidden); column += 1)
        sink?.remark('hiddenColumns', 1, headColumn + column, '');
    this.#table.headColumn += repeat;
  }

  #openRow(tag: string): void {
    const repeat = repeatsIn(tag, 'number-rows-repeated');
    this.#row = { repeat, isHidden: isHidden(tag), cells: [], bytes: 0, column: 0 };
  }

  #closeRow(): void {
    const [table, row] = [this.#table, this.#row];
    this.#row = null;
    if (table === null || row === null) return;
    const { looker, sink } = table;
    const { repeat, cells } = row;
    const first = table.line + 1;
    table.line += repeat;
    if (cells.length === 0) return;
    const filled = cells.filter((cell) => cell !== '').length;
    for (let copy = 0; copy < Math.min(repeat, lookedAtRows); copy += 1) looker.add(filled);
    table.rows += repeat;
    if (sink === null) return;
    const notRead = repeat - mostRepeatedRows;
    // Before the rows, so that a preview that ends among them shows it too.
    if (notRead > 0) {
      const text = `This row is repeated ${format.number(repeat)} times.`;
      sink.remark('repeatedRows', first + mostRepeatedRows, WHOLE_ROW, text, notRead);
    }
    for (let copy = 0; copy < Math.min(repeat, mostRepeatedRows); copy += 1) {
      this.#room.take(row.bytes);
      if (row.isHidden) sink.remark('hiddenRows', first + copy, WHOLE_ROW, '');
      if (!sink.row(first + copy, [...cells])) throw new EnoughRead();
    }
  }

  #openInline(name: string, tag: string): void {
    if (this.#cell === null) return;
    if (name === 'p') {
      this.#cell.text = this.#cell.text === null ? '' : `${this.#cell.text}\n`;
      this.wantsText = true;
    } else if (name === 's') this.#addBlanks(Math.min(mostBlanks, repeatsIn(tag, 'text:c')));
    else if (name === 'tab') this.text('\t');
    else if (name === 'line-break') this.text('\n');
  }

  #addBlanks(count: number): void {
    this.#room.take(count);
    this.text(' '.repeat(count));
  }

  #closeCell(): void {
    const [table, row, cell] = [this.#table, this.#row, this.#cell];
    this.#cell = null;
    if (table === null || row === null || cell === null) return;
    const { cells, column } = row;
    const repeat = repeatsIn(cell.tag, 'number-columns-repeated');
    const value = odsCellText(cell.tag, cell.text);
    row.column += repeat;
    if (value === '') return;
    const line = table.line + 1;
    refuseWide(row.column, line, 'sheet');
    row.bytes += (column - cells.length) * EMPTY_CELL_BYTES + repeat * (CELL_BYTES + value.length);
    while (cells.length < column) cells.push('');
    for (let copy = 0; copy < repeat; copy += 1) cells.push(value);
    remarkCell(cell.tag, value, (kind) => table.sink?.remark(kind, line, column, value));
  }
}

function remarkCell(
  tag: string,
  value: string,
  remark: (kind: 'merged' | 'formulaError' | 'numberAsText') => void,
): void {
  if (attribute(tag, 'number-columns-spanned') !== null || attribute(tag, 'number-rows-spanned') !== null)
    remark('merged');
  if (attribute(tag, 'table:formula') !== null && isFormulaError(value)) remark('formulaError');
  if (attribute(tag, 'office:value-type') === 'float' && isInexact(value)) remark('numberAsText');
}

function isHidden(tag: string): boolean {
  const visibility = attribute(tag, 'table:visibility');
  return visibility !== null && visibility !== 'visible';
}

/** Rows or columns: more than any sheet has, and few enough that sums of them stay whole numbers. */
const mostRepeats = 2 ** 24;

/** At least one, whatever the file says. */
function repeatsIn(tag: string, name: string): number {
  const repeats = Math.floor(Number(attribute(tag, name) ?? 1));
  return repeats >= 1 ? Math.min(repeats, mostRepeats) : 1;
}
