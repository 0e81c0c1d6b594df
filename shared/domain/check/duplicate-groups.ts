import { KeyOwners } from './key-owners.ts';
import { RowSet } from './row-set.ts';

/** Stands for the rows of a list. */
const SEVERAL = -1;

/** Rows by key, kept up to date row by row. Only keys of several rows have a list. */
export class DuplicateGroups {
  /** The only row of a key, or `SEVERAL`. */
  readonly #owners = new KeyOwners();
  /** How many of a row's keys occur elsewhere; a row has a few phones at most. */
  readonly #shared: Uint8Array;
  /** Rows of keys that several have, in the file's order. */
  readonly #several = new Map<string, number[]>();
  /** Rows that share a key with another row. */
  readonly rows: RowSet;
  #ordered: string[] | null = null;
  #together: { readonly rows: Uint32Array; readonly starts: RowSet } | null = null;
  readonly #size: number;

  constructor(rows: number) {
    this.#size = rows;
    this.#shared = new Uint8Array(rows + 1);
    this.rows = new RowSet(rows);
  }

  get groups(): number {
    return this.#several.size;
  }

  /** Answers false, and changes nothing, where the row has the key already. */
  add(key: string, row: number): boolean {
    const owner = this.#owners.claim(key, row);
    if (owner === 0) return true;
    if (owner === row) return false;
    if (owner === SEVERAL) {
      const rows = this.#several.get(key) ?? [];
      const place = placeOf(rows, row);
      if (rows[place] === row) return false;
      rows.splice(place, 0, row);
      if (place === 0) this.#ordered = null;
    } else {
      this.#owners.exchange(key, SEVERAL);
      this.#several.set(key, owner < row ? [owner, row] : [row, owner]);
      this.#ordered = null;
      this.#mark(owner, 1);
    }
    this.#together = null;
    this.#mark(row, 1);
    return true;
  }

  remove(key: string, row: number): void {
    if (this.#owners.release(key, row) !== SEVERAL) return;
    const rows = this.#several.get(key) ?? [];
    rows.splice(placeOf(rows, row), 1);
    this.#ordered = null;
    this.#together = null;
    this.#mark(row, -1);
    if (rows.length > 1) return;
    const last = rows[0] as number;
    this.#several.delete(key);
    this.#owners.exchange(key, last);
    this.#mark(last, -1);
  }

  /**
   * Rows to leave out so that no key occurs twice. From the first row on (or from the last), a row is left out when a row
   * that stays has one of its keys, so each row left out is present in another.
   */
  extraRows(keep: 'first' | 'last' = 'first'): RowSet {
    const extra = new RowSet(this.#size);
    /** Keys by row, of groups that are tied together by a row with several of them. */
    const tied = new Map<number, string[]>();
    for (const [key, rows] of this.#several) {
      if (rows.some((row) => (this.#shared[row] as number) > 1)) {
        for (const row of rows) tied.set(row, [...(tied.get(row) ?? []), key]);
        continue;
      }
      const kept = keep === 'first' ? 0 : rows.length - 1;
      for (let index = 0; index < rows.length; index += 1) if (index !== kept) extra.add(rows[index] as number);
    }
    const claimed = new Set<string>();
    const inOrder = [...tied].sort(([one], [other]) => (keep === 'first' ? one - other : other - one));
    for (const [row, keys] of inOrder) {
      if (keys.some((key) => claimed.has(key))) extra.add(row);
      else for (const key of keys) claimed.add(key);
    }
    return extra;
  }

  /** Groups in the order of their first rows, each with all its rows in the file's order. */
  page(offset: number, limit: number): { key: string; rows: readonly number[] }[] {
    const rowsOf = (key: string) => this.#several.get(key) ?? [];
    const firstOf = (key: string) => rowsOf(key)[0] as number;
    this.#ordered ??= [...this.#several.keys()].sort(
      (one, other) => firstOf(one) - firstOf(other) || (one < other ? -1 : 1),
    );
    return this.#ordered.slice(offset, offset + limit).map((key) => ({ key, rows: rowsOf(key) }));
  }

  /** All rows of groups, those of a group side by side, in the order of `page`; a row of several groups is in its first. */
  sideBySide(): Uint32Array {
    return this.#besides().rows;
  }

  /** Whether the row is the first of its group in `sideBySide`. */
  startsGroup(row: number): boolean {
    return this.#besides().starts.has(row);
  }

  #besides(): { readonly rows: Uint32Array; readonly starts: RowSet } {
    if (this.#together !== null) return this.#together;
    const listed = new Set<number>();
    const starts = new RowSet(this.#size);
    for (const { rows } of this.page(0, this.#several.size)) {
      const first = rows.find((row) => !listed.has(row));
      if (first !== undefined) starts.add(first);
      for (const row of rows) listed.add(row);
    }
    this.#together = { rows: Uint32Array.from(listed), starts };
    return this.#together;
  }

  #mark(row: number, by: 1 | -1): void {
    const now = (this.#shared[row] as number) + by;
    this.#shared[row] = now;
    if (now === 0) this.rows.remove(row);
    else this.rows.add(row);
  }
}

/** Where a row stands, or would stand, in an ordered list. */
function placeOf(rows: readonly number[], row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
