import type { SavedFile } from '../../../shared/contract/host/files.ts';
import { format } from './format.ts';

/** What was saved, and whether the file has as many rows as were written. */
export function savedFileWords(
  saved: SavedFile,
  forms: { readonly one: string; readonly other: string },
): { title: string; check: string } {
  const counted = format.number(saved.countedRows);
  return {
    title: `Saved ${format.count(saved.rows, forms)} as ${saved.name}`,
    check:
      saved.rows === saved.countedRows
        ? `Counted in the file: ${counted}. It matches.`
        : `Counted in the file: ${counted}. It does not match. Save the file again.`,
  };
}
