import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isOlder } from '../queries/service-moment.ts';
import { FATES } from '../result/joined-results.ts';
import { lastRow } from '../result/result-reader.ts';
import { BEFORE, IdsCollide, type LeadIds, NOW, slots } from './lead-ids.ts';
import type { PairedFields } from './pair-fields.ts';

/** Rows read between two moments in which a cancel is heard: some milliseconds. */
const STEP = 5000;

/** Between two ids of a run: it never occurs in UTF-8. SQLite joins the ids, because a string for each takes longer. */
const ID_END = 0xff;

export type Side = 'before' | 'now';

/** What becomes of every row, by its number. */
export interface Matches {
  readonly fates: { readonly [Key in Side]: Uint8Array };
  /** The row of the earlier result that belongs to a row of the later one; 0: none. */
  readonly partners: Int32Array;
}

/** Where the ids and the times of the last change stand, and the zone of the times. */
interface Matched extends Pick<PairedFields, 'ids' | 'times'> {
  readonly zone: string;
}

/** Called after each step. Rejects when the comparison is cancelled. */
export type Step = (rows: number) => Promise<void>;

/**
 * Finds the rows of the two results that are the same lead. Of several rows with one id the last change counts, or the
 * last row when no time says which; the others are `repeated`.
 *
 * @throws IdsCollide when `ids` are hashes and two different ids have the same
 */
export async function matchRows(database: DatabaseSync, matched: Matched, ids: LeadIds, step: Step): Promise<Matches> {
  const before = await readSide(database, 'before', matched, ids, step);
  const now = await readSide(database, 'now', matched, ids, step);
  const partners = new Int32Array(now.length);
  for (const slot of slots(ids)) {
    const was = ids.table[slot + BEFORE] ?? 0;
    const is = ids.table[slot + NOW] ?? 0;
    if (was !== 0) before[was] = is === 0 ? FATES.gone : FATES.both;
    if (is === 0) continue;
    now[is] = was === 0 ? FATES.new : FATES.both;
    partners[is] = was;
  }
  return { fates: { before, now }, partners };
}

/** The numbers of all rows below `end` that are wanted, in groups of at most `STEP`. */
export function* numbersWhere(end: number, isWanted: (number: number) => boolean): Generator<number[]> {
  let group: number[] = [];
  for (let number = 1; number < end; number += 1) {
    if (isWanted(number)) group.push(number);
    if (group.length < STEP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

async function readSide(
  database: DatabaseSync,
  side: Side,
  { ids: columns, times, zone }: Matched,
  ids: LeadIds,
  step: Step,
): Promise<Uint8Array> {
  const last = lastRow(database, `result_${side}.leads`);
  const fates = new Uint8Array(last + 1);
  const { table } = ids;
  const place = side === 'before' ? BEFORE : NOW;
  const order = new OrderOfRows(database, side, columns[side], times[side], zone);
  const read = database.prepare(
    `SELECT CAST(group_concat(ifnull(id, ''), CAST(x'FF' AS TEXT)) AS BLOB) AS ids FROM
       (SELECT c${columns[side]} AS id FROM result_${side}.leads WHERE number BETWEEN ? AND ? ORDER BY number)`,
  );

  function note(number: number, slot: number): void {
    const earlier = table[slot + place] ?? 0;
    table[slot + place] = number;
    if (earlier === 0) return;
    if (ids.isGuess && !order.isSameLead(earlier, number)) throw new IdsCollide();
    const counts = order.later(earlier, number);
    table[slot + place] = counts;
    fates[counts === number ? earlier : number] = FATES.repeated;
  }

  for (let first = 1; first <= last; first += STEP) {
    const run = read.get(first, first + STEP - 1)?.['ids'];
    const bytes = run instanceof Uint8Array ? run : new Uint8Array();
    let number = first;
    for (let start = 0; start <= bytes.length; number += 1) {
      const found = bytes.indexOf(ID_END, start);
      const end = found < 0 ? bytes.length : found;
      if (end === start) fates[number] = FATES.noId;
      else note(number, ids.slotOf(bytes, start, end));
      start = end + 1;
    }
    await step(number - first);
  }
  return fates;
}

/** Looks into the rows that share an id. */
class OrderOfRows {
  readonly #read: StatementSync;
  readonly #zone: string;

  constructor(database: DatabaseSync, side: Side, idColumn: number, timeColumn: number | null, zone: string) {
    this.#zone = zone;
    const time = timeColumn === null ? 'NULL' : `c${timeColumn}`;
    this.#read = database.prepare(
      `SELECT c${idColumn} AS id, ${time} AS time FROM result_${side}.leads WHERE number = ?`,
    );
  }

  isSameLead(one: number, other: number): boolean {
    return this.#read.get(one)?.['id'] === this.#read.get(other)?.['id'];
  }

  /** As a refresh takes one of them. */
  later(one: number, next: number): number {
    return isOlder(this.#timeOf(next), this.#timeOf(one), this.#zone) ? one : next;
  }

  #timeOf(number: number): string {
    const time = this.#read.get(number)?.['time'];
    return typeof time === 'string' ? time : '';
  }
}
