import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import {
  countAtSchema,
  type SegmentBatch,
  type SegmentBatchState,
  type SegmentChange,
  type SegmentCounts,
  type SegmentLeadState,
} from '../../../shared/contract/segments/segment-changes.ts';
import { inTransaction, migrate } from '../storage/database.ts';
import { storedJson } from '../storage/stored-json.ts';

const STEPS = [
  `CREATE TABLE segment_change (
     id TEXT PRIMARY KEY, segment_id TEXT NOT NULL, segment_name TEXT NOT NULL, kind TEXT NOT NULL,
     source TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, created_at INTEGER NOT NULL,
     started_at INTEGER, ended_at INTEGER, listed INTEGER NOT NULL, repeated INTEGER NOT NULL,
     unusable INTEGER NOT NULL, earlier INTEGER NOT NULL, batch_size INTEGER NOT NULL,
     requests INTEGER NOT NULL, before TEXT, after TEXT, undoes TEXT
   ) STRICT;
   CREATE INDEX segment_change_segment ON segment_change (segment_id);
   CREATE TABLE segment_batch (
     change TEXT NOT NULL REFERENCES segment_change (id) ON DELETE CASCADE, number INTEGER NOT NULL,
     state TEXT NOT NULL, leads INTEGER NOT NULL, missing INTEGER NOT NULL, refused INTEGER NOT NULL,
     sent_at INTEGER, answered_at INTEGER, reason TEXT NOT NULL, says_missing INTEGER NOT NULL,
     repaired INTEGER NOT NULL, PRIMARY KEY (change, number)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE segment_lead (
     change TEXT NOT NULL REFERENCES segment_change (id) ON DELETE CASCADE, n INTEGER NOT NULL,
     batch INTEGER NOT NULL, lead TEXT NOT NULL, mark TEXT, PRIMARY KEY (change, n)
   ) STRICT, WITHOUT ROWID;`,
] as const;

/** A change as the journal has it, without what only the running program knows. */
export type StoredChange = Omit<
  SegmentChange,
  'accountId' | 'heldUntil' | 'sequence' | 'batches' | 'counts' | 'leads' | 'batchCount'
>;

export type StoredBatch = Omit<SegmentBatch, 'counts'> & { readonly missing: number; readonly refused: number };

/** What the answer to a batch says of its leads. */
export interface BatchAnswer {
  readonly state: Extract<SegmentBatchState, 'done' | 'refused' | 'unknown'>;
  readonly at: number;
  readonly reason: string;
  /** Null: the answer does not say. */
  readonly missing: readonly string[] | null;
}

/**
 * Changes of segments in the account's journal. The service lists no members of a segment, so these tables are the only
 * memory of which leads a change moved.
 */
export class SegmentChangeStore {
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    migrate(journal, 'segments', STEPS);
    this.#journal = journal;
  }

  /** Keeps a prepared change with its leads, divided into batches. */
  create(change: StoredChange, leads: readonly string[]): void {
    inTransaction(this.#journal, () => {
      this.#dropPrepared();
      this.#insertChange(change);
      const batch = this.#journal.prepare(
        `INSERT INTO segment_batch VALUES (?, ?, 'waiting', ?, 0, 0, NULL, NULL, '', 0, 0)`,
      );
      const lead = this.#journal.prepare('INSERT INTO segment_lead VALUES (?, ?, ?, ?, NULL)');
      for (let start = 0, number = 1; start < leads.length; start += change.batchSize, number += 1) {
        const part = leads.slice(start, start + change.batchSize);
        batch.run(change.id, number, part.length);
        for (const [index, id] of part.entries()) lead.run(change.id, start + index, number, id);
      }
    });
  }

  /** One that was prepared and never started is of no use once another is prepared. */
  #dropPrepared(): void {
    this.#journal.exec(`DELETE FROM segment_change WHERE state = 'prepared'`);
  }

  #insertChange(change: StoredChange): void {
    this.#journal
      .prepare(
        `INSERT INTO segment_change VALUES (
           :id, :segmentId, :segmentName, :kind, :source, :state, :reason, :createdAt, :startedAt, :endedAt,
           :listed, :repeated, :unusable, :earlier, :batchSize, :requests, :before, :after, :undoes
         )`,
      )
      .run({
        id: change.id,
        segmentId: change.segmentId,
        segmentName: change.segmentName,
        kind: change.kind,
        source: change.source,
        state: change.state,
        reason: change.reason,
        createdAt: change.createdAt,
        startedAt: change.startedAt,
        endedAt: change.endedAt,
        listed: change.listed,
        repeated: change.repeated,
        unusable: change.unusable,
        earlier: change.earlier,
        batchSize: change.batchSize,
        requests: change.requests,
        before: asJson(change.before),
        after: asJson(change.after),
        undoes: change.undoes,
      });
  }

  find(id: string): StoredChange | undefined {
    const row = this.#journal.prepare(`${CHANGES} WHERE id = ?`).get(id);
    return row && decodeChange(row);
  }

  /** The newest first. */
  started(): StoredChange[] {
    return this.#journal
      .prepare(`${CHANGES} WHERE state <> 'prepared' ORDER BY created_at DESC, id`)
      .all()
      .map(decodeChange);
  }

  update(
    id: string,
    facts: Partial<Pick<StoredChange, 'state' | 'reason' | 'startedAt' | 'endedAt' | 'before' | 'after'>>,
  ): void {
    for (const [name, value] of Object.entries(facts)) {
      const column = UPDATED[name as keyof typeof facts];
      const stored = typeof value === 'object' ? asJson(value) : (value ?? null);
      this.#journal.prepare(`UPDATE segment_change SET ${column} = ? WHERE id = ?`).run(stored, id);
    }
  }

  /** Batches in their order. */
  batches(change: string): StoredBatch[] {
    return this.#journal
      .prepare('SELECT * FROM segment_batch WHERE change = ? ORDER BY number')
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

  /** Leads of a batch that are still to be sent: without those that the service refused by name. */
  leadsOf(change: string, batch: number): string[] {
    return this.#journal
      .prepare(`SELECT lead FROM segment_lead WHERE ${IN_BATCH} AND mark IS NULL ORDER BY n`)
      .all(change, batch)
      .map((row) => String(row['lead']));
  }

  /** Leads that the service said yes to, in their order. */
  moved(change: string): string[] {
    return this.#journal
      .prepare(
        `SELECT l.lead FROM segment_lead l JOIN segment_batch b ON b.change = l.change AND b.number = l.batch
         WHERE l.change = ? AND b.state = 'done' AND l.mark IS NULL ORDER BY l.n`,
      )
      .all(change)
      .map((row) => String(row['lead']));
  }

  /** Leads that the changes of this computer put into the segment and did not take out again. */
  putInEarlier(segmentId: string): Set<string> {
    const inside = new Set<string>();
    const changes = this.started().filter((change) => change.segmentId === segmentId);
    for (const { id, kind } of changes.reverse())
      for (const lead of this.moved(id)) {
        if (kind === 'add') inside.add(lead);
        else inside.delete(lead);
      }
    return inside;
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
      this.#mark(change, batch, leads, 'refused');
      this.#journal
        .prepare(
          `UPDATE segment_batch SET state = 'waiting', refused = refused + ?, reason = ? WHERE change = ? AND number = ?`,
        )
        .run(leads.length, reason, change, batch);
    });
  }

  answer(change: string, batch: number, { state, at, reason, missing }: BatchAnswer): void {
    inTransaction(this.#journal, () => {
      this.#mark(change, batch, missing ?? [], 'missing');
      this.#journal
        .prepare(
          `UPDATE segment_batch SET state = ?, answered_at = ?, missing = ?, says_missing = ?,
             reason = CASE WHEN ? = '' THEN reason ELSE ? END
           WHERE change = ? AND number = ?`,
        )
        .run(state, at, missing?.length ?? 0, missing === null ? 0 : 1, reason, reason, change, batch);
    });
  }

  /** What a person decided about a batch whose answer did not come. */
  resolve(change: string, batch: number, state: 'waiting' | 'done' | 'left'): void {
    this.#journal
      .prepare('UPDATE segment_batch SET state = ?, repaired = ? WHERE change = ? AND number = ?')
      .run(state, state === 'waiting' ? 1 : 0, change, batch);
  }

  /** Batches that were on their way when the program ended: nobody knows what became of them. */
  loseSent(change: string, reason: string): void {
    this.#journal
      .prepare(`UPDATE segment_batch SET state = 'unknown', reason = ? WHERE change = ? AND state = 'sent'`)
      .run(reason, change);
  }

  /** A page of the leads in their order; `total` counts all that fit. */
  leads(
    change: string,
    filter: {
      readonly state: SegmentLeadState | null;
      readonly search: string;
      readonly offset: number;
      readonly limit: number;
    },
  ): { total: number; leads: { leadId: string; batch: number; state: SegmentLeadState; reason: string }[] } {
    const { search, state: wanted } = filter;
    const { total, first } = this.#leadsIn(change, wanted);
    const from = `FROM segment_lead l JOIN segment_batch b ON b.change = l.change AND b.number = l.batch
      WHERE l.change = ?1 AND (?2 = '' OR instr(lower(l.lead), lower(?2)) > 0) AND (?3 IS NULL OR ${LEAD_STATE} = ?3)`;
    const leads = this.#journal
      .prepare(
        `SELECT l.lead, l.batch, l.mark, b.reason, ${LEAD_STATE} AS state ${from}
           AND l.n >= (?6 - 1) * (SELECT batch_size FROM segment_change WHERE id = ?1)
         ORDER BY l.n LIMIT ?4 OFFSET ?5`,
      )
      .all(change, search, wanted, filter.limit, filter.offset, first)
      .map((row) => {
        const state = String(row['state']) as SegmentLeadState;
        const hasReason = state === 'refused' || state === 'unknown';
        return {
          leadId: String(row['lead']),
          batch: Number(row['batch']),
          state,
          reason: hasReason ? String(row['reason']) : '',
        };
      });
    if (search === '') return { total, leads };
    const found = this.#journal.prepare(`SELECT count(*) AS total ${from}`).get(change, search, wanted);
    return { total: Number(found?.['total']), leads };
  }

  /** How many leads are in the state, and the first batch with one: the page asks with each answer, of 100,000 leads. */
  #leadsIn(change: string, state: SegmentLeadState | null): { total: number; first: number } {
    const batches = this.batches(change)
      .map((batch) => ({ number: batch.number, leads: state === null ? batch.leads : countsOf(batch)[state] }))
      .filter(({ leads }) => leads > 0);
    return { total: batches.reduce((sum, { leads }) => sum + leads, 0), first: batches[0]?.number ?? 1 };
  }

  remove(change: string): void {
    this.#journal.prepare('DELETE FROM segment_change WHERE id = ?').run(change);
  }

  #mark(change: string, batch: number, leads: readonly string[], mark: 'missing' | 'refused'): void {
    if (leads.length === 0) return;
    const marked = new Set(leads);
    const update = this.#journal.prepare('UPDATE segment_lead SET mark = ? WHERE change = ? AND n = ?');
    for (const { n, lead } of this.#journal
      .prepare(`SELECT n, lead FROM segment_lead WHERE ${IN_BATCH} AND mark IS NULL`)
      .all(change, batch))
      if (marked.has(String(lead))) update.run(mark, change, Number(n));
  }
}

/** The leads of change ?1 and batch ?2, by their places: a hundred thousand are not searched for each batch. */
const IN_BATCH = `change = ?1
  AND n >= (?2 - 1) * (SELECT batch_size FROM segment_change WHERE id = ?1)
  AND n < ?2 * (SELECT batch_size FROM segment_change WHERE id = ?1)`;

const CHANGES = `SELECT c.*, (
    SELECT u.id FROM segment_change u WHERE u.undoes = c.id AND u.state <> 'prepared' ORDER BY u.created_at DESC LIMIT 1
  ) AS undone_by FROM segment_change c`;

const LEAD_STATE = `CASE WHEN l.mark IS NOT NULL THEN l.mark
  WHEN b.state = 'done' THEN 'moved' WHEN b.state = 'refused' THEN 'refused'
  WHEN b.state IN ('unknown', 'left') THEN 'unknown' ELSE 'waiting' END`;

const UPDATED = {
  state: 'state',
  reason: 'reason',
  startedAt: 'started_at',
  endedAt: 'ended_at',
  before: 'before',
  after: 'after',
} as const;

/** What became of the leads of a batch; they add up to its leads. */
export function countsOf({ state, leads, missing, refused }: StoredBatch): SegmentCounts {
  const rest = leads - missing - refused;
  const counts = { waiting: 0, moved: 0, missing, refused, unknown: 0 };
  if (state === 'done') return { ...counts, moved: rest };
  if (state === 'refused') return { ...counts, refused: refused + rest };
  if (state === 'unknown' || state === 'left') return { ...counts, unknown: rest };
  return { ...counts, waiting: rest };
}

type StoredRow = Record<string, SQLOutputValue>;

function decodeChange(row: StoredRow): StoredChange {
  const text = (name: string) => String(row[name]);
  const number = (name: string) => Number(row[name]);
  const time = (name: string) => (row[name] === null ? null : Number(row[name]));
  return {
    id: text('id'),
    segmentId: text('segment_id'),
    segmentName: text('segment_name'),
    kind: text('kind') as StoredChange['kind'],
    source: text('source'),
    state: text('state') as StoredChange['state'],
    reason: text('reason'),
    createdAt: number('created_at'),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
    listed: number('listed'),
    repeated: number('repeated'),
    unusable: number('unusable'),
    earlier: number('earlier'),
    batchSize: number('batch_size'),
    requests: number('requests'),
    before: fromJson(row['before']),
    after: fromJson(row['after']),
    undoes: row['undoes'] === null ? null : text('undoes'),
    undoneBy: row['undone_by'] === null ? null : text('undone_by'),
  };
}

function decodeBatch(row: StoredRow): StoredBatch {
  const time = (name: string) => (row[name] === null ? null : Number(row[name]));
  return {
    number: Number(row['number']),
    state: String(row['state']) as SegmentBatchState,
    leads: Number(row['leads']),
    missing: Number(row['missing']),
    refused: Number(row['refused']),
    sentAt: time('sent_at'),
    answeredAt: time('answered_at'),
    reason: String(row['reason']),
    saysMissing: row['says_missing'] === 1,
    isRepaired: row['repaired'] === 1,
  };
}

function asJson(value: StoredChange['before'] | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** A count that is damaged counts as not read. */
function fromJson(value: SQLOutputValue | undefined): StoredChange['before'] {
  return typeof value === 'string' ? storedJson(countAtSchema, value) : null;
}
