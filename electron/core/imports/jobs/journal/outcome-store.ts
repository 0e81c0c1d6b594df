// Why: decision 0322.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { type Outcome, OUTCOMES, OutcomeTally } from '../../../../../shared/domain/service/leads/lead-outcomes.ts';
import type { OutcomeChange } from '../../../../../shared/domain/service/leads/outcome-course.ts';
import { DAY } from '../../../../../shared/domain/time/time.ts';
import { inTransaction, migrate } from '../../../storage/database.ts';
import { storedCells, storedJson } from '../../../storage/stored-json.ts';
import type { Slices } from '../../../threads/in-slices.ts';
import { IS_WHOLE, payloadOf } from './records/job-records.ts';

/**
 * `import_reading`: one line a job and day, the last of that day. `whole_at`: the last reading for which all leads were asked.
 * `import_outcome`: one line a row and change: what its lead was from this reading on. Lines without their reading belong to one
 * that was not finished, or that a later one of its day replaced; nobody sees them.
 */
const OUTCOME_SCHEMA = [
  `CREATE TABLE import_reading (
     job TEXT NOT NULL REFERENCES import_job, at INTEGER NOT NULL, day TEXT NOT NULL, whole_at INTEGER NOT NULL,
     facts TEXT NOT NULL, PRIMARY KEY (job, at)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE import_outcome (
     job TEXT NOT NULL REFERENCES import_job, n INTEGER NOT NULL, at INTEGER NOT NULL, outcome TEXT NOT NULL,
     found TEXT NOT NULL, lead_id TEXT NOT NULL, status TEXT NOT NULL, closure TEXT NOT NULL, PRIMARY KEY (job, n, at)
   ) STRICT, WITHOUT ROWID;`,
] as const;

/** What became of one created row. */
export interface RowOutcome {
  readonly outcome: Outcome;
  /** Empty: not known. */
  readonly leadId: string;
  readonly status: string;
  readonly closure: string;
  /** Null: its lead was not found. */
  readonly foundBy: 'id' | 'tag' | 'values' | null;
}

const rowsOf = z.partialRecord(z.enum(OUTCOMES), z.number().int().positive());
const factsSchema = z.object({
  looked: z.number().int(),
  elsewhere: z.number().int(),
  counts: rowsOf,
  moves: z.array(z.object({ from: z.enum(OUTCOMES), to: z.enum(OUTCOMES), rows: z.number().int() })),
});

/** A reading of a job. Times: Unix milliseconds. */
export interface StoredReading extends z.infer<typeof factsSchema> {
  readonly at: number;
  /** `yyyy-MM-dd` */
  readonly day: string;
  readonly wholeAt: number;
}

export interface NewReading extends Pick<StoredReading, 'at' | 'day' | 'wholeAt' | 'looked' | 'elsewhere'> {
  /** The created rows. */
  readonly rows: ReadonlyMap<number, RowOutcome>;
}

/** A created row, with what is needed to find its lead. */
export interface CreatedRow {
  readonly row: number;
  readonly leadId: string;
  /** When it was sent, Unix milliseconds; null: not known. */
  readonly at: number | null;
  /** Empty for a row with a lead id, which does not need them. */
  readonly cells: readonly string[];
  readonly payload: string | null;
}

/** A created row with its past and its value in a column. */
export interface ReadRow extends Pick<CreatedRow, 'row' | 'at'> {
  readonly value: string;
  readonly changes: readonly (RowOutcome & OutcomeChange)[];
}

const ROWS_AT_ONCE = 500;
/** Rows of a slice whose lines of other moments are removed. */
const SWEPT = 2000;
/** Milliseconds after which a reading without an end is not one that another program is writing. */
const ABANDONED = DAY;

/** What became of the leads of imports at their readings. It goes with its job. */
export class OutcomeStore {
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    migrate(journal, 'outcomes', OUTCOME_SCHEMA);
    this.#journal = journal;
  }

  /** The oldest first. One that is damaged is left out. */
  readings(jobId: string): StoredReading[] {
    return this.#journal
      .prepare('SELECT at, day, whole_at, facts FROM import_reading WHERE job = ? ORDER BY at')
      .all(jobId)
      .flatMap(({ at, day, whole_at: wholeAt, facts }) => {
        const known = storedJson(factsSchema, facts ?? null);
        return known === null ? [] : [{ ...known, at: Number(at), day: String(day), wholeAt: Number(wholeAt) }];
      });
  }

  /** Created rows after row `n`, in the file's order. */
  createdAfter(jobId: string, n: number): CreatedRow[] {
    return this.#journal
      .prepare(
        `SELECT r.n, coalesce(r.lead_id, '') AS lead_id, r.at,
           iif(coalesce(r.lead_id, '') = '', c.cells, '[]') AS cells, iif(coalesce(r.lead_id, '') = '', c.payload, '{}') AS payload
         FROM import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n
         WHERE r.job = ? AND r.state = 'created' AND r.n > ? ORDER BY r.n LIMIT ${ROWS_AT_ONCE}`,
      )
      .all(jobId, n)
      .map((row) => ({
        ...placeOf(row),
        leadId: String(row['lead_id']),
        cells: storedCells(row['cells']) ?? [],
        payload: payloadOf(row),
      }));
  }

  /** @param column of the file whose values are wanted; null: none */
  readAfter(jobId: string, n: number, column: number | null): ReadRow[] {
    const value =
      column === null ? "''" : `iif(json_valid(c.cells), json_extract(c.cells, '$[${Math.trunc(column)}]'), '')`;
    const rows = this.#journal
      .prepare(
        `SELECT r.n, r.at, ${value} AS value FROM import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n
         WHERE r.job = ? AND r.state = 'created' AND r.n > ? ORDER BY r.n LIMIT ${ROWS_AT_ONCE}`,
      )
      .all(jobId, n);
    const pasts = this.#pasts(jobId, n, Number(rows.at(-1)?.['n'] ?? n));
    return rows.map((row) => {
      const place = placeOf(row);
      return { ...place, value: String(row['value'] ?? ''), changes: pasts.get(place.row) ?? [] };
    });
  }

  /** What the created rows were at the last reading. */
  *latest(jobId: string): Slices<Map<number, RowOutcome>> {
    const found = new Map<number, RowOutcome>();
    for (let last = 0; ;) {
      const page = this.readAfter(jobId, last, null);
      const end = page.at(-1);
      if (end === undefined) return found;
      for (const { row, changes } of page) {
        const now = changes.at(-1);
        if (now !== undefined) found.set(row, now);
      }
      last = end.row;
      yield found.size;
    }
  }

  /**
   * Keeps a reading in place of another one of its day. Nothing is kept of a job that was deleted meanwhile; after an error, a
   * cancel or a crash the readings are as before.
   */
  *keeping(jobId: string, { rows, ...reading }: NewReading): Slices {
    const put = this.#journal.prepare(
      `INSERT OR REPLACE INTO import_outcome (job, n, at, outcome, found, lead_id, status, closure)
       SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM import_job WHERE id = ?1 AND ${IS_WHOLE})`,
    );
    const counts = new OutcomeTally();
    const moves = new Map<string, StoredReading['moves'][number]>();
    const all = [...rows];
    let last = 0;
    for (let done = 0, size = yield 0; done < all.length; size = yield done) {
      const part = all.slice(done, done + size);
      const to = part.at(-1)?.[0] ?? last;
      const pasts = this.#pasts(jobId, last, to, reading.day);
      inTransaction(this.#journal, () => {
        for (const [row, now] of part) {
          counts.add(now.outcome);
          const before = pasts.get(row)?.at(-1);
          if (before !== undefined && before.outcome !== now.outcome) countMove(moves, before.outcome, now.outcome);
          if (before !== undefined && isSame(before, now)) continue;
          const { outcome, foundBy, leadId, status, closure } = now;
          put.run(jobId, row, reading.at, outcome, foundBy ?? '', leadId, status, closure);
        }
      });
      done += part.length;
      last = to;
    }
    const { looked, elsewhere, at, day, wholeAt } = reading;
    const facts = JSON.stringify({ looked, elsewhere, counts: counts.counts(), moves: [...moves.values()] });
    const replaced = inTransaction(this.#journal, () => {
      const former = this.#journal
        .prepare('DELETE FROM import_reading WHERE job = ? AND day = ? RETURNING at')
        .all(jobId, day);
      this.#journal
        .prepare(
          `INSERT INTO import_reading (job, at, day, whole_at, facts)
           SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM import_job WHERE id = ?1 AND ${IS_WHOLE})`,
        )
        .run(jobId, at, day, wholeAt, facts);
      return former.map((row) => Number(row['at']));
    });
    yield* this.#sweep(jobId, { last, replaced, before: at - ABANDONED });
  }

  /** Removes the lines of replaced readings, and those of readings that were not finished. */
  *#sweep(
    jobId: string,
    { last, replaced, before }: { last: number; replaced: readonly number[]; before: number },
  ): Slices {
    const sweep = this.#journal.prepare(
      `DELETE FROM import_outcome WHERE job = ?1 AND n > ?2 AND n <= ?3
       AND (at < ?4 OR at IN (SELECT value FROM json_each(?5))) AND at NOT IN (SELECT at FROM import_reading WHERE job = ?1)`,
    );
    for (let from = 0; from < last; from += SWEPT) {
      sweep.run(jobId, from, from + SWEPT, before, JSON.stringify(replaced));
      yield from;
    }
  }

  /** @param before day, `yyyy-MM-dd`, from which on readings are left out */
  #pasts(jobId: string, after: number, to: number, before = '9999'): Map<number, (RowOutcome & OutcomeChange)[]> {
    const lines = this.#journal
      .prepare(
        `SELECT o.n, o.at, o.outcome, o.found, o.lead_id, o.status, o.closure
         FROM import_outcome o JOIN import_reading r ON r.job = o.job AND r.at = o.at
         WHERE o.job = ? AND o.n > ? AND o.n <= ? AND r.day < ? ORDER BY o.n, o.at`,
      )
      .iterate(jobId, after, to, before);
    return new Map([...Map.groupBy(lines, ({ n }) => Number(n))].map(([n, past]) => [n, past.map(changeOf)]));
  }
}

const placeOf = (row: Record<string, SQLOutputValue>) => ({
  row: Number(row['n']),
  at: row['at'] === null ? null : Number(row['at']),
});

function changeOf(line: Record<string, SQLOutputValue>): RowOutcome & OutcomeChange {
  const found = line['found'];
  return {
    at: Number(line['at']),
    outcome: OUTCOMES.find((name) => name === line['outcome']) ?? 'other',
    leadId: String(line['lead_id']),
    status: String(line['status']),
    closure: String(line['closure']),
    foundBy: found === 'id' || found === 'tag' || found === 'values' ? found : null,
  };
}

function isSame(one: RowOutcome, other: RowOutcome): boolean {
  return (['outcome', 'leadId', 'status', 'closure', 'foundBy'] as const).every((name) => one[name] === other[name]);
}

function countMove(moves: Map<string, StoredReading['moves'][number]>, from: Outcome, to: Outcome): void {
  const key = `${from} ${to}`;
  moves.set(key, { from, to, rows: (moves.get(key)?.rows ?? 0) + 1 });
}

/** @returns how many leads had another outcome than at the reading of an earlier day */
export const changedIn = ({ moves }: Pick<StoredReading, 'moves'>): number =>
  moves.reduce((sum, { rows }) => sum + rows, 0);
