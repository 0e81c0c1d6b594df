import { FileTrouble } from '../foundation/file-trouble.ts';

export type FileKind = 'text' | 'zip' | 'compound';

const pictures: readonly { bytes: readonly number[]; what: string }[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a picture (PNG)' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a picture (JPEG)' },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: 'a picture (GIF)' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document' },
  { bytes: [0x1f, 0x8b], what: 'a compressed file (gzip)' },
  { bytes: [0x42, 0x5a, 0x68], what: 'a compressed file (bzip2)' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], what: 'a compressed file (7-Zip)' },
  { bytes: [0x52, 0x61, 0x72, 0x21], what: 'a compressed file (RAR)' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], what: 'a database (SQLite)' },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], what: 'a program' },
  { bytes: [0x4d, 0x5a, 0x90], what: 'a program' },
  { bytes: [0x50, 0x41, 0x52, 0x31], what: 'a Parquet file' },
];

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

/** The kind of a file by its first bytes; its name does not count. Throws FileTrouble `empty`, `binary` or `unsupported`. */
export function fileKind(head: Uint8Array, name: string): FileKind {
  if (head.length === 0)
    throw new FileTrouble(
      'empty',
      `"${name}" is empty: it has 0 bytes. Export it again from where it came from, and choose the new file.`,
    );
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) return 'zip';
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'compound';
  const found = pictures.find((kind) => startsWith(head, kind.bytes));
  if (found !== undefined)
    throw new FileTrouble(
      'binary',
      `"${name}" is ${found.what}, not a spreadsheet, despite its name. Choose a CSV, XLSX, XLS, XLSB or ODS file.`,
    );
  refuseMarkup(head, name);
  return 'text';
}

/** How files begin that are text but no table, in lower case. */
const markups: readonly { begins: RegExp; what: string }[] = [
  {
    begins:
      /^<(?:!doctype html|!--|(?:html|head|meta|title|body|style|script|table|thead|tbody|tr|div|span|center|font|p|br|h\d)[\s>/])/,
    what: 'a web page',
  },
  { begins: /^mime-version:[^\n]*\n(?:[^\n]*\n){0,6}?content-type: multipart/, what: 'a saved web page' },
  { begins: /^<(?:\?xml|\?mso|xml[\s>]|(?:\w+:)?workbook[\s>])/, what: 'an XML file' },
  { begins: /^(?:\{\s*"|\[\s*\{)/, what: 'a JSON file' },
  { begins: /^\{\\rtf/, what: 'a text document (RTF)' },
  { begins: /^begin:v(?:card|calendar)\s*\n/, what: 'a file of address cards or appointments' },
  { begins: /^id;p(?:wxl|calc|scalc|sylk|mp\b|lotus)/, what: 'a table in the format SYLK' },
  { begins: /^table\r?\n0,1\r?\n"/, what: 'a table in the format DIF' },
];

/** Web pages and data files are text, and many programs name them .xls or .csv; read as a table they make no sense. */
function refuseMarkup(head: Uint8Array, name: string): void {
  const text = Buffer.from(head)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
    .trimStart()
    .slice(0, 200)
    .toLowerCase();
  const what = markups.find(({ begins }) => begins.test(text))?.what;
  if (what === undefined) return;
  throw new FileTrouble(
    'unsupported',
    `"${name}" is ${what} inside, despite its name. Open it in a spreadsheet program, save it as XLSX or CSV, and choose that file.`,
  );
}
