/** A row of a table: one text for each column, null where the lead has nothing. Missing cells at the end are null. */
export type TableRow = readonly (string | null)[];

/** Writes one table in one format, row by row, with bounded memory. */
export interface TableWriter {
  /** Resolves when the next rows may come. */
  write(rows: readonly TableRow[]): Promise<void>;
  /** What the format has after the last row. Call it once. */
  end(): Promise<void>;
  /** After a failure: whatever still runs ends. */
  abandon(): Promise<void>;
  /** What a person should know about the file, in sentences. Complete after `end`. */
  notes(): readonly string[];
}
