import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { answeredSchema, sameDaySchema, windowsSchema } from '../../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import { refreshSchema } from '../../../../shared/contract/exports/refresh.ts';
import {
  type ExportQuery,
  exportQuerySchema,
  relativeSinceSchema,
} from '../../../../shared/contract/exports/queries.ts';
import { notFound } from '../../foundation/failure.ts';
import { emptyLog, migrate } from '../../storage/database.ts';
import { isPlainId } from '../../storage/plain-id.ts';
import { storedJson } from '../../storage/stored-json.ts';
import { UNREADABLE_QUERY } from '../queries/unreadable-query.ts';

const STEPS = [
  `CREATE TABLE export (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, query TEXT NOT NULL, request TEXT NOT NULL, state TEXT NOT NULL,
     reason TEXT NOT NULL, rows INTEGER NOT NULL, bytes INTEGER NOT NULL, columns TEXT NOT NULL,
     started_at INTEGER NOT NULL, ended_at INTEGER
   ) STRICT`,
  `ALTER TABLE export ADD COLUMN answer TEXT`,
];

/** What is known of the answer beyond its leads. */
const answerSchema = z.object({
  requests: z.number(),
  answered: answeredSchema,
  windows: windowsSchema.nullable(),
  sameDay: sameDaySchema.nullable(),
  mayBeSplit: z.boolean(),
  // Earlier versions knew none of these.
  pointReached: z.string().nullable().default(null),
  /**
   * The same point by the service's clock after it was set back, as an answer showed: the next refresh goes on from here. Null:
   * from `pointReached`, which a dataset is held against as long as it has a point of the former clock.
   */
  goesOnFrom: z.string().nullable().default(null),
  refresh: refreshSchema.nullable().default(null),
  refreshedAt: z.number().nullable().default(null),
  shortened: z.array(z.string()).default([]),
  repeated: z.number().nullable().default(null),
  hasBrokenText: z.boolean().default(false),
  isUnstored: z.boolean().default(false),
  relativeSince: relativeSinceSchema.nullable().default(null),
  /** Null until its end: only an answer tells how the service's clock goes. */
  askedAt: z.string().nullable().default(null),
  /**
   * The file that scheduled work saves it into, and the hash of what was saved last. `former`: hashes of what may be there
   * still, as long as it is not known that the last one took its place.
   */
  followed: z
    .object({ path: z.string(), sha256: z.string(), former: z.array(z.string()).optional() })
    .nullable()
    .default(null),
});
type AnswerFacts = z.infer<typeof answerSchema>;
export const EMPTY_ANSWER: AnswerFacts = answerSchema.parse({
  requests: 0,
  answered: { filters: [], asked: 0, keeps: null },
  windows: null,
  sameDay: null,
  mayBeSplit: false,
});

export interface ExportRecord {
  readonly id: string;
  name: string;
  readonly query: ExportQuery;
  readonly request: string;
  state: ExportSummary['state'];
  reason: string;
  rows: number;
  bytes: number;
  columns: { path: string; filled: number }[];
  answer: AnswerFacts;
  readonly startedAt: number;
  endedAt: number | null;
}

export const exportGone = () =>
  notFound('This export is not here. It was deleted, or it is of another account or data folder. Fetch it again.');

/** Parts of the answer that its owner does not write: as they stand in the row. */
const OTHERS = `'$.answered.keeps', iif(json_valid(answer), json_extract(answer, '$.answered.keeps'), NULL),
  '$.followed', json(coalesce(iif(json_valid(answer), json_extract(answer, '$.followed'), NULL), 'null'))`;

export type ExportRecords = ReturnType<typeof createExportRecords>;

/**
 * The list of exports in the journal. The leads are in a file for each export. A record is inserted once; its owner, who
 * fetches or refreshes it, updates what it says, and everybody else only the name, what is kept of it and the file that
 * follows it. None of these writes brings a removed one back.
 */
export function createExportRecords(journal: DatabaseSync) {
  migrate(journal, 'exports', STEPS);
  const columns = 'id, name, query, request, state, reason, rows, bytes, columns, started_at, ended_at, answer';
  /** A record of an earlier version has no answer yet. */
  const setPart = (record: ExportRecord, path: string, json: unknown) =>
    journal
      .prepare(`UPDATE export SET answer = json_set(coalesce(answer, ?), ?, json(?)) WHERE id = ?`)
      .run(JSON.stringify(record.answer), path, JSON.stringify(json), record.id);
  return {
    all: () =>
      journal
        .prepare(`SELECT ${columns} FROM export ORDER BY started_at DESC`)
        .all()
        .filter(({ id }) => isPlainId(id))
        .map(decode),
    ids: () =>
      new Set(
        journal
          .prepare('SELECT id FROM export')
          .all()
          .map(({ id }) => String(id))
          .filter(isPlainId),
      ),
    find(id: string): ExportRecord | undefined {
      if (!isPlainId(id)) return undefined;
      const row = journal.prepare(`SELECT ${columns} FROM export WHERE id = ?`).get(id);
      return row ? decode(row) : undefined;
    },
    insert(record: ExportRecord): void {
      journal
        .prepare(`INSERT INTO export (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
        .run(
          record.id,
          record.name,
          JSON.stringify(record.query),
          record.request,
          record.state,
          record.reason,
          record.rows,
          record.bytes,
          JSON.stringify(record.columns),
          record.startedAt,
          record.endedAt,
          JSON.stringify(record.answer),
        );
    },
    /** Only the owner calls this. Changes nothing when the record was removed. */
    update({ id, state, reason, rows, bytes, columns: found, endedAt, answer }: ExportRecord): void {
      journal
        .prepare(
          `UPDATE export SET state = ?, reason = ?, rows = ?, bytes = ?, columns = ?, ended_at = ?,
             answer = json_set(?, ${OTHERS}) WHERE id = ?`,
        )
        .run(state, reason, rows, bytes, JSON.stringify(found), endedAt, JSON.stringify(answer), id);
    },
    rename(id: string, name: string): void {
      journal.prepare('UPDATE export SET name = ? WHERE id = ?').run(name, id);
    },
    keep: (record: ExportRecord, keeps: 'all' | 'asked' | null) => void setPart(record, '$.answered.keeps', keeps),
    date: (record: ExportRecord, askedAt: string) => void setPart(record, '$.askedAt', askedAt),
    follow: (record: ExportRecord, file: NonNullable<AnswerFacts['followed']>) =>
      void setPart(record, '$.followed', file),
    /** Empties the log, which has what stood in the row before. */
    remove(id: string): void {
      journal.prepare('DELETE FROM export WHERE id = ?').run(id);
      emptyLog(journal);
    },
  };
}

const columnsSchema = z.array(z.object({ path: z.string(), filled: z.number() }));
const stateSchema = z.enum(['running', 'complete', 'partial', 'cancelled']);
const DAMAGED =
  'What the journal keeps of this export is damaged: its query, its columns or what was checked of its answer cannot be read. Delete it and fetch it again.';

/** Reads what it can of a damaged record, which then counts as partial and says why. */
function decode(row: Record<string, unknown>): ExportRecord {
  const query = storedJson(exportQuerySchema, row['query']);
  const columns = storedJson(columnsSchema, row['columns']);
  const answer = answerOf(row);
  const state = stateSchema.safeParse(row['state']).data;
  const isDamaged = query === null || columns === null || answer === null || state === undefined;
  return {
    id: String(row['id']),
    name: String(row['name']),
    query: query ?? UNREADABLE_QUERY,
    request: String(row['request']),
    state: isDamaged ? 'partial' : state,
    reason: isDamaged ? DAMAGED : String(row['reason']),
    rows: Number(row['rows']),
    bytes: Number(row['bytes']),
    columns: columns ?? [],
    answer: answer ?? EMPTY_ANSWER,
    startedAt: Number(row['started_at']),
    endedAt: row['ended_at'] === null ? null : Number(row['ended_at']),
  };
}

/** An export of an earlier version was one request, whose answer was not checked. */
function answerOf(row: Record<string, unknown>): AnswerFacts | null {
  if (row['answer'] !== null) return storedJson(answerSchema, row['answer']);
  return { ...EMPTY_ANSWER, requests: 1, answered: { filters: [], asked: Number(row['rows']), keeps: null } };
}
