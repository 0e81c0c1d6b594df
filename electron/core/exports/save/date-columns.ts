import { type DatePrecision, finerPrecision, isoDate } from '../../files/writing/iso-dates.ts';
import type { ResultStore } from '../result/result-store.ts';

/**
 * The columns, by their position in `columns`, in which every value of the result is a date without a zone, with the
 * finest precision found. A column that is empty is none.
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
  for (const values of store.values(column)) {
    for (const value of values) {
      const date = isoDate(value);
      if (date === null) return null;
      finest = finerPrecision(finest ?? date.precision, date.precision);
    }
    await letOtherWorkRun();
  }
  return finest;
}
