import type { SaveFormatName } from '../../../../../shared/contract/exports/save-formats.ts';
import type { LeadRow } from '../grid/lead-rows.ts';

/** Bytes of a separator and its share of quotes in CSV; of quotes, colon, comma and indent in JSON. */
const PER_CELL = { csv: 1.1, xlsx: 1.1, json: 9, jsonl: 6, parquet: 1.1 } as const;
/** How much the packed formats keep of the CSV: about what `npm run bench -- save` measures. */
const PACKED = { csv: 1, xlsx: 0.7, json: 1, jsonl: 1, parquet: 0.35 } as const;

/** Bytes of a file, worked out from the first rows; null without any. */
export function estimatedBytes(
  format: SaveFormatName,
  sample: readonly LeadRow[],
  rows: number,
  columns: readonly { readonly index: number; readonly title: string }[],
): number | null {
  if (sample.length === 0) return null;
  const isJson = format === 'json' || format === 'jsonl';
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const row of sample) {
    for (const { index, title } of columns) {
      bytes += encoder.encode(row.cells[index] ?? '').length + PER_CELL[format];
      if (isJson) bytes += title.length;
    }
  }
  return Math.round((bytes / sample.length) * rows * PACKED[format]);
}
