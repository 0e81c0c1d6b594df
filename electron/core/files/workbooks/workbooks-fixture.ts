import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import type { Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { openWorkbook } from './open-workbook.ts';
import { readWorkbook } from './read-workbook.ts';

/** Workbooks made by hand for specs: only what the reader looks at, so that each case is seen at a glance. */

/** Reads files of these contents, written under this name. */
export function workbookReader(name: string) {
  const folder = specFolder('workbooks');
  let files = 0;
  return async (
    kind: Parameters<typeof openWorkbook>[0],
    content: string | Buffer,
    choices: ReadingChoices = {},
    previewRows: number | null = null,
  ) => {
    files += 1;
    const path = join(folder, `${files}-${name}`);
    const bytes = Buffer.from(content as string);
    writeFileSync(path, bytes);
    const descriptor = openSync(path, 'r');
    try {
      const whole = previewRows === null;
      const source = { descriptor, size: bytes.length, name, whole, encoding: choices.encoding };
      const rows: string[][] = [];
      const lines: number[] = [];
      const reading = await readWorkbook(await openWorkbook(kind, source), choices, {
        size: bytes.length,
        previewRows,
        write: (_row, line, cells) => {
          rows.push(cells);
          lines.push(line);
        },
      });
      return { reading, rows, lines, kinds: reading.problems.map((problem) => problem.kind), found: foundIn(reading) };
    } finally {
      closeSync(descriptor);
    }
  };
}

/** The rows of the first sheet of a file, without a search for its header: quick for thousands of columns. */
export async function firstSheetOf(
  kind: Parameters<typeof openWorkbook>[0],
  content: string | Buffer,
): Promise<string[][]> {
  const path = join(specFolder('sheet'), 'leads');
  const bytes = Buffer.from(content as string);
  writeFileSync(path, bytes);
  const descriptor = openSync(path, 'r');
  try {
    const source = { descriptor, size: bytes.length, name: 'leads', whole: true, encoding: undefined };
    const workbook = await openWorkbook(kind, source);
    const rows: string[][] = [];
    await workbook.readSheet(0, { row: (_line, cells) => rows.push(cells) > 0, remark: () => undefined });
    return rows;
  } finally {
    closeSync(descriptor);
  }
}

/** Each example of a problem on a line: "hiddenRows 4", "merged 3 Phone: wide". */
function foundIn({ problems }: Reading): string[] {
  return problems.flatMap(({ kind, examples }) =>
    examples.map(({ line, column, text }) =>
      [kind, line, ...(column === '' ? [] : [column])].join(' ').concat(text === '' ? '' : `: ${text}`),
    ),
  );
}

/** Why a file is refused. */
export async function troubleOf(reading: Promise<unknown>): Promise<FileTrouble> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof FileTrouble) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

interface ZipOptions {
  /** Sizes written into the directory instead of the true ones. */
  claimUnpacked?: number;
  encrypted?: boolean;
  /** 0: stored. Left out: deflated. */
  method?: number;
  /** Sizes stand behind the bytes, as programs write them that do not know them before. */
  streamed?: boolean;
  /** What the directory says in 64 bits (ZIP64). */
  long?: readonly ('unpacked' | 'packed' | 'offset')[];
  comment?: string;
}

/** A zip of the given entries. */
export function zipOf(entries: Record<string, string | Buffer>, options: ZipOptions = {}): Buffer {
  const { method = 8, streamed = false, long = [], comment = '' } = options;
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((options.encrypted === true ? 1 : 0) + (streamed ? 8 : 0), 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(options.claimUnpacked ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const before = Buffer.from(fields);
    if (streamed) before.fill(0, 10, 22);
    // A time, as most programs write it here and in the directory.
    const time = extraField(0x5455, Buffer.alloc(5, 1));
    before.writeUInt16LE(time.length, 24);
    const behind = streamed ? Buffer.concat([Buffer.from('PK\u0007\u0008', 'latin1'), fields.subarray(10, 22)]) : '';
    const local = Buffer.concat([
      ...[Buffer.from('PK\u0003\u0004', 'latin1'), before, Buffer.from(name), time, packed],
      Buffer.from(behind),
    ]);
    const central = Buffer.alloc(46);
    central.write('PK\u0001\u0002', 0, 'latin1');
    fields.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    const sizes = { unpacked: fields.readUInt32LE(18), packed: packed.length, offset };
    for (const part of long) central.writeUInt32LE(0xffffffff, { unpacked: 24, packed: 20, offset: 42 }[part]);
    const inOrder = (['unpacked', 'packed', 'offset'] as const).filter((part) => long.includes(part));
    const wide = inOrder.length === 0 ? [] : [extraField(1, longNumbers(inOrder.map((part) => sizes[part])))];
    const extra = Buffer.concat([time, ...wide]);
    central.writeUInt16LE(extra.length, 30);
    const note = Buffer.from(`of ${name}`);
    central.writeUInt16LE(note.length, 32);
    directory.push(central, Buffer.from(name), extra, note);
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(long.length > 0 ? 0xffffffff : list.length, 12);
  end.writeUInt32LE(long.length > 0 ? 0xffffffff : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  const before = long.length > 0 ? longEnd(list.length, offset) : Buffer.alloc(0);
  return Buffer.concat([...parts, list, before, end, Buffer.from(comment)]);
}

function extraField(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(kind, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

function longNumbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, at) => bytes.writeBigUInt64LE(BigInt(value), at * 8));
  return bytes;
}

/** The end of the directory in 64 bits, and where it stands. */
function longEnd(length: number, offset: number): Buffer {
  const record = Buffer.alloc(56);
  record.write('PK\u0006\u0006', 0, 'latin1');
  longNumbers([length, offset]).copy(record, 40);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 0, 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  return Buffer.concat([record, locator]);
}

export interface SheetForSpecs {
  name: string;
  state?: 'hidden' | 'veryHidden';
  /** What stands between <worksheet> and </worksheet>. */
  xml: string;
}

/** Parts of an XLSX workbook. `formats` become cell styles 1, 2, ... */
export function xlsxParts(
  sheets: readonly SheetForSpecs[],
  more: { formats?: readonly string[]; strings?: readonly string[]; date1904?: boolean; prefix?: string } = {},
): Record<string, string> {
  const p = more.prefix === undefined ? '' : `${more.prefix}:`;
  const space = more.prefix === undefined ? 'xmlns' : `xmlns:${more.prefix}`;
  const formats = more.formats ?? [];
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels':
      '<Relationships><Relationship Id="r1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<?xml version="1.0"?><${p}workbook ${space}="m" xmlns:r="r"><${p}workbookPr date1904="${more.date1904 === true ? 1 : 0}"/><${p}sheets>${sheets
      .map(
        (sheet, index) =>
          `<${p}sheet name="${sheet.name}" sheetId="${index + 1}" ${sheet.state === undefined ? '' : `state="${sheet.state}"`} r:id="rId${index + 1}"/>`,
      )
      .join('')}</${p}sheets></${p}workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="x/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="s" Type="x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="y" Type="x/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats
      .map(
        (code, index) =>
          `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`,
      )
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${170 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${(more.strings ?? []).map((text) => `<si>${text}</si>`).join('')}</sst>`,
  };
  sheets.forEach((sheet, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<?xml version="1.0"?><${p}worksheet ${space}="m">${sheet.xml}</${p}worksheet>`;
  });
  return parts;
}

/** Rows of text cells as sheet XML. */
export function textRows(rows: readonly (readonly string[])[]): string {
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<sheetData>${rows
    .map(
      (cells) => `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${escape(cell)}</t></is></c>`).join('')}</row>`,
    )
    .join('')}</sheetData>`;
}
