import { isUtf8 } from 'node:buffer';
import type { ByteSurvey } from './byte-survey.ts';
import { decodeWhole } from './encoding.ts';
import { rankLegacyEncodings } from './legacy-encodings.ts';

/** Share of the cells that are not UTF-8. When more of them hold UTF-8 letters too, the file is damaged. */
const mostDamaged = 0.2;
/** Letters beyond ASCII. This number in UTF-8 is not chance, whatever they are. */
const surelyUtf8 = 6;

/** Whether some lines of a file are UTF-8 and the others Windows-1252, as when exports of two systems were put together. */
export function mixesEncodings(survey: ByteSurvey): boolean {
  if (survey.utf8 || survey.validSequences === 0) return false;
  const valid = survey.samples.filter((sample) => isUtf8(sample));
  const others = survey.samples.filter((sample) => !isUtf8(sample));
  if (valid.length === 0 || others.length === 0) return false;
  const isReal = survey.validSequences >= surelyUtf8 || valid.every((sample) => isLatin(sample));
  if (!isReal || others.filter(isDamaged).length > others.length * mostDamaged) return false;
  const [best] = rankLegacyEncodings(others, false);
  if (best === undefined) return others.every(isWesternSign);
  return (
    best.strangeness < 3 &&
    others.every((sample) => decodeWhole(sample, best.encoding) === decodeWhole(sample, 'windows-1252'))
  );
}

/** Letters and signs of Western and Central European languages, none of which two bytes of Windows-1252 make by chance. */
function isLatin(sample: Uint8Array): boolean {
  return !/[^\u0000-\u024f\u1e00-\u1eff\u2010-\u2044\u20ac\u2122]/.test(Buffer.from(sample).toString('utf8'));
}

/** UTF-8 that lost bytes: whole letters beside stray bytes, or the first byte of a letter without the others. */
function isDamaged(sample: Uint8Array): boolean {
  const bytes = Buffer.from(sample).toString('latin1');
  if (/[\xc3-\xc5][\x80-\xbf]/.test(bytes)) return true;
  if (/[\x81\x8d\x8f\x90\x9d]/.test(bytes)) return true;
  return /[\xc2-\xc5\xe2](?![A-Za-z\xc0-\xff])/.test(bytes);
}

/** Quotation marks, dashes and the euro in Windows-1252. */
function isWesternSign(sample: Uint8Array): boolean {
  return sample.every((byte) => byte < 0x80 || [0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99].includes(byte));
}
