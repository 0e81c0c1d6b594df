import type { DatabaseSync } from 'node:sqlite';

/** The result file that a job keeps beside the file that was imported. */
export interface ResultFile {
  /** The folder of the imported file. */
  readonly folder: string;
  /** Without its folder; '' as long as none was saved. */
  readonly name: string;
  /** `basisOf` the job when it was saved; '' as long as none was. */
  readonly basis: string;
  /** Bytes, and Unix milliseconds of the last change, right after it was saved: another one was changed by somebody else. */
  readonly bytes: number;
  readonly modifiedAt: number;
  /** Unix milliseconds; null as long as none was saved. */
  readonly savedAt: number | null;
  /** Why the last try failed; '' when it did not. */
  readonly trouble: string;
}

/** Which jobs keep a result file, and what became of it. */
export class ResultFiles {
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    this.#journal = journal;
  }

  /** From now on the job keeps its result file in this folder. */
  wish(jobId: string, folder: string): void {
    this.#journal.prepare('INSERT INTO import_result (job, folder) VALUES (?, ?)').run(jobId, folder);
  }

  /** Null: the job keeps none. */
  find(jobId: string): ResultFile | null {
    const row = this.#journal
      .prepare('SELECT folder, name, basis, bytes, modified_at, saved_at, trouble FROM import_result WHERE job = ?')
      .get(jobId);
    if (row === undefined) return null;
    return {
      folder: String(row['folder']),
      name: String(row['name']),
      basis: String(row['basis']),
      bytes: Number(row['bytes']),
      modifiedAt: Number(row['modified_at']),
      savedAt: row['saved_at'] === null ? null : Number(row['saved_at']),
      trouble: String(row['trouble']),
    };
  }

  /** Another one as soon as anything became of a row of the job. */
  basisOf(jobId: string): string {
    // From the last attempt of all jobs backwards: it is asked for when something became of this one.
    const row = this.#journal
      .prepare('SELECT id FROM import_attempt WHERE job = ? ORDER BY id DESC LIMIT 1')
      .get(jobId);
    return `attempt ${String(row?.['id'] ?? 0)}`;
  }

  saved(jobId: string, file: Pick<ResultFile, 'name' | 'basis' | 'bytes' | 'modifiedAt'> & { savedAt: number }): void {
    this.#journal
      .prepare(
        `UPDATE import_result SET name = ?, basis = ?, bytes = ?, modified_at = ?, saved_at = ?, trouble = '' WHERE job = ?`,
      )
      .run(file.name, file.basis, file.bytes, file.modifiedAt, file.savedAt, jobId);
  }

  /** @param trouble for a person */
  failed(jobId: string, trouble: string): void {
    this.#journal.prepare('UPDATE import_result SET trouble = ? WHERE job = ?').run(trouble, jobId);
  }
}
