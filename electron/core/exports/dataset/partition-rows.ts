import { ParquetFile } from '../../files/writing/parquet-file.ts';
import { type PackedRows, packRows, type TableRow } from '../../files/writing/packed-rows.ts';
import type { ColumnPlan } from './column-plan.ts';
import { type IncomingLeads, type LeadSource, rowsAt } from './incoming-leads.ts';

/** Rows of a batch of a file that is written again. */
const BATCH = 500;

/** What became of the rows. */
export interface Tally {
  /** Leads that came again as they were. */
  unchanged: number;
  /** Leads that changed and stayed in their file. */
  changed: number;
  /** Leads that left a file, because another has them now. */
  moved: number;
  /** Leads that left a file, because they are no longer among those asked for. */
  removed: number;
  /** Leads that came into a file: new ones, and those that another file had. */
  came: number;
}

/** The rows of one file of a dataset as they will be: those it has, in their order, and then the new ones. */
export class PartitionRows {
  /** Some row left the file, came into it, or has other values. */
  isChanged = false;
  /** Some row came into the file. */
  hasGained = false;
  readonly #incoming: IncomingLeads;
  readonly #source: LeadSource;
  readonly #plan: ColumnPlan;
  readonly #tally: Tally;
  readonly #isWhole: boolean;

  /** @param isWhole a lead that did not come is not in the dataset any more */
  constructor(incoming: IncomingLeads, source: LeadSource, plan: ColumnPlan, tally: Tally, isWhole: boolean) {
    this.#incoming = incoming;
    this.#source = source;
    this.#plan = plan;
    this.#tally = tally;
    this.#isWhole = isWhole;
  }

  /**
   * @param existing path of the existing file; null when there is none
   * @param idColumn name of the column that has the uniqueId in it
   * @param partition position of the partition among the incoming ones; null when no lead came for it
   */
  async *batches(existing: string | null, idColumn: string, partition: number | null): AsyncGenerator<PackedRows> {
    if (existing !== null) yield* this.#kept(existing, idColumn, partition);
    if (partition === null) return;
    for (const batch of this.#source.at(this.#plan.sources, this.#incoming.waiting(partition))) {
      this.isChanged = true;
      this.hasGained = true;
      this.#tally.came += batch.rows;
      yield batch;
    }
  }

  /** The rows of the file as they will be. */
  async *#kept(existing: string, idColumn: string, partition: number | null): AsyncGenerator<PackedRows> {
    const { names, formsBefore } = this.#plan;
    const idAt = names.indexOf(idColumn);
    await using file = await ParquetFile.open(existing);
    for await (const rows of file.rows(names, formsBefore))
      for (let from = 0; from < rows.length; from += BATCH) {
        const batch = rows.slice(from, from + BATCH);
        const ids = batch.map((row) => row[idAt] ?? '');
        yield packRows(this.#nextStates(batch, ids, partition), names.length);
      }
  }

  #nextStates(rows: readonly TableRow[], ids: readonly string[], partition: number | null): TableRow[] {
    const numbers = ids.map((id) => this.#incoming.find(id));
    const staying = numbers.filter((number) => number !== null && this.#staysIn(partition, number));
    const next = rowsAt(this.#source, this.#plan.sources, Int32Array.from(staying.map(Number)));
    const states = new Map(staying.map((number, index) => [number, next[index]]));
    const kept: TableRow[] = [];
    for (const [index, row] of rows.entries()) {
      const number = numbers[index] ?? null;
      const state = number === null ? row : states.get(number);
      if (number === null && this.#isWhole) this.#isGone();
      else if (number === null) kept.push(row);
      else if (state === undefined) this.#leaves(number);
      else kept.push(this.#becomes(number, row, state));
    }
    return kept;
  }

  #staysIn(partition: number | null, number: number): boolean {
    const place = this.#incoming.placeOf(number);
    return place !== null && place === partition;
  }

  #isGone(): void {
    this.isChanged = true;
    this.#tally.removed += 1;
  }

  #leaves(number: number): void {
    this.isChanged = true;
    if (this.#incoming.placeOf(number) === null) this.#tally.removed += 1;
    else this.#tally.moved += 1;
  }

  #becomes(number: number, row: TableRow, state: TableRow): TableRow {
    this.#incoming.done(number);
    if (row.every((cell, index) => cell === (state[index] ?? null))) {
      this.#tally.unchanged += 1;
      return row;
    }
    this.isChanged = true;
    this.#tally.changed += 1;
    return state;
  }
}
