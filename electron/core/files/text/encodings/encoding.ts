import iconv from 'iconv-lite';
import { encodingChoices, mixedPartner } from '../../../../../shared/domain/files/encodings.ts';
import { MixedLineDecoder } from './mixed-lines.ts';

/** Decodes bytes chunk by chunk; a character that a chunk cuts is kept for the next chunk. */
export interface ChunkDecoder {
  decode(bytes: Uint8Array): string;
  /** The rest of the text; a cut character becomes U+FFFD. */
  end(): string;
}

const known = new Set(encodingChoices.map((choice) => choice.value));

/** Encodings that TextDecoder does not know; iconv-lite decodes them. */
const decodedByIconv = new Set([
  ...['cp437', 'cp737', 'cp775', 'cp850', 'cp852', 'cp857'],
  ...['cp860', 'cp862', 'cp865', 'cp869', 'maccenteuro', 'macgreek'],
]);

const aliases: Record<string, string> = {
  utf8: 'utf-8',
  ascii: 'windows-1252',
  'us-ascii': 'windows-1252',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
  'iso-8859-1': 'windows-1252',
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
  cp866: 'ibm866',
  cp874: 'windows-874',
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  'tis-620': 'windows-874',
  'iso-8859-8': 'windows-1255',
  'mac-cyrillic': 'x-mac-cyrillic',
  'x-mac-ce': 'maccenteuro',
  'mac-centraleurope': 'maccenteuro',
  'x-mac-greek': 'macgreek',
  'mac-greek': 'macgreek',
  sjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  cp932: 'shift_jis',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  cp936: 'gb18030',
  cp950: 'big5',
  'big5-hkscs': 'big5',
};

/** The value in `encodingChoices` for a name that a person typed ("Latin1", "cp1252", "UTF-8"), or null. */
export function encodingNamed(name: string): string | null {
  const lower = name.trim().toLowerCase();
  // Code pages of Windows and of IBM.
  const numbered = lower.replace(/^cp(?=125\d$)/, 'windows-').replace(/^ibm/, 'cp');
  const found = [lower, numbered].find((value) => known.has(value));
  return found ?? (Object.hasOwn(aliases, lower) ? (aliases[lower] ?? null) : null);
}

const byteOrderMarks: Readonly<Record<string, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/**
 * Bytes of the byte order mark at the beginning of the head; 0 without one. Some programs write two marks, and both count.
 */
export function byteOrderMarkLength(head: Uint8Array, encoding: string): number {
  const mark = byteOrderMarks[mixedPartner(encoding) === undefined ? encoding : 'utf-8'];
  if (mark === undefined) return 0;
  let length = 0;
  while (mark.every((byte, index) => head[length + index] === byte)) length += mark.length;
  return length;
}

/** `encoding`: a value of `encodingChoices`. The caller skips the byte order mark. */
export function createDecoder(encoding: string): ChunkDecoder {
  const partner = mixedPartner(encoding);
  if (partner !== undefined) return new MixedLineDecoder(partner, false);
  if (decodedByIconv.has(encoding)) {
    const decoder = iconv.getDecoder(encoding);
    return {
      decode: (bytes) => decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      end: () => decoder.end() ?? '',
    };
  }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const plain = { decode: (bytes: Uint8Array) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  return encoding === 'windows-1258' ? withTones(plain) : plain;
}

/** Vietnamese tones are characters of their own in Windows-1258, behind their vowel; everything else writes both as one letter. */
function withTones(decoder: ChunkDecoder): ChunkDecoder {
  /** Its tone may come with the next bytes. */
  let vowel = '';
  return {
    decode(bytes) {
      const text = vowel + decoder.decode(bytes);
      vowel = /[aăâeêioôơuưy]$/iu.exec(text)?.[0] ?? '';
      return text.slice(0, text.length - vowel.length).normalize('NFC');
    },
    end() {
      const rest = vowel + decoder.end();
      vowel = '';
      return rest.normalize('NFC');
    },
  };
}

export function decodeWhole(bytes: Uint8Array, encoding: string): string {
  const decoder = createDecoder(encoding);
  return decoder.decode(bytes) + decoder.end();
}
