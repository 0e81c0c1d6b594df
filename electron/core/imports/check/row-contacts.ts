import type { RowVerdict } from '../../../../shared/domain/check/judge-row.ts';

/**
 * What the phones and e-mail addresses of each row add up to, so that one of them can change without a look at the others: how
 * many phones are filled, how many keys the row is compared by, and which of them it has more than once.
 */
export class RowContacts {
  readonly #filled: Uint16Array;
  readonly #keys: Uint16Array;
  /** Keys that a row has once more than it is compared by: the same number as phone and as mobile phone. */
  readonly #repeated = new Map<number, string[]>();

  constructor(rows: number) {
    this.#filled = new Uint16Array(rows + 1);
    this.#keys = new Uint16Array(rows + 1);
  }

  set(row: number, { phones, emails, repeated, filledPhones }: RowVerdict): void {
    this.#filled[row] = filledPhones;
    this.#keys[row] = phones.length + emails.length + repeated.length;
    if (repeated.length > 0) this.#repeated.set(row, [...repeated]);
  }

  clear(row: number): void {
    this.#filled[row] = 0;
    this.#keys[row] = 0;
    this.#repeated.delete(row);
  }

  hasPhone(row: number): boolean {
    return this.#filled[row] !== 0;
  }

  /** Whether the row has no phone and no e-mail address that it could be compared by. */
  isBare(row: number): boolean {
    return this.#keys[row] === 0;
  }

  /** By how many keys the row is compared, each as often as it has it. */
  keys(row: number): number {
    return this.#keys[row] ?? 0;
  }

  countFilled(row: number, by: number): void {
    this.#filled[row] = (this.#filled[row] ?? 0) + by;
  }

  /** @param isRepeated the row has the key already */
  addKey(row: number, key: string, isRepeated: boolean): void {
    this.#keys[row] = (this.#keys[row] ?? 0) + 1;
    if (isRepeated) this.#repeated.set(row, [...(this.#repeated.get(row) ?? []), key]);
  }

  /** Answers whether the row has the key once more. */
  removeKey(row: number, key: string): boolean {
    this.#keys[row] = (this.#keys[row] ?? 0) - 1;
    const repeated = this.#repeated.get(row);
    const at = repeated?.indexOf(key) ?? -1;
    if (repeated === undefined || at === -1) return false;
    if (repeated.length === 1) this.#repeated.delete(row);
    else repeated.splice(at, 1);
    return true;
  }
}
