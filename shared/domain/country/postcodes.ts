import { isCountryCode } from '../places/country-of-text.ts';

interface PostcodeShape {
  readonly pattern: RegExp;
  /** In a sentence after their number. */
  readonly words: string;
  readonly countries: readonly string[];
}

const countries = (list: string) => list.split(' ');

/** As the Universal Postal Union lists them; the first that fits. */
const shapes: readonly PostcodeShape[] = [
  {
    pattern: /^\d{5}$/,
    words: 'of 5 digits',
    countries: countries('DE FR ES FI SE US IT MX TR UA HR EE LT CZ SK GR RS ID MY TH KR SA EG'),
  },
  { pattern: /^\d{5}-\d{4}$/, words: 'such as 12345-6789', countries: ['US'] },
  { pattern: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i, words: 'such as K1A 0B1', countries: ['CA'] },
  {
    pattern: /^\d{4}$/,
    words: 'of 4 digits',
    countries: countries('DK NO AT CH BE LU HU BG SI LV AU NZ ZA PH'),
  },
  { pattern: /^\d{3} \d{2}$/, words: 'such as 123 45', countries: ['SE', 'CZ', 'SK', 'GR'] },
  { pattern: /^\d{4} ?[A-Z]{2}$/i, words: 'such as 1234 AB', countries: ['NL'] },
  { pattern: /^\d{2}-\d{3}$/, words: 'such as 12-345', countries: ['PL'] },
  { pattern: /^\d{4}-\d{3}$/, words: 'such as 1234-567', countries: ['PT'] },
  { pattern: /^\d{5}-\d{3}$/, words: 'such as 12345-678', countries: ['BR'] },
  { pattern: /^\d{6}$/, words: 'of 6 digits', countries: countries('RO IN CN RU KZ SG BY CO') },
  { pattern: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i, words: 'such as SW1A 1AA', countries: ['GB'] },
  { pattern: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/i, words: 'such as D02 X285', countries: ['IE'] },
  { pattern: /^D[- ]?\d{5}$/i, words: 'that begin with D', countries: ['DE'] },
  { pattern: /^DK[- ]?\d{4}$/i, words: 'that begin with DK', countries: ['DK'] },
  { pattern: /^(?:A|AT)[- ]?\d{4}$/i, words: 'that begin with A', countries: ['AT'] },
  { pattern: /^CH[- ]?\d{4}$/i, words: 'that begin with CH', countries: ['CH'] },
  { pattern: /^SE?[- ]?\d{3} ?\d{2}$/i, words: 'that begin with S', countries: ['SE'] },
  { pattern: /^NO?[- ]?\d{4}$/i, words: 'that begin with N', countries: ['NO'] },
];

/** Countries of which the shape of their post codes is known here. */
export const postcodeCountries: ReadonlySet<string> = new Set(shapes.flatMap((shape) => shape.countries));

/**
 * The shape that most of these post codes have; null when there is none. `share`: of all that are filled. The letters of
 * one country behind every code, as in "2100 DK", are no part of it.
 */
export function shapeOfPostcodes(postcodes: readonly string[]): {
  readonly words: string;
  readonly countries: readonly string[];
  readonly count: number;
  readonly share: number;
} | null {
  const filled = postcodes.map((postcode) => postcode.trim()).filter((postcode) => postcode !== '');
  const endings = new Set(filled.map((text) => /[A-Z]{2}$/i.exec(text)?.[0].toUpperCase() ?? ''));
  const isMarked = endings.size === 1 && filled.length > 1 && [...endings].every(isCountryCode);
  const counts = shapes.map(() => 0);
  for (const text of filled) {
    const bare = isMarked ? text.replace(/^(\d{3,6}) ?[A-Z]{2}$/i, '$1') : text;
    const shape = shapes.findIndex(({ pattern }) => pattern.test(bare));
    if (shape !== -1) counts[shape] = (counts[shape] ?? 0) + 1;
  }
  const count = Math.max(...counts);
  const found = count === 0 ? undefined : shapes[counts.indexOf(count)];
  if (found === undefined) return null;
  return { words: found.words, countries: found.countries, count, share: count / filled.length };
}
