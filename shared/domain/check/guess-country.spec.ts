import { describe, expect, it } from 'vitest';
import { countryOfText } from './country-of-text.ts';
import { type CountryEvidence, guessCountry } from './guess-country.ts';

const evidence = (known: Partial<CountryEvidence>) =>
  guessCountry({ phones: [], addresses: [], headers: [], postcodes: [], countries: [], ...known });
const times = (count: number, value: string) => Array.from({ length: count }, () => value);

describe('the country of a file', () => {
  it('is told by words above the columns and by post codes, in words', () => {
    expect(
      evidence({
        headers: ['Firma', 'PLZ', 'Straße', 'Ort', 'Telefon'],
        postcodes: times(40, '10115'),
        phones: times(40, '39884177'),
      }),
    ).toEqual({
      country: 'DE',
      reason: 'Guessed from PLZ, Straße, Ort and 40 post codes of 5 digits.',
      isFallback: false,
    });
  });

  it.each<[string, Partial<CountryEvidence>, string]>([
    ['Danish words', { headers: ['Navn', 'Vej', 'Postnr', 'By'], postcodes: times(9, '2100') }, 'DK'],
    ['Norwegian words', { headers: ['Navn', 'Gateadresse', 'Postnr', 'Poststed'], postcodes: times(9, '0150') }, 'NO'],
    ['Swedish words', { headers: ['Namn', 'Gatuadress', 'Postnummer', 'Ort'], postcodes: times(9, '11122') }, 'SE'],
    ['Swedish post codes', { headers: ['Name'], postcodes: times(9, '111 22') }, 'SE'],
    ['Dutch post codes', { headers: ['Name'], postcodes: times(9, '1012 AB') }, 'NL'],
    [
      'Austrian addresses',
      { headers: ['PLZ', 'Ort'], postcodes: times(9, '1010'), addresses: times(5, 'a@b.at') },
      'AT',
    ],
    ['Danish addresses', { headers: ['PLZ', 'Ort', 'Straße', 'Handy'], addresses: times(5, 'a@b.dk') }, 'DK'],
    ['prefixes', { phones: times(5, '+46 70 123 45 67'), addresses: times(5, 'www.b.de') }, 'SE'],
  ])('is told by %s', (_, known, country) => {
    expect(evidence(known)).toMatchObject({ country, isFallback: false });
  });

  it('is the country of a whole file, not of the one number that names its own', () => {
    const german = { headers: ['PLZ', 'Straße', 'Ort'], postcodes: times(40, '10115') };
    expect(evidence({ ...german, phones: ['+45 20 30 40 50', ...times(40, '39884177')] })).toMatchObject({
      country: 'DE',
      isFallback: false,
    });
  });

  it('is the one that its rows name, whatever else points elsewhere', () => {
    const looksGerman = {
      headers: ['Name', 'Straße', 'PLZ'],
      postcodes: times(40, '10115'),
      addresses: times(9, 'a.de'),
    };
    expect(evidence({ ...looksGerman, countries: [...times(40, 'United States'), 'Canada', ''] })).toEqual({
      country: 'US',
      reason: 'Guessed from 40 of 41 rows that name a country: United States.',
      isFallback: false,
    });
  });

  it.each([
    ['Vereinigte Staaten', 'US'],
    ['U.S.A.', 'US'],
    ['Sverige', 'SE'],
    ['ÖSTERREICH', 'AT'],
    ['dk', 'DK'],
    ['DEU', 'DE'],
    ['España', 'ES'],
    // Codes that were withdrawn have names, too.
    ['Germany', 'DE'],
    ['Serbia', 'RS'],
    ['Polska', 'PL'],
    ['The Moon', null],
    ['x', null],
    ['ZZ', null],
  ])('a country by its name or code: %s', (text, country) => {
    expect(countryOfText(text)).toBe(country);
  });

  it('is a mere guess without a clear majority', () => {
    const both = (one: string, other: string) => [...times(5, one), ...times(5, other)];
    expect(evidence({ countries: both('Denmark', 'Norge') }).isFallback).toBe(true);
    expect(evidence({ addresses: both('a@b.dk', 'a@b.no') }).isFallback).toBe(true);
    expect(evidence({ phones: both('+45 20304050', '+47 20304050') }).isFallback).toBe(true);
    expect(evidence({ addresses: times(9, 'shop.io') }).isFallback).toBe(true);
  });

  it('says so when nothing tells it, or several fit', () => {
    expect(evidence({ headers: ['Name', 'Phone'], phones: times(40, '39884177') })).toEqual({
      country: 'DK',
      reason: 'A guess: nothing in the file points to a country.',
      isFallback: true,
    });
    expect(evidence({ postcodes: times(40, '10115') })).toEqual({
      country: 'DE',
      reason: 'A guess: 40 post codes of 5 digits fit Germany as well as France.',
      isFallback: true,
    });
  });
});
