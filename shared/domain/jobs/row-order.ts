interface OrderedCell {
  /** Number of the row, from 1. */
  readonly n: number;
  readonly cell: string;
}

/** Digits with at most one point or comma: thousands separators would be a guess. */
const PLAIN_NUMBER = /^-?\d+(?:[.,]\d+)?$/;

/**
 * Places from 1, by row. When all cells are plain numbers they are compared by size, else as text in which runs of digits
 * count as numbers. Empty cells are last, whichever the direction, and equal cells stay in the order of the file.
 */
export function placesInOrder(
  cells: readonly OrderedCell[],
  { descending }: { readonly descending: boolean },
): Map<number, number> {
  const filled: OrderedCell[] = [];
  const empty: OrderedCell[] = [];
  for (const { n, cell } of cells) {
    const text = cell.trim();
    (text === '' ? empty : filled).push({ n, cell: text });
  }
  const direction = descending ? -1 : 1;
  const compare = comparison(filled);
  filled.sort((one, other) => direction * compare(one.cell, other.cell) || one.n - other.n);
  return new Map([...filled, ...empty].map(({ n }, index) => [n, index + 1]));
}

function comparison(cells: readonly OrderedCell[]): (one: string, other: string) => number {
  if (cells.every(({ cell }) => PLAIN_NUMBER.test(cell))) return (one, other) => sizeOf(one) - sizeOf(other);
  return new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;
}

function sizeOf(text: string): number {
  return Number(text.replace(',', '.'));
}

interface ColumnOrder {
  readonly column: number;
  /** Its name when it was chosen; missing: not kept. */
  readonly label?: string | undefined;
}

/**
 * The order in a file that may have been read again with other columns, by their labels: the column moves to where the only
 * one of its name is. Null when it is not there, or nobody can tell which it is.
 */
export function orderIn<Order extends ColumnOrder>(order: Order | null, columns: readonly string[]): Order | null {
  if (order === null) return null;
  const { column, label } = order;
  if (label === undefined || columns[column] === label) return column < columns.length ? order : null;
  const first = columns.indexOf(label);
  return first === -1 || columns.indexOf(label, first + 1) !== -1 ? null : { ...order, column: first };
}
