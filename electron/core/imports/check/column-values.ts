import type { CheckedDraft, CheckHooks } from './check-draft.ts';

const ROWS_BETWEEN_PAUSES = 5000;
/** Rows that are taken out at once. */
const BLOCK = 250;
/** Values kept between two previews: with more, each preview reads the file again. */
const MOST_KEPT = 2_000_000;
/** Columns that are taken out of the rows; more of them are read with their rows. */
const MOST_TAKEN_OUT = 8;

/** Values of a column in the order of the rows, with their edits. */
export interface ColumnValues {
  readonly column: number;
  readonly values: readonly string[];
  /** By row: what the file has where a person changed it. */
  readonly inFile: ReadonlyMap<number, string>;
}

/** Values of columns, read once for everything that a person tries out with them. */
export class CellsReader {
  #kept: { readonly key: string; readonly columns: readonly ColumnValues[] } | null = null;

  /** @param revision of the draft: another one has other values */
  async read(
    open: CheckedDraft,
    revision: number,
    wanted: readonly number[],
    pause: CheckHooks['pause'],
  ): Promise<readonly ColumnValues[]> {
    const key = `${open.target.draftId} ${revision} ${wanted.join()}`;
    if (this.#kept?.key === key) return this.#kept.columns;
    const columns = await valuesOf(open, wanted, pause);
    this.#kept = wanted.length * open.index.rows > MOST_KEPT ? null : { key, columns };
    return columns;
  }

  forget(): void {
    this.#kept = null;
  }
}

/** Values of these columns in all rows. Rejects when `pause` does. */
export async function valuesOf(
  open: CheckedDraft,
  wanted: readonly number[],
  pause: CheckHooks['pause'],
): Promise<ColumnValues[]> {
  if (wanted.length > MOST_TAKEN_OUT) return fromRows(open, wanted, pause);
  const columns = wanted.map((column) => ({ column, values: [] as string[], inFile: new Map<number, string>() }));
  await takeOut(open, columns, pause);
  for (const { column, values, inFile } of columns) {
    const edits = open.layer.editsIn(column);
    for (const [at, row] of edits.rows.entries()) {
      const before = values[row - 1] as string;
      const value = edits.values[at] as string;
      if (value !== before) inFile.set(row, before);
      values[row - 1] = value;
    }
  }
  return columns;
}

async function takeOut(
  { staged, index }: CheckedDraft,
  columns: readonly { readonly column: number; readonly values: string[] }[],
  pause: CheckHooks['pause'],
): Promise<void> {
  const numbers = columns.map(({ column }) => column);
  for (let after = 0; after < index.rows; after += BLOCK) {
    for (const [at, values] of staged.columns(numbers, after, BLOCK).entries())
      for (const value of values) columns[at]?.values.push(value);
    if (after % ROWS_BETWEEN_PAUSES === 0) await pause();
  }
}

async function fromRows(
  open: CheckedDraft,
  wanted: readonly number[],
  pause: CheckHooks['pause'],
): Promise<ColumnValues[]> {
  const columns = wanted.map((column) => ({ column, values: [] as string[], inFile: new Map<number, string>() }));
  for (const { row, cells, inFile } of open.allRows()) {
    if (row % ROWS_BETWEEN_PAUSES === 0) await pause();
    for (const { column, values, inFile: before } of columns) {
      const value = cells[column] ?? '';
      values.push(value);
      const own = inFile[column] ?? '';
      if (value !== own) before.set(row, own);
    }
  }
  return columns;
}
