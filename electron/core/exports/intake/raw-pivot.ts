// Why: decision 0127.
import { type LeadFlattener, NO_NAME, OVERFLOW_PATH } from '../result/flatten.ts';
import type { LateValue, LeadNumbers } from '../result/lead-numbers.ts';
import type { ResultStore } from '../result/result-store.ts';

/** Rows of one transaction when late values are merged. Between two of them the pages of the grid are answered. */
const MERGED_AT_ONCE = 500;

/** Values of a lead whose lines may go on. Further ones are late: a hostile answer could fill the memory with one lead. */
const MOST_OPEN = 5000;

/** What one lead has, by the path in lower case: names that differ in case only are one field, spelled as the first. */
type Values = Map<string, { readonly path: string; readonly all: Set<string> }>;

/**
 * Makes one row a lead of lines (id, field, value), in any order. Lines of a lead mostly stand together: its row is stored
 * when the next lead begins. Lines that come later are kept on disk and merged into their rows at the end, so that the
 * memory is bounded by one piece of the answer. A field that a lead has with different values becomes a JSON list. A line
 * without an id is a row of its own, because nothing says which others are of its lead.
 */
export class RawPivot {
  readonly #store: ResultStore;
  readonly #flattener: LeadFlattener;
  readonly #numbers: LeadNumbers;
  /** The lead of the last line: more of its lines may follow. */
  #open: { readonly id: string; readonly values: Values } | null = null;
  #hasLate = false;

  constructor(store: ResultStore, flattener: LeadFlattener) {
    this.#store = store;
    this.#flattener = flattener;
    this.#numbers = store.numbers();
  }

  take(lines: readonly (readonly [id: string, field: string, value: string])[]): void {
    const leads = new Map<string, Values>();
    const unnamed: ['', Values][] = [];
    if (this.#open !== null) leads.set(this.#open.id, this.#open.values);
    for (const [id, field, value] of lines) {
      let values = leads.get(id);
      if (id === '') unnamed.push(['', (values = new Map())]);
      else if (values === undefined) leads.set(id, (values = new Map()));
      addTo(values, `data.${field === '' ? NO_NAME : field}`, value);
    }
    const last = lines.at(-1)?.[0] ?? this.#open?.id;
    const open = last === undefined ? undefined : leads.get(last);
    this.#open = null;
    if (last !== undefined && open !== undefined && open.size < MOST_OPEN) {
      this.#open = { id: last, values: open };
      leads.delete(last);
    }
    this.#put([...leads, ...unnamed]);
  }

  /** Stores what is left. Gives way to other work now and then. */
  async end(letOtherWorkRun: () => Promise<void>): Promise<void> {
    if (this.#open !== null) this.#put(new Map([[this.#open.id, this.#open.values]]));
    this.#open = null;
    if (this.#hasLate) await this.#mergeLate(letOtherWorkRun);
    this.#numbers.drop();
  }

  #put(leads: Iterable<readonly [id: string, values: Values]>): void {
    const rows: (string | null)[][] = [];
    const added: [id: string, number: number][] = [];
    const late: LateValue[] = [];
    for (const [id, values] of leads) {
      let number = this.#numbers.find(id);
      const isNew = number === undefined;
      number ??= this.#store.rows + rows.length + 1;
      const plain: [path: string, value: string][] = [['uniqueId', id]];
      for (const { path, all } of values.values()) {
        const [first = ''] = all;
        if (isNew && all.size === 1) plain.push([path, first]);
        else for (const value of all) late.push({ number, path, value });
      }
      if (!isNew) continue;
      rows.push(this.#row(plain));
      if (id !== '') added.push([id, number]);
    }
    this.#store.name(this.#flattener.paths);
    if (rows.length > 0) this.#store.append(rows, this.#flattener.paths.length);
    if (added.length > 0) this.#numbers.add(added);
    if (late.length === 0) return;
    this.#numbers.keepLate(late);
    this.#hasLate = true;
  }

  #row(values: readonly (readonly [path: string, value: string])[]): (string | null)[] {
    return this.#flattener.row(
      values.map(([path]) => path),
      values.map(([, value]) => value),
    );
  }

  async #mergeLate(letOtherWorkRun: () => Promise<void>): Promise<void> {
    this.#numbers.sortLate();
    for (let first = 1; first <= this.#store.rows; first += MERGED_AT_ONCE) {
      const last = first + MERGED_AT_ONCE - 1;
      const late = byLead(this.#numbers.late(first, last));
      const rows = (late.size === 0 ? [] : this.#store.between(first, last)).flatMap(({ number, cells }) => {
        const values = late.get(number);
        return values === undefined ? [] : [{ number, cells: this.#merged(cells, values) }];
      });
      this.#store.name(this.#flattener.paths);
      if (rows.length > 0) this.#store.replace(rows, this.#flattener.paths.length);
      await letOtherWorkRun();
    }
  }

  /** The cells of a row with these values added. */
  #merged(cells: readonly (string | null)[], late: Values): (string | null)[] {
    this.#flattener.uncount(cells);
    const all: Values = new Map();
    for (const [index, cell] of cells.entries()) {
      const path = this.#flattener.paths[index] ?? '';
      if (cell === null) continue;
      if (path !== OVERFLOW_PATH) addTo(all, path, cell);
      else
        for (const [name, value] of Object.entries(JSON.parse(cell) as Record<string, string>)) addTo(all, name, value);
    }
    for (const { path, all: values } of late.values()) for (const value of values) addTo(all, path, value);
    return this.#row(
      [...all.values()].map(({ path, all: values }) => {
        const [first = ''] = values;
        return [path, values.size === 1 ? first : JSON.stringify([...values].sort())] as const;
      }),
    );
  }
}

function addTo(values: Values, path: string, value: string): void {
  const folded = path.toLowerCase();
  const known = values.get(folded);
  if (known === undefined) values.set(folded, { path, all: new Set([value]) });
  else known.all.add(value);
}

function byLead(late: readonly LateValue[]): Map<number, Values> {
  const leads = new Map<number, Values>();
  for (const { number, path, value } of late) {
    let values = leads.get(number);
    if (values === undefined) leads.set(number, (values = new Map()));
    addTo(values, path, value);
  }
  return leads;
}
