import type { CheckKind } from '../../contract/check/check.ts';
import { looksLikeDate, looksLikeEmail } from '../files/cell-shapes.ts';
import { readOnce } from '../files/read-twice.ts';
import { exponentNumber, isFormulaError, withoutPointZero } from '../phones/damage.ts';
import type { CheckedType } from './field-type.ts';
import { numberingOf } from '../phones/numbering.ts';

/** Judges one value of a field that is not a phone; an empty one is fine. Answers what is wrong, or null. */
export function judgeValue(type: CheckedType, value: string, country: string): CheckKind | null {
  const text = value.trim();
  if (text === '') return null;
  if (isFormulaError(text)) return 'formulaError';
  switch (type) {
    case 'email':
      return isEmail(text) ? null : 'emailInvalid';
    case 'date':
      return looksLikeDate(text) && isOnCalendar(text) ? null : 'dateInvalid';
    case 'postcode':
      return judgePostcode(text, country);
    case 'url':
      return judgeUrl(text);
    case 'phone':
    case 'fax':
      return null;
    case 'text':
      return judgeText(text);
  }
}

/**
 * One address, with nothing around it. Addresses with two dots in a row, a dot at an end, a colon, as behind "mailto", or a
 * character that is not seen are not delivered.
 */
export function isEmail(text: string): boolean {
  return looksLikeEmail(text) && !/\.\.|^\.|\.@|@[.-]|[.-]$|[:\p{Cc}\p{Cf}]/u.test(text);
}

function judgePostcode(text: string, country: string): CheckKind | null {
  if (withoutPointZero(text) !== null) return 'pointZero';
  const shape = numberingOf(country)?.postcode ?? null;
  if (shape === null) return text.length > 12 ? 'postcodeInvalid' : null;
  // "D-10115", "10115-1234", "114 55" and "SE 114 55" are ways to write the same.
  const bare = text
    .replace(/^[A-Za-z]{1,3}[-\s]+/, '')
    .replace(/\s/g, '')
    .replace(/-\d{4}$/, '');
  if (!/^\d+$/.test(bare)) return 'postcodeInvalid';
  if (bare.length === shape.digits - 1 && shape.mayBeginWithZero && !bare.startsWith('0')) return 'postcodeZeroLost';
  return bare.length === shape.digits ? null : 'postcodeInvalid';
}

function judgeUrl(text: string): CheckKind | null {
  const isAddress = /^(?:https?:\/\/)?[^\s/@:]+\.(?=[\d-]*\p{L})[\p{L}\d-]{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu.test(text);
  if (!isAddress) return 'urlInvalid';
  return /^https?:\/\//i.test(text) ? null : 'urlScheme';
}

/** Most cells are plain words: the first character shows that they are not damaged numbers. */
function judgeText(text: string): CheckKind | null {
  const first = text.charCodeAt(0);
  if ((first >= 48 && first <= 57) || first === 43 || first === 45) {
    const exponent = exponentNumber(text);
    if (exponent !== null) return exponent.digits === null ? 'digitsLost' : 'exponent';
    if (withoutPointZero(text) !== null) return 'pointZero';
  }
  if (text.endsWith(',') || text.endsWith(';')) return 'commaAtEnd';
  return readOnce(text) === null ? null : 'readTwice';
}

/**
 * False for a day that no calendar has, such as 31 February, and for the year 1, which programs write where there is no
 * date. Dates in words pass: they read one way only.
 */
function isOnCalendar(text: string): boolean {
  const match = /^(\d{1,4})[-/.]\s?(\d{1,2})[-/.]\s?(\d{1,4})/.exec(text);
  if (match === null) return true;
  const [one, two, three] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if ((match[1] ?? '').length === 4) return existsOn(one, two, three);
  if (/^0.{3}$/.test(match[3] ?? '')) return false;
  const year = three < 100 ? 2000 + three : three;
  return existsOn(year, two, one) || existsOn(year, one, two);
}

function existsOn(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1;
}
