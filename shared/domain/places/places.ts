// Why: decision 0103.
import places from './places.json' with { type: 'json' };

const cities = countriesByWord(places.cities.words);
const states = countriesByWord(places.states.words);
const regions = new Set(Object.values(places.regions.words).flat());

/** The country of a city that is known here; null for any other text. */
export function countryOfCity(text: string): string | null {
  return cities.get(plain(text)) ?? null;
}

/** The country of a state's or a province's code; null for any other text. */
export function countryOfState(text: string): string | null {
  return states.get(plain(text)) ?? null;
}

/** Whether a text is the name of a state, a province or a region of a country. */
export function isRegion(text: string): boolean {
  return regions.has(plain(text));
}

function countriesByWord(lists: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(lists).flatMap(([country, words]) => words.map((word) => [word, country] as const)));
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’']/g, '');
}
