import type { RowVerdict } from '../../../../shared/domain/check/judge-row.ts';

/**
 * Counts for each row its filled phones and the keys it is compared by, and lists keys that it has more than once, so
 * that one phone or e-mail address can change without reading the others.
 */
export class RowContacts {
  readonly #filled: Uint16Array;
  readonly #keys: Uint16Array;
  /** By row: keys that it has again, such as the same number as phone and as mobile phone. */
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
    return this.#keys[row] as number;
  }

  countFilled(row: number, by: number): void {
    this.#filled[row] = (this.#filled[row] as number) + by;
  }

  /** @param isRepeated the row has the key already */
  addKey(row: number, key: string, isRepeated: boolean): void {
    this.#keys[row] = (this.#keys[row] as number) + 1;
    if (isRepeated) this.#repeated.set(row, [...(this.#repeated.get(row) ?? []), key]);
  }

  /** Returns whether the row still has the key. */
  removeKey(row: number, key: string): boolean {
    this.#keys[row] = (this.#keys[row] as number) - 1;
    const repeated = this.#repeated.get(row) ?? [];
    const at = repeated.indexOf(key);
    if (at === -1) return false;
    if (repeated.length === 1) this.#repeated.delete(row);
    else repeated.splice(at, 1);
    return true;
  }
}
