import { StringDecoder } from 'node:string_decoder';
import { format } from '../../../../shared/domain/words/format.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { isInexact } from './number-formats.ts';
import { isFormulaError, odsCellText } from './ods-cell.ts';
import { lookedAtRows, SheetLooker } from './sheet-look.ts';
import { mostRepeatedRows } from '../table/problem-list.ts';
import { mostColumns } from '../table/table-stager.ts';
import { type SheetSink, WHOLE_ROW, type Workbook, type WorkbookSheet } from './workbook.ts';
import { CELL_BYTES, EMPTY_CELL_BYTES, type UnpackingRoom } from './unpacking-room.ts';
import { attribute, longestPiece, XmlScanner, XmlTooLong, type XmlHandler } from './xml-scanner.ts';
import { encrypted, type ZipArchive } from './zip-archive.ts';

class EnoughRead extends Error {}

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
    onSheet: (sheet) => void sheets.push(sheet),
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
  return sheets.some((sheet) => sheet.hasContent && !sheet.hidden && sheet.look === 'table');
}

async function scanContent(content: OdsContent, handler: XmlHandler): Promise<void> {
  try {
    await content.scan(handler);
  } catch (error) {
    if (error instanceof XmlTooLong)
      throw new FileTrouble(
        'tooLarge',
        'The workbook has a cell of more than 64 million characters. Save the sheet as CSV and look for it there.',
      );
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

/** What stands beside the cells: comments, drawings, former values, and charts, which a flat file holds with tables of their own. */
const BESIDE: ReadonlySet<string> = new Set(['annotation', 'shapes', 'tracked-changes', 'object']);

class OdsHandler implements XmlHandler {
  wantsText = false;
  /** Modules of a program stand before the sheets of a flat file. */
  hasMacros = false;
  readonly #events: OdsEvents;
  readonly #room: UnpackingRoom;
  #sink: SheetSink | null = null;
  #sheet: WorkbookSheet | null = null;
  #index = -1;
  #looker = new SheetLooker();
  readonly #hiddenStyles = new Set<string>();
  #styleName = '';
  #line = 0;
  #column = 0;
  #headColumn = 0;
  #cells: string[] = [];
  /** Length of `cells`. */
  #bytes = 0;
  #rowRepeat = 1;
  #rowHidden = false;
  #tag = '';
  #cellRepeat = 1;
  #hasParagraph = false;
  #text_ = '';
  #skipping = 0;

  constructor(room: UnpackingRoom, events: OdsEvents) {
    this.#room = room;
    this.#events = events;
  }

  open(name: string, tag: string): void {
    if (this.#isBeside(name)) {
      this.#skipping += 1;
      this.wantsText = false;
    }
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
        this.#openCell(tag);
        break;
      case 'module':
        this.hasMacros = true;
        break;
      default:
        this.#openInline(name, tag);
    }
  }

  text(text: string): void {
    if (this.#text_.length > longestPiece) throw new XmlTooLong();
    this.#text_ += text;
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
      default:
    }
  }

  /** A table within a table is not read as a sheet. */
  #isBeside(name: string): boolean {
    return BESIDE.has(name) || (name === 'table' && this.#sheet !== null);
  }

  #openTable(tag: string): void {
    this.#index += 1;
    this.#sheet = {
      name: attribute(tag, 'table:name') ?? `Sheet${this.#index + 1}`,
      hidden: this.#hiddenStyles.has(attribute(tag, 'table:style-name') ?? ''),
      rows: 0,
      hasContent: false,
      look: 'other',
    };
    this.#looker = new SheetLooker();
    this.#sink = this.#events.sinkFor(this.#index);
    this.#line = 0;
    this.#headColumn = 0;
  }

  #closeTable(): void {
    if (this.#sheet === null) return;
    this.#sheet.look = this.#looker.look;
    this.#events.onSheet(this.#sheet, this.#index);
    this.#sheet = null;
    this.#sink = null;
    if (this.#events.stopWhen()) throw new EnoughRead();
  }

  #openColumn(tag: string): void {
    const repeat = repeatsIn(tag, 'number-columns-repeated');
    const visibility = attribute(tag, 'table:visibility');
    if (visibility !== null && visibility !== 'visible' && this.#headColumn + repeat < mostColumns)
      for (let column = 0; column < Math.min(repeat, mostHidden); column += 1)
        this.#sink?.remark('hiddenColumns', 1, this.#headColumn + column, '');
    this.#headColumn += repeat;
  }

  #openRow(tag: string): void {
    this.#rowRepeat = repeatsIn(tag, 'number-rows-repeated');
    const visibility = attribute(tag, 'table:visibility');
    this.#rowHidden = visibility !== null && visibility !== 'visible';
    this.#cells = [];
    this.#bytes = 0;
    this.#column = 0;
  }

  #closeRow(): void {
    const first = this.#line + 1;
    this.#line += this.#rowRepeat;
    if (this.#cells.length === 0 || this.#sheet === null) return;
    this.#sheet.hasContent = true;
    const filled = this.#cells.filter((cell) => cell !== '').length;
    for (let copy = 0; copy < Math.min(this.#rowRepeat, lookedAtRows); copy += 1) this.#looker.add(filled);
    this.#sheet.rows = (this.#sheet.rows ?? 0) + this.#rowRepeat;
    if (this.#sink === null) return;
    this.#remarkRepeats(first + mostRepeatedRows, this.#rowRepeat - mostRepeatedRows);
    for (let copy = 0; copy < Math.min(this.#rowRepeat, mostRepeatedRows); copy += 1) {
      this.#room.take(this.#bytes);
      if (this.#rowHidden) this.#sink.remark('hiddenRows', first + copy, WHOLE_ROW, '');
      if (!this.#sink.row(first + copy, [...this.#cells])) throw new EnoughRead();
    }
  }

  /** Before the rows, so that a preview that ends among them shows it too. */
  #remarkRepeats(line: number, notRead: number): void {
    if (notRead <= 0) return;
    const text = `This row is repeated ${format.number(this.#rowRepeat)} times.`;
    this.#sink?.remark('repeatedRows', line, WHOLE_ROW, text, notRead);
  }

  #openCell(tag: string): void {
    this.#tag = tag;
    this.#cellRepeat = repeatsIn(tag, 'number-columns-repeated');
    this.#text_ = '';
    this.#hasParagraph = false;
  }

  #openInline(name: string, tag: string): void {
    if (name === 'p') {
      if (this.#hasParagraph) this.#text_ += '\n';
      this.#hasParagraph = true;
      this.wantsText = true;
    } else if (name === 's') this.#addBlanks(Math.min(mostBlanks, repeatsIn(tag, 'text:c')));
    else if (name === 'tab') this.#text_ += '\t';
    else if (name === 'line-break') this.#text_ += '\n';
  }

  #addBlanks(count: number): void {
    this.#room.take(count);
    this.text(' '.repeat(count));
  }

  #closeCell(): void {
    const value = odsCellText(this.#tag, this.#hasParagraph ? this.#text_ : null);
    const last = this.#column + this.#cellRepeat;
    if (value !== '') {
      if (last > mostColumns)
        throw new FileTrouble(
          'tooLarge',
          `Row ${this.#line + 1} has more than ${format.number(mostColumns)} columns. Save the sheet as CSV with fewer columns and choose that file.`,
        );
      const gap = this.#column - this.#cells.length;
      this.#bytes += gap * EMPTY_CELL_BYTES + this.#cellRepeat * (CELL_BYTES + value.length);
      while (this.#cells.length < this.#column) this.#cells.push('');
      for (let copy = 0; copy < this.#cellRepeat; copy += 1) this.#cells.push(value);
      this.#remarkCell(value);
    }
    this.#column = last;
  }

  #remarkCell(value: string): void {
    if (attribute(this.#tag, 'number-columns-spanned') !== null || attribute(this.#tag, 'number-rows-spanned') !== null)
      this.#sink?.remark('merged', this.#line + 1, this.#column, value);
    if (attribute(this.#tag, 'table:formula') !== null && isFormulaError(value))
      this.#sink?.remark('formulaError', this.#line + 1, this.#column, value);
    if (attribute(this.#tag, 'office:value-type') === 'float' && isInexact(value))
      this.#sink?.remark('numberAsText', this.#line + 1, this.#column, value);
  }
}

/** At least one, whatever the file says. */
function repeatsIn(tag: string, name: string): number {
  const repeats = Math.floor(Number(attribute(tag, name) ?? 1));
  return repeats >= 1 ? repeats : 1;
}
