import type { CellsChange, CellsPreview } from '../../../../shared/contract/check/check-acts.ts';
import { actWords, cellChanger, soughtIn } from '../../../../shared/domain/check/cell-act.ts';
import { RowSet } from '../../../../shared/domain/check/row-set.ts';
import { type PlannedChange, storedChange } from './check-changes.ts';
import type { ChangedCell } from './judge-cells.ts';
import type { CheckedDraft, CheckHooks } from './check-draft.ts';
import { rowsShown } from './check-pages.ts';
import type { CellsReader, ColumnValues } from './column-values.ts';
import { cellsWith } from './search-rows.ts';

const EXAMPLES = 8;
/** Up to this number of columns every value is read; with more, the rows are searched for the text to change. */
const FEW_COLUMNS = 4;
/** Cells kept between a preview and its change: 15 MB. */
const MOST_KEPT = 250_000;

/** Columns that a change may be about: one, or all that are sent. */
function columnsOf(open: CheckedDraft, { column }: Pick<CellsChange, 'column'>): number[] {
  const all = open.staged.reading.columns.length;
  const chosen = column === null ? open.plan.fields.flatMap(({ columns }) => columns) : [column];
  return [...new Set(chosen)].filter((known) => known < all).sort((one, other) => one - other);
}

/** A value that the change replaces. `inFile`: the file's value if a person has edited the cell; else undefined. */
interface FoundChange extends ChangedCell {
  readonly inFile: string | undefined;
}

/** Cells that the change would change. */
export interface FoundChanges {
  readonly change: CellsChange;
  readonly columns: readonly number[];
  readonly cells: Iterable<FoundChange>;
}

/** @param looked as for `rowsShown` */
export async function foundChanges(
  open: CheckedDraft,
  change: CellsChange,
  looked: Uint32Array | null,
  reading: { readonly cells: CellsReader; readonly revision: number; readonly pause: CheckHooks['pause'] },
): Promise<FoundChanges> {
  const columns = columnsOf(open, change);
  const shown = rowsShown(open, change, looked);
  const sought = columns.length > FEW_COLUMNS ? soughtIn(change.act) : null;
  if (sought !== null)
    return { change, columns, cells: await soughtChanges(open, change, columns, sought, shown, reading.pause) };
  const values = await reading.cells.read(open, reading.revision, columns, reading.pause);
  return { change, columns, cells: changedValues(change, values, shown) };
}

type Shown = ReturnType<typeof rowsShown>;

async function soughtChanges(
  open: CheckedDraft,
  { act }: CellsChange,
  columns: readonly number[],
  sought: RegExp,
  shown: Shown,
  pause: CheckHooks['pause'],
): Promise<FoundChange[]> {
  const changer = cellChanger(act);
  const wanted = new Set(columns);
  const changes: FoundChange[] = [];
  await cellsWith(open, sought, shown, pause, (row, column, before, inFile) => {
    const after = wanted.has(column) ? changer(before, '') : before;
    if (after !== before) changes.push({ row, column, before, after, inFile });
  });
  return changes;
}

/** Column by column. */
function* changedValues(
  { act }: CellsChange,
  columns: readonly ColumnValues[],
  shown: Shown,
): Generator<FoundChange, void, void> {
  const changer = cellChanger(act);
  for (const { column, values, inFile } of columns) {
    let above = '';
    for (let row = 1; row <= values.length; row += 1) {
      const before = values[row - 1] ?? '';
      if (shown === null || shown.has(row)) {
        const after = changer(before, above);
        if (after !== before) yield { row, column, before, after, inFile: inFile.get(row) };
      }
      if (before.trim() !== '') above = before;
    }
  }
}

/** `kept`: what was found, for the change itself; null where it would take too much memory. */
export function previewOf(
  open: CheckedDraft,
  found: FoundChanges,
): { readonly preview: CellsPreview; readonly kept: FoundChanges | null } {
  const { columns } = found;
  const isHeld = Array.isArray(found.cells);
  const kept: FoundChange[] = [];
  const rows = new RowSet(open.index.rows);
  const examples: CellsPreview['examples'] = [];
  let cells = 0;
  for (const cell of found.cells) {
    cells += 1;
    if (!isHeld && cells <= MOST_KEPT) kept.push(cell);
    // In one column each row is found once.
    if (columns.length > 1) rows.add(cell.row);
    if (cells > EXAMPLES) continue;
    const { row, column, before, after } = cell;
    examples.push({ line: open.row(row).line, column, before, after });
  }
  const preview = { rows: columns.length > 1 ? rows.size : cells, cells, examples };
  if (cells > MOST_KEPT) return { preview, kept: null };
  return { preview, kept: isHeld ? found : { ...found, cells: kept } };
}

export function plannedCells(open: CheckedDraft, { change, columns, cells: found }: FoundChanges): PlannedChange {
  const cells = [...found];
  // The cells of one column come in row order, each row once.
  const rows = columns.length === 1 ? cells.map(({ row }) => row) : [...rowsOf(open, cells)];
  const [only] = columns;
  const where =
    change.column === null || only === undefined ? '' : ` of ${open.staged.reading.columns[only]?.label ?? ''}`;
  const title = `${actWords(change.act, cells.length)}${where}`;
  const stored = () => cells.map((cell) => storedChange(cell, cell.inFile ?? cell.before));
  return { rows, cells: () => cells, write: () => open.layer.change(title, stored(), []) };
}

function rowsOf(open: CheckedDraft, cells: readonly ChangedCell[]): RowSet {
  const rows = new RowSet(open.index.rows);
  for (const { row } of cells) rows.add(row);
  return rows;
}
