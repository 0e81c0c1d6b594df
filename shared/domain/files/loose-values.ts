import { countDigits, looksLikePhone } from './cell-shapes.ts';

/** Values of a lead as a service may give them back: cut, with other spaces, phones written in another way. */

export type ValueMatch =
  | 'same'
  /** The stored value is the beginning of the sent one. */
  | 'cut'
  | 'missing'
  | 'other';

/** Digits of a phone that tell it apart, whatever its prefix: national numbers have at least six. */
const TELLING = 8;

export function foldedValue(value: string): string {
  return value.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** A masked value shows nothing of what it stands for. Three x are not a mask: `info@xxxlutz.de` is an address. */
export function isMasked(value: string): boolean {
  return /[*•]|x{4}|#{2}/i.test(value);
}

/** The last digits of a phone; null for any other text. */
export function phoneDigits(value: string): string | null {
  const text = value.trim();
  if (!looksLikePhone(text) || countDigits(text) < 6) return null;
  return text.replace(/\D/g, '').slice(-TELLING);
}

/** `stored` is undefined when the lead has no such field. */
export function matchValue(sent: string, stored: string | undefined): ValueMatch {
  const [one, other] = [foldedValue(sent), foldedValue(stored ?? '')];
  if (one === other) return 'same';
  if (other === '') return 'missing';
  const digits = phoneDigits(sent);
  if (digits !== null && digits === phoneDigits(stored ?? '')) return 'same';
  return one.startsWith(other) ? 'cut' : 'other';
}

/**
 * As `matchValue`, but exact: `form` is the same value in another form, and phones are the same only when all their digits
 * are. `isShown` is false when the service may hide the field: nothing is known then. `stored` is null without the field.
 */
export function matchStored(sent: string, stored: string | null, isShown: boolean): ValueMatch | 'form' | 'unseen' {
  if (!isShown) return 'unseen';
  if (sent === (stored ?? '')) return 'same';
  const match = matchValue(sent, stored ?? undefined);
  if (match !== 'same') return match;
  if (foldedValue(sent) === foldedValue(stored ?? '') || phoneDigits(sent) === null) return 'form';
  return wholeNumber(sent) === wholeNumber(stored ?? '') ? 'form' : 'other';
}

/** The same for values that differ in case, spaces or the form of a phone only. */
export function sameKey(value: string): string {
  return phoneDigits(value) === null ? foldedValue(value) : wholeNumber(value);
}

function wholeNumber(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^00/, '');
}
