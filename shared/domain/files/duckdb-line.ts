/**
 * A line for DuckDB that shows the rows of a Parquet file. In its text an apostrophe is written twice, and the signs with
 * which DuckDB names many files at once stand in brackets, so that they are signs of this file's name.
 *
 * @param path of the file, absolute or from the folder in which DuckDB runs
 */
export function duckDbLine(path: string): string {
  const named = path.replace(/[*?[]/g, '[$&]').replaceAll("'", "''");
  return `SELECT * FROM read_parquet('${named}');`;
}
