import type { CheckKind, RepairId, RepairParameters } from '../../contract/check.ts';
import { exponentNumber, withoutPointZero } from './damage.ts';
import { onlyDate } from './date-order.ts';
import { digitsOf, phonesIn } from './judge-phone.ts';
import type { PhoneReader } from '../phone-reader.ts';
import { isEmail } from './judge-value.ts';

export interface RepairContext {
  /** Two letters. */
  readonly country: string;
  readonly parameters: RepairParameters;
  readonly readPhone: PhoneReader;
}

const repairs: Partial<Record<CheckKind, RepairId>> = {
  areaCodeMissing: 'areaCode',
  leadingZeroLost: 'leadingZero',
  plusMissing: 'addPlus',
  postcodeZeroLost: 'postcodeZero',
  exponent: 'writeOut',
  pointZero: 'cutPointZero',
  phoneSeveral: 'firstNumber',
  emailInvalid: 'tidyEmail',
  urlScheme: 'addScheme',
  commaAtEnd: 'cutComma',
  formulaError: 'makeEmpty',
  dateMixed: 'otherOrder',
};

export function repairOf(kind: CheckKind): RepairId | null {
  return repairs[kind] ?? null;
}

/** What a reason with one of these means is that its repair works; the others have to be tried on each value. */
const sure: ReadonlySet<RepairId> = new Set([
  'leadingZero',
  'postcodeZero',
  'addPlus',
  'writeOut',
  'cutPointZero',
  'addScheme',
  'cutComma',
  'otherOrder',
  'makeEmpty',
]);

export function isSure(repair: RepairId): boolean {
  return sure.has(repair);
}

/**
 * The value put right, or null when this repair cannot do it. Digits are moved, cut at a point or written out; the only
 * ones ever added are a leading 0 that was lost, a country's prefix, an area code that a person confirmed and the
 * century of a year of two digits.
 */
export function repairValue(repair: RepairId, value: string, context: RepairContext): string | null {
  const text = value.trim();
  const repaired = repairText(repair, text, context);
  return repaired === text ? null : repaired;
}

function repairText(repair: RepairId, text: string, context: RepairContext): string | null {
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
    case 'tidyEmail':
      return tidyEmail(text);
    case 'addScheme':
      return `https://${text}`;
    case 'cutComma':
      return text.replace(/[\s,;]+$/, '');
    case 'otherOrder':
      return onlyDate(text);
    case 'makeEmpty':
      return '';
  }
}

function withAreaCode(text: string, context: RepairContext): string | null {
  const areaCode = digitsOf(context.parameters.areaCode ?? '');
  if (areaCode === '') return null;
  const zeroed = areaCode.startsWith('0') ? areaCode : `0${areaCode}`;
  return international(zeroed + digitsOf(text), context);
}

/** E.164, so that the number means the same whatever country it is read in. */
function international(text: string, context: RepairContext): string | null {
  const reading = context.readPhone(text, context.country);
  return typeof reading === 'string' ? null : reading.e164;
}

function tidyEmail(text: string): string | null {
  const inside = /<([^<>]+)>/.exec(text)?.[1] ?? text;
  const tidy = inside
    .replace(/^mailto:/i, '')
    .replace(/\s*(?:\(at\)|\[at\]|\{at\})\s*/i, '@')
    .replace(/\s+/g, '')
    .replace(/^[.,;:'"]+|[.,;:'"]+$/g, '')
    .replace(/\.{2,}/g, '.')
    .replace(/,/g, '.');
  return tidy !== text && isEmail(tidy) ? tidy : null;
}
