// Why: decision 0097.
import { countriesOfHeader, shapeOfPostcodes } from './country-words.ts';
import { countryName } from './country-name.ts';
import { countryOfPrefix } from './numbering.ts';

const domains: Readonly<Record<string, string>> = {
  dk: 'DK',
  de: 'DE',
  se: 'SE',
  no: 'NO',
  fi: 'FI',
  nl: 'NL',
  be: 'BE',
  fr: 'FR',
  at: 'AT',
  ch: 'CH',
  es: 'ES',
  pl: 'PL',
  ie: 'IE',
  is: 'IS',
  uk: 'GB',
};

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
}

/** Weight of each kind of evidence when all of it agrees; the weights of a country are added. */
const WEIGHTS = { prefixes: 4, addresses: 2.5, headers: 2, postcodes: 1.5 } as const;
/** The least sum for a guess, and the least lead over the next country. */
const ENOUGH = 0.6;
const LEAD = 0.25;

interface Found {
  readonly words: string;
  readonly weights: ReadonlyMap<string, number>;
}

/**
 * The country whose numbers are written without a prefix: the prefixes of the other numbers, the ends of e-mail and web
 * addresses, the names of the columns and the shape of post codes, added up. Denmark when nothing points to a country.
 */
export function guessCountry({ phones, addresses, headers, postcodes }: CountryEvidence): CountryGuess {
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
  const share = (one: number) => (weight * certainty(all) * one) / all;
  return { words, weights: new Map([...counts].map(([country, one]) => [country, share(one)])) };
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
    count(counts, Object.hasOwn(domains, domain) ? (domains[domain] ?? null) : null);
  }
  return counts;
}

function count(counts: Map<string, number>, country: string | null): void {
  if (country !== null) counts.set(country, (counts.get(country) ?? 0) + 1);
}

/** "PLZ, Straße and 40 post codes of 5 digits" */
function listed(reasons: readonly string[]): string {
  return reasons.length < 2 ? (reasons[0] ?? '') : `${reasons.slice(0, -1).join(', ')} and ${reasons.at(-1) ?? ''}`;
}
