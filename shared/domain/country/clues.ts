// Why: decision 0280.
import type { CountryClueKind } from '../../contract/imports/phone-country.ts';
import type { PhoneReader } from '../phones/phone-reader.ts';
import { judgePhone } from '../phones/judge-phone.ts';
import { hasPrefix, numberAmongWords, phonesIn } from '../phones/phone-in-cell.ts';
import { numberingCountries } from '../phones/numbering.ts';
import { countryOfPrefix, prefixOf } from '../phones/prefixes.ts';
import { format } from '../words/format.ts';
import { countryName } from './country-name.ts';
import { countryOfText, isCountryCode } from '../places/country-of-text.ts';
import { countriesOfHeader } from './header-language.ts';
import { countryOfCity, countryOfState } from '../places/places.ts';
import { postcodeCountries, shapeOfPostcodes } from './postcodes.ts';

/** What in a file points to its country. */
export interface CountryEvidence {
  readonly phones: readonly string[];
  /** E-mail and web addresses. */
  readonly addresses: readonly string[];
  readonly headers: readonly string[];
  readonly postcodes: readonly string[];
  readonly cities: readonly string[];
  /** Cells of a column of states or regions. */
  readonly regions: readonly string[];
  /** The column that names a country for each row. `header`: null where only its cells say so. */
  readonly countries: { readonly cells: readonly string[]; readonly header: string | null };
}

/** One kind of evidence. */
export interface Clue {
  /** In a list behind "Guessed from", where it speaks for this country. */
  readonly words: (country: string) => string;
  /** The countries it speaks for, 0 to 1. */
  readonly favours: ReadonlyMap<string, number>;
  /** Added to the score of a country that it favours wholly. A score of one more is as likely again 2.7 times. */
  readonly strength: number;
  /** Clear enough to speak against the countries that it knows and does not favour. */
  readonly isClear: boolean;
  /** Null: it knows all countries. */
  readonly knows: ReadonlySet<string> | null;
  /** The file itself says the country: a language of headers does not speak against it. */
  readonly isProof: boolean;
  readonly kind: CountryClueKind;
}

const STRENGTH = {
  rows: 9,
  rowsUnnamed: 2.5,
  prefixes: 5,
  addresses: 4,
  postcodes: 3.5,
  places: 4.5,
  numbers: 1.5,
} as const;
/** By how many headers are words of languages: a single one may be chance. */
const HEADERS = [0, 2, 3.5, 4.5] as const;
/** Share of what names a country that must name the same one, so that others are contradicted. */
const CLEAR_MAJORITY = 0.6;
/** Finds. Fewer contradict nothing. */
const FEWEST_CLEAR = 3;
/** Share of a column that must say something about countries for its full strength. */
const COVERED = 0.25;
/** The same for numbers with a prefix among others. */
const PREFIXED = 0.5;
/** Numbers that are held against the countries' plans: each costs some microseconds a country. */
const NUMBERS_TRIED = 40;

/** Everything in the file that says something about its country. */
export function cluesIn(evidence: CountryEvidence, read: PhoneReader): Clue[] {
  const { addresses, postcodes, cities, regions, countries, headers } = evidence;
  const phones = evidence.phones.map((phone) => phonesIn(phone)[0] ?? numberAmongWords(phone.trim()) ?? phone);
  const clues = [
    rowsClue(countries),
    prefixClue(phones),
    addressClue(addresses),
    headersClue(headers),
    postcodeClue(postcodes),
    placeClue(cities, countryOfCity, 'cities'),
    placeClue(regions, countryOfState, 'states'),
  ].filter((clue) => clue.favours.size > 0);
  const named = new Set(clues.flatMap(({ favours }) => [...favours.keys()]));
  const numbers = numbersClue(phones, [...new Set([...named, ...numberingCountries])], read);
  return numbers === null ? clues : [...clues, numbers];
}

function rowsClue({ cells, header }: CountryEvidence['countries']): Clue {
  const { counts, filled, named } = countriesOf(cells, countryOfText);
  const isNamed = header !== null;
  const strength = isNamed ? STRENGTH.rows * Math.min(1, (2 * named) / Math.max(1, filled)) : STRENGTH.rowsUnnamed;
  return {
    ...clueOf('rows', counts, named, strength),
    words: (country) =>
      isNamed
        ? `the column ${header} (${countryName(country)} in ${format.number(counts.get(country) ?? 0)} of ${format.count(filled, 'row')})`
        : `${format.count(counts.get(country) ?? 0, 'row')} with ${countryName(country)}`,
    // Without a header that says so, the countries may be those of anything.
    isClear: isNamed && isClear(counts, named),
    isProof: isNamed && named >= FEWEST_CLEAR,
  };
}

function prefixClue(phones: readonly string[]): Clue {
  const { counts, filled, named } = countriesOf(phones, (phone) => {
    const digits = /^\s*\(?(?:\+|00)([\d\s()]*)/.exec(phone)?.[1]?.replace(/\D/g, '') ?? '';
    return digits === '' ? null : countryOfPrefix(digits);
  });
  const coverage = named / Math.max(1, filled);
  return {
    ...clueOf('prefixes', counts, named, STRENGTH.prefixes * Math.min(1, coverage / PREFIXED)),
    words: (country) => `${format.count(counts.get(country) ?? 0, 'number')} with +${prefixOf(country) ?? ''}`,
    isProof: coverage >= COVERED && isClear(counts, named, 0.9),
    // In a list of one country, the few numbers with a prefix are those of other countries.
    isClear: coverage >= 0.1 && isClear(counts, named),
  };
}

function addressClue(addresses: readonly string[]): Clue {
  const { counts, filled, named } = countriesOf(addresses, (address) => {
    const end = /\.([a-z]{2})\s*(?:[/?#]|$)/i.exec(address)?.[1]?.toUpperCase() ?? '';
    if (end === 'UK') return 'GB';
    return isCountryCode(end) && !worldwide.has(end) ? end : null;
  });
  const coverage = named / Math.max(1, filled);
  return {
    ...clueOf('addresses', counts, named, STRENGTH.addresses * Math.min(1, coverage / COVERED)),
    words: (country) =>
      `${format.count(counts.get(country) ?? 0, 'address', 'addresses')} in .${country === 'GB' ? 'uk' : country.toLowerCase()}`,
  };
}

/** Ends of addresses that are used all over the world, whatever country they were given to. */
const worldwide = new Set('CO IO AI ME TV CC WS FM TO LY GL AM GG SH VC NU'.split(' '));

function headersClue(headers: readonly string[]): Clue {
  const found = headers
    .map((header) => ({ header, weights: countriesOfHeader(header) }))
    .filter(({ weights }) => weights.size > 0);
  const sums = new Map<string, number>();
  for (const { weights } of found)
    for (const [country, weight] of weights) sums.set(country, (sums.get(country) ?? 0) + weight);
  const most = Math.max(0, ...sums.values());
  // Words that all of two languages have count for both, but less than a word of one.
  const strength = HEADERS[Math.min(found.length, 3)] as number;
  return {
    kind: 'headers',
    words: (country) => {
      const [one = '', other] = found.filter(({ weights }) => weights.has(country)).map(({ header }) => header);
      return other === undefined ? `the header ${one}` : `headers such as ${one} and ${other}`;
    },
    favours: new Map([...sums].map(([country, sum]) => [country, sum / most])),
    strength: strength * Math.min(1, most),
    isClear: most >= 2,
    knows: null,
    isProof: false,
  };
}

function postcodeClue(postcodes: readonly string[]): Clue {
  const shape = shapeOfPostcodes(postcodes);
  const { count, share } = shape ?? { count: 0, share: 0 };
  return {
    kind: 'postcodes',
    words: () => (shape === null ? '' : `${format.count(count, 'post code')} ${shape.words}`),
    favours: new Map((shape?.countries ?? []).map((country) => [country, 1])),
    strength: STRENGTH.postcodes * share * surely(count),
    isClear: count >= FEWEST_CLEAR && share >= CLEAR_MAJORITY,
    knows: postcodeCountries,
    isProof: false,
  };
}

function placeClue(cells: readonly string[], countryOf: (cell: string) => string | null, places: string): Clue {
  const { counts, filled, named } = countriesOf(cells, countryOf);
  const coverage = named / Math.max(1, filled);
  return {
    ...clueOf('places', counts, named, STRENGTH.places * Math.min(1, coverage / COVERED)),
    words: (country) => `${places} in ${format.count(counts.get(country) ?? 0, 'row')}`,
    isClear: coverage >= 0.1 && isClear(counts, named),
  };
}

/** The share of the numbers without a prefix that each country's plan takes; those that lost something say nothing. */
function numbersClue(phones: readonly string[], countries: readonly string[], read: PhoneReader): Clue | null {
  const bare = [...new Set(phones.map((phone) => phone.trim()))]
    .filter((phone) => phone !== '' && !hasPrefix(phone))
    .slice(0, NUMBERS_TRIED);
  const favours = new Map<string, number>();
  let most = 0;
  for (const country of countries) {
    const kinds = bare.map((phone) => judgePhone(phone, country, read).kind);
    const fitting = kinds.filter((kind) => kind === null || kind === 'plusMissing').length;
    const others = kinds.filter((kind) => kind !== null && MISFITS.has(kind)).length;
    if (fitting + others === 0) continue;
    most = Math.max(most, fitting + others);
    favours.set(country, fitting / (fitting + others));
  }
  if (favours.size === 0) return null;
  return {
    kind: 'numbers',
    words: () => 'most of the numbers',
    favours,
    strength: STRENGTH.numbers * surely(most),
    isClear: most >= FEWEST_CLEAR + 2,
    knows: new Set(favours.keys()),
    isProof: false,
  };
}

const MISFITS: ReadonlySet<string> = new Set(['phoneShort', 'phoneLong', 'phoneInvalid', 'phoneUnusual']);

function countriesOf(cells: readonly string[], countryOf: (cell: string) => string | null) {
  const counts = new Map<string, number>();
  let filled = 0;
  let named = 0;
  for (const cell of cells) {
    if (cell.trim() === '') continue;
    filled += 1;
    const country = countryOf(cell);
    if (country === null) continue;
    named += 1;
    counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return { counts, filled, named };
}

function clueOf(kind: Clue['kind'], counts: ReadonlyMap<string, number>, all: number, strength: number): Clue {
  return {
    kind,
    words: () => '',
    favours: new Map([...counts].map(([country, one]) => [country, one / all])),
    strength: strength * surely(all),
    isClear: isClear(counts, all),
    knows: null,
    isProof: false,
  };
}

function isClear(counts: ReadonlyMap<string, number>, all: number, majority = CLEAR_MAJORITY): boolean {
  return all >= FEWEST_CLEAR && Math.max(...counts.values()) >= all * majority;
}

/** 0 to 1: one or two finds may be chance. */
function surely(count: number): number {
  return Math.min(1, count / FEWEST_CLEAR);
}
