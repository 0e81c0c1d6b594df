// Why: decision 0388.
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../storage/database.ts';

export const QUEUE_SCHEMA = `CREATE TABLE queued (
  draft TEXT PRIMARY KEY, queue TEXT NOT NULL, place INTEGER NOT NULL
) STRICT, WITHOUT ROWID`;

/**
 * Which drafts were chosen together for one campaign, in which order. A draft that became a job keeps its place as long as the
 * queue has another draft: the job has its id, and the files after it are compared with what waits there.
 */
export class DraftQueues {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Ids of the drafts, and of the jobs that were drafts, in their order. */
  of(queueId: string): string[] {
    return this.#ids('SELECT draft FROM queued WHERE queue = ? ORDER BY place', queueId);
  }

  /** Ids of those that stand before this draft in its queue, the first one first. */
  before(draftId: string): string[] {
    return this.#ids(
      `SELECT b.draft FROM queued q JOIN queued b ON b.queue = q.queue AND b.place < q.place
       WHERE q.draft = ? ORDER BY b.place`,
      draftId,
    );
  }

  /** Puts the draft at the end of the queue. */
  append(queueId: string, draftId: string): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO queued (draft, queue, place)
         VALUES (?1, ?2, 1 + coalesce((SELECT max(place) FROM queued WHERE queue = ?2), 0))`,
      )
      .run(draftId, queueId);
  }

  /**
   * Puts these drafts of the queue in this order. Jobs that were drafts of it stay before them, drafts that joined it meanwhile
   * behind them.
   *
   * @param out goes by itself from now on
   */
  arrange(queueId: string, draftIds: readonly string[], out?: string): void {
    inTransaction(this.#database, () => {
      const drafts = 'FROM queued WHERE queue = ? AND draft IN (SELECT id FROM draft)';
      const known = this.#ids(`SELECT draft ${drafts} ORDER BY place`, queueId);
      this.#database.prepare(`DELETE ${drafts}`).run(queueId);
      for (const draftId of new Set([...draftIds, ...known])) if (draftId !== out) this.append(queueId, draftId);
    });
    this.removeEmpty();
  }

  /** Forgets queues of which no draft is left. */
  removeEmpty(): void {
    this.#database.exec(
      'DELETE FROM queued WHERE queue NOT IN (SELECT q.queue FROM queued q JOIN draft d ON d.id = q.draft)',
    );
  }

  #ids(sql: string, id: string): string[] {
    return this.#database
      .prepare(sql)
      .all(id)
      .map(({ draft }) => String(draft));
  }
}
