// Why: decision 0094, decision 0179.
import { classOfCharacters, type MultiByteEncoding } from './east-asian.ts';
import { decodeWhole } from './encoding.ts';
import * as spoken from './letter-frequencies.ts';

/**
 * Chooses among the encodings before Unicode by how likely the text is that each makes of the same bytes: letters as
 * frequent as in one language, capitals where words begin, signs where they are used. In a short text the frequency of the
 * encoding decides, in a long one its letters.
 */

export interface RankedEncoding {
  encoding: string;
  /** Natural logarithm of a likelihood; only differences between encodings have a meaning. */
  score: number;
  /** Difference to a perfect text of the language, for each character. Above 3 the text makes no sense. */
  strangeness: number;
  /** A short word that shows the reading. */
  example: string;
  /** The samples as this encoding reads them. */
  text: string;
}

interface Candidate {
  encoding: string;
  languages: readonly spoken.Language[];
  /** How common such files are: the likelihood before any byte is read. */
  prior: number;
}

const candidates: readonly Candidate[] = [
  { encoding: 'windows-1252', languages: spoken.western, prior: 0.35 },
  { encoding: 'iso-8859-15', languages: spoken.western, prior: 0.05 },
  { encoding: 'macintosh', languages: spoken.western, prior: 0.04 },
  { encoding: 'cp850', languages: spoken.western, prior: 0.06 },
  { encoding: 'cp437', languages: spoken.western, prior: 0.02 },
  { encoding: 'cp860', languages: spoken.western, prior: 0.003 },
  { encoding: 'cp865', languages: spoken.western, prior: 0.01 },
  { encoding: 'windows-1250', languages: spoken.central, prior: 0.08 },
  { encoding: 'iso-8859-2', languages: spoken.central, prior: 0.05 },
  { encoding: 'cp852', languages: spoken.central, prior: 0.015 },
  { encoding: 'maccenteuro', languages: spoken.central, prior: 0.008 },
  { encoding: 'windows-1251', languages: spoken.cyrillic, prior: 0.1 },
  { encoding: 'koi8-r', languages: spoken.cyrillic, prior: 0.02 },
  { encoding: 'koi8-u', languages: spoken.cyrillic, prior: 0.005 },
  { encoding: 'iso-8859-5', languages: spoken.cyrillic, prior: 0.01 },
  { encoding: 'ibm866', languages: spoken.cyrillic, prior: 0.02 },
  { encoding: 'x-mac-cyrillic', languages: spoken.cyrillic, prior: 0.005 },
  { encoding: 'windows-1253', languages: spoken.greek, prior: 0.03 },
  { encoding: 'iso-8859-7', languages: spoken.greek, prior: 0.02 },
  { encoding: 'cp737', languages: spoken.greek, prior: 0.002 },
  { encoding: 'cp869', languages: spoken.greek, prior: 0.001 },
  { encoding: 'macgreek', languages: spoken.greek, prior: 0.001 },
  { encoding: 'windows-1254', languages: spoken.turkish, prior: 0.03 },
  { encoding: 'cp857', languages: spoken.turkish, prior: 0.005 },
  { encoding: 'windows-1257', languages: spoken.baltic, prior: 0.02 },
  { encoding: 'cp775', languages: spoken.baltic, prior: 0.003 },
  { encoding: 'windows-1255', languages: spoken.hebrew, prior: 0.01 },
  { encoding: 'cp862', languages: spoken.hebrew, prior: 0.002 },
  { encoding: 'windows-1256', languages: spoken.arabic, prior: 0.01 },
  { encoding: 'iso-8859-6', languages: spoken.arabic, prior: 0.002 },
  { encoding: 'windows-874', languages: spoken.thai, prior: 0.01 },
  { encoding: 'windows-1258', languages: spoken.vietnamese, prior: 0.002 },
];

const multiByte: readonly { encoding: MultiByteEncoding; prior: number }[] = [
  { encoding: 'shift_jis', prior: 0.04 },
  { encoding: 'euc-jp', prior: 0.02 },
  { encoding: 'gb18030', prior: 0.05 },
  { encoding: 'big5', prior: 0.03 },
  { encoding: 'euc-kr', prior: 0.03 },
];

/** Stretches. More hardly change the result. */
const mostSamples = 3_000;

const macEncodings = new Set(['macintosh', 'maccenteuro', 'x-mac-cyrillic', 'macgreek']);
/** Factor. How much likelier an encoding of the Mac is where lines end with CR alone, as only the Mac wrote them. */
const macLineEnds = 20;

/**
 * Best first. `all` are stretches of bytes with at least one byte beyond ASCII each. `isMacText`: lines end with CR alone.
 */
export function rankLegacyEncodings(all: readonly Uint8Array[], isMacText = false): RankedEncoding[] {
  if (all.length === 0) return [];
  const different = lessRepeated(all);
  const step = Math.ceil(different.length / mostSamples);
  const samples = different.filter((_, index) => index % step === 0);
  const ranked = [
    ...candidates.map(({ encoding, languages, prior }) =>
      scoreSingleByte(
        { encoding, languages, prior: isMacText && macEncodings.has(encoding) ? prior * macLineEnds : prior },
        samples,
      ),
    ),
    ...multiByte.map(({ encoding, prior }) => scoreMultiByte(encoding, prior, samples)),
  ];
  return withoutCopies(ranked).sort((left, right) => right.score - left.score);
}

/** These differ from a commoner encoding in a few letters alone: where a file has none of them, both read the same. */
const nearCopies: ReadonlyMap<string, string> = new Map([
  ['koi8-u', 'koi8-r'],
  ['windows-1258', 'windows-1252'],
]);

function withoutCopies(ranked: readonly RankedEncoding[]): RankedEncoding[] {
  return ranked.filter(({ encoding, text }) => {
    const commoner = ranked.find((other) => other.encoding === nearCopies.get(encoding));
    return commoner?.text !== text;
  });
}

const wordsBeyondAscii = /[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*/g;

/** A town that stands in a thousand rows says little more than in one: of n stretches with the same words, the root of n are kept. */
function lessRepeated(all: readonly Uint8Array[]): Uint8Array[] {
  const counts = new Map<string, number>();
  return all.filter((sample) => {
    const text = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength).toString('latin1');
    const key = (text.match(wordsBeyondAscii) ?? []).join(' ');
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return Number.isInteger(Math.sqrt(count));
  });
}

/** Likelihoods of letters in their place; `signLikelihood` has those of other characters. */
const impossible = Math.log(1e-7);
const foreignLetter = Math.log(0.0001);
const signsOnly = Math.log(0.001);
const neighbourLetter = Math.log(0.0008);
/** Share of the letters beyond ASCII that stand in names from other languages. */
const borrowed = 0.1;
/** Share of the letters of a language in Latin script that are beyond ASCII. */
const latinShare = Math.log(0.1);

function scoreSingleByte(candidate: Candidate, samples: readonly Uint8Array[]): RankedEncoding {
  const { encoding, languages } = candidate;
  const text = samples.map((sample) => decodeWhole(sample, encoding)).join('\n');
  const characters = [...text];
  const counts = new Map<string, number>();
  const known = new Map<string, number>();
  const likelihoodAt = (character: string, before: string, after: string): number => {
    const key = before + character + after;
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = isLetter(character)
      ? placeLikelihood(character, before, after)
      : signLikelihood(character, before, after);
    known.set(key, value);
    return value;
  };
  let shape = 0;
  let seen = 0;
  let example = '';
  characters.forEach((character, index) => {
    if (character.charCodeAt(0) < 0x80) return;
    seen += 1;
    const before = characters[index - 1] ?? '\n';
    const after = characters[index + 1] ?? '\n';
    shape += likelihoodAt(character, before, after);
    if (!isLetter(character)) return;
    const small = smallOf(character);
    counts.set(small, (counts.get(small) ?? 0) + 1);
    if (example === '' && isLetter(before)) example = wordAround(characters, index);
  });
  const letters = likeliestLanguage(languages, counts);
  return {
    encoding,
    score: Math.log(candidate.prior) + shape + letters,
    strangeness: -(shape + letters) / seen - 4,
    example,
    text,
  };
}

const latinLanguages = [...new Set([spoken.western, spoken.central, spoken.baltic, spoken.turkish].flat())];

/** Names come from other languages, too: a letter is borrowed as often as it is used in all of them together. */
function borrowedLetter(letter: string): number {
  const sum = latinLanguages.reduce((total, { shares }) => total + (shares.get(letter) ?? 0), 0);
  return Math.log((borrowed * sum) / 100 / latinLanguages.length);
}

/** The likelihood of the letters in the language that fits them best. */
function likeliestLanguage(languages: readonly spoken.Language[], counts: ReadonlyMap<string, number>): number {
  // Signs alone do not make a text Cyrillic or Greek.
  if (counts.size === 0) return languages.some(({ script }) => script === 'latin') ? 0 : signsOnly;
  let best = -Infinity;
  for (const { script, shares } of languages) {
    let sum = 0;
    for (const [letter, count] of counts) {
      const share = shares.get(letter);
      const own = share === undefined ? null : Math.log(share / 100);
      const isKnown = languages.some((other) => other.shares.has(letter));
      const neighbour = script === 'latin' ? borrowedLetter(letter) : neighbourLetter;
      const single = own ?? (isKnown ? neighbour : foreignLetter);
      sum += count * (single + (script === 'latin' ? latinShare : 0));
    }
    if (sum > best) best = sum;
  }
  return best;
}

/** Unicode takes the signs of ordinals, as in "3º" and "Mª", for letters. */
const letter = /(?![ªº])[\p{L}\p{M}]/u;
const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;
const digit = /\d/;
const vowels = /[aeiouyæøœıİ]/iu;

function isLetter(character: string): boolean {
  return letter.test(character);
}

function smallOf(character: string): string {
  return character === 'İ' ? character : character.toLowerCase();
}

/** How likely a letter is at its place: capitals begin words, vowels stand among consonants. */
function placeLikelihood(character: string, before: string, after: string): number {
  const follows = isLetter(before);
  const leads = isLetter(after);
  if (!follows && !leads) return Math.log(0.1);
  let likelihood = 0;
  if (digit.test(before) || digit.test(after)) likelihood += Math.log(0.05);
  const isUpper = upper.test(character);
  if (isUpper && lower.test(before)) likelihood += Math.log(0.005);
  else if (isUpper && upper.test(before) && lower.test(after)) likelihood += Math.log(0.05);
  if (lower.test(character) && character !== 'ß' && upper.test(before) && upper.test(after))
    likelihood += Math.log(0.02);
  const latin = isLatin(character);
  if (follows && isLatin(before) !== latin) likelihood += Math.log(0.02);
  if (leads && isLatin(after) !== latin) likelihood += Math.log(0.02);
  if (latin && follows && leads) {
    const isVowel = vowels.test(baseOf(character));
    if (vowels.test(baseOf(before)) === isVowel && vowels.test(baseOf(after)) === isVowel) likelihood += Math.log(0.25);
  }
  return likelihood;
}

function isLatin(character: string): boolean {
  return /\p{Script=Latin}/u.test(character);
}

/** "é" → "e". */
function baseOf(character: string): string {
  return character.charCodeAt(0) < 0x80 ? character : character.normalize('NFD').charAt(0);
}

function signLikelihood(character: string, before: string, after: string): number {
  const code = character.codePointAt(0) as number;
  if (code === 0xfffd || (code >= 0x80 && code < 0xa0) || (code >= 0xe000 && code <= 0xf8ff)) return impossible;
  const inWord = isLetter(before) && isLetter(after);
  const besideNumber = digit.test(before) || digit.test(after);
  if (code === 0xa0) return Math.log(besideNumber ? 0.05 : 0.01);
  if (!besideNumber && isInPlaceOfLetter(before, character, after)) return Math.log(0.0001);
  // Some files use these as separators, because commas and semicolons occur in the text.
  if (character === '¦' || (character === '§' && !inWord)) return Math.log(0.005);
  if (character === '¬' && /^[\x00-\x7f¬]{2}$/.test(before + after)) return Math.log(0.005);
  if (character === '’') return Math.log(isLetter(before) ? 0.02 : 0.002);
  // "Nº 4", "N.º", "Mª José": they end no other words.
  if (/[ªº]/.test(character) && /[\p{L}.]/u.test(before))
    return Math.log(/[NnMD.]/.test(before) && !isLetter(after) ? 0.01 : 0.0002);
  if (inWord) return Math.log(character === '·' || character === '–' ? 0.002 : 0.0002);
  // These stand at the beginning or alone.
  if (/[•–—¿¡„‚]/u.test(character) && isLetter(before)) return Math.log(0.0005);
  if (/[£€¥°²³½¼¾ºª±×µ]/u.test(character)) return Math.log(besideNumber ? 0.03 : 0.002);
  if (/[–—«»“”„‘‚…•©®™¿¡´¨¢]/u.test(character)) return Math.log(0.008);
  return /[\u2500-\u259f]/u.test(character) ? Math.log(0.00003) : Math.log(0.0003);
}

/**
 * Where ISO-8859-15 has Š, Ž, ž, Œ and œ at the beginning of a word. "van ´t Hooft", "´Bar´", "½Liter" and "Name ¦Firma" are as
 * they should be: few words have a consonant behind the last four letters, and signs stand before capitals, too.
 */
function isInPlaceOfLetter(before: string, character: string, after: string): boolean {
  if (isLetter(before) || !lower.test(after)) return false;
  if (character === '¦') return before !== ' ';
  return character === '¨' || (/[´¸½¼]/.test(character) && vowels.test(baseOf(after)));
}

/** A character of East Asia between the letters of one Latin word: "Concei公o". */
const insideLatin = Math.log(0.001);

function scoreMultiByte(encoding: MultiByteEncoding, prior: number, samples: readonly Uint8Array[]): RankedEncoding {
  let total = 0;
  let seen = 0;
  let example = '';
  const texts: string[] = [];
  for (const sample of samples) {
    const text = decodeWhole(sample, encoding);
    texts.push(text);
    const characters = [...text];
    const likelihoods = classOfCharacters(characters, sample, encoding);
    characters.forEach((character, index) => {
      if (character.charCodeAt(0) < 0x80) return;
      seen += 1;
      total += likelihoods[index] ?? impossible;
      // Latin letters may stand beside a word of another script, but not around each of its characters.
      const [isBehind, isBefore] = [isLatinSmall(characters[index - 1]), isLatinSmall(characters[index + 1])];
      if (isBehind) total += Math.log(0.02);
      if (isBefore) total += Math.log(0.02);
      if (isLatinLetter(characters[index - 1]) && isLatinLetter(characters[index + 1])) total += insideLatin;
      if (example === '' && isLetter(character)) example = wordAround(characters, index);
    });
  }
  return {
    encoding,
    score: Math.log(prior) + total,
    strangeness: -total / seen - 8,
    example,
    text: texts.join('\n'),
  };
}

function isLatinLetter(character: string | undefined): boolean {
  return character !== undefined && /^[A-Za-z]$/.test(character);
}

function isLatinSmall(character: string | undefined): boolean {
  return character !== undefined && /^[a-z]$/.test(character);
}

function wordAround(characters: readonly string[], index: number): string {
  let start = index;
  let end = index + 1;
  while (start > 0 && isLetter(characters[start - 1] as string) && index - start < 16) start -= 1;
  while (end < characters.length && isLetter(characters[end] as string) && end - index < 16) end += 1;
  return characters.slice(start, end).join('');
}
