import { countDigits } from '../../../../../shared/domain/files/cell-shapes.ts';
import type { RowRepair } from '../../../../../shared/contract/jobs/jobs.ts';
import type { Slices } from '../../../threads/in-slices.ts';
import type { JobRecord, StoredRow } from './records/job-records.ts';
import type { JobStore } from './job-store.ts';

/** Digits of a phone. Fewer are the number of a line, and part of too many phones. */
const FEWEST_DIGITS = 6;
/** Characters of the beginning of a lead id. */
const FEWEST_OF_ID = 4;

interface FoundRow {
  readonly job: JobRecord;
  readonly row: StoredRow;
  readonly repair: RowRepair | undefined;
}

export interface FoundRows {
  readonly rows: readonly FoundRow[];
  /** The search ended at the limit. */
  readonly isCut: boolean;
}

/**
 * Rows of all jobs, the last job first, whose lead id begins so, that stand in this line of their file, or that hold these
 * digits as a phone, in the file, as it is sent or repaired, however they are divided.
 *
 * @param limit rows after which the search ends
 */
export function* findRows(store: JobStore, words: string, limit: number): Slices<FoundRows> {
  const fits = fitting(words.trim());
  const rows: FoundRow[] = [];
  if (fits === null) return { rows, isCut: false };
  for (const job of store.all())
    for (let last = 0; ;) {
      const size = yield 0;
      const page = store.lists.rowsAfter(job.id, last, size);
      const numbers = page.map(({ row }) => row);
      const repairs = numbers.length === 0 ? new Map<number, RowRepair>() : store.repairs.of(job.id, numbers);
      for (const row of page) {
        const repair = repairs.get(row.row);
        if (!fits(row, repair)) continue;
        rows.push({ job, row, repair });
        if (rows.length === limit) return { rows, isCut: true };
      }
      const end = page.at(-1);
      if (end === undefined) break;
      last = end.row;
    }
  return { rows, isCut: false };
}

type Test = (row: StoredRow, repair: RowRepair | undefined) => boolean;

/** Null: too short for anything. */
function fitting(words: string): Test | null {
  const tests: Test[] = [];
  if (/^\d+$/.test(words)) tests.push(({ line }) => line === Number(words));
  if (words.length >= FEWEST_OF_ID) {
    const id = words.toLowerCase();
    tests.push(({ leadId }) => leadId?.toLowerCase().startsWith(id) === true);
  }
  if (/^[+\d\s()./-]+$/.test(words) && countDigits(words) >= FEWEST_DIGITS) {
    const digits = words.replaceAll(/\D/g, '');
    const holds = (text: string) => countDigits(text) >= digits.length && text.replaceAll(/\D/g, '').includes(digits);
    // The values of a payload stand apart by their quotes.
    tests.push(
      ({ cells, payload }, repair) =>
        cells.some(holds) ||
        (payload?.split('"').some(holds) ?? false) ||
        repair?.cells.some(({ value }) => holds(value)) === true,
    );
  }
  return tests.length === 0 ? null : (row, repair) => tests.some((test) => test(row, repair));
}
