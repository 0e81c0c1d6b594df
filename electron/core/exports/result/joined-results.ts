// Why: decision 0125.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { ComparedField } from '../../../../shared/contract/exports/compare.ts';
import { COMPARED_KINDS } from '../../../../shared/contract/exports/plain-words.ts';
import { z } from 'zod';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';
import { storedJson } from '../../storage/stored-json.ts';

/**
 * A comparison is a result whose rows lie in two others. Its file has no leads: the table `pairs` says which row of the
 * one belongs to which row of the other, and `joined` how their columns lie beside each other. Read through a view called
 * `leads`, it pages, sorts, filters and saves like any result.
 */

/** Columns of a comparison: three for a field of both sides. As many as the views of a result can tell apart. */
export const JOINED_COLUMN_LIMIT = 1000;

/** What became of a row of the two results: the number in `pairs.fate`. A row in both is the same or changed. */
export const FATES = { both: 0, new: 1, gone: 2, repeated: 3, noId: 4 } as const;

export const ID_COLUMN = 0;
export const KIND_COLUMN = 1;
const FIRST_FIELD_COLUMN = 2;

/** Number of fields whose changes fit in one integer of a row in `pairs`. */
export const FIELDS_A_WORD = 31;

const place = z.number().int().min(0);
/** A field by its column in the one result and in the other; null where the result has no such column. */
const joinedFieldSchema = z.object({
  before: place.nullable(),
  now: place.nullable(),
  /** Its position among the compared fields; null when it is not compared. */
  bit: place.nullable(),
});
export type JoinedField = Readonly<z.infer<typeof joinedFieldSchema>>;

/** Where the values of a field are in the rows of a comparison. */
export type JoinedColumns = Pick<ComparedField, 'before' | 'now' | 'change'>;

const joinedSchema = z.object({
  /** Names of the files of the two results, in the same folder. */
  before: z.string(),
  now: z.string(),
  /** The column of the lead's id in each. */
  ids: z.object({ before: place, now: place }),
  fields: z.array(joinedFieldSchema),
});
export type Joined = Readonly<z.infer<typeof joinedSchema>>;

/** By field: its columns in the comparison. */
export function joinedColumns(fields: readonly JoinedField[]): JoinedColumns[] {
  let next = FIRST_FIELD_COLUMN;
  const take = (isThere: boolean): number | null => (isThere ? next++ : null);
  return fields.map((field) => ({
    before: take(field.before !== null),
    now: take(field.now !== null),
    change: take(field.bit !== null),
  }));
}

/** All columns of a comparison. */
export function joinedWidth(fields: readonly JoinedField[]): number {
  return joinedColumns(fields)
    .flatMap((columns) => [columns.before, columns.now, columns.change])
    .reduce<number>((most, column) => Math.max(most, (column ?? 0) + 1), FIRST_FIELD_COLUMN);
}

export function wordsFor(fields: readonly JoinedField[]): number {
  const compared = fields.filter((field) => field.bit !== null).length;
  return Math.max(1, Math.ceil(compared / FIELDS_A_WORD));
}

/** Attaches the two results as `result_before` and `result_now`. */
export function attachResults(database: DatabaseSync, folder: string, { before, now }: Joined): void {
  for (const [schema, name] of [
    ['result_before', before],
    ['result_now', now],
  ] as const) {
    const path = join(folder, name);
    // SQLite would make an empty one.
    if (!isResultName(name) || !existsSync(path))
      throw new FileTrouble('missing', 'One of the two compared results is gone. Compare two others.');
    database.prepare(`ATTACH ? AS ${schema}`).run(`${pathToFileURL(path).href}?mode=rw`);
  }
}

/** True when the file is a comparison; then its rows can be read from `leads` on this connection. */
export function joinResults(database: DatabaseSync, path: string): boolean {
  const isComparison = database.prepare("SELECT 1 FROM main.sqlite_master WHERE name = 'joined'").get() !== undefined;
  if (!isComparison) return false;
  const facts = database.prepare('SELECT facts FROM main.joined').get()?.['facts'];
  const joined = storedJson(joinedSchema, facts);
  if (joined === null)
    throw new FileTrouble(
      'unreadable',
      'This comparison is damaged and cannot be shown. Both results are whole: compare them again.',
    );
  attachResults(database, dirname(path), joined);
  database.exec(`CREATE TEMP VIEW leads AS ${selectOf(joined)}`);
  return true;
}

/** SQL for a cell of a result (`b` the earlier, `n` the later); a column that it has not is empty. */
export function cellOf(result: 'b' | 'n', column: number | null): string {
  return column === null ? 'NULL' : `${result}.c${column}`;
}

/** SQL that is true for two cells that differ. A cell without a value is as good as an empty one. */
export function differs(left: string, right: string): string {
  return `ifnull(${left}, '') <> ifnull(${right}, '')`;
}

function isResultName(name: string): boolean {
  return /^[0-9a-f-]{36}\.sqlite$/.test(name);
}

function selectOf({ ids, fields }: Joined): string {
  const words = Array.from({ length: wordsFor(fields) }, (_, word) => `p.m${word}`);
  const hasChanged = words.map((word) => `${word} <> 0`).join(' OR ');
  const parts = [`coalesce(${cellOf('n', ids.now)}, ${cellOf('b', ids.before)})`, kindOf(hasChanged)];
  for (const field of fields) {
    const [before, now] = [cellOf('b', field.before), cellOf('n', field.now)];
    if (field.before !== null) parts.push(before);
    if (field.now !== null) parts.push(now);
    if (field.bit !== null)
      parts.push(`CASE WHEN ${isChanged(field.bit)} THEN json_array(ifnull(${before}, ''), ifnull(${now}, '')) END`);
  }
  const names = parts.map((part, index) => `${part} AS c${index}`);
  return `SELECT p.number AS number, ${names.join(', ')} FROM main.pairs p
    LEFT JOIN result_now.leads n ON n.number = p.now
    LEFT JOIN result_before.leads b ON b.number = p.before`;
}

function kindOf(hasChanged: string): string {
  const [same, changed, ...others] = COMPARED_KINDS;
  const rest = others.map((kind, index) => `WHEN ${index + 1} THEN '${kind}'`).join(' ');
  return `CASE p.fate WHEN 0 THEN CASE WHEN ${hasChanged} THEN '${changed}' ELSE '${same}' END ${rest} END`;
}

function isChanged(bit: number): string {
  return `p.m${Math.floor(bit / FIELDS_A_WORD)} & ${2 ** (bit % FIELDS_A_WORD)}`;
}
