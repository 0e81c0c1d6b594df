/** A place in the preview that something noticed points to. A new object asks again, also for the same place. */
export interface ShownPlace {
  /** Row of the file, as the grid numbers its lines. */
  readonly line: number;
  /** Label of a column; empty: the whole line. */
  readonly column: string;
}
