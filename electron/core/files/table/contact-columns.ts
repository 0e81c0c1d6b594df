import {
  countDigits,
  isBlank,
  looksLikeEmail,
  looksLikeNumber,
  looksLikePhone,
} from '../../../../shared/domain/files/cell-shapes.ts';
import { conceptNamed } from '../../../../shared/domain/mapping/words/header-concepts.ts';
import { headerMeanings } from '../../../../shared/domain/mapping/words/header-meanings.ts';
import type { SheetRow } from './sheet-row.ts';

/** Values that the last rows of a column must have before it counts as one of phones or e-mail addresses. */
const FEWEST = 2;
/** Digits of one length say less than a prefix does. */
const FEWEST_OF_DIGITS = 3;
/** Digits. Shorter numbers of one length are post codes, years and amounts. */
const SHORTEST_DIGITS = 7;
/** Share of the phones of a column that are told from amounts by their signs, where the others are only digits. */
const LEAST_WRITTEN = 0.3;

/** The kind of values in a column that only leads have. */
type Contact = { readonly kind: 'email' | 'phone' } | { readonly kind: 'digits'; readonly length: number };

/**
 * The columns in which nearly all values are phone numbers or e-mail addresses. A row with one there is a lead and neither a
 * note nor a total, however few values it has and whatever its name begins with.
 */
export class ContactColumns {
  readonly #columns = new Map<number, Contact>();

  /** @param rows of the table, the last ones */
  constructor(rows: readonly Pick<SheetRow, 'cells'>[]) {
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
    for (let column = 0; column < width; column += 1) {
      const values = rows.map(({ cells }) => cells[column] ?? '').filter((cell) => !isBlank(cell));
      const contact = contactOf(values.map((value) => value.trim()));
      if (contact !== null) this.#columns.set(column, contact);
    }
  }

  get areKnown(): boolean {
    return this.#columns.size > 0;
  }

  /**
   * Whether a row holds one. `isSum`: whether a number of only digits is the sum of its column, or may well be: a sum cannot be
   * called.
   */
  isLead({ cells }: Pick<SheetRow, 'cells'>, isSum: (digits: string, column: number) => boolean): boolean {
    // "Hotline:" names what stands beside it.
    const label = cells.find((cell) => !isBlank(cell)) ?? '';
    if (label.trimEnd().endsWith(':')) return false;
    for (const [column, contact] of this.#columns) {
      const value = (cells[column] ?? '').trim();
      if (value === '') continue;
      if (kindOf(value) === contact.kind) return true;
      const isOther = contact.kind === 'digits' ? isOfLength(value, contact.length) : contact.kind === 'phone';
      if (isOther && mayBePhone(value) && !isSum(value, column)) return true;
    }
    return false;
  }
}

/** Whether a value is an e-mail address or may be a phone, in whichever column it stands. */
export function isContact(value: string): boolean {
  const text = value.trim();
  return kindOf(text) !== null || mayBePhone(text);
}

/** Whether a column with this name has phones or e-mail addresses. */
export function namesContact(name: string): boolean {
  const [meaning] = headerMeanings(name);
  return ['phone', 'email'].includes(conceptNamed(meaning?.concept ?? '')?.shape ?? '');
}

function contactOf(values: readonly string[]): Contact | null {
  if (values.length >= FEWEST && isNearlyAll(values, (value) => kindOf(value) === 'email')) return { kind: 'email' };
  const written = values.filter((value) => kindOf(value) === 'phone').length;
  const isPhone = (value: string) => kindOf(value) === 'phone' || mayBePhone(value);
  if (written >= FEWEST && written >= values.length * LEAST_WRITTEN && isNearlyAll(values, isPhone))
    return { kind: 'phone' };
  const length = values[0]?.length ?? 0;
  const isContact = values.length >= FEWEST_OF_DIGITS && isNearlyAll(values, (value) => isOfLength(value, length));
  return isContact && length >= SHORTEST_DIGITS ? { kind: 'digits', length } : null;
}

function isNearlyAll(values: readonly string[], holds: (value: string) => boolean): boolean {
  return values.filter(holds).length >= values.length * 0.9;
}

/** A phone here begins with a prefix or a 0, as no sum does, or is written as no amount is: "20 30 40 50", "212-555-0142". */
function kindOf(value: string): 'email' | 'phone' | null {
  if (looksLikeEmail(value)) return 'email';
  if (!looksLikePhone(value)) return null;
  if (/^\(?(?:\+|0)\s*\d/.test(value)) return 'phone';
  return mayBePhone(value) && !looksLikeNumber(value) ? 'phone' : null;
}

/** A phone, or an amount: "20304050", "212.555.0142". */
function mayBePhone(value: string): boolean {
  return countDigits(value) >= SHORTEST_DIGITS && looksLikePhone(value);
}

function isOfLength(value: string, length: number): boolean {
  return value.length === length && /^\d+$/.test(value);
}
