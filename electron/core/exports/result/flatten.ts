import { leadPath } from '../../../../shared/domain/service/leads/lead-columns.ts';
import { isObject } from '../../../../shared/domain/service/answers/answers.ts';
import { boundedJson } from '../../../../shared/domain/service/answers/deep-json.ts';
import { jsonText } from './json-text.ts';

/**
 * Turns exported leads into rows of text. Every lead can add columns. Nested objects become dotted paths, lists stay
 * JSON text, and values stay as the service sent them (a phone stays text). A service may write a name in another case
 * from one endpoint, or lead, to the next: the first spelling names the column.
 */

/** Levels of objects. Deeper ones become JSON text, so that a hostile answer cannot exhaust the stack. */
export const DEPTH_LIMIT = 6;
/** Columns. SQLite allows at most 1,000 alternatives in one condition. Further paths go into one column as JSON text. */
export const COLUMN_LIMIT = 900;
export const OVERFLOW_PATH = 'other fields';
/** Names that are remembered, spellings and objects included: a hostile answer gives every lead other names. */
const NAME_LIMIT = 10 * COLUMN_LIMIT;
/** Characters of a path that becomes a column: a header. */
const PATH_LIMIT = 500;
/** Columns for the values of one name in one lead. */
const MOST_COPIES = 9;
/** For a name that is empty, as JSON allows. */
export const NO_NAME = '(no name)';
/** The column of a lead that is not an object. */
const BARE_VALUE = 'value';

/** A name at its place in the leads. */
export interface Field {
  readonly path: string;
  /** Index of the column; null until a lead has a value here, and for good when there are too many columns. */
  column: number | null;
  /** The names inside, when the value is an object. */
  readonly members: Map<string, Field>;
  /** Names inside, in the order of the previous lead, as JSON bytes with the closing quote; see `LeadScanner`. */
  readonly order: { readonly name: Buffer; readonly field: Field }[];
}

export type Cells = (string | null)[];

export class LeadFlattener {
  /** Paths found so far, in the order of their first appearance. */
  readonly paths: string[] = [];
  /** How many rows have a non-empty value, by column. */
  readonly filled: number[] = [];
  readonly root = fieldAt('');
  readonly bare = fieldAt(BARE_VALUE);
  /** Column by path in lower case. */
  readonly #columns = new Map<string, number>();
  /** Paths by their lower case. */
  readonly #spellings: ReadonlyMap<string, string>;
  readonly #cut = new Set<string>();
  /** As many as there are columns. */
  readonly #blank: null[] = [];
  #names = 0;
  /** Values of the current lead that have no column of their own, by path. */
  #overflow: Map<string, string> | null = null;

  /** @param spellings paths as earlier results of the account have them: columns of the same names are spelled alike */
  constructor(spellings: Iterable<string> = []) {
    this.#spellings = new Map([...spellings].map((path) => [path.toLowerCase(), path]));
  }

  /** Paths of the columns with JSON that was nested too deep, so that it was cut. */
  get shortened(): readonly string[] {
    return [...this.#cut];
  }

  /** Cells by column index. Columns found later are missing at the end. */
  flatten(lead: unknown): Cells {
    const cells = this.begin();
    if (isObject(lead)) this.#walk(this.root, lead, 0, cells);
    else if (lead !== null && lead !== undefined) this.#putAny(this.bare, lead, cells);
    return this.end(cells);
  }

  /** As `flatten`, for a lead whose paths and values are known already. */
  row(paths: readonly string[], values: readonly (string | null)[]): Cells {
    const cells: Cells = this.begin();
    for (const [index, path] of paths.entries()) {
      const value = values[index] ?? null;
      if (value === null) continue;
      const field = this.root.members.get(path) ?? this.member(this.root, path);
      this.put(field, value, cells);
    }
    return this.end(cells);
  }

  /** Subtracts the cells of a row that is replaced from `filled`. */
  uncount(cells: readonly (string | null)[]): void {
    for (const [column, value] of cells.entries())
      if (value !== null && value !== '') this.filled[column] = (this.filled[column] ?? 0) - 1;
  }

  /** The cells of a lead that has nothing yet. Give them to `put`, and at last to `end`. */
  begin(): Cells {
    return this.#blank.slice();
  }

  /** Adds what the lead has beyond the columns. */
  end(cells: Cells): Cells {
    if (this.#overflow !== null) {
      const text = JSON.stringify(Object.fromEntries(this.#overflow));
      this.#overflow = null;
      this.#set(this.#column(OVERFLOW_PATH) ?? 0, text, cells);
    }
    return cells;
  }

  /** What `undo` goes back to. */
  mark(): readonly number[] {
    return [...this.filled];
  }

  /** Sets `filled` back to `mark`; new columns stay. */
  undo(mark: readonly number[]): void {
    this.#overflow = null;
    for (const column of this.filled.keys()) this.filled[column] = mark[column] ?? 0;
  }

  #walk(parent: Field, object: object, depth: number, cells: Cells): void {
    // Objects come from JSON.parse: their names are their own, `__proto__` among them.
    for (const name in object) {
      const value = (object as Record<string, unknown>)[name];
      if (value === null || value === undefined) continue;
      const field = parent.members.get(name) ?? this.member(parent, name);
      if (typeof value === 'string') this.put(field, value, cells);
      else if (depth + 1 < DEPTH_LIMIT && isObject(value)) this.#walk(field, value, depth + 1, cells);
      else if (!Array.isArray(value) || value.length > 0) this.#putAny(field, value, cells);
    }
  }

  /** The field of a name; the name's other spellings are the same field. Beyond the limit it is not remembered. */
  member(parent: Field, name: string): Field {
    const folded = name.toLowerCase();
    const known = parent.members.get(folded);
    const field = known ?? fieldAt(joined(parent.path, name));
    if (this.#names < NAME_LIMIT && name.length <= PATH_LIMIT) {
      this.#names += 1;
      parent.members.set(folded, field);
      parent.members.set(name, field);
    }
    return field;
  }

  put(field: Field, value: string, cells: Cells): void {
    field.column ??= this.#column(field.path);
    let { column } = field;
    // One lead with two spellings of a name: neither value is given up.
    for (let copy = 2; column !== null && isTaken(cells, column); copy += 1)
      column = copy <= MOST_COPIES ? this.#column(`${field.path} (${copy})`) : null;
    if (column === null) this.#spill(field.path, value);
    else this.#set(column, value, cells);
  }

  /** JSON of an object or a list, as far as it is kept. */
  putJson(field: Field, source: string, cells: Cells): void {
    const { text, isCut } = boundedJson(source);
    this.put(field, text, cells);
    if (isCut) this.#cut.add(field.column === null ? OVERFLOW_PATH : (this.paths[field.column] ?? field.path));
  }

  #putAny(field: Field, value: unknown, cells: Cells): void {
    if (typeof value === 'object') this.putJson(field, jsonText(value), cells);
    else this.put(field, String(value), cells);
  }

  #set(column: number, value: string, cells: Cells): void {
    while (cells.length < column) cells.push(null);
    cells[column] = value;
    if (value !== '') this.filled[column] = (this.filled[column] ?? 0) + 1;
  }

  #spill(path: string, value: string): void {
    this.#overflow ??= new Map();
    let free = path;
    while (this.#overflow.has(free)) free = `${free} (${this.#overflow.size})`;
    this.#overflow.set(free, value);
  }

  /** The column of a path, made when it is new. Null when there are too many. */
  #column(found: string): number | null {
    const own = leadPath(found);
    const path = this.#spellings.get(own.toLowerCase()) ?? own;
    if (path.length > PATH_LIMIT) return null;
    const folded = path.toLowerCase();
    const known = this.#columns.get(folded);
    if (known !== undefined) return known;
    if (this.paths.length >= COLUMN_LIMIT - 1 && path !== OVERFLOW_PATH) return null;
    this.#columns.set(folded, this.paths.length);
    this.filled.push(0);
    this.#blank.push(null);
    return this.paths.push(path) - 1;
  }
}

function fieldAt(path: string): Field {
  return { path, column: null, members: new Map(), order: [] };
}

function joined(path: string, name: string): string {
  const own = name === '' ? NO_NAME : name;
  return path === '' ? own : `${path}.${own}`;
}

function isTaken(cells: Cells, column: number): boolean {
  return (cells[column] ?? null) !== null;
}
