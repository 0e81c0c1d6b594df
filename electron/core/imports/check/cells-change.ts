import type { CellsChange, CellsPreview } from '../../../../shared/contract/check/check.ts';
import { actWords, cellChanger } from '../../../../shared/domain/check/cell-act.ts';
import type { PlannedChange } from './check-changes.ts';
import type { ChangedCell } from './judge-cells.ts';
import type { CheckedDraft, CheckHooks } from './check-draft.ts';
import type { CellChange } from './check-history.ts';
import { rowsShown } from './check-pages.ts';

const ROWS_BETWEEN_PAUSES = 5000;
const EXAMPLES = 8;
/** Values kept between two previews: with more, each preview reads the file again. */
const MOST_KEPT = 2_000_000;

/** Values of columns in the order of the rows, with their edits. */
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
    const columns = wanted.length > MOST_BY_COLUMN ? await fromRows(open, wanted, pause) : [];
    if (columns.length === 0) for (const column of wanted) columns.push(await fromColumn(open, column, pause));
    this.#kept = wanted.length * open.index.rows > MOST_KEPT ? null : { key, columns };
    return columns;
  }

  forget(): void {
    this.#kept = null;
  }
}

/** Columns that are read one by one; more of them are read with their rows. */
const MOST_BY_COLUMN = 4;

async function fromColumn(open: CheckedDraft, column: number, pause: CheckHooks['pause']): Promise<ColumnValues> {
  const values: string[] = [];
  while (values.length < open.index.rows) {
    const part = open.staged.column(column, values.length, ROWS_BETWEEN_PAUSES);
    if (part.length === 0) break;
    for (const value of part) values.push(value);
    await pause();
  }
  const inFile = new Map<number, string>();
  for (const { row, value } of open.layer.editsIn(column)) {
    const before = values[row - 1] ?? '';
    if (value !== before) inFile.set(row, before);
    values[row - 1] = value;
  }
  return { column, values, inFile };
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
      if (cells !== inFile && value !== (inFile[column] ?? '')) before.set(row, inFile[column] ?? '');
    }
  }
  return columns;
}

/** Columns that a change may be about: one, or all that are sent. */
export function columnsOf(open: CheckedDraft, { column }: Pick<CellsChange, 'column'>): number[] {
  const all = open.staged.reading.columns.length;
  const chosen = column === null ? open.plan.fields.flatMap(({ columns }) => columns) : [column];
  return [...new Set(chosen)].filter((known) => known < all).sort((one, other) => one - other);
}

interface FoundCell {
  readonly row: number;
  readonly values: ColumnValues;
  readonly before: string;
  readonly after: string;
}

/** Cells that the change would change, column by column. */
function* changedCells(
  open: CheckedDraft,
  change: CellsChange,
  columns: readonly ColumnValues[],
  looked: Uint32Array | null,
): Generator<FoundCell, void, void> {
  const changer = cellChanger(change.act);
  const shown = rowsShown(open, change, looked);
  for (const values of columns) {
    let above = '';
    for (const [index, before] of values.values.entries()) {
      const row = index + 1;
      if (shown === null || shown.has(row)) {
        const after = changer(before, above);
        if (after !== before) yield { row, values, before, after };
      }
      if (before.trim() !== '') above = before;
    }
  }
}

export function previewOf(
  open: CheckedDraft,
  change: CellsChange,
  columns: readonly ColumnValues[],
  looked: Uint32Array | null,
): CellsPreview {
  const rows = new Set<number>();
  const examples: CellsPreview['examples'] = [];
  let cells = 0;
  for (const { row, values, before, after } of changedCells(open, change, columns, looked)) {
    cells += 1;
    // In one column each row is found once.
    if (columns.length > 1) rows.add(row);
    if (examples.length < EXAMPLES) examples.push({ line: open.row(row).line, column: values.column, before, after });
  }
  return { rows: columns.length > 1 ? rows.size : cells, cells, examples };
}

export function plannedCells(
  open: CheckedDraft,
  change: CellsChange,
  columns: readonly ColumnValues[],
  looked: Uint32Array | null,
): PlannedChange {
  const changes: CellChange[] = [];
  const cells: ChangedCell[] = [];
  for (const { row, values, before, after } of changedCells(open, change, columns, looked)) {
    const inFile = values.inFile.get(row);
    changes.push({ row, column: values.column, value: after === inFile ? null : after });
    cells.push({ row, column: values.column, before, after });
  }
  // Of one column they are in order, each once.
  const rows =
    columns.length === 1
      ? changes.map(({ row }) => row)
      : [...new Set(changes.map(({ row }) => row))].sort((one, other) => one - other);
  const [only] = columns;
  const where =
    change.column === null || only === undefined ? '' : ` of ${open.staged.reading.columns[only.column]?.label ?? ''}`;
  const title = `${actWords(change.act, changes.length)}${where}`;
  return { rows, cells, write: () => open.layer.change(title, changes, []) };
}
