// Why: decision 0411.
import { AsyncLocalStorage } from 'node:async_hooks';
import fs, { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/*
 * What simulated programs write, write by write. SQLite and the file system are the real ones; the methods of `node:sqlite` and `node:fs`
 * are watched while lives are lived, so that a program dies between any two of its writes, or within one.
 */

/** How a program dies. `at`: the write in which it does, counted from now. */
export interface Death {
  readonly at: number;
  /** Share of the bytes of that write that are on the disk: 0 none, 1 all. */
  readonly share: number;
  /** `kill`: this program alone. `power`: the computer, and what was not forced to the disk may be lost. */
  readonly kind: 'kill' | 'power';
}

/** A program, as its files see it. */
export class Owner {
  readonly name: string;
  isDead = false;
  writes = 0;
  death: Death | null = null;
  /** Called in the moment of death. After a power cut: with the image of the folder. */
  onDeath: (kind: Death['kind']) => void = () => undefined;
  readonly databases = new Set<DatabaseSync>();

  constructor(name: string) {
    this.name = name;
  }

  dieAfter(death: Death): void {
    this.death = { ...death, at: this.writes + death.at };
  }

  /** Nothing of it is written any more, and its locks are free, as the operating system does it. */
  die(): void {
    this.isDead = true;
    for (const database of [...this.databases]) if (database.isOpen) database.close();
    this.databases.clear();
  }
}

/** What a dead program meets when it touches a file. */
class Dead extends Error {
  constructor() {
    super('this program is dead');
    this.name = 'Dead';
  }
}

/** Whether this came of the death of a program and of nothing else. */
export function isOfDeath(error: unknown): boolean {
  return error instanceof Dead;
}

const owners = new AsyncLocalStorage<Owner>();

/** Runs the work of a program, and all that comes of it. */
export function as<Value>(owner: Owner, work: () => Value): Value {
  return owners.run(owner, work);
}

/** Bytes of a file that were forced to the disk, by its path; a file that is not here was never written by the programs. */
const forced = new Map<string, number>();
/** What had a name before a rename that is not forced to the disk: the folder may still have it after a power cut. Null: nothing. */
const renamed = new Map<string, Buffer | null>();
/** The write-ahead log as it was when it was last forced to the disk, while commits do not wait for that. */
const forcedLogs = new Map<string, Buffer>();

const WRITES = /^\s*(?:insert|update|delete|replace|create|drop|alter)\b/i;
const WRITES_AT_ONCE =
  /^\s*(?:commit|insert|update|delete|replace|create|drop|alter|pragma\s+(?:wal_checkpoint|user_version\s*=))/i;
/** Journals are shortened by a thread, which has a clock of its own: nothing is ever to be shortened here. */
const ASKS_FOR_ROOM = /SELECT is_left FROM deleted_room/;

const { exec, prepare, close } = DatabaseSync.prototype;
/** Databases that programs have opened, each known from its first statement on. */
const opened = new WeakMap<DatabaseSync, WatchedDatabase>();

/** A database that counts its writes, and dies in one of them. */
class WatchedDatabase {
  readonly #owner: Owner;
  readonly #database: DatabaseSync;
  readonly #log: string;

  constructor(owner: Owner, database: DatabaseSync) {
    this.#owner = owner;
    this.#database = database;
    this.#log = `${database.location() ?? ''}-wal`;
    owner.databases.add(database);
  }

  /** Null: nobody watches this one. */
  static of(database: DatabaseSync): WatchedDatabase | null {
    const known = opened.get(database);
    if (known !== undefined) return known;
    const owner = owners.getStore();
    if (owner === undefined) return null;
    refuseDead(owner);
    const watched = new WatchedDatabase(owner, database);
    opened.set(database, watched);
    return watched;
  }

  exec(sql: string): void {
    const database = this.#database;
    refuseDead(this.#owner);
    if (!WRITES_AT_ONCE.test(sql) || (database.isTransaction && !/^\s*commit/i.test(sql))) exec.call(database, sql);
    else this.#write(() => exec.call(database, sql));
  }

  prepare(sql: string): StatementSync {
    refuseDead(this.#owner);
    const statement = prepare.call(this.#database, ASKS_FOR_ROOM.test(sql) ? 'SELECT 0 AS is_left' : sql);
    if (!WRITES.test(sql)) return statement;
    for (const name of ['run', 'get', 'all'] as const) {
      const real = statement[name].bind(statement) as (...values: unknown[]) => unknown;
      const watched = (...values: unknown[]) => {
        refuseDead(this.#owner);
        return this.#database.isTransaction ? real(...values) : this.#write(() => real(...values));
      };
      Object.defineProperty(statement, name, { value: watched });
    }
    return statement;
  }

  close(): void {
    this.#owner.databases.delete(this.#database);
    close.call(this.#database);
  }

  /** One commit. */
  #write<Value>(perform: () => Value): Value {
    const death = dueDeath(this.#owner);
    const isForced = this.#isForced();
    if (!isForced && !forcedLogs.has(this.#log)) forcedLogs.set(this.#log, readOrEmpty(this.#log));
    if (death === null) {
      const value = perform();
      // It takes along what was committed before it.
      if (isForced) forcedLogs.delete(this.#log);
      return value;
    }
    if (death.kind === 'kill') {
      if (death.share >= 0.5) perform();
      end(this.#owner, death);
    }
    const before = readOrEmpty(this.#log);
    perform();
    const after = readOrEmpty(this.#log);
    pending = { log: this.#log, bytes: torn(forcedLogs.get(this.#log) ?? before, after, death.share) };
    end(this.#owner, death);
  }

  /** Whether a commit waits until it is on the disk, as the database itself says. */
  #isForced(): boolean {
    return Number(prepare.call(this.#database, 'PRAGMA synchronous').get()?.['synchronous']) >= 2;
  }
}

/** The log that the image of a power cut gets instead of the one that lies there. */
let pending: { readonly log: string; readonly bytes: Buffer } | null = null;

function refuseDead(owner: Owner | undefined): void {
  if (owner?.isDead === true) throw new Dead();
}

function dueDeath(owner: Owner): Death | null {
  refuseDead(owner);
  owner.writes += 1;
  return owner.death !== null && owner.writes >= owner.death.at ? owner.death : null;
}

function end(owner: Owner, death: Death): never {
  owner.death = null;
  owner.onDeath(death.kind);
  throw new Dead();
}

/** `after` with only a share of what changed since `before`: SQLite writes its log from the front to the back. */
function torn(before: Buffer, after: Buffer, share: number): Buffer {
  let first = 0;
  while (first < after.length && first < before.length && after[first] === before[first]) first += 1;
  let last = after.length;
  if (before.length >= after.length) while (last > first && after[last - 1] === before[last - 1]) last -= 1;
  const cut = first + Math.round((last - first) * share);
  return Buffer.concat([after.subarray(0, cut), before.subarray(cut)]);
}

function readOrEmpty(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

/**
 * Copies a folder as a power cut leaves it: with the log that the last write left, without shared memory, and each file that
 * was appended to without a part of what was not forced to the disk, and with their former names when that was not forced.
 *
 * @param keeps share of the bytes that were not forced and are there all the same
 */
export function imageOf(folder: string, target: string, keeps: number): void {
  cpSync(folder, target, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  for (const [path, size] of forced) {
    const copy = join(target, path.slice(folder.length));
    if (dirname(path) !== folder || !existsSync(copy)) continue;
    const bytes = readFileSync(copy);
    if (bytes.length > size) writeFileSync(copy, bytes.subarray(0, size + Math.round((bytes.length - size) * keeps)));
  }
  if (keeps < 0.5) for (const [path, bytes] of renamed) putBack(join(target, path.slice(folder.length)), bytes);
  for (const [log, bytes] of forcedLogs)
    if (dirname(log) === folder && pending?.log !== log)
      writeFileSync(join(target, basename(log)), torn(bytes, readOrEmpty(log), keeps));
  if (pending !== null && dirname(pending.log) === folder)
    writeFileSync(join(target, basename(pending.log)), pending.bytes);
  forget();
}

function putBack(path: string, bytes: Buffer | null): void {
  if (bytes === null) rmSync(path, { force: true });
  else writeFileSync(path, bytes);
}

export function forget(): void {
  pending = null;
  renamed.clear();
  forced.clear();
  forcedLogs.clear();
}

/** Watches `node:sqlite` and `node:fs` of this process until it is disposed of. */
export function watchFiles(): Disposable {
  const paths = new Map<number, string>();
  const real = { ...fs };
  const watched: Partial<Record<keyof typeof fs, unknown>> = {
    openSync(path: string, flags?: string | number, mode?: number) {
      refuseDead(owners.getStore());
      const file = real.openSync(path, flags as string, mode);
      paths.set(file, path);
      return file;
    },
    writeSync(file: number, bytes: Buffer, offset = 0, length = bytes.length - offset, position: number | null = null) {
      const owner = owners.getStore();
      const path = paths.get(file) ?? '';
      const write = (size: number) => real.writeSync(file, bytes, offset, size, position);
      if (owner === undefined) return write(length);
      if (!forced.has(path)) forced.set(path, real.fstatSync(file).size);
      const death = dueDeath(owner);
      if (death === null) return write(length);
      write(Math.round(length * death.share));
      return end(owner, death);
    },
    fdatasyncSync: forcing(real.fdatasyncSync),
    fsyncSync: forcing(real.fsyncSync),
    ftruncateSync(file: number, size?: number) {
      refuseDead(owners.getStore());
      real.ftruncateSync(file, size);
    },
    renameSync(from: string, to: string) {
      const owner = owners.getStore();
      const move = () => {
        if (!renamed.has(to)) renamed.set(to, existsSync(to) ? readFileSync(to) : null);
        real.renameSync(from, to);
        forced.set(to, forced.get(from) ?? real.statSync(to).size);
        forced.delete(from);
      };
      if (owner === undefined) return move();
      const death = dueDeath(owner);
      if (death === null) return move();
      if (death.share >= 0.5) move();
      return end(owner, death);
    },
    rmSync(path: string, options?: fs.RmOptions) {
      refuseDead(owners.getStore());
      real.rmSync(path, options);
    },
  };
  function forcing(force: (file: number) => void) {
    return (file: number) => {
      refuseDead(owners.getStore());
      force(file);
      const path = paths.get(file);
      if (path === undefined) return;
      const kind = real.fstatSync(file);
      if (kind.isFile()) forced.set(path, kind.size);
      else for (const name of renamed.keys()) if (dirname(name) === path) renamed.delete(name);
    };
  }
  Object.assign(fs, watched);
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
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      Object.assign(fs, Object.fromEntries(Object.keys(watched).map((name) => [name, real[name as keyof typeof fs]])));
      Object.assign(DatabaseSync.prototype, { exec, prepare, close });
      syncBuiltinESMExports();
      forget();
    },
  };
}

/** Runs what no program does: nobody watches what it opens. */
export function outside<Value>(work: () => Value): Value {
  return owners.exit(work);
}
