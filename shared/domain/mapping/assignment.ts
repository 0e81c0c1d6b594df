/**
 * One-to-one assignment with the highest total (Hungarian method, O(n²m)). `weights[row][column]` ≥ 0; 0 means "not together".
 * Answers for each row its column, or -1. Taking the best pair first would let one column take a field another needs more.
 */
export function assignBest(weights: readonly (readonly number[])[]): number[] {
  const rows = weights.length;
  const columns = weights[0]?.length ?? 0;
  if (rows === 0 || columns === 0) return weights.map(() => -1);
  // Every row may stay alone: it has a place of its own at cost 0.
  const width = columns + rows;
  const cost = (row: number, column: number) => (column < columns ? -(weights[row]?.[column] ?? 0) : 0);
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
  const answer = weights.map(() => -1);
  for (let column = 1; column <= columns; column += 1) {
    const row = (matched[column] as number) - 1;
    if (row >= 0 && (weights[row]?.[column - 1] ?? 0) > 0) answer[row] = column - 1;
  }
  return answer;
}
