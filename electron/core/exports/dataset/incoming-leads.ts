import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { format } from '../../../../shared/domain/words/format.ts';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';
import { type PackedRows, type TableRow, unpackRows } from '../../files/writing/packed-rows.ts';
import { isOlder, serviceMoment } from '../queries/service-moment.ts';
import type { KeyColumns } from './lead-columns.ts';
import { dayOf } from './partition-folders.ts';

/** The rows of a result, numbered from 1. A column that is null has nothing in it. */
export interface LeadSource {
  readonly rows: number;
  /** Columns of all rows in their order, in batches. */
  inOrder(columns: readonly (number | null)[]): Iterable<PackedRows>;
  /** Columns of the rows with these numbers, in the order of the numbers, in batches. */
  at(columns: readonly (number | null)[], numbers: Int32Array): Iterable<PackedRows>;
}

/** Columns of a few rows, as text. */
export function rowsAt(source: LeadSource, columns: readonly (number | null)[], numbers: Int32Array): TableRow[] {
  // One batch after the other: the bytes of a batch are gone when the next one is asked for.
  return Array.from(source.at(columns, numbers), unpackRows).flat();
}

/** False for a lead that is not one the dataset asks for; it is taken out of the dataset. */
export type IsWanted = (status: string | null, closure: string | null) => boolean;

export interface Partition {
  readonly campaign: string | null;
  readonly day: string | null;
}

/** Folders of one dataset. More would each hold a handful of leads, and take longer to open than to read. */
const MOST_PARTITIONS = 200_000;
/** Instead of a partition: the lead is in the dataset as it is, or another row of the result has a later state of it. */
const DONE = -1;
/** Instead of a partition: the lead is no longer one that was asked for. */
const GONE = -2;

/**
 * The leads of a result, each once, by their place in a dataset. Holds 8 bytes a lead; the ids are in a temporary
 * database, which SQLite keeps in a file of its own and removes.
 */
export class IncomingLeads implements Disposable {
  readonly partitions: Partition[] = [];
  /** Latest change, `yyyy-MM-ddTHH:mm:ss`; null when no lead has a time. */
  latest: string | null = null;
  readonly #source: LeadSource;
  readonly #columns: KeyColumns;
  readonly #isWanted: IsWanted;
  readonly #zone: string;
  readonly #ids = new DatabaseSync('');
  readonly #add: StatementSync;
  readonly #find: StatementSync;
  readonly #remove: StatementSync;
  readonly #partitionOf: Int32Array;
  readonly #indexes = new Map<string, number>();
  #order = new Int32Array();
  #starts = new Int32Array();

  private constructor(source: LeadSource, columns: KeyColumns, isWanted: IsWanted, zone: string) {
    this.#source = source;
    this.#columns = columns;
    this.#isWanted = isWanted;
    this.#zone = zone;
    this.#partitionOf = new Int32Array(source.rows + 1);
    // Nothing of it outlives this object: no journal, no waiting for the disk, 64 MB of memory at most.
    this.#ids.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536;');
    this.#ids.exec('CREATE TABLE lead (id TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID; BEGIN');
    this.#add = this.#ids.prepare('INSERT INTO lead VALUES (?, ?) ON CONFLICT DO UPDATE SET number = excluded.number');
    this.#find = this.#ids.prepare('SELECT number FROM lead WHERE id = ?');
    this.#find.setReturnArrays(true);
    this.#remove = this.#ids.prepare('DELETE FROM lead WHERE id = ?');
  }

  /**
   * @param zone of the times of the service
   * @param pause called between batches; may throw to stop
   * Throws FileTrouble `badChoice` for leads that cannot be placed.
   */
  static async read(
    source: LeadSource,
    columns: KeyColumns,
    isWanted: IsWanted,
    zone: string,
    pause: () => Promise<void>,
  ): Promise<IncomingLeads> {
    const leads = new IncomingLeads(source, columns, isWanted, zone);
    try {
      await leads.#read(pause);
      leads.#sort();
      return leads;
    } catch (error) {
      leads[Symbol.dispose]();
      throw error;
    }
  }

  get isEmpty(): boolean {
    return this.#source.rows === 0;
  }

  /** The row with the lead's state; null when the result has none. */
  find(id: string): number | null {
    const [number] = (this.#find.get(id) as unknown as [number] | undefined) ?? [];
    return number ?? null;
  }

  /** Position in `partitions` of the place of a row; null when the lead is no longer wanted. */
  placeOf(number: number): number | null {
    const place = this.#partitionOf[number] ?? GONE;
    return place >= 0 ? place : null;
  }

  /** Marks the row as written: it is in its file now, or was there already. */
  done(number: number): void {
    this.#partitionOf[number] = DONE;
  }

  /**
   * Leaves out the leads whose state is older than that of these rows of the dataset: the id and the time of the last
   * change. Answers how many.
   *
   * @param shownBefore as a `DatasetRequest` has it
   */
  dropOlder(rows: readonly TableRow[], shownBefore: string | null): number {
    const met = rows.flatMap(([id, time]) => {
      const number = this.find(id ?? '');
      const isOfFormerClock = shownBefore !== null && (serviceMoment(time ?? '', this.#zone) ?? '') > shownBefore;
      return number === null || isOfFormerClock ? [] : [{ id: id ?? '', time: time ?? '', number }];
    });
    const numbers = Int32Array.from(met, ({ number }) => number);
    const came = rowsAt(this.#source, [this.#columns.lastModifiedTime], numbers);
    const older = met.filter(({ time }, index) => isOlder(came[index]?.[0] ?? '', time, this.#zone));
    for (const { id, number } of older) {
      this.done(number);
      this.#remove.run(id);
    }
    return older.length;
  }

  /** Rows of a partition that are not done, in their order. */
  waiting(partition: number): Int32Array {
    const rows = this.#order.subarray(this.#starts[partition], this.#starts[partition + 1]);
    return rows.filter((number) => this.#partitionOf[number] === partition);
  }

  [Symbol.dispose](): void {
    if (this.#ids.isOpen) this.#ids.close();
  }

  async #read(pause: () => Promise<void>): Promise<void> {
    const { uniqueId, campaign, uploadTime, lastModifiedTime, status, closure } = this.#columns;
    const wanted = [uniqueId, campaign, uploadTime, lastModifiedTime, status, closure];
    let number = 0;
    for (const batch of this.#source.inOrder(wanted)) {
      for (const cells of unpackRows(batch)) {
        number += 1;
        const [id, code, uploaded, modified, state, end] = cells;
        this.#take(number, id ?? '', modified ?? '');
        if (this.#partitionOf[number] === DONE) continue;
        this.#partitionOf[number] = this.#isWanted(state ?? null, end ?? null)
          ? this.#indexOf(code ?? null, uploaded ?? null)
          : GONE;
      }
      await pause();
    }
    this.#ids.exec('COMMIT');
  }

  #take(number: number, id: string, modified: string): void {
    if (id === '')
      throw new FileTrouble(
        'badChoice',
        `Row ${format.number(number)} of the result has no uniqueId, and without it a dataset cannot hold every lead once. The dataset was not changed. Save the leads in a file instead.`,
      );
    this.#noteChange(modified);
    const before = this.find(id);
    if (before !== null) {
      const isLate = isOlder(modified, this.#modifiedAt(before), this.#zone);
      this.#partitionOf[isLate ? number : before] = DONE;
      if (isLate) return;
    }
    this.#add.run(id, number);
  }

  #noteChange(modified: string): void {
    // Compared as text: if a form does not sort so, the time may be too early, which only asks for more.
    if (modified <= (this.latest ?? '')) return;
    const moment = serviceMoment(modified, this.#zone)?.slice(0, 19) ?? '';
    if (moment > (this.latest ?? '')) this.latest = moment;
  }

  #modifiedAt(number: number): string {
    const [row] = rowsAt(this.#source, [this.#columns.lastModifiedTime], Int32Array.of(number));
    return row?.[0] ?? '';
  }

  #indexOf(code: string | null, uploaded: string | null): number {
    const campaign = code === '' ? null : code;
    const day = dayOf(uploaded);
    const key = `${day ?? ''}${campaign === null ? '' : ` ${campaign}`}`;
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    if (this.partitions.length >= MOST_PARTITIONS)
      throw new FileTrouble(
        'badChoice',
        `The leads have more than ${format.number(MOST_PARTITIONS)} different campaigns and days, which is too many for a dataset. The dataset was not changed. Ask for fewer campaigns, or save the leads in a file instead.`,
      );
    this.#indexes.set(key, this.partitions.length);
    return this.partitions.push({ campaign, day }) - 1;
  }

  /** Rows by partition, in their order: places first counted, then filled. */
  #sort(): void {
    const starts = new Int32Array(this.partitions.length + 1);
    for (const place of this.#partitionOf.subarray(1))
      if (place >= 0) starts[place + 1] = (starts[place + 1] as number) + 1;
    for (let place = 1; place < this.partitions.length; place += 1)
      starts[place + 1] = (starts[place + 1] as number) + (starts[place] as number);
    const next = starts.slice();
    this.#order = new Int32Array(starts.at(-1) as number);
    for (const [number, place] of this.#partitionOf.entries()) {
      if (number === 0 || place < 0) continue;
      const to = next[place] as number;
      this.#order[to] = number;
      next[place] = to + 1;
    }
    this.#starts = starts;
  }
}
