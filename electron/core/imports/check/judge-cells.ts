// Why: decision 0437.
import { sourceText, type CheckedField } from '../../../../shared/domain/check/check-plan.ts';
import type { FieldVerdict } from '../../../../shared/domain/check/judge-row.ts';
import type { CheckedDraft, CheckHooks } from './check-draft.ts';
import type { CheckIndex } from './check-index.ts';
import { valuesOf } from './column-values.ts';

/** A value that a change replaces. */
export interface ChangedCell {
  readonly row: number;
  readonly column: number;
  readonly before: string;
  readonly after: string;
}

/** The text that fills a field, before and after a change. A column is -1 when the field joins several columns. */
interface FieldChange extends ChangedCell {
  /** The column of the text after the change; missing when it is the same column as before. */
  readonly columnAfter?: number;
}

/** Values that are judged by themselves, and rows that are judged whole. */
export interface CellsToJudge {
  readonly cells: readonly ChangedCell[];
  readonly fields: readonly { readonly field: CheckedField; readonly changes: readonly FieldChange[] }[];
  /** In the file's order. */
  readonly rows: readonly number[];
}

/**
 * Divides changed cells, before anything is written, into values that can be judged without their rows, and rows that
 * must be judged whole: the rows in `alsoWhole`, and rows that another import may have now, or no longer has. Rejects
 * when `pause` does; nothing has changed then.
 */
export async function cellsToJudge(
  open: CheckedDraft,
  changed: readonly ChangedCell[],
  alsoWhole: readonly number[],
  pause: CheckHooks['pause'],
): Promise<CellsToJudge> {
  const { index } = open;
  // Rows that are left out and not compared with other imports are not in the index.
  const judged = index.isCompared ? changed : changed.filter(({ row }) => !index.leftOut.has(row));
  const byColumn = Map.groupBy(judged, ({ column }) => column);
  const fields: CellsToJudge['fields'][number][] = [];
  for (const field of open.plan.fields)
    if (field.columns.some((column) => byColumn.has(column)))
      fields.push({ field, changes: await fieldChanges(open, field, byColumn, pause) });
  const whole = new Set(alsoWhole);
  if (index.isCompared) addCompared(open, { cells: judged, fields, rows: [] }, whole);
  return {
    cells: judged.filter(({ row }) => !whole.has(row)),
    fields: fields.map(({ field, changes }) => ({ field, changes: changes.filter(({ row }) => !whole.has(row)) })),
    rows: [...whole].sort((one, other) => one - other),
  };
}

async function fieldChanges(
  open: CheckedDraft,
  field: CheckedField,
  byColumn: ReadonlyMap<number, readonly ChangedCell[]>,
  pause: CheckHooks['pause'],
): Promise<readonly FieldChange[]> {
  const [only = -1] = field.columns;
  if (field.columns.length === 1) return byColumn.get(only) ?? [];
  const rows = new Map<number, { readonly before: string[]; readonly after: string[] }>();
  const cells = field.columns.flatMap((column) => byColumn.get(column) ?? []);
  const cellsOf = await cellsReader(open, field.columns, cells.length, pause);
  for (const { row, column, after } of cells) {
    const known = rows.get(row) ?? { before: cellsOf(row), after: cellsOf(row) };
    rows.set(row, known);
    known.after[column] = after;
  }
  return [...rows].map(([row, cellsOfRow]) => {
    const before = sourceText(field, cellsOfRow.before);
    const after = sourceText(field, cellsOfRow.after);
    return { row, column: before.column, before: before.text, after: after.text, columnAfter: after.column };
  });
}

/** If fewer than one row in this many is needed, rows are read one by one; otherwise whole columns are read. */
const SPARSE = 20;

/** Reads cells of these columns as they are before the change; the caller may change what it gets. */
async function cellsReader(
  open: CheckedDraft,
  columns: readonly number[],
  rows: number,
  pause: CheckHooks['pause'],
): Promise<(row: number) => string[]> {
  if (rows * SPARSE < open.index.rows) return (row) => [...open.row(row).cells];
  const values = await valuesOf(open, [...new Set(columns)], pause);
  return (row) => {
    const cells: string[] = [];
    for (const one of values) cells[one.column] = one.values[row - 1] ?? '';
    return cells;
  };
}

/**
 * Replaces what the values add to the index, while the layer still has the values before. When it throws, the index must be
 * made anew.
 */
export async function judgeCells(
  open: CheckedDraft,
  { cells, fields }: CellsToJudge,
  yieldTurn: CheckHooks['yieldTurn'],
): Promise<void> {
  const { index, judge } = open;
  /** Rows whose name, or whose number of phones and addresses, may have changed. */
  const rows = new Set<number>();
  for (const { field, changes } of fields)
    for (const { row, column, before, after, columnAfter = column } of changes) {
      const from = judge.judgeText(field, before, column);
      const to = judge.judgeText(field, after, columnAfter);
      if (from === to && !field.isName) continue;
      exchange(index, row, field, from, to);
      if (field.isName || from.isEmpty !== to.isEmpty || (from.key === null) !== (to.key === null)) rows.add(row);
    }
  await exchangeNames(open, cells, rows, yieldTurn);
  for (const row of rows) index.settle(row);
  movePlaces(open, cells);
}

function exchange(
  index: CheckIndex,
  row: number,
  field: CheckedField,
  before: FieldVerdict,
  after: FieldVerdict,
): void {
  const isOut = index.leftOut.has(row);
  const filled = Number(!after.isEmpty) - Number(!before.isEmpty);
  if (field.type === 'phone') index.contacts.countFilled(row, filled);
  if (before.key !== after.key) index.exchangeKeys(row, field, before.key, after.key);
  if (isOut) return;
  index.exchangeMarks(row, before.marks, after.marks);
  if (field.type === 'phone' || field.type === 'fax') {
    index.filled[field.index] = (index.filled[field.index] as number) + filled;
    index.unprefixed += Number(after.isUnprefixed) - Number(before.isUnprefixed);
    index.cleaned += Number(after.isCleaned) - Number(before.isCleaned);
  }
  const compared = index.keys.get(field.index);
  if (compared === undefined || before.compared === after.compared) return;
  if (before.compared !== null) compared.remove(before.compared, row);
  if (after.compared !== null) compared.add(after.compared, row);
}

/** A row without phone and e-mail address, before the change or after it, is compared by its names. */
async function exchangeNames(
  open: CheckedDraft,
  changed: readonly ChangedCell[],
  rows: ReadonlySet<number>,
  yieldTurn: CheckHooks['yieldTurn'],
): Promise<void> {
  const { index, judge, plan } = open;
  const { bare, contacts, leftOut, names } = index;
  const bareRows = [...rows].filter((row) => !leftOut.has(row) && (bare.has(row) || contacts.isBare(row)));
  const columns = plan.fields.filter(({ isName }) => isName).flatMap((field) => field.columns);
  if (bareRows.length === 0) return;
  const cellsOf = await cellsReader(open, columns, bareRows.length, yieldTurn);
  const others = Map.groupBy(
    changed.filter(({ column }) => columns.includes(column)),
    ({ row }) => row,
  );
  for (const row of bareRows) {
    const cells = cellsOf(row);
    const before = bare.has(row) ? judge.nameOf(cells) : null;
    for (const { column, after } of others.get(row) ?? []) cells[column] = after;
    const after = contacts.isBare(row) ? judge.nameOf(cells) : null;
    if (before === after) continue;
    if (before !== null) names.remove(before, row);
    if (after !== null) names.add(after, row);
  }
}

function movePlaces({ index, judge, plan }: CheckedDraft, cells: readonly ChangedCell[]): void {
  let hasMoved = false;
  for (const { row, column, before, after } of cells) {
    if (column !== plan.postcodeColumn || index.leftOut.has(row)) continue;
    const city = judge.cityOfPostcode(after);
    if (city === judge.cityOfPostcode(before)) continue;
    index.places.remove(row);
    index.places.add(row, city);
    hasMoved = true;
  }
  if (hasMoved) index.forgetRepairCounts();
}

/**
 * Adds rows that another import may have after the change. Rows without a phone and an e-mail address, and rows that a
 * colleague has, are compared by all their values; other rows by their phones and addresses.
 */
function addCompared({ index, judge }: CheckedDraft, { cells, fields }: CellsToJudge, whole: Set<number>): void {
  for (const { row } of cells) if (index.bare.has(row) || index.team?.has(row) === true) whole.add(row);
  /** By row: how many more phones and addresses it has than before. */
  const more = new Map<number, number>();
  for (const { field, changes } of fields) {
    if (!isContact(field)) continue;
    for (const { row, column, before, after, columnAfter = column } of changes) {
      const from = judge.judgeText(field, before, column).key;
      const to = judge.judgeText(field, after, columnAfter).key;
      if (from === to) continue;
      if (index.hasElsewhere(from) || index.hasElsewhere(to)) whole.add(row);
      more.set(row, (more.get(row) ?? 0) + Number(to !== null) - Number(from !== null));
    }
  }
  for (const [row, by] of more) if (index.contacts.keys(row) + by === 0) whole.add(row);
}

function isContact({ type }: CheckedField): boolean {
  return type === 'phone' || type === 'email';
}
