import { posix } from 'node:path';
import { ByteScanner, isNamed, tagEnd } from './byte-scanner.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { builtInFormat, parseFormat, plainFormat, type CellFormat } from './number-formats.ts';
import { SharedStringScanner } from './shared-strings.ts';
import { SheetScanner } from './sheet-scanner.ts';
import { lookedAtRows, SheetLooker, type SheetLook } from './sheet-look.ts';
import type { StringArena } from './string-arena.ts';
import type { UnpackingRoom } from './unpacking-room.ts';
import { refuseSheets, type SheetSink, type Workbook, type WorkbookSheet } from './workbook.ts';
import { SheetHandler } from './xlsx-sheet.ts';
import { attribute, eachElement, EnoughRead, XmlScanner, type XmlHandler } from './xml-scanner.ts';
import { truncated, type ZipArchive } from './zip-archive.ts';

/** Unpacked bytes. The rows of a larger sheet are not counted before it is chosen. */
const countedBytes = 24 * 1024 * 1024;

interface SheetPart extends WorkbookSheet {
  path: string;
}

/** Opens an Office Open XML workbook (.xlsx, .xlsm). Parts are read when they are needed, sheets as a stream. */
export async function openXlsx(zip: ZipArchive, name: string, countSheets: boolean): Promise<Workbook> {
  const root = await workbookPart(zip);
  const workbookXml = await zip.text(root);
  const relations = await relationsOf(zip, root);
  let date1904 = false;
  let isUncalculated = false;
  const listed: { name: string; hidden: boolean; path: string }[] = [];
  eachElement(workbookXml, (element, tag) => {
    // An extension of Excel 2013 has an element of the same name, which says nothing of the calendar.
    if (element === 'workbookPr') date1904 ||= ['1', 'true'].includes(attribute(tag, 'date1904') ?? '');
    if (element === 'calcPr') isUncalculated = ['1', 'true'].includes(attribute(tag, 'fullCalcOnLoad') ?? '');
    if (element !== 'sheet') return;
    const path = relations.byId.get(attribute(tag, 'r:id') ?? attribute(tag, 'id') ?? '') ?? '';
    const state = attribute(tag, 'state');
    if (zip.has(path) && /sheet/i.test(path))
      listed.push({
        name: attribute(tag, 'name') ?? 'Sheet',
        hidden: state === 'hidden' || state === 'veryHidden',
        path,
      });
    refuseSheets(listed.length, name);
  });
  if (listed.length === 0)
    throw new FileTrouble(
      'unsupported',
      `"${name}" has no worksheet that can be read. Open it in a spreadsheet program, save it as XLSX, and choose that file.`,
    );
  const sheets: SheetPart[] = [];
  // One room for all: sheets may name one part again and again, and parts of the archive the same bytes.
  const room = zip.roomForAll();
  for (const sheet of listed) sheets.push({ ...sheet, ...(await surveySheet(zip, sheet.path, countSheets, room)) });
  const formats = await readFormats(zip, partBeside(root, 'styles', relations));
  let strings: StringArena | null = null;
  return {
    format: 'xlsx',
    sheets,
    hasMacros: [...zip.entries.keys()].some((entry) => /vbaProject\.bin$/i.test(entry)),
    async readSheet(index: number, sink: SheetSink) {
      strings ??= await readSharedStrings(zip, partBeside(root, 'sharedStrings', relations));
      const shared = strings;
      const path = sheets[index]?.path ?? '';
      const handler = new SheetHandler({ shared, formats, date1904, isUncalculated }, zip.roomFor(path), sink);
      const isRead = await scan(zip, path, new SheetScanner(handler));
      if (isRead && !handler.isWhole) throw truncated(name);
    },
  };
}

/** Passes one part of the archive to a scanner. False when it wanted no more of it. */
async function scan(zip: ZipArchive, path: string, scanner: ByteScanner, room?: UnpackingRoom): Promise<boolean> {
  try {
    for await (const chunk of zip.stream(path)) {
      room?.take(chunk.length);
      scanner.push(chunk);
    }
    scanner.end();
    return true;
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error;
    return false;
  }
}

async function workbookPart(zip: ZipArchive): Promise<string> {
  const relations = await zip.text('_rels/.rels');
  let found = '';
  eachElement(relations, (element, tag) => {
    if (element === 'Relationship' && /\/officeDocument$/.test(attribute(tag, 'Type') ?? ''))
      found = (attribute(tag, 'Target') ?? '').replace(/^\//, '');
  });
  return zip.has(found) ? found : 'xl/workbook.xml';
}

interface Relations {
  readonly byId: ReadonlyMap<string, string>;
  /** By the last word of the type. */
  readonly byType: ReadonlyMap<string, string>;
}

async function relationsOf(zip: ZipArchive, part: string): Promise<Relations> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const xml = await zip.text(`${folder}_rels/${part.slice(folder.length)}.rels`);
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  eachElement(xml, (element, tag) => {
    if (element !== 'Relationship') return;
    const target = attribute(tag, 'Target') ?? '';
    const path = posix.resolve('/', folder, target).slice(1);
    byId.set(attribute(tag, 'Id') ?? '', path);
    byType.set(/[^/]*$/.exec(attribute(tag, 'Type') ?? '')?.[0] ?? '', path);
  });
  return { byId, byType };
}

/** A part may have any name; its relation says what it is. */
function partBeside(root: string, type: string, relations: Relations): string {
  return relations.byType.get(type) ?? `${root.slice(0, root.lastIndexOf('/') + 1)}${type}.xml`;
}

async function readFormats(zip: ZipArchive, path: string): Promise<CellFormat[]> {
  const xml = await zip.text(path);
  const custom = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let inCellFormats = false;
  const handler: XmlHandler = {
    wantsText: false,
    text: () => undefined,
    open(name, tag) {
      if (name === 'cellXfs') inCellFormats = true;
      if (name === 'numFmt')
        custom.set(Number(attribute(tag, 'numFmtId')), parseFormat(attribute(tag, 'formatCode') ?? ''));
      if (name === 'xf' && inCellFormats) {
        const id = Number(attribute(tag, 'numFmtId') ?? 0);
        formats.push(custom.get(id) ?? builtInFormat(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  };
  new XmlScanner(handler).push(xml);
  return formats.length === 0 ? [plainFormat] : formats;
}

async function readSharedStrings(zip: ZipArchive, path: string): Promise<StringArena> {
  const scanner = new SharedStringScanner(zip.entries.get(path)?.unpackedBytes);
  if (zip.has(path)) await scan(zip, path, scanner);
  return scanner.strings;
}

/** Whether a sheet has content and how it begins; with `count`, also its rows with content when the sheet is small. */
async function surveySheet(
  zip: ZipArchive,
  path: string,
  count: boolean,
  room: UnpackingRoom,
): Promise<{ hasContent: boolean; rows: number | null; look: SheetLook }> {
  const counting = count && (zip.entries.get(path)?.unpackedBytes ?? 0) <= countedBytes;
  const scanner = new RowCounter(!counting);
  await scan(zip, path, scanner, room);
  const { rows, look } = scanner.looker;
  return { hasContent: rows > 0, rows: counting ? rows : rows > 0 ? null : 0, look };
}

/** Counts rows with a value; with `beginningOnly`, stops when there are enough to judge how the sheet begins. */
class RowCounter extends ByteScanner {
  readonly looker = new SheetLooker();
  #filledCells = 0;
  #filled = false;
  readonly #beginningOnly: boolean;

  constructor(beginningOnly: boolean) {
    super();
    this.#beginningOnly = beginningOnly;
  }

  protected element(bytes: Buffer, open: number, name: number, nameEnd: number): number {
    const end = tagEnd(bytes, nameEnd);
    if (end === -1) return -1;
    const isLetter = nameEnd === name + 1;
    if (bytes[open + 1] === 47) {
      if (isLetter && bytes[name] === 99) {
        if (this.#filled) this.#filledCells += 1;
        this.#filled = false;
      } else if (isNamed(bytes, name, nameEnd, 'row')) this.#endRow();
    } else if (isLetter && (bytes[name] === 118 || bytes[name] === 116)) this.#filled = true;
    return end;
  }

  #endRow(): void {
    this.looker.add(this.#filledCells);
    this.#filledCells = 0;
    if (this.#beginningOnly && this.looker.rows >= lookedAtRows) throw new EnoughRead();
  }
}
