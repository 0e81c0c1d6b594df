import { isUtf8 } from 'node:buffer';
import type { MixedPartner } from '../../../../../shared/domain/files/encodings.ts';
import type { ByteSurvey } from './byte-survey.ts';
import { decodeWhole } from './encoding.ts';
import { rankLegacyEncodings } from './legacy-encodings.ts';

/** Share of the cells that are not UTF-8. When more of them hold UTF-8 letters too, the file is damaged. */
const mostDamaged = 0.2;
/** Letters beyond ASCII. This number in UTF-8 is not chance, whatever they are. */
const surelyUtf8 = 6;

/**
 * The encoding of the lines that are not UTF-8 in a file whose other lines are, as when exports of two systems were put
 * together; null for a file of one encoding and for a damaged one.
 */
export function partnerOfUtf8(survey: ByteSurvey): MixedPartner | null {
  if (survey.utf8 || survey.validSequences === 0) return null;
  const valid = survey.samples.filter((sample) => isUtf8(sample));
  const others = survey.samples.filter((sample) => !isUtf8(sample));
  if (valid.length === 0 || others.length === 0) return null;
  const isReal = survey.validSequences >= surelyUtf8 || valid.every((sample) => isLatin(sample));
  if (!isReal) return null;
  const [best] = rankLegacyEncodings(others, false);
  if (best === undefined || best.strangeness >= 3) return null;
  if (others.every((sample) => decodeWhole(sample, best.encoding) === decodeWhole(sample, 'windows-1252')))
    return mostlyWhole(others, isDamaged) ? 'windows-1252' : null;
  const script = scripts.get(best.encoding);
  if (script === undefined || !mostlyWhole(others, script.isDamaged)) return null;
  // Lines of the same people: what is UTF-8 has letters of the same kind.
  return valid.some((sample) => script.letters.test(Buffer.from(sample).toString('utf8'))) ? script.partner : null;
}

function mostlyWhole(samples: readonly Uint8Array[], isBroken: (sample: Uint8Array) => boolean): boolean {
  return samples.filter(isBroken).length <= samples.length * mostDamaged;
}

interface Script {
  readonly partner: MixedPartner;
  readonly letters: RegExp;
  /** Letters in UTF-8 beside half ones: words of the other encoding hardly have these bytes. */
  readonly isDamaged: (sample: Uint8Array) => boolean;
}

const holds = (pattern: RegExp) => (sample: Uint8Array) => pattern.test(Buffer.from(sample).toString('latin1'));

/** By the encoding that explains the other lines. */
const scripts: ReadonlyMap<string, Script> = new Map<string, Script>([
  [
    'windows-1251',
    { partner: 'windows-1251', letters: /\p{Script=Cyrillic}/u, isDamaged: holds(/[\xd0\xd1][\x80-\xbf]/) },
  ],
  [
    'windows-1253',
    { partner: 'windows-1253', letters: /\p{Script=Greek}/u, isDamaged: holds(/[\xce\xcf][\x80-\xbf]/) },
  ],
  ['windows-1250', { partner: 'windows-1250', letters: /[\u0100-\u017f]/, isDamaged: holds(/[\xc3-\xc5][\x80-\xbf]/) }],
  ['windows-1254', { partner: 'windows-1254', letters: /[ğışĞİŞ]/, isDamaged: holds(/[\xc3-\xc5][\x80-\xbf]/) }],
]);

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
