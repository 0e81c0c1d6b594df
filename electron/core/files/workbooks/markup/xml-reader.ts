import { FileTrouble } from '../../foundation/file-trouble.ts';
import { openFlatOds } from '../ods-reader.ts';
import { UnpackingRoom } from '../unpacking-room.ts';
import { refuseSheets, type SheetSink, type Workbook, type WorkbookSheet } from '../workbook.ts';
import { EnoughRead, XmlScanner } from '../xml-scanner.ts';
import { truncated } from '../zip-archive.ts';
import { MarkupFile, type MarkupSource } from './markup-file.ts';
import { refuseEntities, Xml2003Sheets } from './xml-2003-sheets.ts';

/** Opens a workbook in the XML of Excel 2003. It is read once to list the sheets, and once more for one of them. */
export function openXml2003(source: MarkupSource): Workbook {
  const file = new MarkupFile(source, 'xml');
  const sheets: WorkbookSheet[] = [];
  scan2003(file, (sheet) => refuseSheets(sheets.push(sheet), source.name), null, null);
  if (sheets.length === 0)
    throw new FileTrouble(
      'unsupported',
      `"${source.name}" is a workbook without a sheet. Open it in a spreadsheet program, save it as XLSX, and choose that file.`,
    );
  return {
    format: 'xml',
    encoding: file.encoding,
    sheets,
    // The format has no place for them.
    hasMacros: false,
    readSheet: (index, sink) => {
      scan2003(
        file,
        (_sheet, at) => {
          if (at >= index) throw new EnoughRead();
        },
        index,
        sink,
      );
      return Promise.resolve();
    },
  };
}

/** Throws FileTrouble `truncated` when the workbook has no end. */
function scan2003(
  file: MarkupFile,
  onSheet: (sheet: WorkbookSheet, index: number) => void,
  wanted: number | null,
  sink: SheetSink | null,
): void {
  const sheets = new Xml2003Sheets(UnpackingRoom.forPacked(file.source.size, file.source.name), {
    onSheet,
    sinkFor: (at) => (at === wanted ? sink : null),
  });
  const scanner = new XmlScanner(sheets);
  try {
    file.read((piece) => scanner.push(piece));
    if (!sheets.isWhole) throw truncated(file.source.name);
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error;
  }
}

/** Opens an OpenDocument spreadsheet that is one XML file and no ZIP (.fods). */
export async function openFods(source: MarkupSource): Promise<Workbook> {
  const file = new MarkupFile(source, 'xml');
  const workbook = await openFlatOds(
    {
      name: source.name,
      room: () => UnpackingRoom.forPacked(source.size, source.name),
      // The handler stops it by an error when it has what it needs.
      scan: (handler) => {
        const scanner = new XmlScanner(Object.assign(handler, { declaration: refuseEntities }));
        file.read((piece) => scanner.push(piece));
        return Promise.resolve();
      },
    },
    source.whole,
  );
  return { ...workbook, format: 'fods', encoding: file.encoding };
}
