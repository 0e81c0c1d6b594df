import type { CheckKind } from '../../contract/check/check.ts';
import { looksLikeDate } from '../files/cell-shapes.ts';
import type { PhoneReader } from './phone-reader.ts';
import { exponentNumber, isFormulaError, withoutPointZero } from './damage.ts';
import { numberingOf, shortestWhole } from './numbering.ts';
import { hasPrefix, isBareNumber, type PhoneInCell, phoneInCell, phonesIn, PLUS } from './phone-in-cell.ts';

export interface PhoneVerdict {
  readonly kind: CheckKind | null;
  /** By which the number is compared with others; null when it is not a phone. */
  readonly key: string | null;
}

const fine: PhoneVerdict = { kind: null, key: null };
/** Digits. A shorter text is an extension or a remark, not a number without its area code. */
const SHORTEST_LOCAL = 4;
const LONGEST_LOCAL = 12;
/** Digits. A shorter text, or one digit over and over, stands for no number ("000000", "ext. 12"). */
const SHORTEST_COMPARED = 6;
/** Digits. Where numbers differ in length, a shorter one that happens to begin with the prefix is a local number. */
const SHORTEST_NATIONAL = 9;

/** Digits of any number without its prefix. With a fewer or more it is one in no country. */
const SHORTEST_ANYWHERE = 5;
const LONGEST_ANYWHERE = 15;

/**
 * Judges one value of a phone field; spaces around it do not count, and an empty one is fine.
 * @param country two letters; '' when nobody knows it: then a number without its prefix passes if it could be one anywhere
 */
export function judgePhone(value: string, country: string, read: PhoneReader): PhoneVerdict {
  const text = value.trim();
  if (text === '') return fine;
  // Nearly every phone: no other kind of value is only digits.
  if (isBareNumber(text)) return judgeNumber(text, country, read);
  if (isFormulaError(text)) return { kind: 'formulaError', key: null };
  const exponent = exponentNumber(text);
  if (exponent !== null && exponent.digits === null) return { kind: 'digitsLost', key: null };
  if (exponent !== null) return { kind: 'exponent', key: judgePhone(exponent.digits ?? '', country, read).key };
  if (!/^\d+$/.test(text) && looksLikeDate(text)) return { kind: 'dateInPhone', key: null };
  const inCell = phoneInCell(text);
  if (inCell === null && phonesIn(text).length > 1) return { kind: 'phoneSeveral', key: digitsKey(text, country) };
  const verdict = judgeNumber(inCell?.number ?? text, country, read);
  return inCell?.number === text ? verdict : judgeAround(text, inCell, verdict);
}

/** Kinds of a number that is whole as soon as it is cleaned. */
export const WHOLE: ReadonlySet<CheckKind | null> = new Set([null, 'phoneUnusual', 'plusMissing', 'leadingZeroLost']);

/** As it stands, it cannot be dialled for what stands around the number; that decides where the number alone is whole. */
function judgeAround(text: string, inCell: PhoneInCell | null, { kind, key }: PhoneVerdict): PhoneVerdict {
  // Their digits must go before anything is done to the number.
  if (inCell !== null && inCell.extension !== '') return { kind: 'phoneExtension', key };
  if (withoutPointZero(text) !== null) return { kind: 'pointZero', key };
  return { kind: WHOLE.has(kind) ? 'phoneInvalid' : kind, key };
}

function judgeNumber(text: string, country: string, read: PhoneReader): PhoneVerdict {
  const digits = digitsOf(text);
  if (digits === '') return { kind: 'phoneInvalid', key: null };
  if (country === '' && !hasPrefix(text)) return judgeAnywhere(text, digits);
  const international = withoutPlus(text, digits, country, read);
  if (international !== null) return { kind: 'plusMissing', key: international };
  const local = judgeLocal(text, digits, country, read);
  if (local !== null) return local;
  const reading = readTrunk(text, country, read);
  if (typeof reading !== 'string' && isWithoutAreaCode(text, digits, country, { isUsual: reading.isUsual, read }))
    return { kind: 'areaCodeMissing', key: `${country} ${digits}` };
  if (typeof reading !== 'string') return { kind: reading.isUsual ? null : 'phoneUnusual', key: reading.e164 };
  const key = digitsKey(text, country);
  if (!/^[+\d]/.test(text) && /\p{L}/u.test(text)) return { kind: 'phoneInvalid', key };
  return { kind: reading === 'short' ? 'phoneShort' : reading === 'long' ? 'phoneLong' : 'phoneInvalid', key };
}

/** "+45 (0)20 11 22 33": nobody dials that 0, except where it is a part of the number, as in Italy. */
function readTrunk(text: string, country: string, read: PhoneReader): ReturnType<PhoneReader> {
  const reading = read(text, country);
  if (typeof reading !== 'string' && reading.isUsual) return reading;
  const without = text.replace(/^(\(?(?:\+{1,2}|00)[\d\s]*(?:[)-][\s-]*)?)\(0\)/, '$1');
  return without === text ? reading : read(without, country);
}

function judgeAnywhere(text: string, digits: string): PhoneVerdict {
  const key = digitsKey(text, '');
  if (/\p{L}/u.test(text)) return { kind: 'phoneInvalid', key };
  if (digits.length < SHORTEST_ANYWHERE) return { kind: 'phoneShort', key };
  return { kind: digits.length > LONGEST_ANYWHERE ? 'phoneLong' : null, key };
}

/** A text that is not a number of the country is compared by its digits: the country may be the wrong one. */
function digitsKey(text: string, country: string): string | null {
  const digits = digitsOf(text);
  return digits.length < SHORTEST_COMPARED || /^(\d)\1*$/.test(digits) ? null : `${country} ${digits}`;
}

export function digitsOf(text: string): string {
  if (isBareNumber(text)) return text.charCodeAt(0) === PLUS ? text.slice(1) : text;
  return text.replace(/\D/g, '');
}

/**
 * A number that lacks its first 0 or its area code, in countries where every number has one or the other; null for any other.
 * With the 0 it is whole, and the same number as one that has it.
 */
function judgeLocal(text: string, digits: string, country: string, read: PhoneReader): PhoneVerdict | null {
  const plan = numberingOf(country);
  if (plan === null || !plan.hasTrunkZero || !/^\(?\s*\d/.test(text) || /\p{L}/u.test(text)) return null;
  if (digits.startsWith('0') || digits.length < SHORTEST_LOCAL || digits.length > LONGEST_LOCAL) return null;
  const isWhole = plan.lengths === null ? plan.mobile?.test(digits) === true : plan.lengths.includes(digits.length);
  const whole = isWhole ? read(`0${digits}`, country) : 'short';
  return typeof whole === 'string'
    ? { kind: 'areaCodeMissing', key: `${country} ${digits}` }
    : { kind: 'leadingZeroLost', key: whole.e164 };
}

/** Digits. In Italy the 0 is a part of the number: of shorter ones, only those of mobile phones and services begin without it. */
const LONGEST_ITALIAN = 11;

/**
 * "125 45 01" in Poland, "98765-4321" in Brazil: the library takes a number without its area code for a whole one, as it once was,
 * or for one of a service. In Norway some begin with a 0 and are shorter.
 */
function isWithoutAreaCode(
  text: string,
  digits: string,
  country: string,
  { isUsual, read }: { readonly isUsual: boolean; readonly read: PhoneReader },
): boolean {
  const least = country === 'IT' ? LONGEST_ITALIAN : shortestWhole(country);
  if (least === null || digits.length >= least || digits.startsWith('0') || hasPrefix(text)) return false;
  if (numberingOf(country) !== null) return isUsual;
  // The numbers of services are known one by one.
  const exact = read(text, country, 'exact');
  return typeof exact === 'string' || !exact.isUsual;
}

/** 49 30 901838210, and not (+49) 30 901838210: the prefix is there, only the plus is missing. Answers the whole number, or null. */
function withoutPlus(text: string, digits: string, country: string, read: PhoneReader): string | null {
  const plan = numberingOf(country);
  if (
    plan === null ||
    hasPrefix(text) ||
    !/^[\d(]/.test(text) ||
    /\p{L}/u.test(text) ||
    !digits.startsWith(plan.prefix)
  )
    return null;
  const length = digits.length - plan.prefix.length;
  if (plan.lengths === null ? length < SHORTEST_NATIONAL : !plan.lengths.includes(length)) return null;
  const reading = read(`+${digits}`, '');
  return typeof reading !== 'string' && reading.isUsual ? reading.e164 : null;
}
