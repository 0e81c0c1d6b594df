// Why: decision 0103.
import places from './places.json' with { type: 'json' };

const cities = countriesByWord(places.cities.words);
const states = countriesByWord(places.states.words);

/** The country of a city that is known here; null for any other text. */
export function countryOfCity(text: string): string | null {
  return cities.get(plain(text)) ?? null;
}

/** The country of a state's or a province's code; null for any other text. */
export function countryOfState(text: string): string | null {
  return states.get(plain(text)) ?? null;
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
