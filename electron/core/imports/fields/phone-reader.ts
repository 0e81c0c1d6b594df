// Why: decision 0080.
import { parsePhoneNumberFromString, validatePhoneNumberLength, type CountryCode } from 'libphonenumber-js/min';
import { parsePhoneNumberFromString as parseExactly } from 'libphonenumber-js/max';
import type { PhoneReader, PhoneReading } from '../../../../shared/domain/phones/phone-reader.ts';

/** Danish, Norwegian and Swedish numbers in their usual forms: the library gives the same answer, forty times slower. */
const usualNordic = /^\+4(?:[57][2-9]\d{7}|6[1-9]\d{8})$/;
const localNordic = /^[2-9]\d{7}$/;

/** The 0 before an area code, which Poland gave up in 2009 and lists still have: "(0-22) 125 45 01", "0 501 123 402". */
const oldPolishZero = /^(\s*\(?)0[\s-]*(?=[1-9])/;

/**
 * Reads numbers with the smallest metadata set. "Usual" is the library's `isValid()` for that set: the general pattern
 * of a country's numbers. Only `exact` asks the largest set, which knows the area codes.
 */
export const readPhone: PhoneReader = (text, country, care = 'quick') => {
  const reading = readQuickly(text, country);
  if (care === 'quick' || typeof reading === 'string') return reading;
  return { ...reading, isUsual: parseExactly(reading.e164)?.isValid() === true };
};

const readQuickly: PhoneReader = (written, country) => usualNumber(written, country) ?? readAnyForm(written, country);

/** A Nordic number without any other sign, or null. */
function usualNumber(compact: string, country: string): ReturnType<PhoneReader> | null {
  if (usualNordic.test(compact)) return { e164: compact, isUsual: true };
  if ((country === 'DK' || country === 'NO') && localNordic.test(compact))
    return { e164: `+4${country === 'DK' ? 5 : 7}${compact}`, isUsual: true };
  return null;
}

/** "001 65 6323 4567": 001 is dialled before the number of Singapore; written so, 1 656 323 4567 would have other groups. */
const dialledGroups = /^\s*001\D+(?!\d{3}\D+\d{3}\D+\d{4}\s*$)\d/;

/**
 * 00 stands for the plus in lists of all countries, also where something else is dialled for it, such as 0011: there the library
 * takes it for the beginning of a number.
 */
const readAnyForm: PhoneReader = (written, country) => {
  // The library reads neither a prefix in brackets, nor ++ for the plus, nor the narrow blanks of French texts.
  const open = written
    .replace(/\p{Zs}/gu, ' ')
    .replace(/^\s*\(((?:\+{1,2}|00)[\d\s]*)\)/, '$1 ')
    .replace(/^\s*\+\+/, '+');
  const abroad = open.replace(/^\s*00/, '+');
  if (abroad === open) return readForm(country === 'PL' ? open.replace(oldPolishZero, '$1') : open, country);
  const reading = readForm(abroad, '');
  if (country === '' || (isUsual(reading) && !dialledGroups.test(open))) return reading;
  const dialled = readForm(open, country);
  // A plan that takes any digits takes those of the prefix, too.
  return isUsual(dialled) && !dialled.e164.endsWith(open.replace(/\D/g, '').slice(1)) ? dialled : reading;
};

function isUsual(reading: ReturnType<PhoneReader>): reading is PhoneReading {
  return typeof reading !== 'string' && reading.isUsual;
}

const readForm: PhoneReader = (text, country) => {
  const usual = usualNumber(text.replace(/[ .-]/g, ''), country);
  if (usual !== null) return usual;
  const options = country === '' ? { extract: false } : { defaultCountry: country as CountryCode, extract: false };
  const number = parsePhoneNumberFromString(text, options);
  if (number?.isPossible() === true) return { e164: number.number, isUsual: number.isValid() };
  const length = validatePhoneNumberLength(text, options);
  return length === 'TOO_SHORT' ? 'short' : length === 'TOO_LONG' ? 'long' : 'invalid';
};
