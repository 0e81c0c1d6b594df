import { type DatePrecision, finerPrecision, isoDate } from '../../files/writing/iso-dates.ts';
import { NOTHING, type PackedRows } from '../../files/writing/packed-rows.ts';
import type { ResultStore } from '../result/result-store.ts';

/**
 * The columns, by their position in `columns`, in which every value of the result is a date without a zone, with the
 * finest precision found. An empty column is not a date column.
 */
export async function dateColumns(
  store: ResultStore,
  columns: readonly number[],
  letOtherWorkRun: () => Promise<void>,
): Promise<Map<number, DatePrecision>> {
  const found = new Map<number, DatePrecision>();
  for (const [position, column] of columns.entries()) {
    const precision = await precisionOf(store, column, letOtherWorkRun);
    if (precision !== null) found.set(position, precision);
  }
  return found;
}

async function precisionOf(
  store: ResultStore,
  column: number,
  letOtherWorkRun: () => Promise<void>,
): Promise<DatePrecision | null> {
  let finest: DatePrecision | null = null;
  for (const batch of store.rowsAt([column], store.rows)) {
    const precision = precisionIn(batch);
    if (precision === 'none') return null;
    if (precision !== null) finest = finerPrecision(finest ?? precision, precision);
    await letOtherWorkRun();
  }
  return finest;
}

/** Finest precision in rows of one cell; `none` when one of them is not a date, null when all are empty. */
function precisionIn({ bytes }: PackedRows): DatePrecision | 'none' | null {
  let finest: DatePrecision | null = null;
  let first = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte < NOTHING) continue;
    if (at > first) {
      const date = isoDate(bytes, first, at);
      if (date === null) return 'none';
      finest = finerPrecision(finest ?? date.precision, date.precision);
    }
    first = at + 1;
  }
  return finest;
}
