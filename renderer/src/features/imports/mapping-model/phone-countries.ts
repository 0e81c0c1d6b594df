import { numberingCountries, numberingOf } from '../../../../../shared/domain/phones/numbering.ts';

const names = new Intl.DisplayNames(undefined, { type: 'region' });
/** Country prefixes (ITU-T E.164) of those whose numbering plan is not needed here. */
const further: Readonly<Record<string, string>> = {
  AU: '61',
  BG: '359',
  CZ: '420',
  EE: '372',
  GR: '30',
  HR: '385',
  HU: '36',
  IT: '39',
  LT: '370',
  LU: '352',
  LV: '371',
  NZ: '64',
  PT: '351',
  RO: '40',
  SI: '386',
  SK: '421',
};

function prefixOf(country: string): string | undefined {
  return numberingOf(country)?.prefix ?? further[country];
}

/** "Germany +49"; the name alone where the prefix is not known here. `country`: two letters. */
export function countryLabel(country: string): string {
  const prefix = prefixOf(country);
  const name = names.of(country) ?? country;
  return prefix === undefined ? name : `${name} +${prefix}`;
}

/** "+49", or the two letters where the prefix is not known here. */
export function countryPrefix(country: string): string {
  const prefix = prefixOf(country);
  return prefix === undefined ? country : `+${prefix}`;
}

/** Countries to choose from, by name, with the one that is in use. */
export function countryChoices(used: string | null): { readonly value: string; readonly label: string }[] {
  const all = new Set([
    ...numberingCountries,
    ...Object.keys(further),
    ...(used === null || used === '' ? [] : [used]),
  ]);
  return [...all]
    .map((value) => ({ value, label: countryLabel(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
