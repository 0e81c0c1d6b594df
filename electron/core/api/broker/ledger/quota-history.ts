// Why: decision 0142.
import type { DatabaseSync } from 'node:sqlite';
import { DAY } from '../../../../../shared/domain/time/time.ts';

/** What the service said of a budget. `at`: Unix milliseconds; `used`, `own`, `others`: units of the period until then. */
export interface QuotaReading {
  readonly at: number;
  readonly service: string;
  readonly used: number;
  readonly own: number;
  readonly others: number;
  readonly limit: number | null;
  readonly periodEnd: number | null;
  /** Counts tell others' use; after a header `own` and `others` are still what the last count told. */
  readonly tellsOthers: boolean;
}

/** One answer 429. `pause`: milliseconds for which the budget is held. */
export interface QuotaRefusal {
  readonly at: number;
  readonly service: string;
  readonly endpoint: string;
  readonly lane: string;
  readonly period: 'minute' | 'day';
  readonly pause: number;
}

/** Answers of one step of time whose time lies in one bucket; bucket -1: failures. */
export interface LatencyCount {
  readonly at: number;
  readonly service: string;
  readonly bucket: number;
  readonly answers: number;
}

/** Units or requests of one hour of one endpoint and lane. */
export interface HourStatistic {
  readonly hour: number;
  readonly service: string;
  readonly lane: string;
  readonly units: number;
}

/** Milliseconds for which readings and latencies are kept, as are the minutes. */
const KEEP = 14 * DAY;
/** Rows of 429 answers that are kept: years of normal use. */
const MOST_REFUSALS = 5_000;
/** Milliseconds between two deletions of what is old. */
const FORGET_EVERY = 3_600_000;

/** A step of the module `quota` of the journal. */
export const HISTORY_SCHEMA = `CREATE TABLE quota_reading (
     service TEXT NOT NULL, at REAL NOT NULL, used REAL NOT NULL, own REAL NOT NULL, others REAL NOT NULL,
     quota REAL, period_end REAL, PRIMARY KEY (service, at)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE quota_refusal (
     id INTEGER PRIMARY KEY, at REAL NOT NULL, service TEXT NOT NULL, endpoint TEXT NOT NULL, lane TEXT NOT NULL,
     period TEXT NOT NULL, pause REAL NOT NULL
   ) STRICT;
   CREATE TABLE quota_latency (
     at REAL NOT NULL, service TEXT NOT NULL, bucket INTEGER NOT NULL, answers INTEGER NOT NULL,
     PRIMARY KEY (at, service, bucket)
   ) STRICT, WITHOUT ROWID;`;

/** A later step. What an older program wrote came from counts, as far as it is known. */
export const WHO_IS_TOLD = 'ALTER TABLE quota_reading ADD COLUMN tells_others INTEGER NOT NULL DEFAULT 1;';

/** The past of the quota, for charts and forecasts. Bounded: what is older than two weeks is deleted. */
export class QuotaHistory {
  readonly #database: DatabaseSync;
  #forgetAt = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  addReading({ at, service, used, own, others, limit, periodEnd, tellsOthers }: QuotaReading): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO quota_reading VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(service, at, used, own, others, limit, periodEnd, tellsOthers ? 1 : 0);
    if (at < this.#forgetAt) return;
    this.#forgetAt = at + FORGET_EVERY;
    this.#database.prepare('DELETE FROM quota_reading WHERE at < ?').run(at - KEEP);
    this.#database.prepare('DELETE FROM quota_latency WHERE at < ?').run(at - KEEP);
  }

  /** The oldest first; `from` inclusive, `to` exclusive. */
  readings(services: readonly string[], from: number, to: number): QuotaReading[] {
    return this.#database
      .prepare(
        `SELECT * FROM quota_reading WHERE service IN (SELECT value FROM json_each(?)) AND at >= ? AND at < ? ORDER BY at`,
      )
      .all(JSON.stringify(services), from, to)
      .map((row) => ({
        at: Number(row['at']),
        service: String(row['service']),
        used: Number(row['used']),
        own: Number(row['own']),
        others: Number(row['others']),
        limit: row['quota'] === null ? null : Number(row['quota']),
        periodEnd: row['period_end'] === null ? null : Number(row['period_end']),
        tellsOthers: row['tells_others'] !== 0,
      }));
  }

  addRefusal({ at, service, endpoint, lane, period, pause }: QuotaRefusal): void {
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO quota_refusal (at, service, endpoint, lane, period, pause) VALUES (?, ?, ?, ?, ?, ?)')
      .run(at, service, endpoint, lane, period, pause);
    this.#database.prepare('DELETE FROM quota_refusal WHERE id <= ?').run(Number(lastInsertRowid) - MOST_REFUSALS);
  }

  /** The newest first. `endpoints` null: of all. */
  refusals(
    endpoints: readonly string[] | null,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): { total: number; refusals: QuotaRefusal[] } {
    const where = 'WHERE ?1 IS NULL OR endpoint IN (SELECT value FROM json_each(?1))';
    const among = endpoints === null ? null : JSON.stringify(endpoints);
    const total = Number(
      this.#database.prepare(`SELECT count(*) AS total FROM quota_refusal ${where}`).get(among)?.['total'],
    );
    const rows = this.#database
      .prepare(`SELECT * FROM quota_refusal ${where} ORDER BY id DESC LIMIT ?2 OFFSET ?3`)
      .all(among, limit, offset);
    const refusals = rows.map((row) => ({
      at: Number(row['at']),
      service: String(row['service']),
      endpoint: String(row['endpoint']),
      lane: String(row['lane']),
      period: row['period'] === 'day' ? ('day' as const) : ('minute' as const),
      pause: Number(row['pause']),
    }));
    return { total, refusals };
  }

  addLatencies(counts: readonly LatencyCount[]): void {
    const add = this.#database.prepare(
      `INSERT INTO quota_latency (at, service, bucket, answers) VALUES (?, ?, ?, ?)
       ON CONFLICT (at, service, bucket) DO UPDATE SET answers = answers + excluded.answers`,
    );
    for (const { at, service, bucket, answers } of counts) add.run(at, service, bucket, answers);
  }

  /** By time. `endpoints` null: of all. */
  latencies(endpoints: readonly string[] | null, from: number, to: number): LatencyCount[] {
    return this.#database
      .prepare(
        `SELECT at, service, bucket, answers FROM quota_latency
         WHERE at >= ?2 AND at < ?3 AND (?1 IS NULL OR service IN (SELECT value FROM json_each(?1))) ORDER BY at`,
      )
      .all(endpoints === null ? null : JSON.stringify(endpoints), from, to)
      .map((row) => ({
        at: Number(row['at']),
        service: String(row['service']),
        bucket: Number(row['bucket']),
        answers: Number(row['answers']),
      }));
  }

  /** Units by hour, endpoint and lane. */
  hours(from: number, to: number): HourStatistic[] {
    return this.#database
      .prepare(
        `SELECT floor(minute / 3600000) * 3600000 AS hour, service, lane, sum(units) AS units FROM quota_minute
         WHERE minute >= ? AND minute < ? GROUP BY 1, service, lane ORDER BY 1`,
      )
      .all(from, to)
      .map((row) => ({
        hour: Number(row['hour']),
        service: String(row['service']),
        lane: String(row['lane']),
        units: Number(row['units']),
      }));
  }
}
