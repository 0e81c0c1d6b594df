import type { CellEdit } from '../../../../shared/domain/check/edited-cells.ts';
import type { CheckedDraft, CheckHooks } from './check-draft.ts';

const ROWS_BETWEEN_PAUSES = 5000;

export interface FoundCell {
  readonly row: number;
  readonly column: number;
  /** With its edit. */
  readonly value: string;
  /** Undefined where the cell has no edit. */
  readonly inFile: string | undefined;
}

/**
 * Every cell in which the pattern stands, row by row, and perhaps others: of a row that has it only that cell is taken out. Rejects when `pause` does.
 * @param pattern global; finds in the JSON of a value what it finds in the value
 */
export async function cellsWith(
  open: CheckedDraft,
  pattern: RegExp,
  shown: { has(row: number): boolean } | null,
  pause: CheckHooks['pause'],
): Promise<FoundCell[]> {
  const edits = new EditsInOrder(open.layer);
  const found: FoundCell[] = [];
  for (let after = 0; after < open.index.rows; after += ROWS_BETWEEN_PAUSES) {
    let row = after;
    for (const json of open.staged.stored(after, ROWS_BETWEEN_PAUSES)) {
      row += 1;
      const changes = edits.of(row);
      if (shown !== null && !shown.has(row)) continue;
      if (!json.includes('\\')) addCells(found, row, json, pattern, changes);
      else if (isIn(json, pattern)) addParsed(found, row, open, changes);
      for (const { column, value } of changes)
        if (isIn(value, pattern)) found.push({ row, column, value, inFile: open.row(row).inFile[column] ?? '' });
    }
    await pause();
  }
  return found;
}

const NOTHING: readonly CellEdit[] = [];

/** The edits of one row after the other. */
class EditsInOrder {
  readonly #edits: ReturnType<CheckedDraft['layer']['editsInOrder']>;
  #at = 0;

  constructor(layer: Pick<CheckedDraft['layer'], 'editsInOrder'>) {
    this.#edits = layer.editsInOrder();
  }

  /** @param row after those that were asked for */
  of(row: number): readonly CellEdit[] {
    const { rows, columns, values } = this.#edits;
    while ((rows[this.#at] ?? row) < row) this.#at += 1;
    if (rows[this.#at] !== row) return NOTHING;
    const edits: CellEdit[] = [];
    for (let at = this.#at; rows[at] === row; at += 1)
      edits.push({ column: columns[at] ?? 0, value: values[at] ?? '' });
    return edits;
  }
}

function isIn(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

function isChanged(changes: readonly CellEdit[], column: number): boolean {
  return changes.some((change) => change.column === column);
}

function addParsed(found: FoundCell[], row: number, open: CheckedDraft, changes: readonly CellEdit[]): void {
  for (const [column, value] of open.row(row).inFile.entries())
    if (!isChanged(changes, column)) found.push({ row, column, value, inFile: undefined });
}

/** Between the values of a row. */
const SEPARATOR = '","';

/** `json`: without a backslash, so that every quotation mark is the end of a value. */
function addCells(found: FoundCell[], row: number, json: string, pattern: RegExp, changes: readonly CellEdit[]): void {
  let column = 0;
  let start = 2;
  pattern.lastIndex = start;
  for (let match = pattern.exec(json); match !== null; match = pattern.exec(json)) {
    let end = json.indexOf(SEPARATOR, start);
    while (end !== -1 && end < match.index) {
      column += 1;
      start = end + SEPARATOR.length;
      end = json.indexOf(SEPARATOR, start);
    }
    if (!isChanged(changes, column))
      found.push({ row, column, value: json.slice(start, end === -1 ? -2 : end), inFile: undefined });
    if (end === -1) return;
    column += 1;
    start = end + SEPARATOR.length;
    pattern.lastIndex = start;
  }
}
