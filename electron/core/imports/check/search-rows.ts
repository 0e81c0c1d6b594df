import { storedCells } from '../../storage/stored-json.ts';
import type { CheckedDraft, CheckHooks } from './check-draft.ts';

/** Rows of a block. Much longer texts miss the memory that V8 collects cheaply, and take a quarter more time. */
const BLOCK = 250;
const ROWS_BETWEEN_PAUSES = 5000;

/** @param inFile undefined where the cell has no edit; `value` is with its edit */
type OnFound = (row: number, column: number, value: string, inFile: string | undefined) => void;

/**
 * Reports every cell that matches the pattern, and perhaps others. Of a stored row only the matching cells are parsed.
 * Rejects when `pause` does.
 * @param pattern global; finds in the JSON of a row what it finds in its values
 */
export async function cellsWith(
  open: CheckedDraft,
  pattern: RegExp,
  shown: { has(row: number): boolean } | null,
  pause: CheckHooks['pause'],
  onFound: OnFound,
): Promise<void> {
  const edits = open.layer.editsInOrder();
  let at = 0;
  for (let after = 0; after < open.index.rows; after += BLOCK) {
    const stored = open.staged.stored(after, BLOCK);
    const from = at;
    while ((edits.rows[at] ?? Infinity) <= after + BLOCK) at += 1;
    findStored(new Lines(stored, after + 1), pattern, shown, new EditsBetween(edits, from, at), onFound);
    findEdited(new Lines(stored, after + 1), pattern, shown, { ...edits, from, end: at }, onFound);
    if (after % ROWS_BETWEEN_PAUSES === 0) await pause();
  }
}

type Edits = ReturnType<CheckedDraft['layer']['editsInOrder']>;

/** Lines of a text, one a row. Goes only forward. */
class Lines {
  readonly text: string;
  row: number;
  start = 0;
  end: number;

  constructor(text: string, row: number) {
    this.text = text;
    this.row = row;
    this.end = this.#endFrom(0);
  }

  /** Moves on to the line that contains this position of the text. */
  goTo(place: number): void {
    while (this.end < place) this.#next();
  }

  goToRow(row: number): void {
    while (this.row < row) this.#next();
  }

  get line(): string {
    return this.text.slice(this.start, this.end);
  }

  #next(): void {
    this.row += 1;
    this.start = this.end + 1;
    this.end = this.#endFrom(this.start);
  }

  #endFrom(start: number): number {
    const end = this.text.indexOf('\n', start);
    return end === -1 ? this.text.length : end;
  }
}

/** Tells which cells of a row are changed; asked of one row after the other. */
class EditsBetween {
  readonly #edits: Edits;
  #at: number;
  readonly #end: number;

  constructor(edits: Edits, from: number, end: number) {
    this.#edits = edits;
    this.#at = from;
    this.#end = end;
  }

  has(row: number, column: number): boolean {
    const { rows, columns } = this.#edits;
    while (this.#at < this.#end && (rows[this.#at] ?? row) < row) this.#at += 1;
    for (let at = this.#at; at < this.#end && rows[at] === row; at += 1) if (columns[at] === column) return true;
    return false;
  }
}

/** Searches the cells of the file that were not edited. */
function findStored(
  lines: Lines,
  pattern: RegExp,
  shown: { has(row: number): boolean } | null,
  edits: EditsBetween,
  onFound: OnFound,
): void {
  const { text } = lines;
  const add = (row: number, column: number, value: string): void => {
    if (!edits.has(row, column)) onFound(row, column, value, undefined);
  };
  // A quotation mark behind a backslash belongs to the value.
  const isPlain = !text.includes('\\');
  pattern.lastIndex = 0;
  for (let place = nextPlace(pattern, text); place !== -1; place = nextPlace(pattern, text)) {
    lines.goTo(place);
    const { row } = lines;
    if (shown === null || shown.has(row)) {
      if (isPlain || !lines.line.includes('\\')) addCells(lines, place, pattern, add);
      else for (const [column, value] of (storedCells(lines.line) ?? []).entries()) add(row, column, value);
    }
    pattern.lastIndex = lines.end;
  }
}

/** The last character of the next match, which belongs to a value or ends it; -1 when there is none. No match is made of it. */
function nextPlace(pattern: RegExp, text: string): number {
  return pattern.test(text) ? pattern.lastIndex - 1 : -1;
}

/** Between the values of a row. */
const SEPARATOR = '","';

/** Adds the cells of a line without a backslash from the first match on: every quotation mark is the end of a value. */
function addCells(
  { text, row, start: lineStart, end: lineEnd }: Lines,
  first: number,
  pattern: RegExp,
  add: (row: number, column: number, value: string) => void,
): void {
  let column = 0;
  let start = lineStart + 2;
  let place = first;
  while (place < lineEnd) {
    let end = endOfCell(text, start, lineEnd);
    while (end < place && end < lineEnd - 2) {
      column += 1;
      start = end + SEPARATOR.length;
      end = endOfCell(text, start, lineEnd);
    }
    add(row, column, text.slice(start, end));
    if (end >= lineEnd - 2) return;
    column += 1;
    start = end + SEPARATOR.length;
    // With the quotation mark that the value begins with.
    pattern.lastIndex = start - 1;
    const next = nextPlace(pattern, text);
    place = next === -1 ? lineEnd : next;
  }
}

function endOfCell(text: string, start: number, lineEnd: number): number {
  const end = text.indexOf('"', start);
  return end === -1 ? lineEnd - 2 : end;
}

/** What a person changed. */
function findEdited(
  lines: Lines,
  pattern: RegExp,
  shown: { has(row: number): boolean } | null,
  { rows, columns, values, from, end }: Edits & { readonly from: number; readonly end: number },
  onFound: OnFound,
): void {
  for (let at = from; at < end; at += 1) {
    const row = rows[at] as number;
    const column = columns[at] as number;
    const value = values[at] as string;
    pattern.lastIndex = 0;
    if ((shown !== null && !shown.has(row)) || !pattern.test(JSON.stringify(value))) continue;
    lines.goToRow(row);
    onFound(row, column, value, cellIn(lines.line, column));
  }
}

/** A value of a row as it is stored. */
function cellIn(line: string, column: number): string {
  if (line.includes('\\')) return storedCells(line)?.[column] ?? '';
  let start = 2;
  for (let at = 0; at < column; at += 1) {
    const end = line.indexOf(SEPARATOR, start);
    if (end === -1) return '';
    start = end + SEPARATOR.length;
  }
  return line.slice(start, line.indexOf('"', start));
}
