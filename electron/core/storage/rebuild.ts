// Why: decision 0162.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { storageTrouble } from '../foundation/failure.ts';
import { moveFile, removeFile } from '../foundation/patient-files.ts';
import {
  areWholeVersions,
  contradictsItself,
  hasItsDefinitions,
  hasItsVersions,
  openDurable,
  quoted,
} from './database.ts';

/** Bytes. Up to this every index is held against its table, too, which takes about a second. */
const SMALL = 64 * 1024 * 1024;

/** Whether the pages of a database are whole, and its tables do not contradict themselves. Throws what reading a damaged one throws. */
export function isWhole(database: DatabaseSync): boolean {
  // All of it as of one moment: another program may bring its tables up to date meanwhile.
  database.exec('BEGIN');
  try {
    return isWholeNow(database);
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

function isWholeNow(database: DatabaseSync): boolean {
  if (!hasItsDefinitions(database) || !hasItsVersions(database)) return false;
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
  const bytes = pages * Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
  const isSmall = bytes <= SMALL;
  const row = database.prepare(isSmall ? 'PRAGMA integrity_check(1)' : 'PRAGMA quick_check(1)').get();
  if (Object.values(row ?? {})[0] !== 'ok') return false;
  // What SQLite takes for whole may still be wrong: a bit may fall over in a number or in a name.
  if (isSmall && database.prepare('PRAGMA foreign_key_check').get() !== undefined) return false;
  return !contradictsItself(database);
}

/** A database in WAL mode is these files. Without the first one, SQLite does not read the others. */
const ENDINGS = ['', '-wal', '-shm'];

/**
 * Makes a new database of what is whole in a damaged one (every table whose definition can be read, every row that can be read
 * from either end), and sets the damaged one aside when the new one is done. Nobody else may have it open, or rebuild it.
 *
 * @param stamp goes into the name of the damaged file
 * @returns the name of the damaged file, in the same folder
 * @throws the error of a disk that is full or cannot be written; then the damaged one is where it was
 */
export function rebuild(path: string, stamp: string): string {
  const folder = dirname(path);
  const name = basename(path, '.sqlite');
  const isHalf = isHalfRebuilt(path);
  if (!isHalf) makeBeside(path);
  const former = readdirSync(folder).filter((file) => file.startsWith(`${name}.damaged-`) && file.endsWith('.sqlite'));
  const aside = (isHalf ? former.toSorted().at(-1) : null) ?? `${name}.damaged-${stamp}.sqlite`;
  for (const ending of ENDINGS) if (existsSync(path + ending)) moveFile(path + ending, join(folder, aside) + ending);
  moveFile(madeBeside(path), path);
  return aside;
}

/** A program was killed while the new database took the place of the damaged one. Opened now, it would begin empty. */
export function isHalfRebuilt(path: string): boolean {
  return !existsSync(path) && existsSync(madeBeside(path));
}

/** It has this name only when it is whole. */
function madeBeside(path: string): string {
  return `${path}.new`;
}

function makeBeside(path: string): void {
  const part = `${path}.part`;
  const removePart = () => ENDINGS.forEach((ending) => removeFile(part + ending));
  // A program that was killed may have left one.
  removePart();
  try {
    using fresh = openDurable(part);
    salvage(path, fresh);
    // Its log stays behind.
    fresh.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    removePart();
    throw error;
  }
  moveFile(part, madeBeside(path));
}

const SET_ASIDE = /^[a-z-]+\.damaged-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.sqlite(?:-wal|-shm)?$/;

/** Removes the damaged databases of a folder that were set aside after this time (Unix milliseconds): they hold what was deleted. */
export function removeSetAside(folder: string, after: number): void {
  for (const name of readdirSync(folder)) {
    const [, day, hours, minutes, seconds, rest] = SET_ASIDE.exec(name) ?? [];
    if (day === undefined) continue;
    if (Date.parse(`${day}T${hours}:${minutes}:${seconds}.${rest}Z`) >= after) removeFile(join(folder, name));
  }
}

interface Definition {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

function salvage(path: string, fresh: DatabaseSync): void {
  const damaged = opened(path);
  if (damaged === null) return;
  try {
    const definitions = hasItsDefinitions(damaged) ? definitionsIn(damaged) : null;
    const versions = versionsOf(damaged);
    // Without the versions the modules would make their tables again.
    if (definitions === null || versions === null) return;
    fresh.exec('BEGIN IMMEDIATE');
    for (const { sql } of definitions.filter(({ type }) => type === 'table')) define(fresh, sql);
    for (const { name } of definitions.filter(({ type }) => type === 'table'))
      for (const row of name === VERSIONS ? versions : rowsOf(damaged, name)) put(fresh, name, row);
    // After the rows: triggers would count them again.
    for (const { sql } of definitions.filter(({ type }) => type !== 'table')) define(fresh, sql);
    fresh.exec('COMMIT');
  } catch (error) {
    if (fresh.isTransaction) fresh.exec('ROLLBACK');
    // What cannot even be defined is not whole: the new database begins empty.
    if (!isOfDamage(error)) throw error;
  } finally {
    damaged.close();
  }
}

/** SECURITY: the first statement only. SQLite reads no further in a definition, so a foreign journal may hide others behind it. */
function define(fresh: DatabaseSync, sql: string): void {
  fresh.prepare(sql).run();
}

function opened(path: string): DatabaseSync | null {
  try {
    return existsSync(path) ? new DatabaseSync(path, { timeout: 5000 }) : null;
  } catch (error) {
    if (isSqlite(error)) return null;
    throw error;
  }
}

function definitionsIn(damaged: DatabaseSync): Definition[] | null {
  try {
    return damaged
      .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'`)
      .all()
      .map((row) => ({ type: String(row['type']), name: String(row['name']), sql: String(row['sql']) }));
  } catch (error) {
    if (isSqlite(error)) return null;
    throw error;
  }
}

type Row = Record<string, SQLInputValue>;

const VERSIONS = 'schema_version';

/** From the table, or with the names that its index still has; null when neither is whole. */
function versionsOf(damaged: DatabaseSync): Row[] | null {
  const found = [rowsOf(damaged, VERSIONS), rowsByIndex(damaged)];
  const asVersions = (rows: readonly Row[]) =>
    rows.map((row) => ({ module: String(row['module']), version: Number(row['version']) }));
  return found.find((rows) => rows.length > 0 && areWholeVersions(asVersions(rows))) ?? null;
}

function rowsByIndex(damaged: DatabaseSync): Row[] {
  try {
    return damaged.prepare(`SELECT module, version FROM ${VERSIONS} ORDER BY module`).all();
  } catch (error) {
    if (isSqlite(error)) return [];
    throw error;
  }
}

/** The rows before the first damaged page, and those behind the last one. */
function rowsOf(damaged: DatabaseSync, table: string): Row[] {
  const rows = new Map<string, Row>();
  const keys = keysOf(damaged, table);
  const columns = keys[0] === ROWID ? `${ROWID}, *` : '*';
  for (const order of ['ASC', 'DESC']) {
    const by = keys.map((key) => `${quoted(key)} ${order}`).join(', ');
    try {
      const all = damaged.prepare(`SELECT ${columns} FROM ${quoted(table)} NOT INDEXED ORDER BY ${by}`);
      // A number may have become longer than those of JavaScript.
      all.setReadBigInts(true);
      for (const row of all.iterate()) rows.set(JSON.stringify(keys.map((key) => String(row[key]))), row);
      return [...rows.values()];
    } catch (error) {
      if (!isSqlite(error)) throw error;
    }
  }
  return [...rows.values()];
}

/** The key of a table that names none. */
const ROWID = 'rowid';

/** The columns by which the pages of a table are ordered. */
function keysOf(damaged: DatabaseSync, table: string): string[] {
  try {
    const columns = damaged.prepare(`PRAGMA table_info(${quoted(table)})`).all();
    const keys = columns
      .filter((column) => Number(column['pk']) > 0)
      .sort((one, other) => Number(one['pk']) - Number(other['pk']))
      .map((column) => String(column['name']));
    return keys.length > 0 ? keys : [ROWID];
  } catch (error) {
    if (isSqlite(error)) return [ROWID];
    throw error;
  }
}

function put(fresh: DatabaseSync, table: string, row: Row): void {
  const names = Object.keys(row);
  const columns = names.map(quoted).join(', ');
  const places = names.map(() => '?').join(', ');
  try {
    fresh
      .prepare(`INSERT OR REPLACE INTO ${quoted(table)} (${columns}) VALUES (${places})`)
      .run(...names.map((name) => row[name] ?? null));
  } catch (error) {
    // A row that its table refuses is not whole.
    if (!isOfDamage(error)) throw error;
  }
}

/** False for a disk that is full or cannot be written: the row is whole, and there is no place for it. */
function isOfDamage(error: unknown): boolean {
  return isSqlite(error) && storageTrouble(error) === null;
}

function isSqlite(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error;
}
