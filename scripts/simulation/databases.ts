// Why: decision 0560.
import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { disk, dueDeath, end, type Owner, ownerNow, refuseDead } from './owners.ts';

/*
 * The databases of simulated programs, commit by commit. SQLite is the real one; its methods are watched while lives are lived.
 * A statement is compiled when it is first used, once a connection, and the version of the data is read again only after another
 * connection has written: a third of the time went into both.
 */

/** What a power cut leaves of a database instead of what lies there. */
interface CutOff {
  readonly log: string;
  readonly logBytes: Buffer;
  /** Null: as it lies there. */
  readonly fileBytes: Buffer | null;
}

const WRITES = /^\s*(?:insert|update|delete|replace|create|drop|alter)\b/i;
const WRITES_AT_ONCE =
  /^\s*(?:commit|insert|update|delete|replace|create|drop|alter|pragma\s+(?:wal_checkpoint|user_version\s*=))/i;
const WRITES_QUOTA = /^\s*(?:insert(?: or replace)? into|update|delete from)\s+quota_/i;
const MOVES_THE_LOG = /^\s*pragma\s+wal_checkpoint/i;
const SAYS_WHETHER_TO_WAIT = /pragma\s+synchronous\s*=/i;
/** These alone are executed again and again. */
const BOUNDS = /^(?:BEGIN IMMEDIATE|COMMIT|ROLLBACK)$/;
const ASKS_FOR_VERSION = 'PRAGMA data_version';
/** Journals are shortened by a thread, which has a clock of its own: nothing is ever to be shortened here. */
const ASKS_FOR_ROOM = /SELECT is_left FROM deleted_room/;

const { exec, prepare, close } = DatabaseSync.prototype;
/** Databases that programs have opened, each known from its first statement on. */
const opened = new WeakMap<DatabaseSync, WatchedDatabase>();
/** Commits into each database, by its log; and those among them that wrote something else than the quota. */
const commits = new Map<string, number>();
const importCommits = new Map<string, number>();
/** The write-ahead log as it was when it was last forced to the disk, while commits do not wait for that. */
const forcedLogs = new Map<string, Buffer>();
let cutOff: CutOff | null = null;

/** A database that counts its writes, and dies in one of them. */
class WatchedDatabase {
  readonly owner: Owner;
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #log: string;
  readonly #compiled = new Map<string, StatementSync>();
  readonly #statements = new Map<string, WatchedStatement>();
  #ownCommits = 0;
  /** Something else than the quota was written since the last commit. */
  hasImports = false;
  #isForced: boolean | null = null;
  /** When the transaction began, while the disk is full. */
  #changesBefore = '';
  #version: { readonly row: Row | undefined; readonly foreign: number } | null = null;

  constructor(owner: Owner, database: DatabaseSync) {
    this.owner = owner;
    this.#database = database;
    this.#path = database.location() ?? '';
    this.#log = `${this.#path}-wal`;
    owner.databases.add(database);
  }

  /** Null: nobody watches this one. */
  static of(database: DatabaseSync): WatchedDatabase | null {
    const known = opened.get(database);
    if (known !== undefined) return known;
    const owner = ownerNow();
    if (owner === undefined) return null;
    refuseDead(owner);
    const watched = new WatchedDatabase(owner, database);
    opened.set(database, watched);
    return watched;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): void {
    refuseDead(this.owner);
    if (!BOUNDS.test(sql)) this.hasImports = true;
    if (SAYS_WHETHER_TO_WAIT.test(sql)) this.#isForced = null;
    const perform = () => {
      if (BOUNDS.test(sql)) this.compiled(sql).run();
      else exec.call(this.#database, sql);
      if (disk.isFull && sql.startsWith('BEGIN')) this.#changesBefore = this.#changes();
    };
    if (!WRITES_AT_ONCE.test(sql) || (this.#database.isTransaction && !/^\s*commit/i.test(sql))) perform();
    else this.write(perform, MOVES_THE_LOG.test(sql));
  }

  prepare(sql: string): StatementSync {
    refuseDead(this.owner);
    let known = this.#statements.get(sql);
    if (known === undefined) {
      known = new WatchedStatement(this, ASKS_FOR_ROOM.test(sql) ? 'SELECT 0 AS is_left' : sql);
      this.#statements.set(sql, known);
    }
    return known as unknown as StatementSync;
  }

  close(): void {
    this.owner.databases.delete(this.#database);
    // A statement keeps its database in memory, and with it all that the database knows.
    this.#compiled.clear();
    for (const statement of this.#statements.values()) statement.forget();
    this.#statements.clear();
    close.call(this.#database);
  }

  /** The one of this connection. */
  compiled(sql: string): StatementSync {
    const known = this.#compiled.get(sql);
    if (known !== undefined) return known;
    const fresh = this.compile(sql);
    this.#compiled.set(sql, fresh);
    return fresh;
  }

  /** One that nobody else uses. */
  compile(sql: string): StatementSync {
    return prepare.call(this.#database, sql);
  }

  /** What `PRAGMA data_version` answers: another one only after another connection has written. */
  version(): Row | undefined {
    const foreign = (commits.get(this.#log) ?? 0) - this.#ownCommits;
    if (this.#version?.foreign === foreign) return this.#version.row;
    const row = this.compiled(ASKS_FOR_VERSION).get();
    this.#version = this.#database.isTransaction ? null : { row, foreign };
    return row;
  }

  /** One commit. @param movesLog moves the log into the file, and commits nothing */
  write<Value>(perform: () => Value, movesLog = false): Value {
    const death = dueDeath(this.owner);
    const isForced = movesLog || this.#waits();
    if (!isForced && !forcedLogs.has(this.#log)) forcedLogs.set(this.#log, readOrEmpty(this.#log));
    if (death === null) {
      if (disk.isFull) return this.#writeWithoutRoom(perform, movesLog);
      this.#count();
      const value = perform();
      // It takes along what was committed before it.
      if (isForced) forcedLogs.delete(this.#log);
      return value;
    }
    if (death.kind === 'kill') {
      this.#count();
      // A full disk takes nothing of it.
      if (death.share >= 0.5 && !disk.isFull) perform();
      end(this.owner, death);
    }
    // A full disk takes nothing of this one either; what was committed before it and not forced to the disk may be gone.
    if (disk.isFull) cutOff = this.#cutOffCommit(() => undefined, death.share);
    else cutOff = movesLog ? this.#cutOffMove(perform, death.share) : this.#cutOffCommit(perform, death.share);
    end(this.owner, death);
  }

  /** Something that changes nothing needs no room: tables that are there already, a transaction without a change. */
  #writeWithoutRoom<Value>(perform: () => Value, movesLog: boolean): Value {
    if (movesLog) throw fullDisk();
    if (this.#database.isTransaction) {
      if (this.#changes() !== this.#changesBefore) throw fullDisk();
      return perform();
    }
    const before = this.#changes();
    this.exec('BEGIN IMMEDIATE');
    try {
      const value = perform();
      if (this.#changes() !== before) throw fullDisk();
      return value;
    } finally {
      this.exec('ROLLBACK');
    }
  }

  /** Of rows, tables and the version of a user, by this connection. */
  #changes(): string {
    const values = ['SELECT total_changes()', 'PRAGMA schema_version', 'PRAGMA user_version'].flatMap((sql) =>
      Object.values(this.compiled(sql).get() ?? {}),
    );
    return values.join(' ');
  }

  #cutOffCommit(perform: () => unknown, share: number): CutOff {
    const before = readOrEmpty(this.#log);
    perform();
    const after = readOrEmpty(this.#log);
    const logBytes = torn(forcedLogs.get(this.#log) ?? before, after, share);
    return { log: this.#log, logBytes, fileBytes: null };
  }

  /** The log is forced to the disk first, then the pages go into the file one after the other, and the log is emptied last. */
  #cutOffMove(perform: () => unknown, share: number): CutOff {
    const before = { log: readOrEmpty(this.#log), file: readOrEmpty(this.#path) };
    perform();
    const forced = forcedLogs.get(this.#log) ?? before.log;
    if (share < FORCING)
      return { log: this.#log, logBytes: torn(forced, before.log, share / FORCING), fileBytes: before.file };
    const moved = (share - FORCING) / (1 - FORCING);
    return {
      log: this.#log,
      logBytes: share === 1 ? readOrEmpty(this.#log) : before.log,
      fileBytes: torn(before.file, readOrEmpty(this.#path), moved),
    };
  }

  #count(): void {
    this.#ownCommits += 1;
    commits.set(this.#log, (commits.get(this.#log) ?? 0) + 1);
    if (this.hasImports) importCommits.set(this.#log, (importCommits.get(this.#log) ?? 0) + 1);
    this.hasImports = false;
  }

  /** Whether a commit waits until it is on the disk, as the database itself says. */
  #waits(): boolean {
    this.#isForced ??= Number(this.compiled('PRAGMA synchronous').get()?.['synchronous']) >= 2;
    return this.#isForced;
  }
}

/** As `node:sqlite` says it. The transaction stays open: who began it ends it. */
function fullDisk(): Error {
  const words = 'database or disk is full';
  return Object.assign(new Error(words), { code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: words });
}

/** The share of moving a log in which it is forced to the disk. */
const FORCING = 0.3;

type Row = Record<string, SQLOutputValue>;
type Values = SQLInputValue[];

/** A statement as a program has it. What the import path does not call is not here. */
class WatchedStatement {
  readonly #database: WatchedDatabase;
  readonly #sql: string;
  readonly #isWrite: boolean;
  readonly #isOfQuota: boolean;
  #real: StatementSync | null = null;
  #givesArrays = false;

  constructor(database: WatchedDatabase, sql: string) {
    this.#database = database;
    this.#sql = sql;
    this.#isWrite = WRITES.test(sql);
    this.#isOfQuota = WRITES_QUOTA.test(sql);
  }

  forget(): void {
    this.#real = null;
  }

  run(...values: Values) {
    return this.#watched((real) => real.run(...values));
  }

  get(...values: Values) {
    if (this.#sql === ASKS_FOR_VERSION) return this.#database.version();
    return this.#watched((real) => real.get(...values));
  }

  all(...values: Values) {
    return this.#watched((real) => real.all(...values));
  }

  /** On its own: the next use of the same words would end it. */
  iterate(...values: Values) {
    return this.#compiledAlone().iterate(...values);
  }

  setReturnArrays(givesArrays: boolean) {
    this.#givesArrays = givesArrays;
    this.#real = this.#compiledAlone();
  }

  #compiledAlone(): StatementSync {
    const fresh = this.#database.compile(this.#sql);
    fresh.setReturnArrays(this.#givesArrays);
    return fresh;
  }

  #watched<Value>(perform: (real: StatementSync) => Value): Value {
    const compiled = () => perform((this.#real ??= this.#database.compiled(this.#sql)));
    if (!this.#isWrite) return compiled();
    refuseDead(this.#database.owner);
    this.#database.hasImports ||= !this.#isOfQuota;
    return this.#database.isInTransaction ? compiled() : this.#database.write(compiled);
  }
}

/** `after` with only a share of what changed since `before`: SQLite writes its log and its file from the front to the back. */
function torn(before: Buffer, after: Buffer, share: number): Buffer {
  let first = 0;
  while (isSamePage(before, after, first)) first += PAGE;
  while (first < after.length && first < before.length && after[first] === before[first]) first += 1;
  let last = after.length;
  if (before.length >= after.length) {
    while (last - PAGE >= first && isSamePage(before, after, last - PAGE)) last -= PAGE;
    while (last > first && after[last - 1] === before[last - 1]) last -= 1;
  }
  const cut = first + Math.round((last - first) * share);
  return Buffer.concat([after.subarray(0, cut), before.subarray(cut)]);
}

/** Bytes that are compared at once. */
const PAGE = 4096;

function isSamePage(one: Buffer, other: Buffer, from: number): boolean {
  const to = from + PAGE;
  return to <= Math.min(one.length, other.length) && one.compare(other, from, to, from, to) === 0;
}

function readOrEmpty(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

/** What a power cut leaves of the databases, by path. @param keeps share of what was not forced to the disk that is there all the same */
export function cutOffDatabases(keeps: number): Map<string, Buffer> {
  const left = new Map([...forcedLogs].map(([log, bytes]) => [log, torn(bytes, readOrEmpty(log), keeps)]));
  if (cutOff === null) return left;
  left.set(cutOff.log, cutOff.logBytes);
  if (cutOff.fileBytes !== null) left.set(cutOff.log.slice(0, -'-wal'.length), cutOff.fileBytes);
  return left;
}

/** Forgets what a power cut would leave. */
export function forgetDatabases(): void {
  cutOff = null;
  forcedLogs.clear();
  commits.clear();
  importCommits.clear();
}

/** How often programs have written into the database with this log, and how often something else than the quota. */
export function commitsOf(log: string): { readonly all: number; readonly imports: number } {
  return { all: commits.get(log) ?? 0, imports: importCommits.get(log) ?? 0 };
}

/** Watches `node:sqlite` of this process until it is disposed of. */
export function watchDatabases(): Disposable {
  Object.assign(DatabaseSync.prototype, {
    exec(this: DatabaseSync, sql: string) {
      const watched = WatchedDatabase.of(this);
      if (watched === null) exec.call(this, sql);
      else watched.exec(sql);
    },
    prepare(this: DatabaseSync, sql: string) {
      const watched = WatchedDatabase.of(this);
      return watched === null ? prepare.call(this, sql) : watched.prepare(sql);
    },
    close(this: DatabaseSync) {
      const watched = opened.get(this);
      if (watched === undefined) close.call(this);
      else watched.close();
    },
  });
  return {
    [Symbol.dispose]() {
      Object.assign(DatabaseSync.prototype, { exec, prepare, close });
      forgetDatabases();
    },
  };
}
