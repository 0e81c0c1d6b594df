import { FileTrouble } from '../foundation/file-trouble.ts';

export type FileKind = 'text' | 'zip' | 'compound' | 'html' | 'mhtml' | 'xml2003' | 'fods';

/** `names`: how a file is named that does not hide what it is. */
const pictures: readonly { bytes: readonly number[]; what: string; names: RegExp }[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a picture (PNG)', names: /\.png$/i },
  { bytes: [0xff, 0xd8, 0xff], what: 'a picture (JPEG)', names: /\.jpe?g$/i },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: 'a picture (GIF)', names: /\.gif$/i },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document', names: /\.pdf$/i },
  { bytes: [0x1f, 0x8b], what: 'a compressed file (gzip)', names: /\.t?gz$/i },
  { bytes: [0x42, 0x5a, 0x68], what: 'a compressed file (bzip2)', names: /\.bz2$/i },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], what: 'a compressed file (7-Zip)', names: /\.7z$/i },
  { bytes: [0x52, 0x61, 0x72, 0x21], what: 'a compressed file (RAR)', names: /\.rar$/i },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], what: 'a database (SQLite)', names: /\.(?:sqlite3?|db)$/i },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], what: 'a program', names: /\.(?:so|bin)$/i },
  { bytes: [0x4d, 0x5a, 0x90], what: 'a program', names: /\.(?:exe|dll)$/i },
  { bytes: [0x50, 0x41, 0x52, 0x31], what: 'a Parquet file', names: /\.parquet$/i },
];

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

/** An old workbook that is not packed into a compound file, as simple scripts still write it: its first record, by version. */
function isBareWorkbook(head: Uint8Array): boolean {
  const lengths = { 0x00: [4, 6], 0x02: [6], 0x04: [6], 0x08: [4, 6, 8, 16] }[head[1] ?? -1] ?? [];
  return head[0] === 0x09 && head[3] === 0 && lengths.includes(head[2] ?? -1);
}

/**
 * A table of dBASE, Clipper or FoxPro, which old programs keep their customers in: the kind and the day of the last change,
 * unused bytes, and 32 bytes for each column up to a line end. Its texts are filled up with NULs, as those of some text files are.
 */
function isDbase(head: Uint8Array): boolean {
  const [kind = 0, , month = 0, day = 0] = head;
  if (!DBASE_KINDS.has(kind) || month > 12 || day > 31 || head[12] !== 0 || head[13] !== 0) return false;
  for (let at = 64; at < head.length; at += 32) if (head[at] === 0x0d) return true;
  // More than 126 columns go on behind the head, as their length says. Each names its type with a letter.
  const length = (head[8] ?? 0) + 256 * (head[9] ?? 0);
  const types = head.filter((_, at) => at % 32 === 11).slice(1);
  return length > head.length && types.every((type) => /[A-Z@+]/.test(String.fromCharCode(type)));
}
const DBASE_KINDS: ReadonlySet<number> = new Set([0x03, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8b, 0xcb, 0xf5]);

/** The kind of a file by its first bytes; its name does not count. Throws FileTrouble `empty`, `binary` or `unsupported`. */
export function fileKind(head: Uint8Array, name: string): FileKind {
  if (head.length === 0)
    throw new FileTrouble(
      'empty',
      `"${name}" is empty: it has 0 bytes. Export it again from where it came from, and choose the new file.`,
    );
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) return 'zip';
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'compound';
  if (isBareWorkbook(head)) return 'compound';
  const found = pictures.find((kind) => startsWith(head, kind.bytes));
  if (found !== undefined)
    throw new FileTrouble(
      'binary',
      `"${name}" is ${found.what}, not a spreadsheet${found.names.test(name) ? '' : ', despite its name'}. Choose a CSV, XLSX, XLS, XLSB, ODS or HTML file.`,
    );
  if (isDbase(head))
    throw otherFile(name, 'a table in the format dBASE', /\.dbf$/i.test(name) ? '' : ', despite its name');
  const opened = lockOf.exec(name)?.slice(1).join('');
  if (opened !== undefined)
    throw new FileTrouble(
      'unsupported',
      `"${name}" has no rows: it only marks that somebody has "${opened}" open. Choose "${opened}" itself.`,
    );
  return textKind(head, name);
}

/** What Excel, and what LibreOffice puts beside a file while somebody has it open. */
const lockOf = /^(?:~\$(.+)|\.~lock\.(.+)#)$/;

const pageElement =
  /^<(?:!doctype html|(?:html|head|meta|title|body|style|script|table|thead|tbody|tr|div|span|center|font|p|br|h\d)[\s>/])/;
const xmlBegins = /^<(?:\?xml|\?mso|xml[\s>]|(?:\w+:)?workbook[\s>]|(?:\w+:)?document[\s>])/;

/** The head of a message: Excel begins with the version of MIME, browsers with the page that they saved. */
const savedPageBegins =
  /^(?:mime-version|from|subject|date|content-type|content-location|snapshot-content-location|x-[a-z-]+):(?:[^\n]*\n){0,12}?(?:[^\n]*[\s:])?multipart\/related\b/;

/** How files begin that are text but no table, in lower case, and how they are named when the name hides nothing. */
const noTables: readonly { begins: RegExp; what: string; names: RegExp }[] = [
  { begins: /^(?:\{\s*"|\[\s*\{)/, what: 'a JSON file', names: /\.(?:json|jsonl|ndjson|geojson)$/i },
  { begins: /^\{\\rtf/, what: 'a text document (RTF)', names: /\.rtf$/i },
  {
    begins: /^begin:v(?:card|calendar)\s*\n/,
    what: 'a file of address cards or appointments',
    names: /\.(?:vcf|ics)$/i,
  },
  {
    // Whatever program wrote it, its records end at a first one of a place: "C;Y1;X1;K".
    begins: /^id;p(?:wxl|calc|scalc|sylk|mp\b|lotus|[^\r\n]*[\r\n]+(?:[a-z]{1,2};[^\r\n]*[\r\n]+)*?[bcf];[xy]\d)/,
    what: 'a table in the format SYLK',
    names: /\.(?:slk|sylk)$/i,
  },
  { begins: /^table\r?\n0,1\r?\n"/, what: 'a table in the format DIF', names: /\.dif$/i },
];
const otherXml = { what: 'an XML file that is no spreadsheet', names: /\.xml$/i };

/** Web pages and XML are text, and many programs name them .xls or .csv. Data of other kinds is refused. */
function textKind(head: Uint8Array, name: string): FileKind {
  const text = Buffer.from(head)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
    .trimStart()
    .toLowerCase();
  const content = withoutProlog(text);
  const isXml = xmlBegins.test(text) || xmlBegins.test(content);
  if (savedPageBegins.test(text)) return 'mhtml';
  if (pageElement.test(content) || (text.startsWith('<!--') && !isXml)) return 'html';
  if (/^<(?:\w+:)?workbook[\s>]/.test(content)) return 'xml2003';
  if (/^<(?:\w+:)?document[\s>]/.test(content) && /opendocument\.spreadsheet/.test(content)) return 'fods';
  const found = isXml ? otherXml : noTables.find(({ begins }) => begins.test(text));
  if (found === undefined) return 'text';
  const despite = found.names.test(name) ? '' : `${isXml ? '' : ' inside'}, despite its name`;
  throw otherFile(name, found.what, despite);
}

function otherFile(name: string, what: string, despite: string): FileTrouble {
  return new FileTrouble(
    'unsupported',
    `"${name}" is ${what}${despite}. Open it in a spreadsheet program, save it as XLSX or CSV, and choose that file.`,
  );
}

/** From the first element on: without declarations, comments and a document type other than that of a web page. */
function withoutProlog(text: string): string {
  let rest = text;
  for (;;) {
    const skipped = rest.replace(/^(?:<\?[^>]*>|<!--[^]*?-->|<!doctype (?!html)[^>[]*(?:\[[^\]]*\]\s*)?>|\s+)/, '');
    if (skipped === rest) return rest;
    rest = skipped;
  }
}
