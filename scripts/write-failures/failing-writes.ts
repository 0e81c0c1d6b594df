// Why: decision 0188.
import fs, { type PathOrFileDescriptor } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite';
import threads, { getEnvironmentData, setEnvironmentData, type WorkerOptions } from 'node:worker_threads';

/** `full` and `io` last until there is room again; `busy` is the lock of another program, gone at the next try. */
export type FailureKind = 'full' | 'io' | 'busy';
export const FAILURE_KINDS: readonly FailureKind[] = ['full', 'io', 'busy'];

/** What the threads of the program share: numbers, and the statement that failed first. */
interface Shared {
  readonly numbers: Int32Array;
  readonly words: Uint8Array;
  readonly folder: string;
}

const NAME = 'lead-console-failing-writes';
const [AT, KIND, COUNT, HITS] = [0, 1, 2, 3];
const LONGEST = 200;

const SQLITE = {
  full: { errcode: 13, text: 'database or disk is full' },
  io: { errcode: 778, text: 'disk I/O error' },
  busy: { errcode: 5, text: 'database is locked' },
} as const;
const SYSTEM = {
  full: { code: 'ENOSPC', errno: -28, text: 'no space left on device' },
  io: { code: 'EIO', errno: -5, text: 'i/o error' },
} as const;

const WRITES = /^\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP|VACUUM|WITH\b[^]*?\b(INSERT|UPDATE|DELETE)\b)/i;
/** Nothing is written when it is there, so that an account opens on a full disk. */
const MAY_BE_THERE = /^\s*CREATE TABLE IF NOT EXISTS schema_version/;
/** Views of a connection are in memory. */
const IN_MEMORY = /^\s*(CREATE TEMP|DROP VIEW IF EXISTS temp)\b/;

/** The writes of the program, as they would fail on a full or broken disk, or beside another program. */
export interface FailingWrites {
  /** The n-th write from now on fails, the first is 1; with `busy` the first from there on that can find a lock. */
  arm(n: number, kind: FailureKind): void;
  /** There is room again. */
  heal(): void;
  /** Writes since it was armed, and how many of them failed. */
  readonly count: number;
  readonly hits: number;
  /** The first one that failed. */
  readonly statement: string;
}

/**
 * Lets writes below `folder` fail, in this thread and in those it starts from now on. The program under test is as it is:
 * only what is underneath, node:sqlite and node:fs, is watched.
 */
export function watchWrites(folder: string): FailingWrites {
  const shared: Shared = {
    numbers: new Int32Array(new SharedArrayBuffer(16)),
    words: new Uint8Array(new SharedArrayBuffer(LONGEST)),
    folder,
  };
  setEnvironmentData(NAME, shared as unknown as threads.Serializable);
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(program: string | URL, options?: WorkerOptions) {
      super(program, { ...options, execArgv: ['--import', new URL('thread-writes.ts', import.meta.url).href] });
    }
  };
  watchThread(shared);
  const { numbers, words } = shared;
  return {
    arm(n, kind) {
      words.fill(0);
      for (const [place, value] of [0, FAILURE_KINDS.indexOf(kind), 0, 0].entries())
        Atomics.store(numbers, place, value);
      Atomics.store(numbers, AT, n);
    },
    heal: () => void Atomics.store(numbers, AT, 0),
    get count() {
      return Atomics.load(numbers, COUNT);
    },
    get hits() {
      return Atomics.load(numbers, HITS);
    },
    get statement() {
      return Buffer.from(words).toString().replaceAll('\0', '');
    },
  };
}

/** In a thread of the program: watches as the thread that started it does. */
export function watchAsParent(): void {
  const shared = getEnvironmentData(NAME) as unknown as Shared | undefined;
  if (shared !== undefined) watchThread(shared);
}

function watchThread(shared: Shared): void {
  watchDatabases(shared);
  watchFiles(shared);
  syncBuiltinESMExports();
}

/** The kind of failure that is due now, or null. */
function meet({ numbers, words }: Shared, what: string, can: (kind: FailureKind) => boolean): FailureKind | null {
  const count = Atomics.add(numbers, COUNT, 1) + 1;
  const at = Atomics.load(numbers, AT);
  const kind = FAILURE_KINDS[Atomics.load(numbers, KIND)] ?? 'full';
  if (at === 0 || count < at || !can(kind)) return null;
  if (Atomics.add(numbers, HITS, 1) === 0)
    words.set(Buffer.from(what.replaceAll(/\s+/g, ' ').trim()).subarray(0, LONGEST));
  if (kind === 'busy') Atomics.store(numbers, AT, 0);
  return kind;
}

function watchDatabases(shared: Shared): void {
  const sources = new WeakMap<StatementSync, { readonly database: DatabaseSync; readonly sql: string }>();
  /** Databases with a transaction that has written. */
  const changed = new WeakSet<DatabaseSync>();

  function check(database: DatabaseSync, sql: string): void {
    if (!database.location()?.startsWith(shared.folder)) return;
    const isBegin = /\bBEGIN\b/.test(sql);
    const isCommit = /^\s*COMMIT/.test(sql) && changed.has(database);
    if (/^\s*(COMMIT|ROLLBACK)/.test(sql)) changed.delete(database);
    const isWrite = WRITES.test(sql) && !MAY_BE_THERE.test(sql) && !IN_MEMORY.test(sql);
    if (!isWrite && !isBegin && !isCommit && !sql.includes('wal_checkpoint')) return;
    const isInside = database.isTransaction;
    const kind = meet(shared, sql, (asked) => (asked === 'busy' ? !isInside : !isBegin));
    if (kind === null) {
      if (isInside && isWrite) changed.add(database);
      return;
    }
    // SQLite itself takes the whole transaction back when there is no room.
    if (kind === 'full' && isInside) exec.call(database, 'ROLLBACK');
    const { errcode, text } = SQLITE[kind];
    throw Object.assign(new Error(text), { code: 'ERR_SQLITE_ERROR', errcode, errstr: text });
  }

  const { prepare, exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql, ...more) {
    const statement = prepare.call(this, sql, ...more);
    sources.set(statement, { database: this, sql });
    return statement;
  };
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql) {
    check(this, sql);
    exec.call(this, sql);
  };
  const prototype = StatementSync.prototype as unknown as Record<string, (...values: SQLInputValue[]) => unknown>;
  for (const name of ['run', 'get', 'all', 'iterate']) {
    const real = prototype[name];
    if (real === undefined) continue;
    prototype[name] = function (this: StatementSync, ...values) {
      const source = sources.get(this);
      if (source !== undefined) check(source.database, source.sql);
      return real.apply(this, values);
    };
  }
}

function watchFiles(shared: Shared): void {
  const open = new Map<number, string>();
  const nameOf = (file: unknown) => (typeof file === 'number' ? open.get(file) : String(file));

  function check(call: string, file: unknown): void {
    const path = nameOf(file);
    if (!path?.startsWith(shared.folder)) return;
    const kind = meet(shared, `${call} ${path.slice(path.lastIndexOf('/') + 1)}`, (asked) => asked !== 'busy');
    if (kind === null || kind === 'busy') return;
    const { code, errno, text } = SYSTEM[kind];
    throw Object.assign(new Error(`${code}: ${text}, ${call}`), { code, errno, syscall: call });
  }

  const { openSync, closeSync } = fs;
  fs.openSync = (path, ...more) => {
    const file = openSync(path, ...more);
    open.set(file, String(path));
    return file;
  };
  fs.closeSync = (file) => {
    open.delete(file);
    closeSync(file);
  };
  const calls = fs as unknown as Record<string, (file: PathOrFileDescriptor, ...more: unknown[]) => unknown>;
  for (const name of ['writeSync', 'writeFileSync', 'fdatasyncSync', 'fsyncSync', 'renameSync']) {
    const real = calls[name];
    if (real === undefined) continue;
    calls[name] = (file, ...more) => {
      check(name.slice(0, -'Sync'.length), file);
      return real(file, ...more);
    };
  }
}
