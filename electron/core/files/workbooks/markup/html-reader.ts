// Why: decision 0330.
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { UnpackingRoom } from '../unpacking-room.ts';
import type { SheetSink, Workbook, WorkbookSheet } from '../workbook.ts';
import { HtmlScanner } from './html-scanner.ts';
import { HtmlTables, type TableEvents } from './html-tables.ts';
import { MarkupFile, type MarkupSource } from './markup-file.ts';

class EnoughRead extends Error {}

/**
 * Opens a web page with tables, as many systems export them under the name .xls. Each table with content is a sheet. The
 * page is read once to list them (in a preview only up to the first that is surely a table), and once more for one of them.
 */
export function openHtml(source: MarkupSource): Workbook {
  const file = new MarkupFile(source, 'html');
  const found: { sheet: WorkbookSheet; index: number }[] = [];
  scan(file, {
    onTable: (sheet, index, isOpen) => {
      const isKnown = !source.whole && sheet.look === 'table';
      if (isOpen && !isKnown) return;
      found.push({ sheet: isOpen ? { ...sheet, rows: null } : sheet, index });
      if (isKnown) throw new EnoughRead();
    },
    sinkFor: () => null,
  });
  if (found.length === 0)
    throw new FileTrouble(
      'unsupported',
      `"${source.name}" is a web page without a table in it, so there are no rows to read. Export the data again as XLSX or CSV, and choose that file.`,
    );
  // A table ends after those inside it, but begins before them.
  found.sort((left, right) => left.index - right.index);
  return {
    format: 'html',
    encoding: file.encoding,
    sheets: found.map(({ sheet }) => sheet),
    hasMacros: false,
    readSheet: (index, sink) => {
      const wanted = found[index]?.index;
      const isCut = scan(file, {
        onTable: (_sheet, at, isOpen) => {
          if (at === wanted && !isOpen) throw new EnoughRead();
        },
        sinkFor: (at) => (at === wanted ? ending(sink) : null),
      });
      if (isCut) sink.remark('cutOff', 1, -1, '');
      return Promise.resolve();
    },
  };
}

/** A sink whose last wanted row ends the reading. */
function ending(sink: SheetSink): SheetSink {
  return {
    row: (line, cells) => {
      if (!sink.row(line, cells)) throw new EnoughRead();
      return true;
    },
    remark: (...remark) => sink.remark(...remark),
  };
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
