/**
 * Turns exported leads into rows of text. Every lead can add columns. Nested objects become dotted paths, lists become
 * JSON text, and values stay as the service sent them (a phone stays text).
 */

/** Levels of objects. Deeper ones become JSON text, so that a hostile answer cannot exhaust the stack. */
const DEPTH_LIMIT = 6;
/** Columns. SQLite allows at most 1,000 alternatives in one condition. Further paths go into one column as JSON text. */
export const COLUMN_LIMIT = 900;
export const OVERFLOW_PATH = 'other fields';

export interface Flattener {
  /** Paths found so far, in the order of their first appearance. */
  readonly paths: readonly string[];
  /** How many rows have a non-empty value, by column. */
  readonly filled: readonly number[];
  /** Cells by column index. Columns found later are missing at the end. */
  flatten(lead: unknown): (string | null)[];
}

export function createFlattener(known: readonly { path: string; filled: number }[] = []): Flattener {
  const paths = known.map((column) => column.path);
  const filled = known.map((column) => column.filled);
  const indexes = new Map(paths.map((path, index) => [path, index]));

  function indexOf(path: string): number {
    const index = indexes.get(path);
    if (index !== undefined) return index;
    if (paths.length >= COLUMN_LIMIT - 1 && path !== OVERFLOW_PATH) return -1;
    indexes.set(path, paths.length);
    paths.push(path);
    filled.push(0);
    return paths.length - 1;
  }

  return {
    paths,
    filled,
    flatten(lead) {
      const cells: (string | null)[] = [];
      const overflow = new Map<string, string>();
      const put = (path: string, value: string) => {
        let index = indexOf(path);
        if (index < 0) {
          overflow.set(path, value);
          return;
        }
        while (cells.length < index) cells.push(null);
        cells[index] = value;
        if (value !== '') filled[index] = (filled[index] ?? 0) + 1;
      };
      walk('', lead, 0, put);
      if (overflow.size > 0) put(OVERFLOW_PATH, JSON.stringify(Object.fromEntries(overflow)));
      for (let index = 0; index < cells.length; index += 1) cells[index] ??= null;
      return cells;
    },
  };
}

function walk(path: string, value: unknown, depth: number, put: (path: string, value: string) => void): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'string') return put(path || 'value', value);
  if (typeof value !== 'object') return put(path || 'value', JSON.stringify(value));
  if (Array.isArray(value) || depth >= DEPTH_LIMIT) {
    if (Array.isArray(value) && value.length === 0) return;
    return put(path || 'value', JSON.stringify(value));
  }
  for (const [key, member] of Object.entries(value)) walk(path === '' ? key : `${path}.${key}`, member, depth + 1, put);
}
