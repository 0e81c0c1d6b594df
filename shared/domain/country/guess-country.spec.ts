import { describe, expect, it } from 'vitest';
import type { PhoneReader } from '../phones/phone-reader.ts';
import { type CountryEvidence, guessCountry, SURE } from './guess-country.ts';

/** Numbers of eight digits in Denmark and Norway, of nine in Poland, of ten in Germany; anything else is short or long. */
const read: PhoneReader = (text, country) => {
  const digits = text.replace(/\D/g, '').replace(/^0/, '');
  if (text.startsWith('+')) return { e164: `+${digits}`, isUsual: true };
  const length = { DK: 8, NO: 8, PL: 9, DE: 10 }[country] ?? 12;
  if (digits.length !== length) return digits.length < length ? 'short' : 'long';
  return { e164: `+${digits}`, isUsual: true };
};
const nothing: CountryEvidence = {
  phones: [],
  addresses: [],
  headers: [],
  postcodes: [],
  cities: [],
  regions: [],
  countries: { cells: [], header: null },
};
const guess = (known: Partial<CountryEvidence>) => guessCountry({ ...nothing, ...known }, read);
const times = (count: number, value: string) => Array.from({ length: count }, () => value);
const rowsOf = (...cells: string[]) => ({ countries: { cells, header: 'Country' } });
const german = { headers: ['Firma', 'PLZ', 'Straße', 'Ort', 'Telefon'], postcodes: times(40, '10115') };
const danish = { headers: ['Fornavn', 'Efternavn', 'Vej', 'Postnr', 'By'], postcodes: times(9, '2100') };

it('an address that names its country again and again is read in one pass', { timeout: 10_000 }, () => {
  expect(guess({ ...german, addresses: [`https://a.de/${'b.de/'.repeat(100_000)}\nc`] }).country).toBe('DE');
});

describe('the country of a file', () => {
  it('is worked out from words above the columns and post codes, and says so', () => {
    expect(guess({ ...german, phones: times(40, '39884177') })).toMatchObject({
      country: 'DE',
      reason: 'Guessed from headers such as PLZ and Straße and 40 post codes of 5 digits.',
      isProof: false,
    });
  });

  it.each<[string, Partial<CountryEvidence>, string]>([
    ['German words and post codes', german, 'DE'],
    ['Danish words', danish, 'DK'],
    ['Norwegian words', { headers: ['Navn', 'Gateadresse', 'Postnr', 'Poststed'], postcodes: times(9, '0150') }, 'NO'],
    ['Swedish post codes', { headers: ['Namn', 'Gatuadress'], postcodes: times(9, '111 22') }, 'SE'],
    ['Dutch post codes of one street', { headers: ['Straat'], postcodes: times(9, '1012 AB') }, 'NL'],
    [
      'words and post codes, with remarks behind the numbers',
      {
        headers: ['Vorname', 'Nachname', 'PLZ', 'Straße'],
        postcodes: times(9, '10115'),
        phones: Array.from({ length: 6 }, (_, at) => `0301234567${at} (nach Feierabend)`),
      },
      'DE',
    ],
    ['Dutch post codes', { headers: ['Name'], postcodes: [...times(9, '1012 AB'), '2514 JC'] }, 'NL'],
    [
      'Austrian addresses',
      { headers: ['PLZ', 'Ort'], postcodes: times(9, '1010'), addresses: times(5, 'a@b.at') },
      'AT',
    ],
    ['prefixes', { phones: [...times(5, '+45 20 30 40 50'), ...times(9, '20304051')] }, 'DK'],
    ['cities', { cities: [...times(6, 'København K'), 'Aarhus', 'Little Village'], postcodes: times(9, '2100') }, 'DK'],
    ['states and ZIP codes', { headers: ['Zip'], regions: ['CA', 'TX', 'FL'], postcodes: times(3, '33709') }, 'US'],
  ])('is told by %s', (_, known, country) => {
    const found = guess(known);
    expect([found.country, found.certainty >= SURE]).toEqual([country, true]);
  });

  it('is proven by a column of countries, whatever language the headers are in', () => {
    expect(guess({ headers: german.headers, ...rowsOf(...times(40, 'Danmark'), 'Norge', '') })).toEqual({
      country: 'DK',
      certainty: 0.97,
      reason: 'Guessed from the column Country (Denmark in 40 of 41 rows).',
      isProof: true,
      close: null,
      clues: ['rows'],
    });
  });

  it('is not the country of the few numbers with a prefix: those are the foreign ones', () => {
    const phones = [...times(3, '+46 70 123 45 67'), ...times(500, '20304050')];
    expect(guess({ phones }).certainty).toBeLessThan(SURE);
    expect(guess({ ...danish, phones })).toMatchObject({ country: 'DK', isProof: false });
  });

  it.each<[string, Partial<CountryEvidence>, string]>([
    ['post codes', { ...danish, postcodes: times(40, '10115') }, '40 post codes of 5 digits'],
    ['addresses', { ...danish, addresses: times(9, 'a@b.no') }, '9 addresses in .no'],
    ['cities', { ...danish, cities: times(9, 'Oslo') }, 'cities in 9 rows'],
    [
      'language',
      { addresses: times(9, 'a@b.dk'), headers: ['PLZ', 'Ort', 'Straße', 'Handy'] },
      'headers such as PLZ and Ort',
    ],
    [
      'numbers with a prefix',
      { ...danish, phones: [...times(9, '+46 70 123 45 67'), '20304050'] },
      '9 numbers with +46',
    ],
    [
      'numbers that are none there',
      { ...danish, phones: ['501234500', '501234501', '501234502', '501234503', '501234504'] },
      'most of the numbers',
    ],
    [
      'addresses, though rows name it',
      { ...rowsOf(...times(40, 'Denmark')), addresses: times(40, 'a@b.se') },
      '40 addresses in .se',
    ],
  ])('is not used when %s contradict it', (_, known, against) => {
    const { certainty, reason } = guess(known);
    expect(certainty).toBeLessThan(SURE);
    expect(reason).toContain('Against it:');
    expect(reason).toContain(against);
  });

  it.each<[string, Partial<CountryEvidence>]>([
    ['rows of several countries', rowsOf(...times(6, 'Denmark'), ...times(4, 'Norge'))],
    ['addresses of several', { addresses: [...times(5, 'a@b.dk'), ...times(5, 'a@b.no')] }],
    ['ends of addresses that the world uses', { addresses: times(9, 'shop.io') }],
    ['one address of many', { addresses: ['a@b.de', ...times(99, 'a@mail.com')] }],
    ['post codes of many countries', { postcodes: times(40, '10115') }],
    ['words of a language of many countries', { headers: ['PLZ', 'Ort', 'Vorname', 'Nachname'] }],
    ['post codes with a mark behind each', { postcodes: times(40, '2100 DK') }],
    ['a name of a country under no header', { countries: { cells: times(40, 'Jordan'), header: null } }],
  ])('is not sure from %s', (_, known) => expect(guess(known).certainty).toBeLessThan(SURE));

  it('is one of two that write their numbers alike, without a doubt', () => {
    expect(guess(rowsOf(...times(20, 'USA'), ...times(10, 'Canada'))).certainty).toBeGreaterThanOrEqual(SURE);
  });

  it('says so when nothing shows it, or several fit', () => {
    const none = {
      country: null,
      certainty: 0,
      close: null,
      reason: 'Nothing in the file shows the country.',
      isProof: false,
      clues: [],
    };
    expect(guess({ headers: ['Name', 'Phone'] })).toEqual(none);
    // The numbers fit Denmark and others: rows are compared by it, but nothing is told by it.
    expect(guess({ phones: times(40, '39884177') })).toEqual({ ...none, country: 'DK' });
    expect(guess({ headers: ['PLZ', 'Ort'] })).toMatchObject({
      close: 'AT',
      reason: 'Perhaps Germany or Austria: headers such as PLZ and Ort.',
    });
  });
});
