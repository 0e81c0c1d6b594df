/**
 * SQL condition: a row of `import_row` left and may have arrived. A refused row created no lead; one that a person leaves
 * out after its refusal has no attempts any more.
 *
 * @param row name or alias of the table in the statement
 */
export function mayHaveArrived(row: string): string {
  return `(${row}.state IN ('intent', 'created', 'unknown') OR (${row}.state = 'excluded' AND ${row}.attempts > 0))`;
}

/** SQL condition: a row left and may not leave again by itself. A refused one too, though it created no lead. */
export function hasLeft(row: string): string {
  return `(${row}.state = 'rejected' OR ${mayHaveArrived(row)})`;
}
