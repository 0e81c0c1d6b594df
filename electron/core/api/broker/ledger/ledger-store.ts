import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { EMPTY_LEDGER, type DailyLedger } from '../../../../../shared/domain/quota/quota.ts';
import type { Lane } from '../../../../../shared/domain/pacing/pacing.ts';
import { HISTORY_SCHEMA, QuotaHistory, WHO_IS_TOLD } from './quota-history.ts';
import { inTransaction, migrate } from '../../../storage/database.ts';

/** One minute of one service and lane, for charts. `minute`: Unix milliseconds, start of the minute. */
export interface MinuteStatistic {
  readonly minute: number;
  readonly service: string;
  readonly lane: Lane;
  readonly requests: number;
  readonly units: number;
  readonly refused: number;
}

/** Where the ledger lives. Every write is durable before it answers. */
export interface LedgerStore {
  read(service: string): DailyLedger;
  /** Another number as soon as somebody else has written to the place where the ledger lives. */
  version(): number;
  write(service: string, ledger: DailyLedger): void;
  /** Runs `work` in one transaction; what it writes to the same database is kept or undone together. */
  atomically<Value>(work: () => Value): Value;
  readFact(name: string): string | null;
  writeFact(name: string, value: string): void;
  addMinute(statistic: MinuteStatistic): void;
  /** The past, for charts; null for a ledger that forgets. */
  readonly history: QuotaHistory | null;
  /** Oldest first; `from` inclusive, `to` exclusive. */
  minutes(from: number, to: number): MinuteStatistic[];
}

/** Milliseconds. Two weeks of minutes feed the heat map of hours. */
const KEEP_MINUTES = 14 * 24 * 3_600_000;
/** Milliseconds. Old minutes are deleted once an hour: more often costs a scan and frees nothing. */
const FORGET_EVERY = 3_600_000;

/** Tables of the ledger (decision 0022). `blocked_until` and `blocked_period` of `quota_ledger` are the block after a 429. */
const LEDGER_SCHEMA = [
  `CREATE TABLE quota_ledger (
     service TEXT PRIMARY KEY, period_start REAL, period_end REAL, used REAL NOT NULL, quota REAL, source TEXT NOT NULL,
     confirmed_at REAL, blocked_until REAL, blocked_period TEXT, reserve REAL
   ) STRICT;
   CREATE TABLE quota_minute (
     minute REAL NOT NULL, service TEXT NOT NULL, lane TEXT NOT NULL,
     requests INTEGER NOT NULL, units INTEGER NOT NULL, refused INTEGER NOT NULL,
     PRIMARY KEY (minute, service, lane)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE quota_fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`,
  // Whose units they are, and where the figures come from: JSON, read without trust.
  'ALTER TABLE quota_ledger ADD COLUMN details TEXT;',
  HISTORY_SCHEMA,
  WHO_IS_TOLD,
] as const;

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The ledger in the account's journal; creates its tables when they are missing. */
export function createLedgerStore(database: DatabaseSync): LedgerStore {
  migrate(database, 'quota', LEDGER_SCHEMA);
  return new JournalLedger(database);
}

class JournalLedger implements LedgerStore {
  readonly #database: DatabaseSync;
  readonly history: QuotaHistory;
  readonly #statements: ReturnType<typeof prepare>;
  #lastForgotten = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = prepare(database);
    this.history = new QuotaHistory(database);
  }

  read(service: string): DailyLedger {
    const row = this.#statements.readOne.get(service);
    return row === undefined ? EMPTY_LEDGER : ledgerOf(row);
  }

  version(): number {
    return Number(this.#statements.version.get()?.['data_version']);
  }

  write(service: string, ledger: DailyLedger): void {
    this.#statements.writeOne.run(
      service,
      ledger.periodStart,
      ledger.periodEnd,
      ledger.used,
      ledger.limit,
      ledger.source,
      ledger.confirmedAt,
      ledger.blockedUntil,
      ledger.blockedPeriod,
      ledger.reserve,
      JSON.stringify(detailsToKeep(ledger)),
    );
  }

  atomically<Value>(work: () => Value): Value {
    return inTransaction(this.#database, work);
  }

  readFact(name: string): string | null {
    const value = this.#statements.readFact.get(name)?.['value'];
    return typeof value === 'string' ? value : null;
  }

  writeFact(name: string, value: string): void {
    this.#statements.writeFact.run(name, value);
  }

  addMinute({ minute, service, lane, requests, units, refused }: MinuteStatistic): void {
    this.#statements.addMinute.run(minute, service, lane, requests, units, refused);
    if (minute - this.#lastForgotten <= FORGET_EVERY) return;
    this.#lastForgotten = minute;
    this.#statements.forgetMinutes.run(minute - KEEP_MINUTES);
  }

  minutes(from: number, to: number): MinuteStatistic[] {
    return this.#statements.listMinutes.all(from, to).map((row) => ({
      minute: Number(row['minute']),
      service: String(row['service']),
      lane: String(row['lane']) as Lane,
      requests: Number(row['requests']),
      units: Number(row['units']),
      refused: Number(row['refused']),
    }));
  }
}

function detailsToKeep({ byWhom, debits, usedBefore, origins, clockOffset }: DailyLedger): Details {
  return { byWhom, debits, usedBefore, origins, clockOffset };
}

function prepare(database: DatabaseSync) {
  return {
    readOne: database.prepare('SELECT * FROM quota_ledger WHERE service = ?'),
    writeOne: database.prepare(
      `INSERT OR REPLACE INTO quota_ledger
         (service, period_start, period_end, used, quota, source, confirmed_at, blocked_until, blocked_period, reserve,
          details)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    // Counts the writes of other connections, those of other programs among them.
    version: database.prepare('PRAGMA data_version'),
    readFact: database.prepare('SELECT value FROM quota_fact WHERE name = ?'),
    writeFact: database.prepare('INSERT OR REPLACE INTO quota_fact (name, value) VALUES (?, ?)'),
    addMinute: database.prepare(
      `INSERT INTO quota_minute (minute, service, lane, requests, units, refused) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (minute, service, lane) DO UPDATE SET
         requests = requests + excluded.requests, units = units + excluded.units, refused = refused + excluded.refused`,
    ),
    forgetMinutes: database.prepare('DELETE FROM quota_minute WHERE minute < ?'),
    listMinutes: database.prepare(
      'SELECT * FROM quota_minute WHERE minute >= ? AND minute < ? ORDER BY minute, service, lane',
    ),
  };
}

/** A row of `quota_ledger`, which an older or a damaged journal may hold in another form. */
function ledgerOf(row: Record<string, SQLOutputValue>): DailyLedger {
  const source = row['source'];
  const period = row['blocked_period'];
  const used = Number(row['used']);
  return {
    periodStart: numberOrNull(row['period_start']),
    periodEnd: numberOrNull(row['period_end']),
    used,
    limit: numberOrNull(row['quota']),
    source: source === 'confirmed' || source === 'refused' ? source : 'counted',
    confirmedAt: numberOrNull(row['confirmed_at']),
    blockedUntil: numberOrNull(row['blocked_until']),
    blockedPeriod: period === 'minute' || period === 'day' ? period : null,
    reserve: numberOrNull(row['reserve']),
    ...detailsOf(row['details'], used),
  };
}

const units = z.number().min(0);
const origin = z
  .object({ source: z.enum(['limits', 'counts', 'header', 'refused']), at: z.number() })
  .nullable()
  .catch(null);
const detailsSchema = z.object({
  byWhom: z.object({
    own: units,
    doubtful: units,
    border: units.default(0),
    others: units,
    told: z.object({ used: units, own: units, doubtful: units.default(0), lacked: units.default(0) }).nullable(),
  }),
  origins: z.object({ limit: origin, used: origin, end: origin }),
  clockOffset: z.number().nullable().default(null),
  usedBefore: units.nullable().default(null),
  debits: units.default(0),
});
type Details = Pick<DailyLedger, 'byWhom' | 'debits' | 'usedBefore' | 'origins' | 'clockOffset'>;

/** In a row without details, which an older program wrote, all use counts as our own. */
function detailsOf(text: unknown, used: number): Details {
  try {
    const read = detailsSchema.safeParse(JSON.parse(String(text)));
    if (read.success) return read.data;
  } catch {
    // Read as a row without details.
  }
  const { origins, byWhom, debits, clockOffset, usedBefore } = EMPTY_LEDGER;
  return { origins, clockOffset, usedBefore, debits, byWhom: { ...byWhom, own: used } };
}

/** A ledger that forgets: for a connection test before an account exists. */
export function createMemoryLedger(): LedgerStore {
  const ledgers = new Map<string, DailyLedger>();
  const facts = new Map<string, string>();
  const minutes: MinuteStatistic[] = [];
  return {
    read: (service) => ledgers.get(service) ?? EMPTY_LEDGER,
    version: () => 0,
    write: (service, ledger) => void ledgers.set(service, ledger),
    atomically: (work) => work(),
    history: null,
    readFact: (name) => facts.get(name) ?? null,
    writeFact: (name, value) => void facts.set(name, value),
    addMinute: (statistic) => void minutes.push(statistic),
    minutes: (from, to) => minutes.filter(({ minute }) => minute >= from && minute < to),
  };
}
