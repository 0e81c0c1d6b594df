import { headerConcepts } from './header-concepts.ts';
import {
  codeWords,
  customerWords,
  nameWords,
  numberWords,
  placeWords,
  plainWords,
  turningWords,
  vagueWords,
  writtenOut,
  type Place,
} from './header-qualifiers.ts';
import { headerTokens, statedOrdinal } from './header-tokens.ts';
import { isOneSlip } from './one-slip.ts';

/** Words people put above columns, in nine languages, and what they mean for a lead. */

/** One meaning of a header. `strength`: 1 says it all, below 0.6 is a hint that needs the values to agree. */
export interface HeaderMeaning {
  concept: string;
  strength: number;
  /** The word of the header that says so. */
  word: string;
  /** Which of several addresses or phones of a row it speaks of. */
  place?: Place;
  /** The word that may make it something else: "manager" in "Manager phone". */
  doubt?: string;
  /** Only one letter away from the word; the values have to agree. */
  isMisspelt?: boolean;
}

interface Phrase {
  concept: string;
  tokens: string[];
  key: string;
  isHint: boolean;
}

const rawKeys = new Set(headerConcepts.flatMap((concept) => concept.phrases.flatMap(headerTokens)));
const written = (text: string) => headerTokens(text).flatMap((token) => writtenOut(token, (word) => rawKeys.has(word)));

const phrases: readonly Phrase[] = headerConcepts.flatMap((concept) =>
  [...concept.phrases, ...concept.hints].map((phrase, index) => {
    const tokens = written(phrase);
    return { concept: concept.name, tokens, key: tokens.join(''), isHint: index >= concept.phrases.length };
  }),
);

const byKey = Map.groupBy(phrases, (phrase) => phrase.key);

const addressConcepts = new Set(['Address', 'HouseNumber', 'AddressLine2', 'PostalCode', 'City', 'Region', 'Country']);
const placedConcepts = new Set([...addressConcepts, ...'Phone MobilePhone Phone2 Fax Email Website'.split(' ')]);
const allPlaces: ReadonlySet<string> = new Set(placeWords.values());
const coded = new Set(['CustomerNumber', 'CompanyNumber', 'PostalCode', 'PhoneCountryCode']);
const numbered = new Set([...coded, ...'Phone MobilePhone Phone2 Fax HouseNumber'.split(' ')]);
const namedConcepts = new Set('City Address Company Country Region Department'.split(' '));
const wholeAddress = new Set(
  'address adresse adress adres anschrift osoite direccion postadresse postadress besoksadresse besogsadresse besoksadress bezoekadres'.split(
    ' ',
  ),
);

const severalOfARow = new Set(['Phone', 'MobilePhone', 'Email']);
/** The phone of the person to ask for comes after the lead's own, an address in one piece after its parts. */
const laterWords = new Set(
  'kontaktperson ansprechpartner kontaktpersonen contactpersoon yhteyshenkilo contacto formatted'.split(' '),
);
const webConcepts = new Set(['Email', 'Website']);

/** What a header can mean, best first; at most one entry per concept. */
export function headerMeanings(header: string): HeaderMeaning[] {
  const tokens = written(header);
  if (tokens.length === 0) return [];
  const words = tokens.filter((token) => !/^\d+$/.test(token));
  const best = new Map<string, HeaderMeaning>();
  const offer = (meaning: HeaderMeaning) => {
    if (meaning.strength > (best.get(meaning.concept)?.strength ?? 0)) best.set(meaning.concept, meaning);
  };
  for (const phrase of byKey.get(tokens.join('')) ?? byKey.get(words.join('')) ?? [])
    offer(wholeMeaning(phrase, header.trim().replace(/\s+/g, ' ')));
  if (isWholeName(words)) offer({ concept: 'FullName', strength: 0.95, word: header.trim() });
  if (isCustomerNumber(words)) offer({ concept: 'CustomerNumber', strength: 0.95, word: header.trim() });
  for (const { phrase, before, after } of phrasesWithin(words)) {
    const meaning = meaningWithin(phrase, before, after, words.join('').length);
    if (meaning !== null) offer(meaning);
  }
  const meanings = [...best.values()].map((meaning) => counted(meaning, tokens));
  if (meanings.length === 0) meanings.push(...misspelt(words));
  return meanings.sort((left, right) => right.strength - left.strength);
}

/** "Home phone" is known as a whole, and is still one phone of several. */
function wholeMeaning(phrase: Phrase, word: string): HeaderMeaning {
  const { concept, tokens, isHint } = phrase;
  const place = tokens.length > 1 ? placeAmong(tokens) : undefined;
  if (place === undefined || !severalOfARow.has(concept)) return { concept, strength: isHint ? 0.8 : 1, word };
  return { concept, strength: 0.82, word, place };
}

function placeAmong(words: readonly string[]): Place | undefined {
  return words.map((word) => placeWords.get(word)).find((place) => place !== undefined);
}

/** The word that turns a header that names a field into something about it: "type" in "Phone type". */
export function turnedBy(header: string): { concept: string; word: string } | null {
  const words = written(header).filter((token) => !/^\d+$/.test(token));
  const found = phrasesWithin(words).map(({ phrase }) => phrase);
  const word = words.find((token) => turningWords.has(token) && !found.some(({ tokens }) => tokens.includes(token)));
  return word === undefined || found[0] === undefined ? null : { concept: found[0].concept, word };
}

function meaningWithin(
  phrase: Phrase,
  before: readonly string[],
  after: readonly string[],
  length: number,
): HeaderMeaning | null {
  const { concept } = phrase;
  const rest = [...before, ...after];
  if (rest.some((word) => turningWords.has(word))) return null;
  const word = phrase.tokens.join(' ');
  const doubt = doubtIn(phrase, before, true) ?? doubtIn(phrase, after, false);
  const isVague = vagueWords.has(word) && !rest.every((other) => placeWords.has(other) || isSame('Address', [other]));
  if (doubt !== undefined || isVague) {
    const strength = Math.min(0.5, 0.3 + (phrase.key.length / length) * 0.25);
    return { concept, strength, word, doubt: doubt ?? rest[0] ?? '' };
  }
  const place = placeAmong([...rest, ...(phrase.tokens.length === 1 ? phrase.tokens : [])]);
  const strength =
    (place === undefined ? (rest.some((other) => laterWords.has(other)) ? 0.8 : 0.9) : 0.82) -
    (phrase.isHint ? 0.1 : 0);
  return place === undefined ? { concept, strength, word } : { concept, strength, word, place };
}

/** The first word on one side of a phrase that may make it something else. */
function doubtIn(phrase: Phrase, side: readonly string[], isBefore: boolean): string | undefined {
  const { concept } = phrase;
  // "State/Province", "Street and house no."
  const said = side.filter((word) => !isFiller(word));
  if (isSame(concept, said) || (concept === 'Address' && isSame('HouseNumber', said))) return undefined;
  return side.find((word) => !isHarmless(phrase, word, isBefore));
}

function isHarmless(phrase: Phrase, word: string, isBefore: boolean): boolean {
  const { concept } = phrase;
  if (isFiller(word) || customerWords.has(word)) return true;
  // What an address says last is what it is about: "Company address", but "Address company".
  if (word === 'company' && !isBefore) return false;
  if (placesFor(concept).has(placeWords.get(word) ?? '') && !(word === 'direct' && concept === 'Email')) return true;
  const isAddress = phrase.tokens.some((token) => wholeAddress.has(token));
  if (nameWords.has(word)) return namedConcepts.has(concept) && !isAddress;
  if (numberWords.has(word)) return numbered.has(concept) || (concept === 'Address' && !isAddress);
  if (codeWords.has(word)) return coded.has(concept);
  if (concept === 'MobilePhone' && isSame('Phone', [word])) return true;
  if (concept === 'Company' && isBefore && wholeAddress.has(word)) return true;
  if (webConcepts.has(concept) && (wholeAddress.has(word) || word === 'link')) return true;
  // "Address 1: City"
  if (addressConcepts.has(concept) && concept !== 'Address' && wholeAddress.has(word)) return true;
  return isSame(concept, [word]);
}

const noPlace: ReadonlySet<string> = new Set();
const workOnly: ReadonlySet<string> = new Set(['work']);
const orderPlaces: ReadonlySet<string> = new Set(['work', 'billing', 'mailing', 'delivery']);
const namePlaces: ReadonlySet<string> = new Set(['billing', 'mailing', 'delivery']);

/** "Home city", "Work phone", "Billing name" are the lead's; "Other name" and "Delivery note" are not. */
function placesFor(concept: string): ReadonlySet<string> {
  if (placedConcepts.has(concept)) return allPlaces;
  if (concept === 'Company') return orderPlaces;
  if (concept === 'FirstName' || concept === 'LastName' || concept === 'FullName') return namePlaces;
  return concept === 'JobTitle' || concept === 'Department' || concept === 'CompanyNumber' ? workOnly : noPlace;
}

/** "State/Province", "Zip/Postal Code": the same thing said twice. */
function isSame(concept: string, words: readonly string[]): boolean {
  return words.length === 0 || (byKey.get(words.join('')) ?? []).some((phrase) => phrase.concept === concept);
}

/** "N° client", "Kunde&nbsp;nr", "CUST_ID", "Medl.nr." */
function isCustomerNumber(words: readonly string[]): boolean {
  return (
    words.some((word) => customerWords.has(word)) &&
    words.some((word) => numberWords.has(word) || codeWords.has(word)) &&
    words.every((word) => [customerWords, numberWords, codeWords, plainWords].some((known) => known.has(word)))
  );
}

/** "Förnamn & efternamn", "Nom et prénom", "Surname, First name" */
function isWholeName(words: readonly string[]): boolean {
  const parts = words.filter((word) => !isFiller(word));
  const isFirst = (side: readonly string[]) => side.length > 0 && isSame('FirstName', side);
  const isLast = (side: readonly string[]) =>
    side.length > 0 && (isSame('LastName', side) || nameWords.has(side.join(' ')));
  // "For- og etternavn", "Vor- und Nachname": the first half of a word stands alone.
  if (firstHalves.has(words[0] ?? '') && isLast(words.slice(1).filter((word) => !isFiller(word)))) return true;
  return parts.some((_, at) => {
    const [left, right] = [parts.slice(0, at), parts.slice(at)];
    return (isFirst(left) && isLast(right)) || (isLast(left) && isFirst(right));
  });
}

const firstHalves: ReadonlySet<string> = new Set(['for', 'vor', 'voor']);

function isFiller(word: string): boolean {
  return word.length === 1 || plainWords.has(word);
}

/** The second phone and the second line of an address are fields of their own. */
function counted(meaning: HeaderMeaning, tokens: readonly string[]): HeaderMeaning {
  const second: Record<string, string> = { Phone: 'Phone2', Address: 'AddressLine2' };
  const concept = second[meaning.concept];
  return concept !== undefined && statedOrdinal(tokens) === 2 ? { ...meaning, concept } : meaning;
}

const checkable = new Set(['phone', 'email', 'url', 'postcode', 'date']);

/** "Postel code", "Emial": only for fields whose values can show that it was a slip. */
function misspelt(words: readonly string[]): HeaderMeaning[] {
  const key = words.join('');
  // "Last telefon" is no slip for "fasttelefon": its words are known.
  if (key.length < 6 || phrasesWithin(words).length > 0 || words.some((word) => turningWords.has(word))) return [];
  const meant = headerConcepts.filter(
    (concept) =>
      checkable.has(concept.shape) &&
      phrases.some(
        (phrase) =>
          phrase.concept === concept.name &&
          // "Contract number" is no slip for "contact number".
          !phrase.tokens.some((token) => plainWords.has(token)) &&
          isOneSlip(key, phrase.key),
      ),
  );
  return meant.length === 1 && meant[0] !== undefined
    ? [{ concept: meant[0].name, strength: 0.7, word: words.join(' '), isMisspelt: true }]
    : [];
}

const longestPhrase = Math.max(...phrases.map((phrase) => phrase.tokens.length)) + 1;

interface FoundPhrase {
  phrase: Phrase;
  before: string[];
  after: string[];
}

/** Known phrases that are part of the words, each with the words around it; whole words only. */
function phrasesWithin(words: readonly string[]): FoundPhrase[] {
  const found: FoundPhrase[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let end = start + 1; end <= Math.min(words.length, start + longestPhrase); end += 1) {
      if (end - start === words.length) continue;
      for (const phrase of byKey.get(words.slice(start, end).join('')) ?? [])
        found.push({ phrase, before: words.slice(0, start), after: words.slice(end) });
    }
  }
  return found;
}

const otherHeaderWords = new Set(
  (
    'id key code number no nr name type date amount total count status year month day price quantity description category group department comment reference title age gender sex ' +
    'state region province county district value unit currency start end created updated url link text label class level rank score list vendor supplier product item order invoice account ' +
    'organisation organization period location section source salutation anrede titel jahr monat datum betrag menge art abteilung konto kunde summe ' +
    'annee mois montant libelle nature fonction exercice ano mes fecha importe jaar maand bedrag omschrijving aar ar belob beskrivelse bemaerkning maned belopp manad'
  ).split(' '),
);

/** Whether a cell reads like the name of a column. */
export function isHeaderWord(text: string): boolean {
  if (text.length > 60) return false;
  const tokens = headerTokens(text);
  if (tokens.length === 0 || tokens.length > 6) return false;
  if (byKey.has(tokens.join(''))) return true;
  const words = tokens.filter((token) => !/^\d+$/.test(token));
  if (words.length === 0) return false;
  const known = words.filter((word) => otherHeaderWords.has(word) || byKey.has(word) || turningWords.has(word)).length;
  return known >= Math.ceil(words.length / 2) && known > 0;
}
