// Why: decision 0112.
import { textBetween } from './utf8-texts.ts';

/** A row of a table: one text for each column, null where the lead has nothing. Missing cells at the end are null. */
export type TableRow = readonly (string | null)[];

/**
 * Rows as the bytes of their texts in UTF-8, one cell after the other, so that a writer copies bytes and no text is ever
 * made of them. Every cell but the last of a row is followed by `CELL_END`, the last by `ROW_END`; a cell with nothing in
 * it, not even an empty text, is `NOTHING`. UTF-8 has none of these bytes (RFC 3629, 1).
 */
export interface PackedRows {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

export const NOTHING = 0xfd;
export const ROW_END = 0xfe;
export const CELL_END = 0xff;

/** Packs rows of `columns` cells each; missing ones are packed as nothing, further ones are left out. */
export function packRows(rows: readonly TableRow[], columns: number): PackedRows {
  let size = 0;
  for (const row of rows) for (const cell of row) size += 3 * (cell ?? '').length;
  const bytes = Buffer.allocUnsafe(size + rows.length * (2 * columns + 1));
  let length = 0;
  for (const row of rows) {
    for (let index = 0; index < columns; index += 1) {
      if (index > 0) bytes[length++] = CELL_END;
      const cell = row[index] ?? null;
      if (cell === null) bytes[length++] = NOTHING;
      else length += bytes.write(cell, length, 'utf8');
    }
    bytes[length++] = ROW_END;
  }
  return { bytes: bytes.subarray(0, length), rows: rows.length };
}

/** A writer copies up to the end of a row: what has none would be copied without end. */
export function refuseOpenRow(bytes: Uint8Array): void {
  const last = bytes.at(-1);
  if (last !== undefined && last !== ROW_END) throw new Error('Rows that are packed end with ROW_END.');
}

/** The rows that were packed. */
export function unpackRows({ bytes }: PackedRows): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  let first = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte <= NOTHING) continue;
    row.push(bytes[at - 1] === NOTHING ? null : textBetween(bytes, first, at));
    first = at + 1;
    if (byte !== ROW_END) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
