/** A value that a person put in place of a cell. */
export interface CellEdit {
  /** Column index from 0. */
  readonly column: number;
  readonly value: string;
}

/** Puts edits over the cells of a row; a row of the file may be shorter than the table. */
export function editedCells(cells: readonly string[], edits: readonly CellEdit[]): string[] {
  const edited = [...cells];
  for (const { column, value } of edits) {
    while (edited.length <= column) edited.push('');
    edited[column] = value;
  }
  return edited;
}
