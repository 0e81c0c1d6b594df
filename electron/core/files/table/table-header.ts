import type { ColumnProfile } from '../../../../shared/contract/imports/reading.ts';
import { PackedRow } from './packed-row.ts';
import type { ProblemList } from './problem-list.ts';
import type { SheetRow } from './sheet-row.ts';

/** Finds the header again among the rows, as in files put together from several; a byte order mark may stand before it. */
export class RepeatedHeader {
  readonly #names: readonly string[];
  readonly #json: Buffer;

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#json = Buffer.from(JSON.stringify(names));
  }

  equals(row: SheetRow | PackedRow): boolean {
    return row instanceof PackedRow ? this.#equalsPacked(row) : this.#equalsCells(row.cells);
  }

  #equalsPacked(row: PackedRow): boolean {
    // Bytes of the byte order mark.
    const mark = row.size - this.#json.length;
    if (mark !== 0 && mark !== 3) return false;
    const { json } = row;
    // Behind the bracket and the quotation mark.
    return this.#json.compare(json, 2 + mark, json.length, 2) === 0 && (mark === 0 || row.cells[0]?.[0] === '\ufeff');
  }

  #equalsCells(cells: readonly string[]): boolean {
    const names = this.#names;
    if (cells.length !== names.length || cells[0]?.endsWith(names[0] ?? '') !== true) return false;
    return names.every((name, index) => name === (cells[index] ?? '').replace(index === 0 ? /^\ufeff/ : '', ''));
  }
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
