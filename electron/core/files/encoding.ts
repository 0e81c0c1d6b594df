import iconv from 'iconv-lite';

/** Turns bytes into text, chunk by chunk; a character cut by a chunk's edge is kept for the next one. */
export interface ChunkDecoder {
  decode(bytes: Uint8Array): string;
  /** What was left over; a cut character becomes U+FFFD. */
  end(): string;
}

/** What a person can choose from; the first is the rule, the rest are found in old or foreign files. */
export const encodingChoices: readonly { value: string; label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Western European (Windows-1252, ISO-8859-1)' },
  { value: 'iso-8859-15', label: 'Western European with euro (ISO-8859-15)' },
  { value: 'utf-16le', label: 'UTF-16 (little endian)' },
  { value: 'utf-16be', label: 'UTF-16 (big endian)' },
  { value: 'macintosh', label: 'Western European (Mac Roman)' },
  { value: 'cp850', label: 'Western European (DOS 850)' },
  { value: 'cp437', label: 'DOS 437' },
  { value: 'cp865', label: 'Nordic (DOS 865)' },
  { value: 'windows-1250', label: 'Central European (Windows-1250)' },
  { value: 'iso-8859-2', label: 'Central European (ISO-8859-2)' },
  { value: 'cp852', label: 'Central European (DOS 852)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows-1251)' },
  { value: 'koi8-r', label: 'Cyrillic (KOI8-R)' },
  { value: 'iso-8859-5', label: 'Cyrillic (ISO-8859-5)' },
  { value: 'ibm866', label: 'Cyrillic (DOS 866)' },
  { value: 'windows-1253', label: 'Greek (Windows-1253)' },
  { value: 'windows-1254', label: 'Turkish (Windows-1254)' },
  { value: 'windows-1257', label: 'Baltic (Windows-1257)' },
  { value: 'shift_jis', label: 'Japanese (Shift-JIS)' },
  { value: 'euc-jp', label: 'Japanese (EUC-JP)' },
  { value: 'gb18030', label: 'Chinese, simplified (GB18030, GBK)' },
  { value: 'big5', label: 'Chinese, traditional (Big5)' },
  { value: 'euc-kr', label: 'Korean (EUC-KR)' },
];

const known = new Set(encodingChoices.map((choice) => choice.value));

/** iconv-lite decodes what the platform's TextDecoder does not know. */
const dosCodePages = new Set(['cp850', 'cp437', 'cp865', 'cp852']);

const aliases: Record<string, string> = {
  utf8: 'utf-8',
  ascii: 'windows-1252',
  'us-ascii': 'windows-1252',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  cp1252: 'windows-1252',
  ansi: 'windows-1252',
  latin9: 'iso-8859-15',
  utf16: 'utf-16le',
  'utf-16': 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  mac: 'macintosh',
  'mac-roman': 'macintosh',
  macroman: 'macintosh',
  'x-mac-roman': 'macintosh',
  ibm850: 'cp850',
  ibm437: 'cp437',
  ibm865: 'cp865',
  ibm852: 'cp852',
  cp866: 'ibm866',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1253: 'windows-1253',
  cp1254: 'windows-1254',
  cp1257: 'windows-1257',
  sjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  cp932: 'shift_jis',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  cp936: 'gb18030',
  cp950: 'big5',
  'big5-hkscs': 'big5',
};

/** The name used here for what a person typed ("Latin1", "cp1252", "UTF-8"), or null when it is not known. */
export function encodingNamed(name: string): string | null {
  const lower = name.trim().toLowerCase();
  if (known.has(lower)) return lower;
  return aliases[lower] ?? null;
}

export function encodingLabel(encoding: string): string {
  return encodingChoices.find((choice) => choice.value === encoding)?.label ?? encoding;
}

/** Bytes of the byte order mark the head begins with in this encoding; 0 without one. */
export function byteOrderMarkLength(head: Uint8Array, encoding: string): number {
  if (encoding === 'utf-8' && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 3;
  if (encoding === 'utf-16le' && head[0] === 0xff && head[1] === 0xfe) return 2;
  if (encoding === 'utf-16be' && head[0] === 0xfe && head[1] === 0xff) return 2;
  return 0;
}

/** `encoding` must be a value of `encodingChoices`. The byte order mark is the caller's to skip. */
export function createDecoder(encoding: string): ChunkDecoder {
  if (dosCodePages.has(encoding)) {
    const decoder = iconv.getDecoder(encoding);
    return {
      decode: (bytes) => decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      end: () => decoder.end() ?? '',
    };
  }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

export function decodeWhole(bytes: Uint8Array, encoding: string): string {
  const decoder = createDecoder(encoding);
  return decoder.decode(bytes) + decoder.end();
}
