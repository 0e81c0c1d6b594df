import { expect, it } from 'vitest';
import { numberingCountries, numberingOf } from './numbering.ts';
import { countryOfPrefix, isSamePrefix, prefixCountries, prefixOf } from './prefixes.ts';

it('knows the prefix of every country whose numbering is known', () => {
  expect(numberingCountries.map(prefixOf)).toEqual(numberingCountries.map((country) => numberingOf(country)?.prefix));
});

it('reads one country from a prefix: none begins with that of another', () => {
  const read = (country: string) => countryOfPrefix(`${prefixOf(country) ?? ''}1234`) ?? '';
  expect(prefixCountries.filter((country) => !isSamePrefix(read(country), country))).toEqual([]);
  expect(countryOfPrefix('999')).toBeNull();
});
