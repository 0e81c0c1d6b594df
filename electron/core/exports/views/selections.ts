import { randomUUID } from 'node:crypto';
import type { RowSet } from './row-set.ts';

/** Selections of a result that stay known; each takes a bit a row. */
const KEPT_SELECTIONS = 30;

/** The rows of one result that a person chose. They stay known while the result itself is closed. */
export class Selections {
  readonly #sets = new Map<string, RowSet>();
  /** `ResultReader.moves` of the row numbers in the selections. Null before the first `begin`. */
  #moves: number | null = null;

  /** Forgets selections of rows that have other numbers now. */
  begin(moves: number): void {
    if (moves !== this.#moves) this.#sets.clear();
    this.#moves = moves;
  }

  find(id: string): RowSet | undefined {
    const found = this.#sets.get(id);
    if (found !== undefined) this.#keep(id, found);
    return found;
  }

  /** Answers the id of the selection. */
  add(rows: RowSet): string {
    const id = randomUUID();
    this.#keep(id, rows);
    return id;
  }

  #keep(id: string, rows: RowSet): void {
    this.#sets.delete(id);
    this.#sets.set(id, rows);
    for (const old of [...this.#sets.keys()].slice(0, -KEPT_SELECTIONS)) this.#sets.delete(old);
  }
}
