import type { CheckedField } from '../../../../shared/domain/check/check-plan.ts';
import type { CheckedDraft } from './check-draft.ts';

/** A value that a change replaces. */
export interface ChangedCell {
  readonly row: number;
  readonly column: number;
  readonly before: string;
  readonly after: string;
}

/** Values that can be judged by themselves, and rows that must be judged whole. */
export interface CellsToJudge {
  readonly cells: readonly (ChangedCell & { readonly fields: readonly CheckedField[] })[];
  /** In the file's order. */
  readonly rows: readonly number[];
}

/**
 * Which of the changed values concern nothing but their own fields. Null when a field of theirs decides by what rows are
 * compared, such as a phone, or where they are: then every row is judged whole.
 */
export function cellsToJudge(open: CheckedDraft, changed: readonly ChangedCell[]): CellsToJudge | null {
  const fieldsOf = new Map<number, readonly CheckedField[]>();
  for (const column of new Set(changed.map((cell) => cell.column))) {
    const fields = open.plan.fields.filter(({ columns }) => columns.includes(column));
    if (column === open.plan.postcodeColumn || !fields.every(standsAlone)) return null;
    fieldsOf.set(column, fields);
  }
  const { index } = open;
  const whole = new Set<number>();
  const cells: CellsToJudge['cells'][number][] = [];
  for (const cell of changed) {
    const isOut = index.leftOut.has(cell.row);
    // Without phone and e-mail address a row is compared by all its values; of one that is left out that may not be known.
    if (index.bare.has(cell.row) || (isOut && index.isCompared)) whole.add(cell.row);
    else if (!isOut) cells.push({ ...cell, fields: fieldsOf.get(cell.column) ?? [] });
  }
  return { cells: cells.filter(({ row }) => !whole.has(row)), rows: [...whole].sort((one, other) => one - other) };
}

/** Nothing else in the row depends on its value, and its value on nothing else. */
function standsAlone({ type, columns, isCompared }: CheckedField): boolean {
  return type !== 'phone' && type !== 'fax' && type !== 'email' && columns.length === 1 && !isCompared;
}

/** Replaces what the values are marked with. */
export function judgeCells({ index, judge }: CheckedDraft, cells: CellsToJudge['cells']): void {
  for (const { row, column, before, after, fields } of cells)
    for (const field of fields)
      index.exchangeMarks(row, judge.marksOf(field, before, column), judge.marksOf(field, after, column));
}
