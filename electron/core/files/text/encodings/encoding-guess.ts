// Why: decision 0031.
import type { Guess } from '../../../../../shared/contract/imports/reading.ts';
import { encodingLabel, mixedWith } from '../../../../../shared/domain/files/encodings.ts';
import type { ByteSurvey } from './byte-survey.ts';
import { decodeWhole } from './encoding.ts';
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { guess } from '../../foundation/guess.ts';
import { rankLegacyEncodings } from './legacy-encodings.ts';
import { partnerOfUtf8 } from './mixed-guess.ts';

/** Logarithm of a ratio of likelihoods. An encoding this far ahead of the next is more than a guess. */
const clearlyAhead = Math.log(1000);

/** An escape character and what it begins in ISO-2022-JP, the only encoding here that writes letters as ASCII bytes. */
const startsJapanese = /\u001b\$[@B]/;

/**
 * The encoding of a file: by its byte order mark, by the NUL pattern of UTF-16, by strict UTF-8 over every byte, then by the
 * words that the bytes beyond ASCII make. `whole` false: only the head was surveyed. Throws FileTrouble `binary` when the
 * file is not text.
 */
export function guessEncoding(survey: ByteSurvey, whole: boolean): Guess<string> {
  const { head } = survey;
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const partner = partnerOfUtf8(survey);
  if (hasMark && partner === null)
    return guess('utf-8', 'certain', 'The file begins with the byte order mark of UTF-8.');
  if (head[0] === 0xff && head[1] === 0xfe)
    return guess('utf-16le', 'certain', 'The file begins with the byte order mark of UTF-16 (little endian).');
  if (head[0] === 0xfe && head[1] === 0xff)
    return guess('utf-16be', 'certain', 'The file begins with the byte order mark of UTF-16 (big endian).');
  const wide = guessWide(survey);
  if (wide !== null) return wide;
  refuseBinary(survey);
  const scope = whole ? 'the whole file' : 'the beginning of the file';
  if (survey.utf8) {
    if (survey.ascii && startsJapanese.test(Buffer.from(head).toString('latin1')))
      return guess('iso-2022-jp', 'likely', 'Escape characters switch to Japanese letters, as in ISO-2022-JP.', [
        'utf-8',
      ]);
    if (survey.ascii)
      return guess(
        'utf-8',
        whole ? 'certain' : 'likely',
        `There are only ASCII characters in ${scope}, which are the same in every encoding.`,
        ['windows-1252'],
      );
    return guess('utf-8', whole ? 'certain' : 'likely', `Every character in ${scope} is valid UTF-8.`, [
      'windows-1252',
    ]);
  }
  if (partner !== null)
    return guess(
      mixedWith(partner),
      'likely',
      `Some lines in ${scope} are UTF-8, the others only make sense as ${partner.replace('w', 'W')}. Each line is read as what it is.`,
      ['utf-8', partner],
    );
  // In other encodings, such sequences are hardly ever valid UTF-8 by chance.
  if (survey.validSequences >= survey.invalidBytes * 4)
    return guess('utf-8', 'likely', 'Nearly all characters are valid UTF-8; a few bytes are damaged.', [
      'windows-1252',
    ]);
  return guessLegacy(survey.samples, 'The file is not UTF-8.', head.includes(13) && !head.includes(10));
}

/**
 * The old encoding in which the samples make most sense. `why`: a sentence that says why it is asked for. `isMac`: the lines
 * end as only the Mac ends them.
 */
export function guessLegacy(samples: readonly Uint8Array[], why: string, isMac: boolean): Guess<string> {
  const texts = samples.map((sample) => (sample.includes(0) ? sample.filter((byte) => byte !== 0) : sample));
  const ranked = rankLegacyEncodings(texts, isMac);
  const best = ranked[0];
  if (best === undefined)
    return guess('windows-1252', 'guess', `${why} Western European is the most common other encoding.`, ['utf-8']);
  const rivals = ranked.slice(1, 5).map((entry) => entry.encoding);
  // Encodings that give the same text are not rivals.
  const rival = ranked.find((entry) => entry.text !== best.text);
  const clear = best.strangeness < 3 && best.score - (rival?.score ?? -Infinity) > clearlyAhead;
  const example = best.example === '' ? '' : ` It reads "${best.example}".`;
  return guess(
    best.encoding,
    clear ? 'likely' : 'guess',
    `${why} Its letters make most sense as ${encodingLabel(best.encoding)}.${example}`,
    [...rivals, 'utf-8'],
  );
}

/**
 * UTF-16 without a byte order mark. In Western text nearly every second byte is NUL. In other scripts only line ends, digits
 * and separators have a NUL; then the bytes must not be ordinary text, and the code units must be lines of characters.
 */
function guessWide(survey: ByteSurvey): Guess<string> | null {
  const { head, nulEven, nulOdd } = survey;
  const pairs = Math.floor(head.length / 2);
  if (pairs < 4 || nulEven + nulOdd === 0) return null;
  const [more, fewer] = [Math.max(nulEven, nulOdd), Math.min(nulEven, nulOdd)];
  const everySecond = more >= pairs * 0.2 && more > fewer * 8;
  const little = everySecond ? nulOdd > nulEven : lineEnds(head, 'utf-16le') > lineEnds(head, 'utf-16be');
  const encoding = little ? 'utf-16le' : 'utf-16be';
  if (!everySecond && (isOrdinary(head) || lineEnds(head, encoding) === 0)) return null;
  const text = decodeWhole(head.subarray(0, pairs * 2), encoding);
  const strange = (text.match(/[\u0000-\u0008\u000e-\u001f\ufffd\ue000-\uf8ff]/g) ?? []).length;
  if (strange > text.length * 0.02) return null;
  const order = little ? 'little' : 'big';
  return guess(
    encoding,
    'likely',
    everySecond
      ? `Nearly every second byte is zero, as in UTF-16 (${order} endian) without a byte order mark.`
      : `Read as UTF-16 (${order} endian) without a byte order mark, the file is lines of text.`,
    ['utf-8'],
  );
}

function lineEnds(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): number {
  const [high, low] = encoding === 'utf-16le' ? [1, 0] : [0, 1];
  let found = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2)
    if (bytes[at + high] === 0 && (bytes[at + low] === 10 || bytes[at + low] === 13)) found += 1;
  return found;
}

/** Whether three quarters of the bytes are visible ASCII: text with one byte a character, and a few damaged bytes. */
function isOrdinary(bytes: Uint8Array): boolean {
  let visible = 0;
  for (const byte of bytes) if (byte >= 32 && byte < 127) visible += 1;
  return visible > bytes.length * 0.75;
}

/** Refuses a file full of NULs or control characters: an image, a database, a program. A few are damage, reported by cell. */
function refuseBinary(survey: ByteSurvey): void {
  const filled = withoutFilling(survey);
  const head = isPadded(filled, survey.utf8) ? filled.filter((byte) => byte !== 0) : filled;
  const kinds = new Set<number>();
  let controls = 0;
  let erased = 0;
  for (let index = 0; index < head.length; index += 1) {
    const byte = head[index] as number;
    if (byte === 0xff) erased += 1;
    else if (byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)) {
      controls += 1;
      kinds.add(byte);
    }
  }
  // Erased memory is 0xFF throughout; in no language is the letter of this byte a fifth of a text.
  if (erased > head.length * 0.2) controls = head.length;
  // Only one control character, and not NUL: it is the separator.
  if (kinds.size === 1 && !kinds.has(0)) return;
  if (controls > Math.max(4, head.length * 0.02))
    throw new FileTrouble(
      'binary',
      'This is not a text file: it has characters that no spreadsheet has. Export the data as CSV or XLSX from the program that made it, and choose that file.',
    );
}

/**
 * Whether the NULs only fill up the fields of lines of text, as old programs write them. Between characters of two or four
 * bytes each is alone; in pictures and programs the other bytes are not text.
 */
function isPadded(head: Uint8Array, isUtf8: boolean): boolean {
  if (!head.includes(0)) return false;
  let texts = 0;
  let length = 0;
  let visible = 0;
  for (let at = 0; at < head.length; at += 1) {
    const byte = head[at] as number;
    if (byte === 0) continue;
    length += 1;
    if (head[at - 1] === 0) texts += 1;
    if (byte >= 32 && byte < 127) visible += 1;
  }
  const isText = visible > length * 0.75 || (isUtf8 && head.some((byte) => byte >= 0x80));
  return isText && length >= texts * 2 && (head.includes(10) || head.includes(13));
}

/** The head without the NULs that fill the last block of a file; the whole head when it has only NULs. */
function withoutFilling({ head, bytes }: ByteSurvey): Uint8Array {
  if (head.length < bytes) return head;
  let end = head.length;
  while (head[end - 1] === 0) end -= 1;
  return end === 0 ? head : head.subarray(0, end);
}
