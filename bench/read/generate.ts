import { closeSync, openSync, writeSync } from 'node:fs';
import { writeTarget } from '../../electron/core/files/writing/target-file.ts';
import { ZipWriter } from '../../electron/core/files/writing/zip-writer.ts';
import { names, pick, towns } from '../save/leads.ts';

/** Files of made-up leads, the same on every run. */

const columns = [
  'Fornavn',
  'Efternavn',
  'Virksomhed',
  'E-mail',
  'Telefon',
  'Mobil',
  'Adresse',
  'Postnr',
  'By',
  'Kundenr',
  'Oprettet',
  'Bemærkning',
];
const lastNames = ['Hansen', 'Møller', 'Ågård', 'Müller', 'Lefèvre', 'Öberg', 'Nielsen', 'Święta'];
const notes = [
  '',
  'ring efter kl. 10',
  'ønsker tilbud på "vinduer", haster',
  'linje 1\nlinje 2 – følg op',
  'nej tak',
  '',
];

function leadRow(number: number): string[] {
  const mixed = Math.imul(number + 1, 2_654_435_761) >>> 0;
  const first = pick(names, mixed);
  const last = pick(lastNames, mixed >>> 5);
  const town = pick(towns, mixed >>> 9);
  return [
    first,
    last,
    `${last} & ${first} ${pick(['ApS', 'A/S', 'GmbH', 'AB'], mixed >>> 3)} ${number % 7919}`,
    `lead.${number}@eksempel-${mixed % 997}.dk`,
    `+45 ${String(20_000_000 + (mixed % 79_999_999))}`,
    `0${String(mixed).padStart(10, '0')}`,
    `${town.slice(0, 3)}gade ${mixed % 300}, ${mixed % 5}. tv`,
    String(800 + (mixed % 9100)).padStart(4, '0'),
    town,
    `K-${number}`,
    `2026-${String(1 + (mixed % 12)).padStart(2, '0')}-${String(1 + (mixed % 28)).padStart(2, '0')}`,
    pick(notes, mixed >>> 7),
  ];
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

/** Writes `rows` leads as UTF-8 CSV and answers the bytes. */
export function writeCsvFile(path: string, rows: number): number {
  const file = openSync(path, 'w');
  let bytes = 0;
  let pending = csvLine(columns);
  for (let row = 0; row < rows; row += 1) {
    pending += csvLine(leadRow(row));
    if (pending.length > 1_000_000 || row === rows - 1) {
      bytes += writeSync(file, pending);
      pending = '';
    }
  }
  closeSync(file);
  return bytes;
}

/** Writes a workbook as spreadsheet programs do: shared strings, numbers as numbers, one sheet. */
export async function writeXlsxFile(path: string, rows: number): Promise<void> {
  await writeTarget({ path, overwrite: false }, (file) => writeWorkbook(new ZipWriter(file), rows));
}

async function writeWorkbook(zip: ZipWriter, rows: number): Promise<void> {
  await zip.add(
    '[Content_Types].xml',
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
  );
  await zip.add(
    '_rels/.rels',
    '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  );
  await zip.add(
    'xl/workbook.xml',
    '<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>',
  );
  await zip.add(
    'xl/_rels/workbook.xml.rels',
    '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
  );
  const shared = new Map<string, number>();
  const indexOf = (text: string): number => {
    const known = shared.get(text);
    if (known !== undefined) return known;
    shared.set(text, shared.size);
    return shared.size - 1;
  };
  // The strings stand before the sheet: readers that stream need them first.
  for (const cell of columns) indexOf(cell);
  for (let row = 0; row < rows; row += 1)
    leadRow(row).forEach((cell, index) => index !== 7 && cell !== '' && indexOf(cell));
  await addPieces(zip, 'xl/sharedStrings.xml', sharedStrings(shared));
  await addPieces(zip, 'xl/worksheets/sheet1.xml', sheetXml(rows, indexOf));
  await zip.end();
}

async function addPieces(zip: ZipWriter, name: string, pieces: Iterable<string>): Promise<void> {
  const entry = await zip.begin(name);
  let pending = '';
  for (const piece of pieces) {
    pending += piece;
    if (pending.length < 262_144) continue;
    await entry.write(Buffer.from(pending));
    pending = '';
  }
  await entry.write(Buffer.from(pending));
  await entry.end();
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function* sharedStrings(shared: ReadonlyMap<string, number>): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
  for (const text of shared.keys()) yield `<si><t xml:space="preserve">${escape(text)}</t></si>`;
  yield '</sst>';
}

function* sheetXml(rows: number, indexOf: (text: string) => number): Generator<string> {
  const letters = 'ABCDEFGHIJKL';
  yield `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:L${rows + 1}"/><sheetData><row r="1">`;
  yield `${columns.map((cell, index) => `<c r="${letters[index]}1" t="s"><v>${indexOf(cell)}</v></c>`).join('')}</row>`;
  for (let row = 0; row < rows; row += 1) {
    const line = row + 2;
    const cells = leadRow(row).map((cell, index) => {
      if (cell === '') return '';
      if (index === 7) return `<c r="${letters[index]}${line}"><v>${Number(cell)}</v></c>`;
      return `<c r="${letters[index]}${line}" t="s"><v>${indexOf(cell)}</v></c>`;
    });
    yield `<row r="${line}">${cells.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}
