// Why: decision 0125.
import { DatabaseSync } from 'node:sqlite';
import { dirname } from 'node:path';
import type { Comparison } from '../../../../shared/contract/exports/compare.ts';
import {
  attachResults,
  FATES,
  FIELDS_A_WORD,
  type Joined,
  type JoinedField,
  wordsFor,
} from '../result/joined-results.ts';
import { ownFile } from '../../storage/own-file.ts';
import { ExactIds, HashedIds, IdsCollide, type LeadIds } from './lead-ids.ts';
import { lastRow } from '../result/result-reader.ts';
import { matchRows, type Step } from './match-rows.ts';
import type { PairedFields } from './pair-fields.ts';
import { writePairs } from './write-pairs.ts';

const STEP = 20_000;

export interface CompareRequest {
  /** A file that does not exist yet, in the folder of the two results. The caller removes it after an error. */
  readonly path: string;
  /** Names of the files of the two results. */
  readonly before: string;
  readonly now: string;
  readonly paired: PairedFields;
  /** IANA zone of the service's wall clock. */
  readonly zone: string;
}

/** Rows by what became of them. Each result's rows are the sum of its parts. */
export type ComparedCounts = Pick<Comparison, 'new' | 'changed' | 'gone' | 'same' | 'repeated' | 'withoutId'>;

/** 64 MiB, written in KiB: more than the rows of the earlier result that one pass reads. */
const BEFORE_CACHE = 'PRAGMA result_before.cache_size=-65536';

export interface Compared {
  readonly counts: ComparedCounts;
  /** By compared field, in the order of its bits: in how many leads it differs. */
  readonly changed: readonly number[];
}

export interface CompareContext {
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number, rowsTotal: number) => void;
  readonly letOtherWorkRun: () => Promise<void>;
}

/**
 * Compares two results and writes what became of every row into a file that opens as a result of its own. Memory: about
 * 30 bytes a row of both, and 70 MB.
 */
export async function compareResults(
  { path, before, now, paired, zone }: CompareRequest,
  context: CompareContext,
  newIds: (rows: number) => LeadIds = (rows) => new HashedIds(rows),
): Promise<Compared> {
  const { ids, fields } = paired;
  const joined: Joined = {
    before,
    now,
    ids,
    fields: fields.map(({ before: was, now: is, bit }) => ({ before: was, now: is, bit })),
  };
  using database = new DatabaseSync(ownFile(path), { timeout: 5000 });
  // The file is made anew after a crash: it needs no journal while it is written.
  database.exec('PRAGMA page_size=16384; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;');
  attachResults(database, dirname(path), joined);
  database.exec(BEFORE_CACHE);
  database.exec('BEGIN');
  const nowRows = lastRow(database, 'result_now.leads');
  const rows = lastRow(database, 'result_before.leads') + nowRows;
  const match = async (known: LeadIds): Promise<void> => {
    const step = progressOf(context, rows + nowRows);
    const matches = await matchRows(database, { ...paired, zone }, known, step);
    await writePairs(database, { ...matches, ids, fields: joined.fields }, step);
  };
  try {
    await match(newIds(rows));
  } catch (error) {
    if (!(error instanceof IdsCollide)) throw error;
    database.exec('DROP TABLE IF EXISTS main.pairs');
    await match(new ExactIds(rows));
  }
  const compared = await count(database, joined.fields, context);
  database.exec('CREATE TABLE main.joined (facts TEXT NOT NULL)');
  database.prepare('INSERT INTO main.joined VALUES (?)').run(JSON.stringify(joined));
  // Written for good before anybody relies on it.
  database.exec('COMMIT; PRAGMA synchronous=FULL; BEGIN; UPDATE main.joined SET facts = facts; COMMIT');
  return compared;
}

function progressOf({ signal, onProgress, letOtherWorkRun }: CompareContext, rowsTotal: number): Step {
  let done = 0;
  return async (rows) => {
    done += rows;
    onProgress(done, rowsTotal);
    await letOtherWorkRun();
    signal.throwIfAborted();
  };
}

async function count(
  database: DatabaseSync,
  fields: readonly JoinedField[],
  { signal, letOtherWorkRun }: CompareContext,
): Promise<Compared> {
  const words = Array.from({ length: wordsFor(fields) }, (_, word) => `m${word}`);
  const changed = new Array<number>(fields.filter((field) => field.bit !== null).length).fill(0);
  const counts = {
    new: 0,
    changed: 0,
    gone: 0,
    same: 0,
    repeated: { before: 0, now: 0 },
    withoutId: { before: 0, now: 0 },
  };
  const select = database.prepare(
    `SELECT fate, before IS NULL, count(*), ${words.join(', ')} FROM main.pairs WHERE number BETWEEN ? AND ?
     GROUP BY fate, before IS NULL, ${words.join(', ')}`,
  );
  select.setReturnArrays(true);
  const last = lastRow(database, 'main.pairs');
  for (let first = 1; first <= last; first += STEP) {
    for (const [fate, isOfNow, rows, ...bits] of select.all(first, first + STEP - 1) as unknown as [
      number,
      number,
      number,
      ...number[],
    ][]) {
      const side = isOfNow === 1 ? 'now' : 'before';
      if (fate === FATES.new) counts.new += rows;
      else if (fate === FATES.gone) counts.gone += rows;
      else if (fate === FATES.repeated) counts.repeated[side] += rows;
      else if (fate === FATES.noId) counts.withoutId[side] += rows;
      else if (bits.every((word) => word === 0)) counts.same += rows;
      else {
        counts.changed += rows;
        addBits(changed, bits, rows);
      }
    }
    await letOtherWorkRun();
    signal.throwIfAborted();
  }
  return { counts, changed };
}

function addBits(changed: number[], words: readonly number[], rows: number): void {
  for (const [index, word] of words.entries())
    for (let bit = 0; bit < FIELDS_A_WORD; bit += 1)
      if ((word & (2 ** bit)) !== 0) {
        const field = index * FIELDS_A_WORD + bit;
        changed[field] = (changed[field] ?? 0) + rows;
      }
}
