import type { CountryClueKind, PhoneCountry } from '../../../../../shared/contract/imports/phone-country.ts';
import { countryName } from '../../../../../shared/domain/country/country-name.ts';
import { format } from '../../../lib/format.ts';

/** Why this country, in a few words; the whole reason is a sentence of its own. */
export function countrySourceWords({ value, offered, source, clues }: PhoneCountry): string {
  if (value === null) {
    if (offered.length === 0) return 'The file does not show it';
    return `Not certain: ${offered.map(countryName).join(' or ')}?`;
  }
  if (source === 'you') return 'You chose it';
  if (source === 'campaign') return 'As in this campaign before';
  const from = clues.length === 0 ? 'the file' : format.list(clues.map((clue) => CLUE_WORDS[clue]));
  return source === 'file' ? `Named by ${from}` : `Guessed from ${from}`;
}

const CLUE_WORDS: Readonly<Record<CountryClueKind, string>> = {
  rows: 'its column of countries',
  prefixes: 'numbers with a prefix',
  addresses: 'addresses',
  headers: 'headers',
  postcodes: 'post codes',
  places: 'places',
  numbers: 'numbers',
};
