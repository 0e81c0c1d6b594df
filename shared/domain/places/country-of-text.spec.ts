import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryOfText, isCountryCode } from './country-of-text.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const codes = [...letters].flatMap((first) => [...letters].map((second) => first + second)).filter(isCountryCode);

describe('a cell that is a country', () => {
  it.each([
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['aut', 'AT'],
    ['Danmark', 'DK'],
    [' dk ', 'DK'],
    ['uk', 'GB'],
    ['DEU', 'DE'],
    ['Vereinigte Staaten', 'US'],
    ['Sverige', 'SE'],
    ['ÖSTERREICH', 'AT'],
    ['España', 'ES'],
    ['Bosnia & Herzegovina', 'BA'],
    ['Bosnien und Herzegowina', 'BA'],
    ['Guinea Bissau', 'GW'],
    ['The Netherlands', 'NL'],
    // Codes that were withdrawn have names, too.
    ['Germany', 'DE'],
    ['Serbia', 'RS'],
    ['Polska', 'PL'],
  ])('is read: %s', (text, country) => expect(countryOfText(text)).toBe(country));

  it.each(['The Moon', 'x', 'ZZ', '', 'constructor', 'valueOf', '__proto__', 'No.', 'kr.', 'Denmark 2', 'D.K'])(
    'is nothing else: %s',
    (text) => {
      expect(countryOfText(text)).toBeNull();
    },
  );

  it('is its code alone, for every country', () => {
    expect(codes.length).toBeGreaterThan(240);
    expect(codes.map(countryOfText)).toEqual(codes);
  });
});

/** What stands in columns of lists beside two letters. */
const beside: readonly ((code: string, number: number) => string)[] = [
  (code, number) => `${code}-${1000 + number}`,
  (code, number) => `${code}${1000 + number}`,
  (code, number) => `${code} ${1000 + number}`,
  (code, number) => `${code}/${number}`,
  (code, number) => `${number}${code}`,
  (code, number) => `${number} ${code}`,
  (code, number) => `${number}-${code}`,
  (code, number) => `#${code}${number}`,
  (code, number) => `+45 ${number} ${code}`,
  (code, number) => `${number} ${code.toLowerCase()}`,
  (code, number) => `${code} ${12 + (number % 80)} ${100 + number}`,
  (code, number) => `${code}${number}2026-11-24T03:43:16Z`,
  (code, number) => `${code}89 3704 0044 0532 0130 ${number}`,
  (code, number) => `${1000 + number} ${code}`,
  (code, number) => `${code}-${1000 + number} City`,
  (code, number) => `${number}.00 ${code}`,
  (code, number) => `${code}_${number}`,
  (code) => `${code}-`,
  (code) => `-${code}`,
  (code) => `+${code}`,
  (code) => `${code}:`,
  (code) => `(${code})`,
  (code) => `${code}?`,
  (code) => `${code} ${code}`,
  (code) => `${code[0] ?? ''}.${code[1] ?? ''}-`,
];

it('a code with anything beside it is no country: customer numbers, times, units, currency, plates, accounts, post codes', () => {
  const read = codes
    .flatMap((code) => beside.map((write) => write(code, 7)))
    .filter((text) => countryOfText(text) !== null);
  expect(read).toEqual([]);
  fc.assert(
    fc.property(fc.constantFrom(...codes), fc.constantFrom(...beside), fc.nat(99_999), (code, write, number) => {
      expect(countryOfText(write(code, number))).toBeNull();
    }),
  );
});

it('no text with a digit is a country', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 9 }), fc.string(), (before, digit, after) => {
      expect(countryOfText(`${before}${digit}${after}`)).toBeNull();
    }),
  );
});
