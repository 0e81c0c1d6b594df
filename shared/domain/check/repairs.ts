// Why: decision 0610.
import type { RepairParameters } from '../../contract/check/check-acts.ts';
import type { CheckKind, RepairId } from '../../contract/check/check.ts';
import { readOnce } from '../files/read-twice.ts';
import { exponentNumber, withoutPointZero } from '../phones/damage.ts';
import { onlyDate } from './date-order.ts';
import { digitsOf } from '../phones/judge-phone.ts';
import { numberingOf, shortestWhole } from '../phones/numbering.ts';
import { numberAmongWords, phonesIn } from '../phones/phone-in-cell.ts';
import type { PhoneReader } from '../phones/phone-reader.ts';
import { withoutEdges, withoutEnd } from '../words/edges.ts';
import { firstCharacters } from '../words/first-characters.ts';
import { isEmail } from './judge-value.ts';

export interface RepairContext {
  /** Two letters. */
  readonly country: string;
  readonly parameters: RepairParameters;
  /** What the row's own post code shows about the area code; `unknown` without a post code. */
  readonly place: 'confirmed' | 'elsewhere' | 'unknown';
  readonly readPhone: PhoneReader;
  /** Characters that a text field takes; null: any number of them, or the field holds no free text, which a cut would spoil. */
  readonly longest: number | null;
}

const repairs: Partial<Record<CheckKind, RepairId>> = {
  areaCodeMissing: 'areaCode',
  leadingZeroLost: 'leadingZero',
  plusMissing: 'addPlus',
  postcodeZeroLost: 'postcodeZero',
  exponent: 'writeOut',
  pointZero: 'cutPointZero',
  phoneSeveral: 'firstNumber',
  phoneExtension: 'numberOnly',
  phoneInvalid: 'numberOnly',
  emailInvalid: 'tidyEmail',
  urlScheme: 'addScheme',
  commaAtEnd: 'cutComma',
  readTwice: 'readOnce',
  tooLong: 'shorten',
  formulaError: 'makeEmpty',
  placeholder: 'makeEmpty',
  noValue: 'makeEmpty',
  dateMixed: 'otherOrder',
};

export function repairOf(kind: CheckKind): RepairId | null {
  return repairs[kind] ?? null;
}

/** These repairs work for every value of their reason; the others have to be tried on each value. */
const sure: ReadonlySet<RepairId> = new Set([
  'leadingZero',
  'postcodeZero',
  'addPlus',
  'writeOut',
  'cutPointZero',
  'addScheme',
  'cutComma',
  'readOnce',
  'otherOrder',
  'makeEmpty',
]);

export function isSure(repair: RepairId): boolean {
  return sure.has(repair);
}

/**
 * The value put right, or null when this repair cannot do it. Digits are moved, cut at a point or written out; the only
 * ones ever added are a leading 0 that was lost, a country's prefix, an area code that a person confirmed and the
 * century of a year of two digits. The first of several numbers or addresses stays. Only `shorten` drops more of what a
 * value says, as far as a field takes no more of it.
 */
export function repairValue(repair: RepairId, value: string, context: RepairContext): string | null {
  const text = value.trim();
  const repaired = repairText(repair, text, context);
  return repaired === text ? null : repaired;
}

function repairText(repair: RepairId, text: string, context: RepairContext): string | null {
  const { longest } = context;
  switch (repair) {
    case 'areaCode':
      return withAreaCode(text, context);
    case 'leadingZero':
      return international(`0${digitsOf(text)}`, context);
    case 'postcodeZero':
      return text.replace(/\d[\d\s]*/, (digits) => `0${digits}`);
    case 'addPlus':
      return international(`+${digitsOf(text)}`, context);
    case 'writeOut':
      return exponentNumber(text)?.digits ?? null;
    case 'cutPointZero':
      return withoutPointZero(text);
    case 'firstNumber':
      return phonesIn(text)[0] ?? null;
    case 'numberOnly':
      return numberAmongWords(text);
    case 'tidyEmail':
      return tidyEmail(text);
    case 'addScheme':
      return `https://${text}`;
    case 'cutComma':
      return withoutEnd(text, /[\s,;]/);
    case 'readOnce':
      return readOnce(text);
    case 'otherOrder':
      return inOtherOrder(text);
    case 'shorten':
      return longest === null ? null : firstCharacters(text, longest).trimEnd();
    case 'makeEmpty':
      return '';
  }
}

/** The date in one order for all, and the time of day after it as it stands. */
function inOtherOrder(text: string): string | null {
  const date = onlyDate(text);
  if (date === null) return null;
  const [time] = /(?<=[T\s])\d{1,2}[:.]\d{2}.*$/.exec(text) ?? [];
  return time === undefined ? date : `${date} ${time}`;
}

/** Digits. A shorter number is a local one, even if its first digits happen to be the area code of a village. */
const SHORTEST_WHOLE = 9;
/** Digits of a local number with its extension; a longer one is damaged in another way. */
const LONGEST_LOCAL = 11;

function withAreaCode(text: string, context: RepairContext): string | null {
  const given = digitsOf(context.parameters.areaCode ?? '');
  if (given === '') return null;
  const areaCode = given.replace(/^0+/, '');
  const digits = digitsOf(text);
  if (areaCode === '') return shortestWhole(context.country) === null ? international(`0${digits}`, context) : null;
  const lost = lostFrom(digits, areaCode, context);
  return lost === null ? null : international(lost === 'zero' ? `0${digits}` : `0${areaCode}${digits}`, context);
}

/**
 * Whether only the 0 is lost, or the area code with it. Null where both are possible: a number that is complete with its 0
 * never gets a second area code, unless it is short enough for a local one and its row is known to be in that place.
 */
function lostFrom(digits: string, areaCode: string, context: RepairContext): 'zero' | 'areaCode' | null {
  const { country, place, readPhone } = context;
  if (digits.length > LONGEST_LOCAL) return null;
  const whole = digits.length < SHORTEST_WHOLE ? 'short' : readPhone(`0${digits}`, country, 'exact');
  if (typeof whole === 'string' || !whole.isUsual) return place === 'elsewhere' ? null : 'areaCode';
  const longest = numberingOf(country)?.longest ?? LONGEST_LOCAL;
  const fits = areaCode.length + digits.length <= longest;
  if (digits.startsWith(areaCode)) return fits ? null : 'zero';
  if (fits) return place === 'confirmed' ? 'areaCode' : null;
  return place === 'confirmed' && digits.length < longest ? null : 'zero';
}

/** E.164, so that the number means the same whatever country it is read in. */
function international(text: string, context: RepairContext): string | null {
  const reading = context.readPhone(text, context.country);
  return typeof reading === 'string' ? null : reading.e164;
}

function tidyEmail(text: string): string | null {
  const inside = /<([^<>]+)>/.exec(text)?.[1] ?? text;
  const parts = inside.split(/[\s,;|/]+/).filter((part) => part !== '');
  const addresses = parts.filter(isEmail);
  // Without the blank, "Anna anna@example.dk" would be an address of nobody.
  if (parts.length > 1 && addresses.length > 0) return addresses.length === parts.length ? (parts[0] as string) : null;
  const tidy = inside
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, '')
    .replace(/^mailto:/i, '')
    .replace(/\(at\)|\[at\]|\{at\}/i, '@');
  const address = withoutEdges(tidy, /[.,;:'"]/)
    .replace(/\.{2,}/g, '.')
    .replace(/,/g, '.');
  return address !== text && isEmail(address) ? address : null;
}
