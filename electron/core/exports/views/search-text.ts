import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { foldText } from '../../../../shared/domain/words/fold-text.ts';
import { storedJson } from '../../storage/stored-json.ts';
import { CELL_END, type ResultReader } from '../result/result-reader.ts';
import type { Steps } from './steps.ts';

/** Most rows of a block, and its bytes, about: a block of fat rows has fewer rows. */
const MOST_ROWS = 4096;
const BLOCK_BYTES = 16 * 1024 * 1024;
/** More than a result has columns. */
const PLACES = 1024;
/** The place that keeps how many rows a block has, and as of which edits the text is. */
const FACTS_PLACE = -1;
/** Rises with every change of `foldText`. */
const FOLDING = 2;
/** A text whose facts are damaged, or that was folded otherwise, is made anew. */
const keptFactsSchema = z.object({ rowsPerBlock: z.number(), edits: z.number(), folding: z.literal(FOLDING) });

/**
 * The cells of a result as a search reads them: folded, column by column, in blocks of rows. Blocks that were kept are
 * in a table of the result's file and are read at a gigabyte a second; it makes the others from the rows on demand.
 */
export class SearchText {
  readonly #database: DatabaseSync;
  readonly #reader: ResultReader;
  /** `ResultReader.edits` of the rows as the text has them. */
  readonly #edits: number;
  readonly #rowsPerBlock: number;
  /** Blocks that are kept for all columns. */
  #kept: number;

  /** @param mostRows of a block */
  constructor(database: DatabaseSync, reader: ResultReader, mostRows = MOST_ROWS) {
    this.#database = database;
    this.#reader = reader;
    this.#edits = reader.edits();
    const kept = this.#factsOfKept();
    const isOfNow = kept?.edits === this.#edits;
    this.#rowsPerBlock = isOfNow ? kept.rowsPerBlock : rowsFor(reader.rowBytes(), mostRows);
    this.#kept = isOfNow ? this.#countKept() : 0;
  }

  get rowsPerBlock(): number {
    return this.#rowsPerBlock;
  }

  /** @returns for each column the folded cells of the block's rows up to `rows`, as `ResultReader.runs` joins them */
  *block(block: number, columns: readonly number[], rows: number): Generator<Uint8Array> {
    const first = block * this.#rowsPerBlock + 1;
    const last = Math.min(rows, first + this.#rowsPerBlock - 1);
    if (block < this.#kept) {
      for (const column of columns) {
        // A column that came later has no cells here, and behind the last place the next block begins.
        const kept = column < PLACES - 1 ? this.#read(block * PLACES + column) : null;
        yield kept ?? new Uint8Array(last - first).fill(CELL_END);
      }
    } else for (const run of this.#reader.runs(columns, first, last)) yield foldRun(run);
  }

  /** Keeps the blocks that are full, so that later searches are fast. For a result to which no rows are being added. */
  async keep(steps: Steps): Promise<void> {
    const full = Math.floor(this.#reader.rows() / this.#rowsPerBlock);
    if (this.#kept >= full) return;
    const mayKeep = this.#inTransaction(() => {
      this.#database.exec(
        'CREATE TABLE IF NOT EXISTS main.search_text (place INTEGER PRIMARY KEY, folded BLOB NOT NULL) STRICT',
      );
      if (this.#kept > 0) return true;
      const kept = this.#factsOfKept();
      // Another program has kept blocks since, and searches in them: they stay.
      if (kept?.edits === this.#edits) return kept.rowsPerBlock === this.#rowsPerBlock;
      this.#database.exec('DELETE FROM main.search_text');
      const facts = { rowsPerBlock: this.#rowsPerBlock, edits: this.#edits, folding: FOLDING };
      const write = this.#database.prepare('INSERT INTO main.search_text VALUES (?, ?)');
      write.run(FACTS_PLACE, new TextEncoder().encode(JSON.stringify(facts)));
      return true;
    });
    if (!mayKeep) return;
    const columns = Array.from({ length: this.#reader.columns() }, (_, column) => column);
    while (this.#kept < full && this.#keepNext(columns))
      if (steps.isDue(this.#rowsPerBlock * columns.length * 5)) await steps.rest();
  }

  /** False when rows have changed since: the text of the others would not be of the same moment. */
  #keepNext(columns: readonly number[]): boolean {
    const isKept = this.#inTransaction(() => {
      if (this.#reader.edits() !== this.#edits) return false;
      const block = this.#kept;
      const first = block * this.#rowsPerBlock + 1;
      const write = this.#database.prepare('INSERT OR REPLACE INTO main.search_text VALUES (?, ?)');
      for (const [column, run] of this.#reader.runs(columns, first, first + this.#rowsPerBlock - 1).entries())
        if (hasText(run)) write.run(block * PLACES + column, foldRun(run));
      // The last place of a block says that the block is whole.
      write.run(block * PLACES + PLACES - 1, new Uint8Array());
      return true;
    });
    if (isKept) this.#kept += 1;
    return isKept;
  }

  #inTransaction<Answer>(work: () => Answer): Answer {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const answer = work();
      this.#database.exec('COMMIT');
      return answer;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #factsOfKept(): { rowsPerBlock: number; edits: number } | null {
    const hasTable = this.#database.prepare('SELECT 1 FROM main.sqlite_schema WHERE name = ?').get('search_text');
    const facts = hasTable === undefined ? null : this.#read(FACTS_PLACE);
    return facts === null ? null : storedJson(keptFactsSchema, new TextDecoder().decode(facts));
  }

  #countKept(): number {
    const ends = this.#database.prepare(
      'SELECT count(*) AS n FROM main.search_text WHERE place >= 0 AND place % ? = ?',
    );
    return Number(ends.get(PLACES, PLACES - 1)?.['n']);
  }

  #read(place: number): Uint8Array | null {
    const row = this.#database.prepare('SELECT folded FROM main.search_text WHERE place = ?').get(place);
    return row === undefined ? null : (row['folded'] as Uint8Array);
  }
}

function rowsFor(rowBytes: number, mostRows: number): number {
  return Math.max(1, Math.min(mostRows, Math.floor(BLOCK_BYTES / rowBytes)));
}

function hasText(run: Uint8Array): boolean {
  return run.some((byte) => byte !== CELL_END);
}

/** A control character that stands for `CELL_END` while a run is text. */
const STAND_IN = 1;

function foldRun(run: Uint8Array): Uint8Array {
  let isAscii = true;
  let hasStandIn = false;
  const folded = new Uint8Array(run.length);
  for (let index = 0; index < run.length; index += 1) {
    const byte = run[index] as number;
    if (byte >= 0x80 && byte !== CELL_END) isAscii = false;
    if (byte === STAND_IN) hasStandIn = true;
    folded[index] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
  }
  if (isAscii) return folded;
  if (hasStandIn) return foldCells(run);
  for (let index = 0; index < run.length; index += 1)
    folded[index] = run[index] === CELL_END ? STAND_IN : (run[index] as number);
  const text = Buffer.from(foldText(Buffer.from(folded.buffer).toString('utf8')), 'utf8');
  for (let index = 0; index < text.length; index += 1) if (text[index] === STAND_IN) text[index] = CELL_END;
  return text;
}

/** One by one: some cell has the control character itself. */
function foldCells(run: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  const end = Uint8Array.of(CELL_END);
  const encoder = new TextEncoder();
  for (let start = 0; start <= run.length;) {
    const found = run.indexOf(CELL_END, start);
    const stop = found < 0 ? run.length : found;
    parts.push(encoder.encode(foldText(Buffer.from(run.subarray(start, stop)).toString('utf8'))));
    if (found >= 0) parts.push(end);
    start = stop + 1;
  }
  return Buffer.concat(parts);
}

/**
 * Calls `onHit` with the row, from 0, of each cell of a folded run that contains the text.
 *
 * @param find folded UTF-8, not empty
 */
export function hitsIn(run: Uint8Array, find: Uint8Array, onHit: (row: number) => void): void {
  const bytes = Buffer.from(run.buffer, run.byteOffset, run.byteLength);
  let row = 0;
  let at = 0;
  for (;;) {
    const hit = bytes.indexOf(find, at);
    if (hit < 0) return;
    for (; at < hit; at += 1) if (bytes[at] === CELL_END) row += 1;
    onHit(row);
    const end = bytes.indexOf(CELL_END, hit);
    if (end < 0) return;
    at = end + 1;
    row += 1;
  }
}
