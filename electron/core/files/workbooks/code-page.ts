import { isUtf8 } from 'node:buffer';
import type { Guess } from '../../../../shared/contract/imports/reading.ts';
import { guess } from '../foundation/guess.ts';
import { chosenEncoding } from '../text/encodings/chosen-encoding.ts';
import { decodeWhole } from '../text/encodings/encoding.ts';
import { guessLegacy } from '../text/encodings/encoding-guess.ts';

/** Records of an old binary workbook ([MS-XLS] 2.3). */
const CODE_PAGE = 0x42;
const END = 0x0a;
/** How such a workbook begins, by version; from version 8 on its texts are Unicode. */
const beginnings = new Set([0x0009, 0x0209, 0x0409, 0x0809]);
const VERSION_8 = 0x0600;
/** Records that are looked at. The code page stands among the first. */
const mostRecords = 5000;
/** In ISO-8859-1 every byte is the character of its number, so the bytes of a text are known again. */
export const BYTES_AS_THEY_ARE = 28_591;

/**
 * Whether an old workbook leaves open which encoding its texts have. `at`: place in the stream of the record that names no
 * code page; null where there is no such record. The answer is null for a workbook that says it.
 */
export function openCodePage(stream: Uint8Array): { at: number | null } | null {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  if (stream.length < 8 || !beginnings.has(view.getUint16(0, true))) return null;
  if (view.getUint16(0, true) === 0x0809 && view.getUint16(4, true) === VERSION_8) return null;
  let at = 0;
  for (let records = 0; records < mostRecords && at + 4 <= stream.length; records += 1) {
    const kind = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (kind === CODE_PAGE && length >= 2 && at + 6 <= stream.length)
      return view.getUint16(at + 4, true) === 0 ? { at } : null;
    if (kind === END) break;
    at += 4 + length;
  }
  return { at: null };
}

/** Bytes of texts that the guess is made from. */
const sampleLimit = 131_072;
const why = 'The workbook does not say which encoding it has.';

/** The encoding of texts that were read byte by byte. `chosen`: what a person chose. Throws FileTrouble `badChoice`. */
export function encodingOfTexts(texts: Iterable<string>, chosen: string | undefined): Guess<string> {
  if (chosen !== undefined) return chosenEncoding(chosen);
  const samples: Uint8Array[] = [];
  let bytes = 0;
  for (const text of texts) {
    if (!/[\u0080-\u00ff]/.test(text)) continue;
    samples.push(Buffer.from(text, 'latin1'));
    bytes += text.length;
    if (bytes > sampleLimit) break;
  }
  if (samples.length === 0) {
    const ascii = `${why} It has only ASCII characters, which are the same in every encoding.`;
    return guess('windows-1252', 'likely', ascii, ['utf-8']);
  }
  if (samples.every((sample) => isUtf8(sample)))
    return guess('utf-8', 'likely', `${why} All of its texts are valid UTF-8.`, ['windows-1252']);
  return guessLegacy(samples, why, false);
}

/** A text that was read byte by byte, in its encoding. */
export function inEncoding(text: string, encoding: string): string {
  return /[\u0080-\u00ff]/.test(text) ? decodeWhole(Buffer.from(text, 'latin1'), encoding) : text;
}
