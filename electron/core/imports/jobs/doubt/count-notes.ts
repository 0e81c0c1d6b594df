// Why: decision 0310.
import type { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../../storage/database.ts';

const SCHEMA = [
  `CREATE TABLE import_count (
     job TEXT NOT NULL, kind TEXT NOT NULL, sentence TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (job, kind)
   ) STRICT, WITHOUT ROWID;`,
] as const;

/**
 * `unshown`: rows went although the count shows nothing. `goOn`: a person let them go whatever it shows. `atEnd`: the
 * service had counted more when the last row was answered.
 */
export type CountNote = 'unshown' | 'goOn' | 'atEnd';

/** What the service's count could not tell of a job, or told at its end: kept with the job, said with it. */
export class CountNotes {
  readonly #journal: DatabaseSync;
  readonly #now: () => number;

  constructor(journal: DatabaseSync, now: () => number) {
    migrate(journal, 'count of leads', SCHEMA);
    this.#journal = journal;
    this.#now = now;
  }

  keep(jobId: string, kind: CountNote, sentence: string): void {
    this.#journal
      .prepare('INSERT OR REPLACE INTO import_count (job, kind, sentence, at) VALUES (?, ?, ?, ?)')
      .run(jobId, kind, sentence, this.#now());
  }

  /** In the order in which they were found. */
  of(jobId: string): string[] {
    return this.#journal
      .prepare('SELECT sentence FROM import_count WHERE job = ? ORDER BY at, kind')
      .all(jobId)
      .map((row) => String(row['sentence']));
  }

  has(jobId: string, kind: CountNote): boolean {
    return (
      this.#journal.prepare('SELECT 1 FROM import_count WHERE job = ? AND kind = ?').get(jobId, kind) !== undefined
    );
  }

  /** The job is deleted. */
  forget(jobId: string): void {
    this.#journal.prepare('DELETE FROM import_count WHERE job = ?').run(jobId);
  }
}
