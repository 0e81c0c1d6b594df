import type { DatabaseSync } from 'node:sqlite';
import type { PackedRows } from '../../files/writing/packed-rows.ts';

/** Bytes of a batch, about; the rows of the next one are reckoned from those of the last. */
const BATCH_BYTES = 256 * 1024;
const FIRST_ROWS = 50;
const MOST_ROWS = 2000;
/** Arguments of one function: SQLite allows 127 in every build, and half of them are separators. */
const MOST_ARGUMENTS = 100;
/** SQLite's code for a value beyond its largest, one billion bytes. */
const TOO_BIG = 18;

/**
 * Rows of the table `leads`, packed by SQLite itself: no text of a cell becomes one of JavaScript, which takes most of the
 * time of a save. The bytes of a batch are gone when the next one is asked for.
 *
 * @param columns names in the table; null for one that is not there
 * @param picked the numbers of the rows in their order, or how many of the first rows
 */
export function* packedBatches(
  database: DatabaseSync,
  columns: readonly (string | null)[],
  picked: Int32Array | number,
): Generator<PackedRows> {
  const total = typeof picked === 'number' ? picked : picked.length;
  const source =
    typeof picked === 'number'
      ? 'leads WHERE number BETWEEN ? AND ? ORDER BY number'
      : 'json_each(?) AS wanted CROSS JOIN leads ON leads.number = wanted.value';
  const select = database.prepare(
    `SELECT CAST(group_concat(line, '') AS BLOB), count(*) FROM (SELECT ${packedRow(columns)} AS line FROM ${source})`,
  );
  select.setReturnArrays(true);
  let most = FIRST_ROWS;
  for (let done = 0; done < total;) {
    const rows = Math.min(most, total - done);
    const bounds =
      typeof picked === 'number' ? [done + 1, done + rows] : [JSON.stringify([...picked.subarray(done, done + rows)])];
    const found = packed(() => select.get(...bounds) as unknown as [Uint8Array | null, number], rows);
    if (found === null) {
      most = Math.ceil(rows / 4);
      continue;
    }
    done += rows;
    const [bytes, count] = found;
    if (bytes === null) continue;
    most = Math.max(1, Math.min(MOST_ROWS, 2 * most, Math.round((BATCH_BYTES * rows) / bytes.length)));
    yield { bytes, rows: count };
    giveBack(bytes);
  }
}

/** The memory of bytes that nobody needs any more; left to the collector, 100 MiB gather before it looks. */
function giveBack(bytes: Uint8Array): void {
  if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
}

/** Null when these rows are too large for one value. */
function packed<Found>(read: () => Found, rows: number): Found | null {
  try {
    return read();
  } catch (error) {
    const isTooBig = rows > 1 && error instanceof Error && 'errcode' in error && error.errcode === TOO_BIG;
    if (isTooBig) return null;
    throw error;
  }
}

/** One row as the bytes of `PackedRows`. */
function packedRow(columns: readonly (string | null)[]): string {
  const cells = columns.map((name) => (name === null ? "x'FD'" : `coalesce(${name}, x'FD')`));
  let parts = cells.length === 0 ? ["x'FD'"] : cells;
  // concat_ws would leave out a null, and there is none.
  while (parts.length > MOST_ARGUMENTS) {
    const joined: string[] = [];
    for (let from = 0; from < parts.length; from += MOST_ARGUMENTS)
      joined.push(`concat_ws(x'FF', ${parts.slice(from, from + MOST_ARGUMENTS).join(', ')})`);
    parts = joined;
  }
  return `concat_ws(x'FF', ${parts.join(', ')}) || x'FE'`;
}
