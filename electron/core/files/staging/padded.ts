/** Fills up a short row with empty cells, in the array itself. */
export function padded(cells: string[], width: number): string[] {
  while (cells.length < width) cells.push('');
  return cells;
}
