/** Gives a short row its empty cells; works on the array itself. */
export function padded(cells: string[], width: number): string[] {
  while (cells.length < width) cells.push('');
  return cells;
}
