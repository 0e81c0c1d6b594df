import type { DatabaseSync } from 'node:sqlite';
import {
  BATCHES_SHOWN,
  type SegmentBatchState,
  type SegmentChange,
  type SegmentCounts,
} from '../../../shared/contract/segments/segment-changes.ts';
import { notFound } from '../foundation/failure.ts';
import { inTransaction } from '../storage/database.ts';
import { storedCells } from '../storage/stored-json.ts';
import { migrateChanges } from './change-schema.ts';
import { asJson, countsOf, decodeBatch, decodeChange, type StoredBatch, type StoredChange } from './stored-change.ts';

/** What the answer to a batch says of its leads. */
export interface BatchAnswer {
  readonly state: Extract<SegmentBatchState, 'done' | 'refused' | 'unknown'>;
  readonly at: number;
  readonly reason: string;
  /** Null: the answer does not say. */
  readonly missing: readonly string[] | null;
}

/** What became of a change so far. */
export type ChangeFigures = Pick<SegmentChange, 'leads' | 'batchCount' | 'counts'>;

/**
 * Changes of segments in the account's journal, one batch at a time: what takes longer is in `ChangeLeads`, which a thread
 * has. The service lists no members of a segment, so these tables are the only memory of which leads a change moved. A
 * change that was removed comes back by no write.
 */
export class SegmentChangeStore {
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    migrateChanges(journal);
    this.#journal = journal;
  }

  /** All of what `work` writes, or nothing. */
  atomically<Value>(work: () => Value): Value {
    return inTransaction(this.#journal, work);
  }

  /** One that was begun. */
  find(id: string): StoredChange | undefined {
    const row = this.#journal.prepare(`${CHANGES} WHERE id = ? AND state <> 'prepared'`).get(id);
    return row && decodeChange(row);
  }

  /** One that was begun. @throws Failure `notFound` */
  get(id: string): StoredChange {
    const found = this.find(id);
    if (!found)
      throw notFound(
        'This change of a segment is not here. It was deleted, or it is of another account or data folder.',
      );
    return found;
  }

  /** The newest first. */
  started(): StoredChange[] {
    return this.#journal
      .prepare(`${CHANGES} WHERE state <> 'prepared' ORDER BY created_at DESC, id`)
      .all()
      .map(decodeChange);
  }

  /** All changes, including those that are being kept or removed, or were when their program ended. */
  ids(): { readonly id: string; readonly isStarted: boolean }[] {
    return this.#journal
      .prepare(`SELECT id, state <> 'prepared' AS started FROM segment_change`)
      .all()
      .map((row) => ({ id: String(row['id']), isStarted: row['started'] === 1 }));
  }

  /** False when another change has taken the same one back already; then nothing has changed. */
  begin(id: string, startedAt: number): boolean {
    const { changes } = this.#journal
      .prepare(
        `UPDATE segment_change SET state = 'running', reason = '', ended_at = NULL, started_at = coalesce(started_at, ?)
         WHERE id = ? AND NOT EXISTS (
           SELECT 1 FROM segment_change u WHERE u.undoes = segment_change.undoes AND u.id <> segment_change.id
             AND u.state <> 'prepared')`,
      )
      .run(startedAt, id);
    return changes === 1;
  }

  /** One of which nothing is left to send, and no answer is awaited, has ended: nobody could go on with it. */
  pause(id: string, reason: string, at: number): void {
    const isOpen = `EXISTS (SELECT 1 FROM segment_batch WHERE change = ?1 AND state IN ('waiting', 'sent'))`;
    this.#journal
      .prepare(
        `UPDATE segment_change SET state = iif(${isOpen}, 'paused', 'ended'), reason = iif(${isOpen}, ?2, ''),
           ended_at = iif(${isOpen}, NULL, ?3) WHERE id = ?1`,
      )
      .run(id, reason, at);
  }

  /** A person gives up what is left. */
  stop(id: string, endedAt: number): void {
    this.#journal
      .prepare(
        `UPDATE segment_change SET state = 'stopped', reason = '', ended_at = ? WHERE id = ? AND state <> 'ended'`,
      )
      .run(endedAt, id);
  }

  /** False when a batch waits: another page or program had it sent again meanwhile. */
  end(id: string, endedAt: number, after: StoredChange['after']): boolean {
    const { changes } = this.#journal
      .prepare(
        `UPDATE segment_change SET state = 'ended', reason = '', ended_at = ?, after = coalesce(?, after)
         WHERE id = ? AND NOT EXISTS (SELECT 1 FROM segment_batch b WHERE b.change = segment_change.id AND b.state = 'waiting')`,
      )
      .run(endedAt, asJson(after), id);
    return changes === 1 || this.find(id) === undefined;
  }

  figures(change: string): ChangeFigures {
    const rows = this.#journal
      .prepare(
        `SELECT state, count(*) AS batches, sum(leads) AS leads, sum(missing) AS missing, sum(refused) AS refused
         FROM segment_batch WHERE change = ? GROUP BY state`,
      )
      .all(change);
    const counts = { waiting: 0, moved: 0, missing: 0, refused: 0, unknown: 0 };
    let [leads, batchCount] = [0, 0];
    for (const row of rows) {
      const own = { leads: Number(row['leads']), missing: Number(row['missing']), refused: Number(row['refused']) };
      const became = countsOf({ state: String(row['state']) as SegmentBatchState, ...own });
      for (const name of Object.keys(counts) as (keyof SegmentCounts)[]) counts[name] += became[name];
      leads += own.leads;
      batchCount += Number(row['batches']);
    }
    return { leads, batchCount, counts };
  }

  /** The batches in order; if there are too many, those that need a person come first. */
  batchesShown(change: string): StoredBatch[] {
    return this.#journal
      .prepare(
        `SELECT * FROM (
           SELECT * FROM segment_batch WHERE change = ?
           ORDER BY state NOT IN ('unknown', 'refused', 'sent'), number LIMIT ${BATCHES_SHOWN}
         ) ORDER BY number`,
      )
      .all(change)
      .map(decodeBatch);
  }

  /** The next batch that was not sent; undefined when none is left. */
  nextWaiting(change: string): StoredBatch | undefined {
    const row = this.#journal
      .prepare(`SELECT * FROM segment_batch WHERE change = ? AND state = 'waiting' ORDER BY number LIMIT 1`)
      .get(change);
    return row && decodeBatch(row);
  }

  /** Leads of a batch that are still to be sent: without those that the service refused by name. Null when they are damaged. */
  leadsOf(change: string, batch: number): string[] | null {
    const row = this.#journal
      .prepare('SELECT ids, refused FROM segment_ids WHERE change = ? AND number = ?')
      .get(change, batch);
    const [ids, refused] = [storedCells(row?.['ids']), storedCells(row?.['refused'])];
    if (ids === null || refused === null) return null;
    const marked = new Set(refused);
    return ids.filter((id) => !marked.has(id));
  }

  /** Written in the turn in which the request leaves: from here on nobody knows whether the service has the batch. */
  markSent(change: string, batch: number, at: number): void {
    inTransaction(this.#journal, () => {
      this.#journal
        .prepare(
          `UPDATE segment_batch SET state = 'sent', sent_at = ?,
             reason = CASE WHEN refused > 0 THEN reason ELSE '' END WHERE change = ? AND number = ?`,
        )
        .run(at, change, batch);
      this.#journal.prepare('UPDATE segment_change SET requests = requests + 1 WHERE id = ?').run(change);
    });
  }

  /** It is certain that the service did nothing with the batch. */
  markWaiting(change: string, batch: number): void {
    this.#journal
      .prepare(`UPDATE segment_batch SET state = 'waiting', sent_at = NULL WHERE change = ? AND number = ?`)
      .run(change, batch);
  }

  /** The service refused the batch because of these leads: the rest waits to be sent without them. */
  refuseLeads(change: string, batch: number, leads: readonly string[], reason: string): void {
    inTransaction(this.#journal, () => {
      this.#journal
        .prepare(
          `UPDATE segment_ids SET refused = (
             SELECT json_group_array(value) FROM (
               SELECT value FROM json_each(refused) UNION ALL SELECT value FROM json_each(?)
             )
           ) WHERE change = ? AND number = ?`,
        )
        .run(JSON.stringify(leads), change, batch);
      this.#journal
        .prepare(
          `UPDATE segment_batch SET state = 'waiting', refused = refused + ?, reason = ? WHERE change = ? AND number = ?`,
        )
        .run(leads.length, reason, change, batch);
    });
  }

  answer(change: string, batch: number, { state, at, reason, missing }: BatchAnswer): void {
    inTransaction(this.#journal, () => {
      // The whole row is written anew, with all its ids.
      if (missing !== null && missing.length > 0)
        this.#journal
          .prepare('UPDATE segment_ids SET missing = ? WHERE change = ? AND number = ?')
          .run(JSON.stringify(missing), change, batch);
      this.#journal
        .prepare(
          `UPDATE segment_batch SET state = ?, answered_at = ?, missing = ?, says_missing = ?,
             reason = CASE WHEN ? = '' THEN reason ELSE ? END
           WHERE change = ? AND number = ?`,
        )
        .run(state, at, missing?.length ?? 0, missing === null ? 0 : 1, reason, reason, change, batch);
    });
  }

  /** What a person decided about a batch whose answer did not come, or that was refused: one that is left stays refused. False when the answer is another by now. */
  resolve(change: string, batch: number, state: 'waiting' | 'done' | 'left'): boolean {
    const { changes } = this.#journal
      .prepare(
        `UPDATE segment_batch SET
           state = CASE WHEN state = 'refused' AND ?1 = 'left' THEN state ELSE ?1 END,
           repaired = CASE WHEN state = 'refused' AND ?1 = 'left' THEN repaired ELSE ?1 = 'waiting' END,
           accepted = state = 'refused' AND ?1 = 'left'
         WHERE change = ?2 AND number = ?3
           AND (state IN ('unknown', 'left') OR (state = 'refused' AND ?1 IN ('waiting', 'left')))`,
      )
      .run(state, change, batch);
    return changes === 1;
  }

  /**
   * Divides a batch that was refused: the first part stays in it, the others become batches of their own, and all of them
   * wait. Leads that were refused by name stay where they are. False when its answer is another by now.
   *
   * @param way `halves`: a half that is refused is divided again
   */
  divide(change: string, batch: number, way: 'halves' | 'singly'): boolean {
    return inTransaction(this.#journal, () => {
      const found = this.#journal
        .prepare(
          `SELECT l.ids, l.refused FROM segment_batch b JOIN segment_ids l ON l.change = b.change AND l.number = b.number
           WHERE b.change = ? AND b.number = ? AND b.state = 'refused'`,
        )
        .get(change, batch);
      const left = found === undefined ? null : this.leadsOf(change, batch);
      if (found === undefined || left === null || left.length < 2) return false;
      const named = storedCells(found['refused']) ?? [];
      const size = way === 'halves' ? Math.ceil(left.length / 2) : 1;
      const [first = [], ...others] = partsOf(left, size);
      const isHalving = Number(way === 'halves');
      this.#journal
        .prepare(
          `UPDATE segment_batch SET state = 'waiting', leads = ?, repaired = 1, halving = ?, accepted = 0
           WHERE change = ? AND number = ?`,
        )
        .run(named.length + first.length, isHalving, change, batch);
      this.#journal
        .prepare('UPDATE segment_ids SET ids = ? WHERE change = ? AND number = ?')
        .run(JSON.stringify([...named, ...first]), change, batch);
      const add = this.#journal.prepare(
        `INSERT INTO segment_batch SELECT change, max(number) + 1, 'waiting', ?1, 0, 0, NULL, NULL, '', 0, 1, ?2, 0, NULL
         FROM segment_batch WHERE change = ?3 RETURNING number`,
      );
      const keep = this.#journal.prepare('INSERT INTO segment_ids (change, number, ids) VALUES (?, ?, ?)');
      for (const part of others) {
        const number = Number(add.get(part.length, isHalving, change)?.['number']);
        keep.run(change, number, JSON.stringify(part));
      }
      return true;
    });
  }

  /** Every batch whose answer did not come waits again. */
  repair(change: string): void {
    this.#journal
      .prepare(`UPDATE segment_batch SET state = 'waiting', repaired = 1 WHERE change = ? AND state = 'unknown'`)
      .run(change);
  }

  /** Batches that were on their way when the program ended: nobody knows what became of them. */
  loseSent(change: string, reason: string): void {
    this.#journal
      .prepare(`UPDATE segment_batch SET state = 'unknown', reason = ? WHERE change = ? AND state = 'sent'`)
      .run(reason, change);
  }
}

function partsOf(leads: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(leads.length / size) }, (_, index) =>
    leads.slice(index * size, (index + 1) * size),
  );
}

const CHANGES = `SELECT c.*, (
    SELECT u.id FROM segment_change u WHERE u.undoes = c.id AND u.state <> 'prepared' ORDER BY u.created_at DESC LIMIT 1
  ) AS undone_by FROM segment_change c`;
