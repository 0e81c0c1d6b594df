import { plainFormat } from './number-formats.ts';
import { SharedStringScanner } from './shared-strings.ts';
import { SheetScanner } from './sheet-scanner.ts';
import { UnpackingRoom } from './unpacking-room.ts';
import { SheetHandler } from './xlsx-sheet.ts';

/** Rows and columns of a sheet of our own; from some twenty thousand cells on the engine has compiled what reads them. */
const ROWS = 3_000;
const COLUMNS = 10;
/** Bytes between two looks whether a file has come, which then waits no longer than a frame of the screen. */
const PIECE = 65_536;

/**
 * Reads a sheet out of memory, so that the first workbook in a thread meets compiled code.
 * @param goesOn lets other work run; false: a file has come, and nothing more is to be practised
 * @returns rows read
 */
export async function practiseWorkbook(goesOn: () => Promise<boolean>): Promise<number> {
  const strings = new SharedStringScanner();
  if (!(await pushAll(sharedStrings(), strings, goesOn))) return 0;
  let rows = 0;
  const context = { shared: strings.strings, formats: [plainFormat], date1904: false };
  const packed = () => {
    rows += 1;
    return true;
  };
  const sink = { row: () => true, packedWidth: () => COLUMNS, packed, remark: () => undefined };
  await pushAll(sheet(), new SheetScanner(new SheetHandler(context, new UnpackingRoom(Infinity, ''), sink)), goesOn);
  return rows;
}

async function pushAll(
  bytes: Buffer,
  scanner: SharedStringScanner | SheetScanner,
  goesOn: () => Promise<boolean>,
): Promise<boolean> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (!(await goesOn())) return false;
    scanner.push(bytes.subarray(at, at + PIECE));
  }
  scanner.end();
  return true;
}

function sharedStrings(): Buffer {
  const strings = Array.from({ length: ROWS }, (_, index) =>
    index % 8 === 0 ? `Smith &amp; Søn ${index}` : `www.example${index}.com`,
  );
  return Buffer.from(`<sst>${strings.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join('')}</sst>`);
}

function sheet(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const line = index + 1;
    const cells = Array.from({ length: COLUMNS }, (_cell, column) => {
      const reference = `${String.fromCharCode(65 + column)}${line}`;
      return column === 6
        ? `<c r="${reference}"><v>${line * 13}</v></c>`
        : `<c r="${reference}" t="s"><v>${(line * column) % ROWS}</v></c>`;
    });
    return `<row r="${line}">${cells.join('')}</row>`;
  });
  return Buffer.from(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`);
}
