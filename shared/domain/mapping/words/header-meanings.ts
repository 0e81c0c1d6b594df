// Why: decision 0562.
import { conceptNamed, headerConcepts } from './header-concepts.ts';
import { doubtIn, isFiller } from './header-doubt.ts';
import { allPhrases, isSameConcept, type Phrase, phrasesOf, phrasesWithin, writtenTokens } from './header-phrases.ts';
import {
  codeWords,
  customerWords,
  firstHalves,
  laterWords,
  localWords,
  nameWords,
  numberWords,
  organisationWords,
  otherHeaderWords,
  type Place,
  placeWords,
  plainWords,
  turningWords,
  vagueWords,
} from './header-qualifiers.ts';
import { headerTokens, statedOrdinal } from './header-tokens.ts';
import { isOneSlip } from './one-slip.ts';
import { shortenedPhrases } from './shortened.ts';

/** One meaning of a header, in the languages of the word lists. */
export interface HeaderMeaning {
  concept: string;
  /** 0 to 1. 1: the header says nothing else; below 0.6: a hint that the values have to confirm. */
  strength: number;
  /** The word of the header that means the concept. */
  word: string;
  /** Which of several addresses or phones of a row the header names. */
  place?: Place;
  /** The word that may make it something else: "manager" in "Manager phone". */
  doubt?: string;
  /** With a doubt: all words beside the known one that say something, in the order of the header. */
  beside?: string;
  /** Only one letter away from the word; the values have to confirm it. */
  isMisspelt?: boolean;
  /** Part of a question that asks for it or for something about it, or only its beginning; the values have to confirm it. */
  isAsked?: boolean;
}

/** Strength of a header whose words are only begun. */
const SHORTENED = 0.85;

/** Taken off the field that is meant less often of two. */
const LESS_OFTEN = 0.05;

const severalOfARow = new Set(['Phone', 'MobilePhone', 'Email']);

/** What a header can mean, best first; at most one entry per concept. */
export function headerMeanings(header: string): HeaderMeaning[] {
  const tokens = writtenTokens(withoutQuestion(header));
  if (tokens.length === 0) return [];
  const words = wordsAmong(tokens);
  const either = isPhoneAndFax(header, words) ? ['Phone'] : eitherOf(header);
  const best = new Map<string, HeaderMeaning>();
  const offer = (meaning: HeaderMeaning) => {
    if (meaning.strength > (best.get(meaning.concept)?.strength ?? 0)) best.set(meaning.concept, meaning);
  };
  const whole = phrasesOf(tokens);
  for (const phrase of whole.length > 0 ? whole : phrasesOf(words))
    offer(wholeMeaning(phrase, header.trim().replace(/\s+/g, ' ')));
  for (const phrase of whole.length > 0 ? [] : shortenedPhrases(header)) {
    const meaning = wholeMeaning(phrase, header.trim());
    offer({ ...meaning, strength: Math.min(SHORTENED, meaning.strength) });
  }
  if (isWholeName(words) || (whole.length === 0 && isNameAndLastName(words)))
    offer({ concept: 'FullName', strength: 0.95, word: header.trim() });
  if (isOrganisationName(words)) offer({ concept: 'Company', strength: 0.95, word: header.trim() });
  if (isCustomerNumber(words)) offer({ concept: 'CustomerNumber', strength: 0.95, word: header.trim() });
  const isQuestion = header.trimEnd().endsWith('?');
  // "E-postadress" is not an address.
  for (const { phrase, before, after } of whole.length > 0 ? [] : phrasesWithin(words)) {
    const meaning = meaningWithin(phrase, before, after, words.join('').length);
    if (meaning !== null) offer(isQuestion ? asked(meaning) : meaning);
  }
  // All of "Telefon / Mobil" together means a mobile, as "Mobile phone" does, and yet its rows have the one or the other.
  if (either.includes('MobilePhone')) best.clear();
  for (const [at, concept] of either.entries())
    offer({ concept, strength: SHORTENED - at * LESS_OFTEN, word: header.trim() });
  const meanings = [...best.values()].map((meaning) => counted(meaning, tokens));
  if (meanings.length === 0) meanings.push(...misspelt(words));
  if (meanings.length === 0) meanings.push(...begun(words));
  return meanings.sort((left, right) => right.strength - left.strength);
}

/** Strength of a meaning, 0 to 1, from which a name says so. A weaker one only hints at what a field holds. */
export const CLEAR_MEANING = 0.8;

/** Whether a name means a concept without doubt. */
export function clearlyMeans(name: string, concept: string): boolean {
  return headerMeanings(name).some((meaning) => meaning.concept === concept && meaning.strength >= CLEAR_MEANING);
}

/** The word that turns a header that names a field into something about it: "type" in "Phone type". */
export function turnedBy(header: string): { concept: string; word: string } | null {
  const words = wordsAmong(writtenTokens(header));
  const found = phrasesWithin(words).map(({ phrase }) => phrase);
  const word = words.find((token) => turningWords.has(token) && !found.some(({ tokens }) => tokens.includes(token)));
  return word === undefined || found[0] === undefined ? null : { concept: found[0].concept, word };
}

function wordsAmong(tokens: readonly string[]): string[] {
  return tokens.filter((token) => !/^\d+$/.test(token));
}

/** "Hvilket postnummer bor du i?": a form asks the lead, so that the other words make nobody else of it. */
function asked(meaning: HeaderMeaning): HeaderMeaning {
  const { concept, doubt, ...rest } = meaning;
  if (doubt === undefined || !askedShapes.has(conceptNamed(concept)?.shape ?? '')) return meaning;
  return { ...rest, concept, strength: ASKED, isAsked: true };
}

const askedShapes: ReadonlySet<string> = new Set(['phone', 'email', 'postcode']);
/** Strength of what a question asks for, below that of a header that says nothing else. */
const ASKED = 0.78;

/** What forms put before the name of a field: "What is your phone number?", "Wie lautet Ihre PLZ?", "Il tuo nome". */
const question =
  /^¿?(?:what is|what['’]s|hvad er|hva er|vad är|wie lautet|wie lauten|wie ist|was ist|quel est|quelle est|cuál es|cual es|qual è|qual é|wat is|mikä on|jaki jest|jaká je|jaký je|jaké je)\s/iu;
const article = /^(?:il|la|i|le)\s(?=(?:tu|su|vostr)[oaie])/iu;

/** "Bedrift (hvis aktuelt)", "Company (if any)" */
const onlyIf =
  /\((?:if|hvis|om|falls|wenn|sofern|indien|si|se|jos|jeśli|jeżeli|pokud|ak|eğer|если|ha|dacă)\s[^()]*\)\s*$/iu;

/** "Phone (xxx-xxx-xxxx)", "E-mail (name@domain.com)", "Zip (5 digits)": how a form wants it written. */
const pattern =
  /\((?:[x#9\s.+/-]{3,20}|[^()\s@]{1,40}@[^()\s@]{1,40}|\d{1,2} (?:digits?|ziffern|stellen|cifre|siffror|chiffres|cijfers|dígitos|cyfr|číslic))\)\s*$/iu;

function withoutQuestion(header: string): string {
  return header.trimStart().replace(question, '').replace(article, '').replace(onlyIf, '').replace(pattern, '');
}

const accountWords = new Set(['account', 'konto', 'compte', 'cuenta', 'conta', 'rekening', 'tili', 'ucet', 'счет']);

/** "Şehir/İlçe", "Företag/konto", "Name / Firma": the one or the other, as a row has it; the fields that it may fill, likely first. */
function eitherOf(header: string): readonly string[] {
  const sides = header.includes('/') ? header.split('/').map(headerTokens) : [];
  if (sides.length !== 2) return [];
  const means = (concept: string) => sides.some((side) => side.length > 0 && isSameConcept(concept, side));
  const has = (words: ReadonlySet<string>) => sides.some((side) => words.has(side.join('')));
  if (means('City') && means('Region')) return ['City'];
  if (means('Phone') && means('MobilePhone')) return ['Phone', 'MobilePhone'];
  if (means('FullName') && (means('Company') || has(namesOfThings))) return ['FullName', 'Company'];
  return means('Company') && has(accountWords) ? ['Company'] : [];
}

/** "Telefon/Fax", "Telefon- og faxnummer": each row has its phone there, and perhaps its fax as well. "Tel fax" is a fax. */
function isPhoneAndFax(header: string, words: readonly string[]): boolean {
  const parts = words.filter((word) => !isFiller(word) && !numberWords.has(word));
  if (parts.length !== 2 || (!/[/&+,]/u.test(header) && !words.slice(1, -1).some(isFiller))) return false;
  const [left = '', right = ''] = parts;
  const means = (concept: string, word: string) => isSameConcept(concept, [word]);
  return (means('Phone', left) && means('Fax', right)) || (means('Fax', left) && means('Phone', right));
}

/** "Home phone" is a known phrase as a whole, and still one phone of several. */
function wholeMeaning(phrase: Phrase, word: string): HeaderMeaning {
  const { concept, tokens, isHint } = phrase;
  // "Fakturaadresse" is one word.
  const place = tokens.length > 1 || (isHint && concept === 'Address') ? placeAmong(tokens) : undefined;
  if (place !== undefined && isHint) return { concept, strength: 0.8, word, place };
  if (place === undefined || !severalOfARow.has(concept)) return { concept, strength: isHint ? 0.8 : 1, word };
  return { concept, strength: 0.82, word, place };
}

function placeAmong(words: readonly string[]): Place | undefined {
  return words.map((word) => placeWords.get(word)).find((place) => place !== undefined);
}

/** `length`: characters of all words of the header. */
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
  const isVague =
    vagueWords.has(word) &&
    !rest.every(
      (other) => placeWords.has(other) || isSameConcept('Address', [other]) || isNumberOfStreet(concept, other),
    );
  if (doubt !== undefined || isVague) {
    const strength = Math.min(0.5, 0.3 + (phrase.key.length / length) * 0.25);
    const beside = rest.filter((other) => !isFiller(other)).join(' ');
    return { concept, strength, word, doubt: doubt ?? rest[0] ?? '', beside };
  }
  const place = placeAmong([...rest, ...(phrase.tokens.length === 1 ? phrase.tokens : [])]);
  const strength =
    (place === undefined ? (rest.some((other) => laterWords.has(other)) ? 0.8 : 0.9) : 0.82) -
    (phrase.isHint ? 0.1 : 0);
  return place === undefined ? { concept, strength, word } : { concept, strength, word, place };
}

/** "Via e nr." */
function isNumberOfStreet(concept: string, word: string): boolean {
  return concept === 'Address' && (isFiller(word) || numberWords.has(word));
}

/** "N° client", "Kunde&nbsp;nr", "CUST_ID", "Medl.nr." */
function isCustomerNumber(words: readonly string[]): boolean {
  return (
    words.some((word) => customerWords.has(word)) &&
    words.some((word) => numberWords.has(word) || codeWords.has(word)) &&
    words.every((word) => [customerWords, numberWords, codeWords, plainWords].some((known) => known.has(word)))
  );
}

/** "INST_NAVN", "Nom établissement", "Name der Einrichtung" */
function isOrganisationName(words: readonly string[]): boolean {
  return (
    words.some((word) => organisationWords.has(word)) &&
    words.some((word) => nameWords.has(word)) &&
    words.every((word) => organisationWords.has(word) || nameWords.has(word) || isFiller(word))
  );
}

/** "Förnamn & efternamn", "Nom et prénom", "Surname, First name" */
function isWholeName(words: readonly string[]): boolean {
  const parts = words.filter((word) => !isFiller(word));
  const isFirst = (side: readonly string[]) =>
    isSameConcept('FirstName', side) && !side.every((word) => localWords.has(word));
  const isLast = (side: readonly string[]) =>
    side.length > 0 && (isSameConcept('LastName', side) || nameWords.has(side.join(' ')));
  if (firstHalves.has(words[0] ?? '') && isLast(words.slice(1).filter((word) => !isFiller(word)))) return true;
  return parts.some((_, at) => {
    const [left, right] = [parts.slice(0, at), parts.slice(at)];
    return (isFirst(left) && isLast(right)) || (isLast(left) && isFirst(right));
  });
}

/** Words for a name that only things and companies have: "Název / příjmení" is a company or a person. */
export const namesOfThings: ReadonlySet<string> = new Set(['nazwa', 'nazev', 'nazov', 'naziv', 'назва', 'название']);

/** "nome_cognome", "Jméno příjmení": beside a last name, a word for a name is the first. */
function isNameAndLastName(words: readonly string[]): boolean {
  const parts = words.filter((word) => !isFiller(word));
  const isName = (word = '') => nameWords.has(word) && !namesOfThings.has(word);
  // "Last name (legal name)"
  const isLast = (side: readonly string[]) => side.length > 0 && !side.some(isName) && isSameConcept('LastName', side);
  return (isName(parts[0]) && isLast(parts.slice(1))) || (isName(parts.at(-1)) && isLast(parts.slice(0, -1)));
}

/** The second phone, "other" or numbered, and the second line of an address are fields of their own. */
function counted(meaning: HeaderMeaning, tokens: readonly string[]): HeaderMeaning {
  const { place, ...rest } = meaning;
  if (meaning.concept === 'Phone' && place === 'other') return { ...rest, concept: 'Phone2' };
  const second: Record<string, string> = { Phone: 'Phone2', Address: 'AddressLine2' };
  const concept = second[meaning.concept];
  return concept !== undefined && statedOrdinal(tokens) === 2 ? { ...meaning, concept } : meaning;
}

/** Not post codes, because "CODIG" over five digits may be any code. */
const begunShapes: ReadonlySet<string> = new Set(['phone', 'email']);
/** Letters of a header that only begins a phrase, and their share of the phrase. */
const SHORTEST_BEGUN = 5;
const MOST_OF_IT = 0.5;

/** "TELEP", "CORREOELEC": names that old programs cut off, where the phrases that they begin have values of one shape. */
function begun(words: readonly string[]): HeaderMeaning[] {
  const [word = ''] = words;
  const isKnown = [numberWords, codeWords, nameWords, customerWords, turningWords, otherHeaderWords, plainWords].some(
    (known) => known.has(word),
  );
  if (words.length !== 1 || word.length < SHORTEST_BEGUN || isKnown || placeWords.has(word)) return [];
  const found = allPhrases().filter(
    ({ key, concept }) =>
      key.startsWith(word) &&
      word.length >= key.length * MOST_OF_IT &&
      begunShapes.has(conceptNamed(concept)?.shape ?? ''),
  );
  const [first] = found;
  const shapes = new Set(found.map(({ concept }) => conceptNamed(concept)?.shape));
  return first === undefined || shapes.size > 1
    ? []
    : [{ concept: first.concept, strength: ASKED, word, isAsked: true }];
}

const checkableShapes: ReadonlySet<string> = new Set(['phone', 'email', 'url', 'postcode', 'date']);
/** Characters of all words. A shorter header is one letter away from too many phrases. */
const shortestMisspelt = 6;

/** "Postel code", "Emial": only for fields whose values can confirm the slip. */
function misspelt(words: readonly string[]): HeaderMeaning[] {
  const key = words.join('');
  // "Last telefon" is not a slip for "fasttelefon": its words are known.
  const isKnown = phrasesWithin(words).length > 0 || words.some((word) => turningWords.has(word));
  if (key.length < shortestMisspelt || isKnown) return [];
  const meant = headerConcepts.filter(
    (concept) =>
      checkableShapes.has(concept.shape) &&
      allPhrases().some(
        (phrase) =>
          phrase.concept === concept.name &&
          // "Contract number" is not a slip for "contact number".
          !phrase.tokens.some((token) => plainWords.has(token)) &&
          isOneSlip(key, phrase.key),
      ),
  );
  return meant.length === 1 && meant[0] !== undefined
    ? [{ concept: meant[0].name, strength: 0.7, word: words.join(' '), isMisspelt: true }]
    : [];
}
