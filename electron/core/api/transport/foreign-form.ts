/** Bytes that a compressed body begins with. Brotli has none; only the header names it. */
const MAGIC: readonly (readonly [string, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['deflate', [0x78, 0x01]],
  ['deflate', [0x78, 0x9c]],
  ['deflate', [0x78, 0xda]],
];
const NAMED = /^(?:x-)?(gzip|compress|deflate|br|zstd)$/;
/** What JSON can begin with. */
const JSON_START = new Set([...'[{"tfn-0123456789 \t\r\n'].map((character) => character.charCodeAt(0)));

/**
 * What a body is instead of text that can be read, as words behind "answered with": compressed although nobody asked for
 * that, with the header that says so or without, or in UTF-16 or UTF-32, which JSON never is (RFC 8259) and CSV may be.
 * Null when it can be read.
 *
 * @param head the first bytes, at least four unless the body is shorter
 */
export function foreignForm(
  header: (name: string) => string | undefined,
  head: Uint8Array,
  expected: 'json' | 'csv',
): string | null {
  if (head.byteLength === 0) return null;
  const magic = MAGIC.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))?.[0];
  if (magic !== undefined) return `compressed data (${magic})`;
  const encoding = header('content-encoding')?.split(',').at(-1)?.trim().toLowerCase() ?? '';
  const named = NAMED.exec(encoding)?.[1];
  // Some services name a compression and then send plain text.
  const isPlain = JSON_START.has(head[0] ?? 0) && (head[1] ?? 0) < 128;
  if (named !== undefined && !isPlain && (expected === 'json' || named === 'br'))
    return `compressed data (${named === 'br' ? 'brotli' : named})`;
  return expected === 'json' ? wideText(head) : null;
}

/** UTF-16 and UTF-32, by the byte order mark or by the zeros that the first character of JSON has there. */
function wideText(head: Uint8Array): string | null {
  const [a = 1, b = 1, c = 1, d = 1] = head;
  const isWide = (mark: readonly number[]) => mark.every((byte, at) => head[at] === byte);
  if (isWide([0xff, 0xfe, 0, 0]) || isWide([0, 0, 0xfe, 0xff])) return 'text in UTF-32';
  if (isWide([0xff, 0xfe]) || isWide([0xfe, 0xff])) return 'text in UTF-16';
  if ((a === 0 && b === 0 && c === 0) || (b === 0 && c === 0 && d === 0)) return 'text in UTF-32';
  return a === 0 || b === 0 ? 'text in UTF-16' : null;
}
