// Why: decision 0562.
import qualifiers from './header-qualifiers.json' with { type: 'json' };
import type { Place } from './word-list-schemas.ts';

export type { Place } from './word-list-schemas.ts';

/** Words that stand beside the word for a field and change, place or only decorate what it says. */

function setOf(list: { words: readonly string[] }): ReadonlySet<string> {
  return new Set(list.words);
}

/** What each list means stands in the list. */
export const turningWords = setOf(qualifiers.turning);
export const plainWords = setOf(qualifiers.plain);
export const numberWords = setOf(qualifiers.number);
export const codeWords = setOf(qualifiers.code);
export const customerWords = setOf(qualifiers.customer);
export const nameWords = setOf(qualifiers.name);
export const vagueWords = setOf(qualifiers.vague);
export const wholeAddressWords = setOf(qualifiers.wholeAddress);
export const orderWords = setOf(qualifiers.order);
export const laterWords = setOf(qualifiers.later);
export const firstHalves = setOf(qualifiers.firstHalf);
export const organisationWords = setOf(qualifiers.organisation);
export const ownSideWords = setOf(qualifiers.ownSide);
export const ownSideParts: readonly string[] = qualifiers.ownSidePart.words;
export const ownerWords = setOf(qualifiers.owner);
export const recordWords = setOf(qualifiers.record);
export const localWords = setOf(qualifiers.local);
export const supplierWords = setOf(qualifiers.supplier);
export const prefixedOrganisations = setOf(qualifiers.prefixedOrganisation);
export const otherHeaderWords = setOf(qualifiers.other);

export const placeWords: ReadonlyMap<string, Place> = new Map(
  (Object.keys(qualifiers.places.words) as Place[]).flatMap((place) =>
    qualifiers.places.words[place].map((word) => [word, place] as const),
  ),
);

export const datePartWords = {
  day: new Set(qualifiers.datePart.words.day),
  month: new Set(qualifiers.datePart.words.month),
  year: new Set(qualifiers.datePart.words.year),
};

const abbreviations: ReadonlyMap<string, string> = new Map(Object.entries(qualifiers.abbreviations.words));

/** "Hjemmetelefon", "privatmail": a place and a thing in one word. */
const placedEnding =
  /^(.{3,}?)(telefon|telefoon|tlf|tfn|tel|mobil|mail|epost|adresse|adress|adres|osoite|postnr|postnummer|postcode|plaats|ort|sted|by)$/u;
/** "Installationsadresse" */
const addressEnding = /^(.{4,})(adresse|adress|osoite|anschrift)$/u;
const nameEnding = /^(.{3,})(?:name|navn|namn|naam|bezeichnung)$/u;
const numberEnding = /^(.{3,}?)(?:nummer|nr|nro|numero)$/u;

/** Letters. A shorter word at the end of another is chance. */
const SHORTEST_OWNER = 5;
const owners = qualifiers.organisation.words.filter((word) => word.length >= SHORTEST_OWNER);

/**
 * A token as the words it is made of: "mobnr" → "mobil", "nr"; "Straßenname" → "strasse", "name". A word that `isKnown`
 * stays whole.
 */
export function writtenOut(
  token: string,
  isKnown: (word: string) => boolean,
  isField: (word: string) => boolean,
): string[] {
  const whole = abbreviations.get(token);
  if (whole !== undefined) return [whole];
  if (isKnown(token) || placeWords.has(token) || turningWords.has(token)) return [token];
  const spelt = ['esse', 'ess'].map((ending) => token + ending).find((word) => token.endsWith('adr') && isKnown(word));
  if (spelt !== undefined) return [spelt];
  // "CAPSCUOLA", "INDIRIZZOSCUOLA"
  const owner = owners.find((word) => token.endsWith(word) && isKnown(token.slice(0, -word.length)));
  if (owner !== undefined) return [token.slice(0, -owner.length), owner];
  const asian = ownerBefore(token, isKnown);
  if (asian !== undefined) return asian;
  const own = withoutPossessive(token, isKnown);
  if (own !== undefined) return [own];
  const [, placed = '', thing = ''] = placedEnding.exec(token) ?? [];
  if (placeWords.has(placed)) return [placed, thing];
  const [, place, address] = addressEnding.exec(token) ?? [];
  if (place !== undefined && address !== undefined) return [place, address];
  const joined = nameEnding.exec(token)?.[1] ?? '';
  // "Straßenname", "Ortsname", "Unternehmensname": without the letters that join the two parts, if that makes a word.
  const heads = [joined.replace(/en$/u, ''), joined.replace(/[sn]$/u, '')].filter((head) => head !== joined);
  const written = [...heads, joined].map((head) => abbreviations.get(head) ?? head);
  const named = written.find((head) => isKnown(head) || customerWords.has(head));
  if (named !== undefined) return [named, 'name'];
  const head = numberEnding.exec(token)?.[1];
  return joinedWords(token, isField) ?? (head === undefined ? [token] : [abbreviations.get(head) ?? head, 'nr']);
}

const chinese = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4,}$/u;
/** Signs. One alone, such as "名", is a part of longer words. */
const SHORTEST_SIGNS = 2;

/** "注文者電話番号", "公司地址": whose it is, before a word that `isKnown`; undefined for any other token. */
function ownerBefore(token: string, isKnown: (word: string) => boolean): string[] | undefined {
  if (!chinese.test(token)) return undefined;
  for (let cut = token.length - SHORTEST_SIGNS; cut >= SHORTEST_SIGNS; cut -= 1) {
    const [owner, rest] = [token.slice(0, cut), token.slice(cut)];
    if (isKnown(rest) && (customerWords.has(owner) || placeWords.has(owner) || plainWords.has(owner)))
      return [owner, rest];
  }
  return undefined;
}

/** "Your", as Turkish and Finnish put it behind the word: "Telefonunuz", "Adresiniz", "Puhelinnumeronne", "Viestisi". */
const possessive = /^(?:(.{2,}?)(?:(?:si|su|i|u)?n[iu]z|nne)|(.{5,})si)$/u;

/** The word that a possessive ending stands behind; undefined unless it `isKnown`. */
function withoutPossessive(token: string, isKnown: (word: string) => boolean): string | undefined {
  const [, short, long] = possessive.exec(token) ?? [];
  const stem = short ?? long;
  if (stem === undefined) return undefined;
  // "Şehriniz" is "şehir" without the vowel that the ending takes.
  const candidates = [stem, `${stem}i`, `${stem}u`, `${stem.slice(0, -1)}i${stem.slice(-1)}`, `${stem}si`];
  return candidates.find((word) => isKnown(word) || besideSets.some((words) => words.has(word)));
}

/** Letters of one of several words in a word. A shorter one is chance. */
const SHORTEST_PART = 3;
/** Letters of a word that may be several. */
const SHORTEST_JOINED = 8;

/**
 * "CODIGOCLIENTE", "STRASSEHAUSNUMMER", "VEJNAVNOGNUMMER": the words of a field and what people put beside them, or null.
 * `inVain`: letters of the ends that are known to be no such words. "zipcode" is two words as well as one, so a row of them would
 * be divided in 2, 4, 8 ways and so on.
 */
function joinedWords(
  token: string,
  isField: (word: string) => boolean,
  inVain: Set<number> = new Set(),
): string[] | null {
  if (token.length < SHORTEST_JOINED || inVain.has(token.length)) return null;
  for (let cut = token.length - SHORTEST_PART; cut >= SHORTEST_PART; cut -= 1) {
    const [head, tail] = [token.slice(0, cut), token.slice(cut)];
    if (!isField(head) && !isBeside(head)) continue;
    const rest = isField(tail) || isBeside(tail) ? [tail] : joinedWords(tail, isField, inVain);
    if (rest !== null && saysField([head, ...rest], isField)) return [head, ...rest];
  }
  inVain.add(token.length);
  return null;
}

function saysField(words: readonly string[], isField: (word: string) => boolean): boolean {
  const isNumber = words.some((word) => numberWords.has(word) || codeWords.has(word));
  return words.some(isField) || (isNumber && words.some((word) => customerWords.has(word)));
}

const besideSets = [customerWords, numberWords, codeWords, nameWords, organisationWords, turningWords];

function isBeside(word: string): boolean {
  return (
    placeWords.has(word) ||
    (word.length >= SHORTEST_OWNER && plainWords.has(word)) ||
    besideSets.some((words) => words.has(word))
  );
}
