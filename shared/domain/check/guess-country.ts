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
  readonly reason: string;
}

/**
 * The country whose numbers are written without a prefix, from the prefixes of the other numbers and the ends of e-mail
 * and web addresses. Denmark when nothing tells.
 */
export function guessCountry(phones: Iterable<string>, addresses: Iterable<string>): CountryGuess {
  const byPrefix = new Map<string, number>();
  for (const phone of phones) {
    const digits = /^\s*(?:\+|00)(\d[\d\s]*)/.exec(phone)?.[1]?.replace(/\s/g, '');
    if (digits !== undefined) count(byPrefix, countryOfPrefix(digits));
  }
  const byDomain = new Map<string, number>();
  for (const address of addresses) {
    const domain = /\.([a-z]{2})\s*(?:[/?#].*)?$/i.exec(address)?.[1]?.toLowerCase() ?? '';
    count(byDomain, Object.hasOwn(domains, domain) ? (domains[domain] ?? null) : null);
  }
  const prefixed = most(byPrefix);
  if (prefixed !== null) return { country: prefixed, reason: 'Guessed from the prefixes of other numbers.' };
  const addressed = most(byDomain);
  if (addressed !== null) return { country: addressed, reason: 'Guessed from e-mail and web addresses.' };
  return { country: 'DK', reason: 'A guess: nothing in the file tells it.' };
}

function count(counts: Map<string, number>, country: string | null): void {
  if (country !== null) counts.set(country, (counts.get(country) ?? 0) + 1);
}

function most(counts: ReadonlyMap<string, number>): string | null {
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null;
}
