// Why: decision 0353.
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import { harmless } from './result-file.ts';

/** The first rows of a result file, with what it says of them. */
export interface ResultSample {
  /** Names of the columns before those of the program. */
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly row: number;
    /** Empty: it names none. */
    readonly leadId: string;
    readonly cells: readonly string[];
  }[];
}

/**
 * The import that a result file comes from: the latest with the same columns that has a row of the file as it is there, and
 * none under another lead id. Cells that a person corrected in the file do not speak against it. Null: it is not known here.
 */
export function jobOfResult(store: JobStore, { columns, rows }: ResultSample): JobRecord | null {
  const isTheirs = (job: JobRecord): boolean => {
    if (job.isDamaged || !isSame(job.columns, columns)) return false;
    const known = new Map(
      store.lists
        .rowsAt(
          job.id,
          rows.map(({ row }) => row),
        )
        .map((row) => [row.row, row]),
    );
    let proofs = 0;
    for (const { row, leadId, cells } of rows) {
      const there = known.get(row);
      if (there === undefined || (leadId !== '' && harmless(there.leadId ?? '') !== leadId)) return false;
      if (leadId !== '' || isSame(there.cells, cells)) proofs += 1;
    }
    return proofs > 0;
  };
  return store.all().find(isTheirs) ?? null;
}

/** Programs that save a file again may drop spaces around a value, and empty cells at the end of a row. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  const count = Math.max(one.length, other.length);
  return Array.from({ length: count }, (_, index) => index).every(
    (index) => (one[index] ?? '').trim() === (other[index] ?? '').trim(),
  );
}
