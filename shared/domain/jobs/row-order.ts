interface OrderedCell {
  /** Number of the row, from 1. */
  readonly n: number;
  readonly cell: string;
}

/** Digits with at most one point or comma: thousands separators would be a guess. */
const PLAIN_NUMBER = /^-?\d+(?:[.,]\d+)?$/;

/** Cells that are sorted or moved before other work has a turn: some milliseconds. */
const PART = 1_000;

/**
 * Places from 1, by row. When all cells are plain numbers they are compared by size, else as text in which runs of digits
 * count as numbers. Empty cells are last, whichever the direction, and equal cells stay in the order of the file.
 *
 * Stops after every part of the work, so that a million cells hold nobody up; what it yields means nothing.
 */
export function* placesInOrder(
  cells: readonly OrderedCell[],
  { descending }: { readonly descending: boolean },
): Generator<number, Map<number, number>> {
  const filled: OrderedCell[] = [];
  const empty: OrderedCell[] = [];
  let areNumbers = true;
  for (const { n, cell } of cells) {
    const text = cell.trim();
    (text === '' ? empty : filled).push({ n, cell: text });
    areNumbers &&= text === '' || PLAIN_NUMBER.test(text);
    if ((filled.length + empty.length) % PART === 0) yield 0;
  }
  const direction = descending ? -1 : 1;
  const compare = areNumbers ? compareNumbers : new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;
  const sorted = yield* sortInParts(
    filled,
    (one, other) => direction * compare(one.cell, other.cell) || one.n - other.n,
  );
  const places = new Map<number, number>();
  for (const { n } of [...sorted, ...empty]) {
    places.set(n, places.size + 1);
    if (places.size % PART === 0) yield 0;
  }
  return places;
}

/** Sorts parts, then joins two and two of them. */
function* sortInParts<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<number, readonly Item[]> {
  let parts: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += PART) {
    parts.push(items.slice(start, start + PART).sort(compare));
    yield 0;
  }
  while (parts.length > 1) {
    const joined: (readonly Item[])[] = [];
    for (let index = 0; index < parts.length; index += 2)
      joined.push(yield* join(parts[index] ?? [], parts[index + 1] ?? [], compare));
    parts = joined;
  }
  return parts[0] ?? [];
}

function* join<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<number, readonly Item[]> {
  const joined: Item[] = [];
  for (let [left, right] = [0, 0]; left < one.length || right < other.length;) {
    const [first, second] = [one[left], other[right]];
    if (second === undefined || (first !== undefined && compare(first, second) <= 0)) {
      if (first !== undefined) joined.push(first);
      left += 1;
    } else {
      joined.push(second);
      right += 1;
    }
    if (joined.length % PART === 0) yield 0;
  }
  return joined;
}

function compareNumbers(one: string, other: string): number {
  return sizeOf(one) - sizeOf(other);
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
