import { DatabaseSync } from 'node:sqlite';

/** Where a staged row comes from, when it was not read from a person's file. */
export interface RowOrigin {
  /** Its number in the staging file. */
  readonly n: number;
  /** Its number in the job it comes from. */
  readonly row: number;
  /** Its line in the file that the job was made of. */
  readonly line: number;
}

/** Notes where staged rows come from, a part at a time; each keeps the line that it had in the file. */
export class OriginWriter implements Disposable {
  readonly #database: DatabaseSync;

  constructor(target: string) {
    this.#database = new DatabaseSync(target);
    this.#database.exec('CREATE TABLE origin (n INTEGER PRIMARY KEY, job_row INTEGER NOT NULL)');
  }

  add(rows: readonly RowOrigin[]): void {
    const database = this.#database;
    const addOrigin = database.prepare('INSERT INTO origin (n, job_row) VALUES (?, ?)');
    const setLine = database.prepare('UPDATE rows SET line = ? WHERE n = ?');
    database.exec('BEGIN');
    for (const { n, row, line } of rows) {
      addOrigin.run(n, row);
      setLine.run(line, n);
    }
    database.exec('COMMIT');
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** By number in the staging file, the number in the job that the row comes from; empty for a file of a person. */
export function originOfRows(target: string): Map<number, number> {
  using database = new DatabaseSync(target, { readOnly: true });
  const known = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'origin'`).get();
  if (known === undefined) return new Map();
  const rows = database.prepare('SELECT n, job_row FROM origin').all();
  return new Map(rows.map((row) => [Number(row['n']), Number(row['job_row'])]));
}
