import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { inTransaction } from '../../storage/database.ts';

/** A value of a lead that is in the result already. */
export interface LateValue {
  readonly number: number;
  readonly path: string;
  readonly value: string;
}

/**
 * Finds the row of a lead by its id, while an answer may name a lead again: on disk, because a million ids fill the
 * memory. Belongs to the writer of a result and is dropped at its end.
 */
export class LeadNumbers {
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(
      `CREATE TABLE IF NOT EXISTS lead_number (id TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS late_value (number INTEGER NOT NULL, path TEXT NOT NULL, value TEXT NOT NULL) STRICT;`,
    );
    this.#find = database.prepare('SELECT number FROM lead_number WHERE id = ?');
  }

  /** The row of the lead; undefined when it is new. */
  find(id: string): number | undefined {
    const row = this.#find.get(id);
    return row === undefined ? undefined : Number(row['number']);
  }

  add(leads: Iterable<readonly [id: string, number: number]>): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO lead_number (id, number) VALUES (?, ?)');
    inTransaction(this.#database, () => {
      for (const [id, number] of leads) insert.run(id, number);
    });
  }

  /** Keeps values for `late`. */
  keepLate(values: Iterable<LateValue>): void {
    const insert = this.#database.prepare('INSERT INTO late_value (number, path, value) VALUES (?, ?, ?)');
    inTransaction(this.#database, () => {
      for (const { number, path, value } of values) insert.run(number, path, value);
    });
  }

  /** Call before the first `late`: finds the values of a row. */
  sortLate(): void {
    this.#database.exec('CREATE INDEX IF NOT EXISTS late_value_number ON late_value (number)');
  }

  /** The kept values of the rows from `first` to `last`. Their order is the same whatever the order they came in. */
  late(first: number, last: number): LateValue[] {
    return this.#database
      .prepare('SELECT number, path, value FROM late_value WHERE number BETWEEN ? AND ? ORDER BY number, path, value')
      .all(first, last) as unknown as LateValue[];
  }

  /** Whoever found leads by the same table may have dropped it before. */
  drop(): void {
    this.#database.exec('DROP TABLE IF EXISTS lead_number; DROP TABLE IF EXISTS late_value;');
  }
}
