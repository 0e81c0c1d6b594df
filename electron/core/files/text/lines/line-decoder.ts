import { isUtf8 } from 'node:buffer';
import { createDecoder } from '../encodings/encoding.ts';

/**
 * Decodes the lines of a text one by one. In UTF-8 every stray byte becomes a lone surrogate (U+DC80 to U+DCFF), so that the
 * page can show which byte it is; in other encodings it becomes U+FFFD.
 */
export function lineDecoder(encoding: string): (bytes: Buffer) => string {
  if (encoding === 'utf-8') return (bytes) => (isUtf8(bytes) ? bytes.toString('utf8') : decodeDamaged(bytes));
  const decoder = createDecoder(encoding);
  return (bytes) => (bytes.length === 0 ? '' : decoder.decode(bytes) + decoder.end());
}

function decodeDamaged(bytes: Buffer): string {
  // A character has at most as many UTF-16 units as UTF-8 bytes.
  const units = Buffer.alloc(bytes.length * 2);
  let length = 0;
  const put = (unit: number) => {
    units[length] = unit & 0xff;
    units[length + 1] = unit >> 8;
    length += 2;
  };
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] as number;
    const size = sizeOf(bytes, at, lead);
    if (size === 0) put(0xdc00 + lead);
    else if (size === 1) put(lead);
    else if (size === 2) put(((lead & 0x1f) << 6) | low(bytes, at + 1));
    else if (size === 3) put(((lead & 0x0f) << 12) | (low(bytes, at + 1) << 6) | low(bytes, at + 2));
    else {
      const high = ((lead & 0x07) << 18) | (low(bytes, at + 1) << 12) | (low(bytes, at + 2) << 6);
      const beyond = (high | low(bytes, at + 3)) - 0x10000;
      put(0xd800 | (beyond >> 10));
      put(0xdc00 | (beyond & 0x3ff));
    }
    at += Math.max(size, 1);
  }
  return units.toString('utf16le', 0, length);
}

const low = (bytes: Buffer, at: number) => (bytes[at] as number) & 0x3f;

/** Bytes of the character at `at`; 0 when no valid character begins there. */
function sizeOf(bytes: Buffer, at: number, lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  // Rejects overlong forms, surrogates, and codes beyond the last character.
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + size; next += 1) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return size;
}
