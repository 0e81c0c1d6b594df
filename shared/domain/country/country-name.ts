const names = new Intl.DisplayNames('en', { type: 'region' });

/** "Germany" for "DE"; any other text stays as it is. */
export function countryName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country;
}
