import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { cellKind, type PackedRow } from './packed-row.ts';

/** A box that nobody ticked, as spreadsheet programs write it in their languages. */
const UNTICKED: ReadonlySet<string> = new Set([
  ...['FALSE', 'FALSCH', 'FAUX', 'FALSO', 'FALS', 'FALSK', 'FALSKT', 'USANN', 'EPÄTOSI', 'ONWAAR', 'FAŁSZ'],
  ...['NEPRAVDA', 'HAMIS', 'YANLIŞ', 'ЛОЖЬ', 'ΨΕΥΔΗΣ', 'ΨΕΥΔΕΣ'],
]);
/** How these words begin as UTF-8, and the bytes of the longest of them. */
const BEGINNINGS: ReadonlySet<number | undefined> = new Set([...UNTICKED].map((word) => Buffer.from(word)[0]));
const LONGEST = Math.max(...[...UNTICKED].map((word) => Buffer.byteLength(word)));

/**
 * Whether nothing stands in a row but boxes to tick that nobody ticked: a column of them is filled down to the end of its
 * sheet, far below the last lead.
 */
export function isUnticked(cells: readonly string[]): boolean {
  let boxes = 0;
  for (const cell of cells) {
    if (isBlank(cell)) continue;
    if (!UNTICKED.has(cell)) return false;
    boxes += 1;
  }
  return boxes > 0;
}

/** As `isUnticked`, of a packed row: the first value of nearly every row rules it out, without unpacking it. */
export function isUntickedPacked(row: PackedRow): boolean {
  // Behind the bracket and the quotation mark.
  let at = 2;
  for (let column = 0; column < row.width; column += 1) {
    const bytes = row.bytesOf(column);
    if (row.kindOf(column) === cellKind.filled)
      return bytes <= LONGEST && BEGINNINGS.has(row.byteAt(at)) && isUnticked(row.cells);
    at += bytes + 3;
  }
  return false;
}
