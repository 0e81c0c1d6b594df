/**
 * One-to-one assignment with the highest total. `weights[row][column]` ≥ 0; 0 means "never together". Returns the column of
 * each row, or -1. Taking the best pair first could give a column a field that another column needs more.
 *
 * Groups of rows and columns without a weight between them are solved separately, from the smaller side: a file with
 * thousands of columns has few with a meaning.
 */
export function assignBest(weights: readonly (readonly number[])[]): number[] {
  const answer = weights.map(() => -1);
  for (const { rows, columns } of tiedTogether(weights)) {
    const weight = (row: number, column: number) => weights[rows[row] ?? -1]?.[columns[column] ?? -1] ?? 0;
    const isWide = rows.length <= columns.length;
    const found = isWide
      ? hungarian(rows.length, columns.length, weight)
      : hungarian(columns.length, rows.length, (column, row) => weight(row, column));
    for (const [lead, other] of found.entries()) {
      if (other < 0) continue;
      const [row, column] = isWide ? [rows[lead], columns[other]] : [rows[other], columns[lead]];
      if (row !== undefined && column !== undefined) answer[row] = column;
    }
  }
  return answer;
}

interface Tied {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** Groups of rows and columns connected by weights; rows and columns without any are in no group. */
function tiedTogether(weights: readonly (readonly number[])[]): Tied[] {
  const partnersOfRow = weights.map((row) => row.flatMap((weight, column) => (weight > 0 ? [column] : [])));
  const pairs = partnersOfRow.flatMap((columns, row) => columns.map((column) => ({ row, column })));
  const partnersOfColumn = Map.groupBy(pairs, ({ column }) => column);
  const seenRows = new Set<number>();
  const groups: Tied[] = [];
  for (const [first, partners] of partnersOfRow.entries()) {
    if (partners.length === 0 || seenRows.has(first)) continue;
    const rows = [first];
    const columns = new Set<number>();
    seenRows.add(first);
    // The list grows inside this loop.
    for (const row of rows)
      for (const column of partnersOfRow[row] ?? []) {
        if (columns.has(column)) continue;
        columns.add(column);
        for (const { row: other } of partnersOfColumn.get(column) ?? []) {
          if (seenRows.has(other)) continue;
          seenRows.add(other);
          rows.push(other);
        }
      }
    groups.push({ rows, columns: [...columns] });
  }
  return groups;
}

/** Hungarian method, O(rows² · columns). Returns the column of each row, or -1. */
function hungarian(rows: number, columns: number, weight: (row: number, column: number) => number): number[] {
  // Every row may stay without a column: it has a place of its own at cost 0.
  const width = columns + rows;
  const cost = (row: number, column: number) => (column < columns ? -weight(row, column) : 0);
  const rowPrice = new Float64Array(rows + 1);
  const columnPrice = new Float64Array(width + 1);
  const matched = new Int32Array(width + 1);
  const way = new Int32Array(width + 1);
  for (let row = 1; row <= rows; row += 1) {
    matched[0] = row;
    let column = 0;
    const least = new Float64Array(width + 1).fill(Infinity);
    const used = new Uint8Array(width + 1);
    do {
      used[column] = 1;
      const current = matched[column] as number;
      let delta = Infinity;
      let next = 0;
      for (let other = 1; other <= width; other += 1) {
        if (used[other] === 1) continue;
        const reduced = cost(current - 1, other - 1) - (rowPrice[current] as number) - (columnPrice[other] as number);
        if (reduced < (least[other] as number)) {
          least[other] = reduced;
          way[other] = column;
        }
        if ((least[other] as number) < delta) {
          delta = least[other] as number;
          next = other;
        }
      }
      for (let other = 0; other <= width; other += 1) {
        if (used[other] === 1) {
          rowPrice[matched[other] as number] = (rowPrice[matched[other] as number] as number) + delta;
          columnPrice[other] = (columnPrice[other] as number) - delta;
        } else least[other] = (least[other] as number) - delta;
      }
      column = next;
    } while (matched[column] !== 0);
    do {
      const previous = way[column] as number;
      matched[column] = matched[previous] as number;
      column = previous;
    } while (column !== 0);
  }
  const answer = Array.from({ length: rows }, () => -1);
  for (let column = 1; column <= columns; column += 1) {
    const row = (matched[column] as number) - 1;
    if (row >= 0 && weight(row, column - 1) > 0) answer[row] = column - 1;
  }
  return answer;
}
