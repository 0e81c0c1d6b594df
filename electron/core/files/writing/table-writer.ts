import type { PackedRows } from './packed-rows.ts';

/** Writes one table in one format, row by row, with bounded memory. */
export interface TableWriter {
  /** Resolves when the next rows may come. */
  write(rows: PackedRows): Promise<void>;
  /** What the format has after the last row. Call it once. */
  end(): Promise<void>;
  /** After a failure: whatever still runs ends. Missing: nothing runs between two writes. */
  abandon?(): Promise<void>;
  /** What a person should know about the file, in sentences. Complete after `end`. */
  notes?(): readonly string[];
  /** Values had to be cut, because the format holds no longer ones. */
  readonly isCut?: boolean;
}
