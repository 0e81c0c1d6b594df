import type { ColumnProfile } from '../../../../shared/contract/imports/reading.ts';
import { PackedRow } from './packed-row.ts';
import type { ProblemList } from './problem-list.ts';
import type { SheetRow } from './sheet-row.ts';

/**
 * Finds the header again among the rows, as in files put together from several: a byte order mark may stand before it, blanks
 * around the names and empty cells behind them, and capitals may differ.
 */
export class RepeatedHeader {
  readonly #names: readonly string[];
  /** The header as a packed row has it. */
  readonly #json: Buffer;

  constructor(names: readonly string[]) {
    this.#names = plainNames(names);
    this.#json = Buffer.from(JSON.stringify(names));
  }

  equals(row: SheetRow | PackedRow): boolean {
    if (row instanceof PackedRow && !this.#mayEqual(row)) return false;
    if (plainName(row.cells[0] ?? '') !== this.#names[0]) return false;
    const names = plainNames(row.cells);
    return names.length === this.#names.length && names.every((name, index) => name === this.#names[index]);
  }

  /** Whether a row is about as long and begins alike, so that hardly any row is unpacked. */
  #mayEqual(row: PackedRow): boolean {
    if (Math.abs(row.size - this.#json.length) > 3 + row.width * 2) return false;
    // Behind the bracket and the quotation mark.
    const [first = 0, own = 0] = [row.json[2], this.#json[2]];
    // A capital differs from its small letter in the bit of the blank; a byte order mark begins with 0xEF.
    return (first | 0x20) === (own | 0x20) || first === 0x20 || first === 0xef;
  }
}

/** Without the empty cells behind the last name. */
function plainNames(cells: readonly string[]): string[] {
  const names = cells.map(plainName);
  while (names.at(-1) === '') names.pop();
  return names;
}

/** A byte order mark counts as a blank. */
function plainName(cell: string): string {
  return cell.trim().toLowerCase();
}

/** Adds columns without a name and names used more than once to the problems. `line`: of the header. */
export function remarkHeaders(columns: readonly ColumnProfile[], line: number, problems: ProblemList): void {
  const seen = new Set<string>();
  for (const column of columns) {
    const name = column.header.trim().toLowerCase();
    if (name === '' && column.filled > 0) problems.add('emptyHeader', line, column.label, column.first);
    if (name !== '' && seen.has(name)) problems.add('duplicateHeader', line, column.label, column.header);
    seen.add(name);
  }
}
