import type { Hold } from '../../../../../shared/domain/jobs/job-state.ts';
import type { ReadyRow } from '../journal/records/job-records.ts';

export interface HandedRow {
  readonly row: ReadyRow;
  /** Aborted to call the row back; without effect once it is sent. */
  readonly signal: AbortSignal;
  /** Its intent was about to be written; the witness may have it. */
  isBegun: boolean;
  /** Its intent is on the disk, and its first byte leaves in the same turn. */
  isSent: boolean;
  /** Why its job waited as it left; null: it did not wait. */
  sentUnder: Hold | null;
  /** Why nothing of it left: another job has sent the same lead, another program has changed the row, or its hours are over. */
  heldAt: { readonly sentByAnother: string | null } | null;
}

/** Rows that were handed to the client and have not come back. */
export class HandedRows {
  readonly #rows = new Map<number, { readonly handed: HandedRow; readonly controller: AbortController }>();
  #waiting: (() => void)[] = [];

  get size(): number {
    return this.#rows.size;
  }

  has(n: number): boolean {
    return this.#rows.has(n);
  }

  add(row: ReadyRow): HandedRow {
    const controller = new AbortController();
    const handed: HandedRow = {
      row,
      signal: controller.signal,
      isBegun: false,
      isSent: false,
      sentUnder: null,
      heldAt: null,
    };
    this.#rows.set(row.n, { handed, controller });
    return handed;
  }

  remove({ row }: HandedRow): void {
    this.#rows.delete(row.n);
  }

  /** Calls back the rows, of these or of all, that only wait in the client's queue. */
  callBack(rows?: ReadonlySet<number>): void {
    for (const { handed, controller } of this.#rows.values())
      if (rows?.has(handed.row.n) !== false && !handed.isSent) controller.abort();
  }

  /** Resolves when every row has come back and `reportEmpty` was called. */
  async empty(): Promise<void> {
    if (this.#rows.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves `empty` if no row is left. Called after the answer to the removed row is written. */
  reportEmpty(): void {
    if (this.#rows.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
