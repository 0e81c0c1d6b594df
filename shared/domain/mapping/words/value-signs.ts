// Why: decision 0177.
import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { countryOfText } from '../../places/country-of-text.ts';
import { countryOfCity, isRegion } from '../../places/places.ts';
import words from './value-words.json' with { type: 'json' };

/** What the words in the values of a column tell; each is a share of the values, 0 to 1. */
export type ValueSigns = NonNullable<ColumnProfile['signs']>;

export const noSigns: ValueSigns = {
  organisation: 0,
  givenName: 0,
  wholeName: 0,
  street: 0,
  state: 0,
  plainPhone: 0,
  city: 0,
  region: 0,
  country: 0,
};

/** Share. From here on a column of names holds companies or schools, not people. */
export const mostlyOrganisations = 0.4;

const forms = new Set(words.organisationForms.words);
const organisations = new Set(words.organisationWords.words);
const endings = words.organisationEndings.words;
const streets = new Set(words.streets.words);
const states = new Set(words.states.words);
const givenNames = new Set(words.givenNames.words);

/** Values. More do not change the shares, and every preview asks. */
const mostLookedAt = 100;
/** Characters. A longer value is a text. */
const longestName = 80;
/** Characters. Two letters are a word of many languages. */
const shortestCountry = 3;
/** Letters before an ending: "Øst" in "Østskolen". */
const shortestHead = 3;

/**
 * The signs in different values of a column. `isNamed`: all columns of the table have names, and then only companies matter;
 * the other shares are 0.
 */
export function valueSigns(values: Iterable<string>, isNamed: boolean): ValueSigns {
  const looked: string[] = [];
  for (const value of values) {
    looked.push(value.trim());
    if (looked.length === mostLookedAt) break;
  }
  const share = (test: (value: string) => boolean) =>
    looked.length === 0 ? 0 : looked.filter(test).length / looked.length;
  const organisation = share(isOrganisation);
  if (isNamed) return { ...noSigns, organisation };
  return {
    organisation,
    givenName: share(hasGivenName),
    wholeName: share(isWholeName),
    street: share(isStreet),
    state: share((value) => states.has(value)),
    plainPhone: plainPhoneShare(looked),
    city: share((value) => countryOfCity(value) !== null),
    region: share(isRegion),
    country: share((value) => value.length >= shortestCountry && countryOfText(value) !== null),
  };
}

const anyLetter = /\p{L}/u;
const wordCut = /[^\p{L}\p{M}·]+/u;

/** "as" in small letters is a word of many languages. */
const nordicForms = /\s(?:[AIKP]\/S|AS|Oy|OY)(?=$|[\s,(])|\s[aikp]\/s$/u;

function isOrganisation(value: string): boolean {
  if (value.length > longestName || !anyLetter.test(value)) return false;
  const lower = value.toLowerCase();
  if (lower.split(wordCut).some((word) => organisations.has(word) || isCompoundOrganisation(word))) return true;
  return hasLegalForm(value) || familyFirm.test(lower);
}

/** "Total AB", "Nord GmbH": only a company has such a name. */
export function hasLegalForm(value: string): boolean {
  return nordicForms.test(value) || hasForm(value.toLowerCase());
}

/** A company of people of one name: "Pine & Sons". */
const familyFirm = /\s(?:&|\+)\s(?:co|sons?|fils|figli|daughter|söhne|søn|zoon)\b/u;

/** A legal form stands behind the name: "Stavmont s.r.o.", "Nowak Sp. z o.o.", "Nord GmbH (Berlin)". */
function hasForm(lower: string): boolean {
  const [, ...tail] = lower.split(/[\s,(]+/u);
  if (tail.some((word) => forms.has(word.replace(/[^\p{L}]/gu, '')))) return true;
  // "S. L." and "sp. z o.o." are forms of several words.
  return tail.some(
    (_, from) =>
      tail.length - from <= 3 &&
      forms.has(
        tail
          .slice(from)
          .join('')
          .replace(/[^\p{L}]/gu, ''),
      ),
  );
}

function isCompoundOrganisation(word: string): boolean {
  return endings.some(
    (ending) => word === ending || (word.length >= ending.length + shortestHead && word.endsWith(ending)),
  );
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll('ø', 'o').replaceAll('ł', 'l').normalize('NFKD').replace(/\p{M}/gu, '');
}

export function hasGivenName(value: string): boolean {
  if (value.length > longestName || /\d|@/.test(value)) return false;
  const [front = '', behind] = value.split(',');
  const [first = ''] = plain((behind ?? front).trim()).split(/[\s-]+/u);
  return givenNames.has(first);
}

function isWholeName(value: string): boolean {
  // "København S"
  if (/\s\p{L}$/u.test(value)) return false;
  const count = value.split(/[\s,]+/u).length;
  return value.length <= longestName && count >= 2 && count <= 5 && /^\p{Lu}[\p{L}\p{M}'’. ,-]+$/u.test(value);
}

const houseNumber = /(?:^\d{1,5}\s?\p{L}?\s)|(?:\s\d{1,4}\s?[-/]?\s?\p{L}?(?=$|[\s,]))/u;
/** Letters. A shorter word for a street at the end of a name is chance: "Lester". */
const shortestStreetEnding = 3;

function isStreet(value: string): boolean {
  if (value.length > longestName || !houseNumber.test(value)) return false;
  const parts = value
    .toLowerCase()
    .split(wordCut)
    .filter((word) => word !== '');
  return parts.some((word) => {
    if (streets.has(word)) return true;
    for (let from = shortestHead; from <= word.length - shortestStreetEnding; from += 1)
      if (streets.has(word.slice(from))) return true;
    return false;
  });
}

const plainNumbers = [
  // Neither part of a number in North America begins with 0 or 1.
  /^[2-9][0-8]\d[2-9](?!11)\d{6}$/,
  /^[2-9]\d{7}$/,
];
/** Average distance of numbers that were not given out one after the other; the fewer they are, the farther apart. */
const leastDistance = 1_000;
const leastDistanceOfFew = 100_000;
/** Different values, and different beginnings of three digits among them. */
const fewestPlain = 3;
const fewPlain = 4;

function plainPhoneShare(values: readonly string[]): number {
  const counts = plainNumbers.map((plan) => {
    const found = values.filter((value) => plan.test(value) && !isDay(value));
    const numbers = found.map(Number).sort((left, right) => left - right);
    const beginnings = new Set(found.map((value) => value.slice(0, 3))).size;
    const isSpread =
      found.length >= fewestPlain &&
      beginnings >= Math.min(found.length, fewPlain) &&
      ((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)) / found.length >=
        (found.length < fewPlain ? leastDistanceOfFew : leastDistance) &&
      !found.every(isCompanyNumber);
    return isSpread ? found.length : 0;
  });
  return values.length === 0 ? 0 : Math.max(...counts) / values.length;
}

const companyWeights = [2, 7, 6, 5, 4, 3, 2, 1];

/** The check digit of a Danish company number (CVR); of three phones all have it once in a thousand lists. */
function isCompanyNumber(digits: string): boolean {
  return (
    digits.length === 8 && companyWeights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11 === 0
  );
}

/** 20250301 */
function isDay(digits: string): boolean {
  return /^(?:19\d\d|20[0-3]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits);
}
