const names = new Intl.DisplayNames('en', { type: 'region' });

/** "Germany"; what is no code of a country stays as it is. `country`: two letters. */
export function countryName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country;
}
