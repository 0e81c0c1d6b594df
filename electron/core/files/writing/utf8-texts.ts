import { mayBeginBlanks } from '../table/cells/invisible-characters.ts';

/**
 * White space at the ends of a text in UTF-8: what `\s` of JavaScript takes for white space, since readers of CSV and of
 * workbooks drop it there.
 */

/** Bytes that white space can begin or end with, and that must be looked at; letters have some of them, too. */
export const BLANK_BYTES: readonly number[] = [
  ...Buffer.from('\t\n\u000b\u000c\r ', 'latin1'),
  ...mayBeginBlanks,
  ...Array.from({ length: 0x40 }, (_, index) => 0x80 + index),
];

/** Whether the text between the two positions, which has a byte at least, begins or ends with white space. */
export function hasBlankEdge(bytes: Uint8Array, from: number, to: number): boolean {
  return isBlankAt(bytes, from, to) || isBlankAt(bytes, lastCharacter(bytes, from, to), to);
}

/** Where the last character begins, when it may be white space: that has one to three bytes. */
function lastCharacter(bytes: Uint8Array, from: number, to: number): number {
  let at = to - 1;
  while (at > from && at > to - 3 && ((bytes[at] as number) & 0xc0) === 0x80) at -= 1;
  return at;
}

function isBlankAt(bytes: Uint8Array, at: number, to: number): boolean {
  const first = bytes[at] as number;
  if (first < 0x80) return first === 0x20 || (first >= 0x09 && first <= 0x0d);
  if (!mayBeginBlanks.has(first)) return false;
  return /^\s/.test(textBetween(bytes, at, Math.min(at + 3, to)));
}

/** The text between two positions. */
export function textBetween(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
}
