import type { SQLOutputValue } from 'node:sqlite';

/** Rows that one statement works on. */
const ROWS = 2_000;

/**
 * Calls `work` for part after part of the rows 1 to `last`. A statement keeps every value that it passes to a function of
 * this program until it ends: over all rows of a long file that is more memory than the whole import needs afterwards.
 *
 * @param last number of the last row, as SQLite answers it; null when there is none
 */
export function inParts(last: SQLOutputValue | undefined, work: (from: number, to: number) => void): void {
  for (let from = 1; from <= Number(last); from += ROWS) work(from, from + ROWS - 1);
}
