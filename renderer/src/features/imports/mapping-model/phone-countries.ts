import { countryName } from '../../../../../shared/domain/country/country-name.ts';
import { prefixCountries, prefixOf } from '../../../../../shared/domain/phones/prefixes.ts';

/** "Germany +49"; the name alone where the prefix is not known here. `country`: two letters. */
export function countryLabel(country: string): string {
  const prefix = prefixOf(country);
  const name = countryName(country);
  return prefix === null ? name : `${name} +${prefix}`;
}

/** "+49", or the two letters where the prefix is not known here. */
export function countryPrefix(country: string): string {
  const prefix = prefixOf(country);
  return prefix === null ? country : `+${prefix}`;
}

interface CountryChoice {
  readonly value: string;
  readonly label: string;
}

/** Countries to choose from, by name. `likely`: the one to begin with, which may be any. */
export function countryChoices(likely: string | null): CountryChoice[] {
  const others = prefixCountries
    .filter((country) => country !== likely)
    .map((value) => ({ value, label: countryLabel(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return likely === null ? others : [{ value: likely, label: countryLabel(likely) }, ...others];
}
