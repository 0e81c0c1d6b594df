// Why: decision 0330.
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { UnpackingRoom } from '../unpacking-room.ts';
import { refuseSheets, type SheetSink, WHOLE_ROW, type Workbook, type WorkbookSheet } from '../workbook.ts';
import { EnoughRead } from '../xml-scanner.ts';
import { HtmlScanner } from './html-scanner.ts';
import { HtmlTables, type TableEvents } from './html-tables.ts';
import { MarkupFile, type MarkupSource } from './markup-file.ts';
import { savedPagesOf } from './saved-pages.ts';
import { lastOf, sheetNamesIn } from './sheet-names.ts';

/** A web page that is read for its tables. */
interface Page {
  readonly file: MarkupFile;
  /** What its table is called when it has one; '' for a number. */
  readonly name: string;
}

interface FoundTable {
  readonly sheet: WorkbookSheet;
  readonly page: Page;
  /** Among the tables of its page. */
  readonly index: number;
}

/** Opens a web page with tables, as many systems export them under the name .xls. Each table with content is a sheet. */
export function openHtml(source: MarkupSource): Workbook {
  return openPages(source, [{ file: new MarkupFile(source, 'html'), name: '' }]);
}

/** The same of a web page that was saved with all that belongs to it: Excel calls it a single file web page. */
export function openSavedPages(source: MarkupSource): Workbook {
  const parts = savedPagesOf(source.descriptor, source.size, source.name);
  const pages = parts.map((part) => ({ part, file: new MarkupFile(source, 'html', part) }));
  const names = sheetNamesIn(pages[0]?.file);
  const sheets = pages.filter(({ part }) => names.has(lastOf(part.location)));
  // Beside the sheets a workbook has a page of frames and one with the tabs, which is a table, too.
  const shown = sheets.length > 0 ? sheets : pages;
  return openPages(
    source,
    shown.map(({ part, file }) => ({ file, name: names.get(lastOf(part.location)) ?? '' })),
  );
}

/**
 * The pages are read once to list their tables (in a preview only up to the first that is surely one), and one of them once
 * more for its rows.
 */
function openPages(source: MarkupSource, pages: readonly Page[]): Workbook {
  const found: FoundTable[] = [];
  for (const page of pages) if (!listTables(page, source.whole, found)) break;
  if (found.length === 0)
    throw new FileTrouble(
      'unsupported',
      `"${source.name}" is a web page without a table in it, so there are no rows to read. Export the data again as XLSX or CSV, and choose that file.`,
    );
  const sheets = named(found);
  return {
    format: 'html',
    encoding: (found.find(({ sheet }) => sheet.look === 'table') ?? found[0])?.page.file.encoding,
    sheets,
    hasMacros: false,
    readSheet: (index, sink) => {
      const wanted = found[index];
      if (wanted !== undefined) readTable(wanted, sink);
      return Promise.resolve();
    },
  };
}

/** False when a preview has found what it wants. */
function listTables(page: Page, whole: boolean, found: FoundTable[]): boolean {
  const own: FoundTable[] = [];
  let isEnough = false;
  scan(page.file, {
    onTable: (sheet, index, isOpen) => {
      const isKnown = !whole && sheet.look === 'table';
      if (isOpen && !isKnown) return;
      own.push({ sheet: isOpen ? { ...sheet, rows: null } : sheet, page, index });
      refuseSheets(found.length + own.length, page.file.source.name);
      isEnough = isKnown;
      if (isKnown) throw new EnoughRead();
    },
    sinkFor: () => null,
  });
  // A table ends after those inside it, but begins before them.
  found.push(...own.sort((left, right) => left.index - right.index));
  return !isEnough;
}

/** Tables of pages that have a name are called by it; of several pages they are counted through. */
function named(found: readonly FoundTable[]): WorkbookSheet[] {
  const isAlone = new Set(found.map(({ page }) => page)).size === 1;
  const taken = new Set<string>();
  return found.map(({ sheet, page }, index) => {
    const own = isAlone ? sheet.name : `Table ${index + 1}`;
    const name = page.name === '' || taken.has(page.name) ? own : page.name;
    taken.add(name);
    return { ...sheet, name };
  });
}

function readTable({ page, index }: FoundTable, sink: SheetSink): void {
  const isCut = scan(page.file, {
    onTable: (_sheet, at, isOpen) => {
      if (at === index && !isOpen) throw new EnoughRead();
    },
    sinkFor: (at) => (at === index ? sink : null),
  });
  if (isCut) sink.remark('cutOff', 1, WHOLE_ROW, '');
}

/** True when the page ended inside a table that is wanted. */
function scan(file: MarkupFile, events: TableEvents): boolean {
  const tables = new HtmlTables(UnpackingRoom.forPacked(file.source.size, file.source.name), events);
  const scanner = new HtmlScanner(tables);
  let isCut = false;
  try {
    file.read((piece) => scanner.push(piece));
    scanner.end();
    isCut = tables.isInsideWanted;
    tables.end();
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error;
  }
  return isCut;
}
