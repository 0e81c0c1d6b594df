import { decodeWhole } from './encoding.ts';

/**
 * Chooses among the encodings of before Unicode by what the bytes beyond ASCII would spell: letters that the languages
 * of an encoding really use, in words, in one script; not symbols inside words, capitals inside lower case or boxes.
 */

export interface RankedEncoding {
  encoding: string;
  /** About 1 for good text; below 0 for nonsense. */
  score: number;
  /** A short word that shows the reading. */
  example: string;
}

interface Candidate {
  encoding: string;
  /** Letters usual in the languages written in it. */
  usual: RegExp;
  /** How common such files are; decides between equals. */
  prior: number;
}

const western = /[äöüßÄÖÜåÅæÆøØéÉèÈêàâçôîïíóúñáûùëœ]/u;
const central = /[äöüßÄÖÜąćęłńśźżĄĆĘŁŃŚŹŻáčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽőűŐŰăâîşţĂÂÎŞŢđĐ]/u;
const cyrillic = /[а-яА-ЯёЁіїєґІЇЄҐ]/u;

const candidates: readonly Candidate[] = [
  { encoding: 'windows-1252', usual: western, prior: 0.12 },
  { encoding: 'iso-8859-15', usual: western, prior: 0.08 },
  { encoding: 'macintosh', usual: western, prior: 0.02 },
  { encoding: 'cp850', usual: western, prior: 0.03 },
  { encoding: 'cp437', usual: western, prior: 0.01 },
  { encoding: 'cp865', usual: western, prior: 0.005 },
  { encoding: 'windows-1250', usual: central, prior: 0.04 },
  { encoding: 'iso-8859-2', usual: central, prior: 0.03 },
  { encoding: 'cp852', usual: central, prior: 0 },
  { encoding: 'windows-1251', usual: cyrillic, prior: 0.05 },
  { encoding: 'koi8-r', usual: cyrillic, prior: 0.02 },
  { encoding: 'iso-8859-5', usual: cyrillic, prior: 0.01 },
  { encoding: 'ibm866', usual: cyrillic, prior: 0.01 },
  { encoding: 'windows-1253', usual: /[α-ωΑ-Ωάέήίόύώ]/u, prior: 0.02 },
  { encoding: 'windows-1254', usual: /[çğıöşüÇĞİÖŞÜâ]/u, prior: 0.02 },
  { encoding: 'windows-1257', usual: /[āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽąęėįųõäöü]/u, prior: 0.005 },
];

interface MultiByte {
  encoding: string;
  usual: RegExp;
}

const multiByte: readonly MultiByte[] = [
  { encoding: 'shift_jis', usual: /[\u3040-\u30ff]/u },
  { encoding: 'euc-jp', usual: /[\u3040-\u30ff]/u },
  { encoding: 'gb18030', usual: /[\u4e00-\u9fff]/u },
  { encoding: 'big5', usual: /[\u4e00-\u9fff]/u },
  { encoding: 'euc-kr', usual: /[\uac00-\ud7a3]/u },
];

/** Best first. `samples` are stretches of bytes with at least one byte beyond ASCII each. */
export function rankLegacyEncodings(samples: readonly Uint8Array[]): RankedEncoding[] {
  if (samples.length === 0) return [];
  const ranked = [
    ...candidates.map((candidate) => scoreSingleByte(candidate, samples)),
    ...multiByte.map((candidate) => scoreMultiByte(candidate, samples)),
  ];
  return ranked.sort((left, right) => right.score - left.score);
}

const box = /[\u2500-\u259f]/u;
const letter = /\p{L}/u;
const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;
const plausibleSymbol = /[€£§°©®™«»“”„‘’‚–—…·•½¼¾²³µ´º ª¿¡×±¥¢¨¸]/u;

function scoreSingleByte(candidate: Candidate, samples: readonly Uint8Array[]): RankedEncoding {
  let total = 0;
  let seen = 0;
  let example = '';
  for (const sample of samples) {
    const text = decodeWhole(sample, candidate.encoding);
    const characters = [...text];
    characters.forEach((character, index) => {
      if (character.charCodeAt(0) < 0x80) return;
      seen += 1;
      const value = plausibility(
        character,
        characters[index - 1] ?? ' ',
        characters[index + 1] ?? ' ',
        candidate.usual,
      );
      total += value;
      if (value === 1 && example === '') example = wordAround(characters, index);
    });
  }
  return { encoding: candidate.encoding, score: seen === 0 ? 0 : total / seen + candidate.prior, example };
}

function plausibility(character: string, before: string, after: string, usual: RegExp): number {
  const code = character.codePointAt(0) as number;
  if (code === 0xfffd || (code >= 0x80 && code < 0xa0)) return -3;
  if (box.test(character)) return -2;
  if (code === 0xa0) return /\d/.test(before) && /\d/.test(after) ? 1 : 0.3;
  if (/[£€¥§°]/u.test(character) && (/[\d\s]/.test(after) || /[\d\s]/.test(before))) return 0.9;
  if (!letter.test(character)) {
    if (letter.test(before) && letter.test(after) && character !== '’' && character !== '·') return -1.5;
    return plausibleSymbol.test(character) ? 0.5 : -0.7;
  }
  if (/\d/.test(before) && /\d/.test(after)) return -1;
  // A letter that stands alone proves nothing: many signs of one encoding are letters of another.
  if (!letter.test(before) && !letter.test(after)) return 0.1;
  let value = usual.test(character) ? 1 : -0.3;
  if (upper.test(character) && lower.test(before)) value -= 1.2;
  if (lower.test(character) && upper.test(before) && upper.test(after)) value -= 1.2;
  if (letter.test(before) && isLatin(before) !== isLatin(character)) value -= 1;
  if (letter.test(after) && isLatin(after) !== isLatin(character)) value -= 1;
  return value;
}

function isLatin(character: string): boolean {
  return /\p{Script=Latin}/u.test(character);
}

function scoreMultiByte(candidate: MultiByte, samples: readonly Uint8Array[]): RankedEncoding {
  let total = 0;
  let seen = 0;
  let pairs = 0;
  let example = '';
  for (const sample of samples) {
    const text = decodeWhole(sample, candidate.encoding);
    const characters = [...text];
    characters.forEach((character, index) => {
      const code = character.codePointAt(0) as number;
      if (code < 0x80) return;
      seen += 1;
      if (code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) || code > 0xffff || (code >= 0xff61 && code <= 0xff9f))
        total -= 3;
      else if (isCommonIdeograph(code, candidate.encoding) || candidate.usual.test(character)) {
        total +=
          candidate.encoding === 'gb18030' || candidate.encoding === 'big5'
            ? commonness(character, candidate.encoding)
            : 1;
        pairs += 1;
        if (example === '') example = wordAround(characters, index);
      } else if (code >= 0x3000 && code <= 0x303f) total += 0.5;
      else if (code >= 0xff01 && code <= 0xff5e) total += 0.5;
      else total -= 1;
    });
  }
  // A Western text has single letters beyond ASCII; East Asian text has runs of them.
  const lengthOfRuns = pairs / samples.length;
  const score = seen === 0 ? 0 : total / seen + (lengthOfRuns >= 2 ? 0.2 : -0.8);
  return { encoding: candidate.encoding, score, example };
}

function isCommonIdeograph(code: number, encoding: string): boolean {
  return code >= 0x4e00 && code <= 0x9fff && encoding !== 'euc-kr';
}

/** Characters every Chinese table of names and places has, in the script the encoding is for. */
const everydaySimplified = new Set(
  '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市张王李刘陈省区路号县镇街广州京上海公司电话姓邮编址',
);
const everydayTraditional = new Set(
  '的一是不了人我在有他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市張王李劉陳省區路號縣鎮街臺灣北公司電話姓郵遞址',
);

function commonness(character: string, encoding: string): number {
  return (encoding === 'big5' ? everydayTraditional : everydaySimplified).has(character) ? 1.4 : 0.75;
}

function wordAround(characters: readonly string[], index: number): string {
  let start = index;
  let end = index + 1;
  while (start > 0 && letter.test(characters[start - 1] as string) && index - start < 16) start -= 1;
  while (end < characters.length && letter.test(characters[end] as string) && end - index < 16) end += 1;
  return characters.slice(start, end).join('');
}
