// Why: decision 0322.
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import type { ReadRow, RowOutcome, StoredReading } from '../journal/outcome-store.ts';
import { pages } from '../../../threads/in-slices.ts';

/** An import with its readings, the oldest first. */
export interface ReadJob {
  readonly job: JobRecord;
  readonly readings: readonly StoredReading[];
}

export interface KnownRow extends ReadRow {
  /** At the last reading; null: no reading has the row. */
  readonly now: RowOutcome | null;
}

/** Rows of imports at their last readings. A lead that two imports read at different times is that of the first row. */
export class OutcomeRows {
  readonly #store: JobStore;
  readonly #seen = new Set<string>();

  constructor(store: JobStore) {
    this.#store = store;
  }

  /**
   * The created rows of one more import, in the file's order.
   *
   * @param column of its file whose values are wanted; null: none
   */
  async *of({ id }: JobRecord, column: number | null): AsyncGenerator<readonly KnownRow[], void> {
    for await (const page of pages((last) => this.#store.outcomes.readAfter(id, last, column)))
      yield page.map((row) => ({ ...row, now: this.#once(row.changes.at(-1) ?? null) }));
  }

  #once(now: RowOutcome | null): RowOutcome | null {
    if (now === null || now.leadId === '' || now.outcome === 'repeated') return now;
    if (this.#seen.has(now.leadId)) return { ...now, outcome: 'repeated', status: '', closure: '', foundBy: null };
    this.#seen.add(now.leadId);
    return now;
  }
}
