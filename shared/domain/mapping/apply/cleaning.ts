// Why: decision 0173.
import type { CleaningStep } from '../../../contract/imports/mapping.ts';
import { looksLikeEmail, timeTail } from '../../files/cell-shapes.ts';
import { judgePhone, WHOLE } from '../../phones/judge-phone.ts';
import { phoneInCell } from '../../phones/phone-in-cell.ts';
import type { PhoneReader } from '../../phones/phone-reader.ts';
import { daysOfMonth } from '../../time/time.ts';
import { withoutEdges } from '../../words/edges.ts';

/** White space of all kinds, and the blank without a width. */
const BLANK = /[\s\u200b]/;

/** Applies the steps in order. A step does not change a value that it cannot read; the check reports such values. */
export function cleanValue(steps: readonly CleaningStep[], value: string, readPhone: PhoneReader): string {
  let result = value;
  for (const step of steps) result = applyStep(step, result, readPhone);
  return result;
}

function applyStep(step: CleaningStep, value: string, readPhone: PhoneReader): string {
  switch (step.kind) {
    case 'trim':
      return withoutEdges(value, BLANK);
    case 'email':
      return cleanEmail(value.trim().replace(/^mailto:/i, ''));
    case 'case':
      return IN_CASE[step.to](value);
    case 'replace':
      return step.values.find((entry) => entry.from.trim() === value.trim())?.to ?? value;
    case 'date':
      return isoDate(value, step.order) ?? value;
    case 'split':
      return nameParts(value)[step.part];
    case 'phone':
      return internationalPhone(value, step.country ?? '', readPhone) ?? value;
    case 'asWritten':
      return value;
  }
}

/**
 * A word begins where neither a letter, an accent, a digit nor an apostrophe stands before, and after the O’ of O’Brien. An
 * accent may be a character of its own behind its letter.
 */
const WORD_START = /(?<![\p{L}\p{M}\p{N}'’])\p{L}|(?<=(?<![\p{L}\p{M}])\p{L}\p{M}*['’])\p{L}/gu;

/** In large or small letters, or with a capital for each word. */
export const IN_CASE = {
  upper: (value: string) => value.toUpperCase(),
  lower: (value: string) => value.toLowerCase(),
  words: (value: string) => value.toLowerCase().replace(WORD_START, (letter) => letter.toUpperCase()),
} as const;

/** Without its blanks. Where an address stands beside something else, they stay: "Anna anna@x.dk" would be an address of nobody. */
function cleanEmail(text: string): string {
  const parts = text.split(/\s+/);
  return parts.length > 1 && parts.some(looksLikeEmail) ? text : parts.join('');
}

/** Behind them a time at most: of "01.03.2026 - 31.03.2026" the end would be lost. */
const threeNumbers = new RegExp(`^\\s*(\\d{1,4})[-/.\\s]+(\\d{1,2})[-/.\\s]+(\\d{1,4})${timeTail}\\s*$`);

/** yyyy-mm-dd of a date of three numbers in the given order; null when it is not a date. Two-digit years: 30 to 99 are 19xx. */
export function isoDate(value: string, order: 'day-month' | 'month-day' | 'year-month'): string | null {
  const match = threeNumbers.exec(value);
  if (match === null) return null;
  const numbers = [match[1], match[2], match[3]].map(Number) as [number, number, number];
  const yearFirst = (match[1] ?? '').length === 4 || order === 'year-month';
  const [year, month, day] = yearFirst
    ? [numbers[0], numbers[1], numbers[2]]
    : order === 'day-month'
      ? [numbers[2], numbers[1], numbers[0]]
      : [numbers[2], numbers[0], numbers[1]];
  // Not by the number: 0001 is how programs write that there is no date, and 2001 would be one.
  const isShort = ((yearFirst ? match[1] : match[3]) ?? '').length <= 2;
  const full = isShort ? year + (year < 30 ? 2000 : 1900) : year;
  if (full < 1000 || full > 9999 || day < 1 || day > daysOfMonth(full, month)) return null;
  return `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** "Møller, Anna Marie" and "Anna Marie Møller" → first "Anna Marie", last "Møller". One word is a last name. */
export function nameParts(value: string): { first: string; last: string } {
  const text = value.trim().replace(/\s+/g, ' ');
  const comma = text.indexOf(',');
  if (comma > 0) return { last: text.slice(0, comma).trim(), first: text.slice(comma + 1).trim() };
  const words = text.split(' ');
  if (words.length < 2) return { first: '', last: text };
  let start = words.length - 1;
  while (
    start > 1 &&
    /^(?:von|van|der|den|de|da|di|la|le|af|zu|zur|zum|ter|ten|el|del|dos)$/i.test(words[start - 1] as string)
  )
    start -= 1;
  return { first: words.slice(0, start).join(' '), last: words.slice(start).join(' ') };
}

/**
 * E.164 of a number with a prefix or of the given country, without what stands around it; null when the value is not a
 * number, more than a number, or a number that lost something which only a person knows, such as its area code. Without a country a
 * number without its prefix is only freed of what stands around it.
 */
export function internationalPhone(value: string, country: string, readPhone: PhoneReader): string | null {
  const text = value.trim();
  const inCell = phoneInCell(text);
  if (inCell === null) return null;
  const { number, extension } = inCell;
  const { kind, key } = judgePhone(number, country, readPhone);
  if (!WHOLE.has(kind)) return null;
  if (key?.startsWith('+') === true) return key;
  return kind === null && extension === '' && number !== text ? number : null;
}
