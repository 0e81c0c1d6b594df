// Why: decision 0011.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import type { PeriodState } from '../quota/rate-limits.ts';
import type { ServiceName } from '../quota/services.ts';

/** One lead that the service accepted, whether or not anybody received the answer. */
export interface LedgerEntry {
  /** 1, 2, 3 … in the order of acceptance. */
  readonly sequence: number;
  /** ISO 8601 in UTC, service time. */
  readonly at: string;
  readonly campaignCode: string;
  readonly poolName: string;
  readonly data: Readonly<Record<string, string>>;
  readonly uniqueId: string;
  /** The answer's `X-Practice-Request`. */
  readonly requestId: string;
}

/** What became of every lead that was sent. */
export type PracticeLedger = Pick<PracticeStore, 'accepted' | 'rejected' | 'refused' | 'entries'>;

const schema = `
  CREATE TABLE IF NOT EXISTS accepted (sequence INTEGER PRIMARY KEY, at TEXT NOT NULL, campaign_code TEXT NOT NULL,
    pool_name TEXT NOT NULL, data TEXT NOT NULL, unique_id TEXT NOT NULL UNIQUE, request_id TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS field_names (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS periods (service TEXT PRIMARY KEY, started_at REAL NOT NULL, used INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS tallies (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS segment_members (segment TEXT NOT NULL, lead TEXT NOT NULL, PRIMARY KEY (segment, lead)) STRICT, WITHOUT ROWID;
`;

/** What cannot be kept: the file is not a practice file, is locked, or cannot be written. The message is one sentence for people. */
export class PracticeFileError extends Error {
  override readonly name = 'PracticeFileError';
}

/**
 * Everything the practice service remembers. Each change is committed before the answer leaves, and WAL with
 * synchronous=NORMAL outlives the end of the process (not of the computer), which is what a practice account needs.
 */
export class PracticeStore {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Names that are in the table already, so that a lead like the last one writes one row only. */
  readonly #knownNames = new Set<string>();

  /** @param file null keeps everything in memory; a folder that does not exist is made */
  constructor(file: string | null) {
    try {
      if (file !== null) mkdirSync(dirname(file), { recursive: true });
      this.#database = new DatabaseSync(file ?? ':memory:', { timeout: 5000 });
      this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
      this.#database.exec(schema);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new PracticeFileError(
        `The practice service cannot use ${file ?? 'its memory'} for its ledger (${reason}).`,
      );
    }
  }

  get accepted(): number {
    return this.#numberOf('SELECT coalesce(max(sequence), 0) AS number FROM accepted');
  }

  /** Leads that were wrong: `success: false` and 400. */
  get rejected(): number {
    return this.#tally('rejected');
  }

  /** Requests that were not looked at: 401, 403, 406, 413, 429. */
  get refused(): number {
    return this.#tally('refused');
  }

  /** Every field name that an imported lead ever had, in the order of arrival. */
  get fieldNames(): readonly string[] {
    return this.#prepared('SELECT name FROM field_names ORDER BY number')
      .all()
      .map((row) => String(row['name']));
  }

  /** @param idOf the new lead's id, from its place in the order of acceptance */
  accept(entry: Omit<LedgerEntry, 'sequence' | 'uniqueId'>, idOf: (sequence: number) => string): LedgerEntry {
    return this.#inTransaction(() => {
      const sequence = this.accepted + 1;
      const uniqueId = idOf(sequence);
      this.#prepared(
        'INSERT INTO accepted (sequence, at, campaign_code, pool_name, data, unique_id, request_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ).run(
        sequence,
        entry.at,
        entry.campaignCode,
        entry.poolName,
        JSON.stringify(entry.data),
        uniqueId,
        entry.requestId,
      );
      for (const name of Object.keys(entry.data)) {
        if (this.#knownNames.has(name)) continue;
        this.#prepared('INSERT OR IGNORE INTO field_names (name) VALUES (?)').run(name);
        this.#knownNames.add(name);
      }
      return { ...entry, sequence, uniqueId };
    });
  }

  /** Accepted leads in their order, at most `limit` after skipping `offset`. */
  entries(offset = 0, limit = Number.MAX_SAFE_INTEGER): LedgerEntry[] {
    const rows = this.#prepared(
      `SELECT sequence, at, campaign_code AS campaignCode, pool_name AS poolName, data, unique_id AS uniqueId,
         request_id AS requestId
       FROM accepted WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    ).all(offset, limit) as unknown as (LedgerEntry & { readonly data: string })[];
    return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as Record<string, string> }));
  }

  hasImported(uniqueId: string): boolean {
    return this.#prepared('SELECT 1 FROM accepted WHERE unique_id = ?').get(uniqueId) !== undefined;
  }

  readPeriod(service: ServiceName): PeriodState | null {
    const row = this.#prepared('SELECT started_at, used FROM periods WHERE service = ?').get(service);
    return row === undefined ? null : { startedAt: Number(row['started_at']), used: Number(row['used']) };
  }

  writePeriod(service: ServiceName, state: PeriodState): void {
    this.#prepared(
      'INSERT INTO periods VALUES (?, ?, ?) ON CONFLICT (service) DO UPDATE SET started_at = excluded.started_at, used = excluded.used',
    ).run(service, state.startedAt, state.used);
  }

  addToTally(name: 'rejected' | 'refused'): void {
    this.#prepared('INSERT INTO tallies VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1').run(name);
  }

  memberCount(segment: string): number {
    return this.#numberOf('SELECT count(*) AS number FROM segment_members WHERE segment = ?', segment);
  }

  /** How many of the leads were not in the segment before. All of them or, when it fails, none are added. */
  addMembers(segment: string, leads: readonly string[]): number {
    return this.#changeMembers('INSERT OR IGNORE INTO segment_members VALUES (?, ?)', segment, leads);
  }

  /** How many of the leads were in the segment before. */
  removeMembers(segment: string, leads: readonly string[]): number {
    return this.#changeMembers('DELETE FROM segment_members WHERE segment = ? AND lead = ?', segment, leads);
  }

  forgetEverything(): void {
    this.#inTransaction(() => {
      for (const table of ['accepted', 'field_names', 'periods', 'tallies', 'segment_members']) {
        this.#database.exec(`DELETE FROM ${table}`);
      }
    });
    this.#knownNames.clear();
  }

  /** Closing twice does nothing. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #tally(name: string): number {
    return this.#numberOf('SELECT coalesce(max(value), 0) AS number FROM tallies WHERE name = ?', name);
  }

  #changeMembers(statement: string, segment: string, leads: readonly string[]): number {
    const change = this.#prepared(statement);
    return this.#inTransaction(() => {
      let changed = 0;
      for (const lead of leads) changed += Number(change.run(segment, lead).changes);
      return changed;
    });
  }

  /** IMMEDIATE: two programs may have the same file open, and both count on from the last lead. */
  #inTransaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#knownNames.clear();
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #numberOf(statement: string, ...values: string[]): number {
    return Number(this.#prepared(statement).get(...values)?.['number'] ?? 0);
  }

  #prepared(statement: string): StatementSync {
    let prepared = this.#statements.get(statement);
    if (prepared === undefined) {
      prepared = this.#database.prepare(statement);
      this.#statements.set(statement, prepared);
    }
    return prepared;
  }
}
