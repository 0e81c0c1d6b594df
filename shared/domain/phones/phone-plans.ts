import { countDigits, looksLikePhone } from '../files/cell-shapes.ts';
import { phoneInCell } from './phone-in-cell.ts';

/** How numbers of one country are written without their prefix. `bare`: digits only. `apart`: with signs between. */
interface NumberingPlan {
  readonly bare: RegExp;
  readonly apart: RegExp;
  /** Other numbers have as many digits just as often, so digits alone prove nothing. */
  readonly isBareAmbiguous?: boolean;
}

const prefixed = /^(?:\+|00)[1-9]/;
const plans: readonly NumberingPlan[] = [
  // North America: neither part begins with 0 or 1, no area code has 9 in the middle, no exchange ends in 11.
  {
    bare: /^1?[2-9][0-8]\d[2-9](?!11)\d{6}$/,
    apart: /^(?:1[\s.-])?\(?[2-9][0-8]\d\)?[\s.-]{1,2}[2-9](?!11)\d{2}[\s.-]\d{4}$/,
  },
  // Denmark and Norway, in pairs or with the country's number in front.
  { bare: /^45[2-9]\d{7}$/, apart: /^[2-9]\d(?: \d\d){3}$/ },
  { bare: /^47[2-9]\d{7}$/, apart: /^[2-9](?:\d(?: \d\d){3}|\d\d \d\d \d{3})$/ },
  // Countries that write a 0 in front of the area code.
  { bare: /^0[1-9]\d{7,9}$/, apart: /^\(?0[1-9]\d{0,4}(?:\)[\s/-]*|[\s/-]+)\d[\d\s-]{4,12}$/, isBareAmbiguous: true },
];

/** Different values. From here on, digits alone may be phones rather than numbers of customers, orders or people. */
const FEWEST_BARE = 30;
/** Different values, written with signs between the digits. */
const FEWEST_APART = 3;
/** Average distance. Numbers that were given out one after the other lie closer together. */
const LEAST_DISTANCE = 1_000;
/** Different beginnings of this number of digits, because phones have different area codes or operators. */
const FEWEST_BEGINNINGS = 5;
const BEGINNING = 6;

/**
 * Share, 0 to 1, of different values that are whole phone numbers of one country. Digits that may be other numbers count only
 * beside numbers that are surely phones, or when they are many and far apart.
 */
export function phoneShare(cells: readonly string[]): number {
  if (cells.length === 0) return 0;
  const values = cells.map((cell) => phoneInCell(cell)?.number ?? cell);
  const international = values.filter(
    (text) => prefixed.test(text) && countDigits(text) >= 8 && looksLikePhone(text),
  ).length;
  const counts = plans.map(({ bare, apart, isBareAmbiguous }) => {
    const written = values.filter((text) => apart.test(text)).length;
    const plain = values.filter((text) => bare.test(text));
    const sure = international + (international > 0 || written >= FEWEST_APART ? written : 0);
    const isPlainSure =
      (isBareAmbiguous !== true && areSpread(plain)) || (sure >= FEWEST_APART && sure >= plain.length);
    return sure + (isPlainSure ? plain.length : 0);
  });
  return Math.max(...counts) / values.length;
}

function areSpread(digits: readonly string[]): boolean {
  if (digits.length < FEWEST_BARE) return false;
  const numbers = digits.map(Number);
  const highest = numbers.reduce((one, other) => Math.max(one, other));
  const lowest = numbers.reduce((one, other) => Math.min(one, other));
  const beginnings = new Set(digits.map((text) => text.slice(0, BEGINNING))).size;
  return (highest - lowest) / digits.length >= LEAST_DISTANCE && beginnings >= FEWEST_BEGINNINGS;
}
