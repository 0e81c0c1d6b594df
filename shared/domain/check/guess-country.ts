// Why: decision 0097.
import { countriesOfHeader, shapeOfPostcodes } from './country-words.ts';
import { countryName } from './country-name.ts';
import { countryOfText, isCountryCode } from './country-of-text.ts';
import { countryOfPrefix } from '../phones/numbering.ts';

/** Ends of addresses that are used all over the world, whatever country they were given to. */
const worldwide = new Set([
  'CO',
  'IO',
  'AI',
  'ME',
  'TV',
  'CC',
  'WS',
  'FM',
  'TO',
  'LY',
  'GL',
  'AM',
  'GG',
  'SH',
  'VC',
  'NU',
]);

export interface CountryGuess {
  readonly country: string;
  /** One sentence. */
  readonly reason: string;
  /** Nothing in the file points to a country, or several do. */
  readonly isFallback: boolean;
}

/** What in a file points to its country. */
export interface CountryEvidence {
  readonly phones: Iterable<string>;
  /** E-mail and web addresses. */
  readonly addresses: Iterable<string>;
  readonly headers: readonly string[];
  readonly postcodes: Iterable<string>;
  /** Cells of the columns that name a country for each row. */
  readonly countries: Iterable<string>;
}

/** Weight of each kind of evidence when all of it agrees; the weights of a country are added. */
const WEIGHTS = { prefixes: 4, addresses: 2.5, headers: 2, postcodes: 1.5 } as const;
/** The least sum for a guess, and the least lead over the next country. */
const ENOUGH = 0.6;
const LEAD = 0.25;
/** The least share of the rows, prefixes or addresses that must name one country before they count as evidence. */
const CLEAR_MAJORITY = 0.6;

interface Found {
  readonly words: string;
  readonly weights: ReadonlyMap<string, number>;
}

/**
 * The country whose numbers are written without a prefix. A column that names the country of each row decides by itself;
 * else the prefixes of the other numbers, the ends of e-mail and web addresses, the names of the columns and the shape of
 * post codes are added up. Denmark, said to be a mere guess, when nothing points to a country or no country has a clear
 * majority.
 */
export function guessCountry({ phones, addresses, headers, postcodes, countries }: CountryEvidence): CountryGuess {
  const ownColumn = ofCountryColumn(countries);
  if (ownColumn !== null) return ownColumn;
  const named = headers.map(ofHeader);
  const rest = [
    ofPostcodes(postcodes),
    ofCounts('the prefixes of other numbers', WEIGHTS.prefixes, prefixCounts(phones)),
    ofCounts('e-mail and web addresses', WEIGHTS.addresses, domainCounts(addresses)),
  ];
  const scores = new Map<string, number>();
  const add = (country: string, weight: number, most: number) =>
    scores.set(country, Math.min(most, (scores.get(country) ?? 0) + weight));
  for (const { weights } of named) for (const [country, weight] of weights) add(country, weight, WEIGHTS.headers);
  for (const { weights } of rest) for (const [country, weight] of weights) add(country, weight, Infinity);
  const [best, second] = [...scores].sort((one, other) => other[1] - one[1]);
  if (best === undefined || best[1] < ENOUGH)
    return { country: 'DK', reason: 'A guess: nothing in the file points to a country.', isFallback: true };
  const reasons = [...named, ...rest].filter(({ weights }) => weights.has(best[0])).map(({ words }) => words);
  if (second !== undefined && best[1] - second[1] < LEAD) {
    const others = `${countryName(best[0])} as well as ${countryName(second[0])}`;
    return { country: best[0], reason: `A guess: ${listed(reasons)} fit ${others}.`, isFallback: true };
  }
  return { country: best[0], reason: `Guessed from ${listed(reasons)}.`, isFallback: false };
}

function ofHeader(header: string): Found {
  return { words: header, weights: countriesOfHeader(header) };
}

function ofPostcodes(postcodes: Iterable<string>): Found {
  const shape = shapeOfPostcodes(postcodes);
  if (shape === null) return { words: '', weights: new Map() };
  const weight = WEIGHTS.postcodes * shape.share * certainty(shape.count);
  return {
    words: `${shape.count.toLocaleString('en')} post ${shape.count === 1 ? 'code' : 'codes'} ${shape.words}`,
    weights: new Map(shape.countries.map((country) => [country, weight])),
  };
}

function ofCounts(words: string, weight: number, counts: ReadonlyMap<string, number>): Found {
  let all = 0;
  for (const one of counts.values()) all += one;
  const most = Math.max(0, ...counts.values());
  if (most < all * CLEAR_MAJORITY) return { words, weights: new Map() };
  const share = (one: number) => (weight * certainty(all) * one) / all;
  return { words, weights: new Map([...counts].map(([country, one]) => [country, share(one)])) };
}

/** Null when no cell names a country. */
function ofCountryColumn(cells: Iterable<string>): CountryGuess | null {
  const counts = new Map<string, number>();
  for (const cell of cells) count(counts, countryOfText(cell));
  let all = 0;
  for (const one of counts.values()) all += one;
  const [best, second] = [...counts].sort((one, other) => other[1] - one[1]);
  if (best === undefined) return null;
  const rows = `${best[1].toLocaleString('en')} of ${all.toLocaleString('en')} rows that name a country`;
  if (best[1] >= all * CLEAR_MAJORITY)
    return { country: best[0], reason: `Guessed from ${rows}: ${countryName(best[0])}.`, isFallback: false };
  const others = `${countryName(best[0])}, ${countryName(second?.[0] ?? '')}${counts.size > 2 ? ` and ${counts.size - 2} more` : ''}`;
  return { country: best[0], reason: `A guess: the rows name several countries (${others}).`, isFallback: true };
}

/** 0.5 to 1: a single find may be chance. */
function certainty(count: number): number {
  return Math.min(1, 0.5 + count / 6);
}

function prefixCounts(phones: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const phone of phones) {
    const digits = /^\s*(?:\+|00)(\d[\d\s]*)/.exec(phone)?.[1]?.replace(/\s/g, '');
    if (digits !== undefined) count(counts, countryOfPrefix(digits));
  }
  return counts;
}

function domainCounts(addresses: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const address of addresses) {
    const domain = /\.([a-z]{2})\s*(?:[/?#].*)?$/i.exec(address)?.[1]?.toLowerCase() ?? '';
    count(counts, countryOfDomain(domain.toUpperCase()));
  }
  return counts;
}

function countryOfDomain(end: string): string | null {
  if (end === 'UK') return 'GB';
  return isCountryCode(end) && !worldwide.has(end) ? end : null;
}

function count(counts: Map<string, number>, country: string | null): void {
  if (country !== null) counts.set(country, (counts.get(country) ?? 0) + 1);
}

/** "PLZ, Straße and 40 post codes of 5 digits" */
function listed(reasons: readonly string[]): string {
  return reasons.length < 2 ? (reasons[0] ?? '') : `${reasons.slice(0, -1).join(', ')} and ${reasons.at(-1) ?? ''}`;
}
