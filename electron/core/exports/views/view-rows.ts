import type { ColumnFilter, LeadView, SortKey } from '../../../../shared/contract/exports/views.ts';
import { filterGroups } from '../../../../shared/domain/service/queries/filter-groups.ts';
import { foldText } from '../../../../shared/domain/words/fold-text.ts';
import { sameKey } from '../../../../shared/domain/files/loose-values.ts';
import { type CodedColumn, EMPTY } from './coded-column.ts';
import type { ResultColumns } from './column-memory.ts';
import { conditionOf, type ValueFilter } from './conditions.ts';
import type { RowSet } from './row-set.ts';
import { hitsIn, type SearchText } from './search-text.ts';
import type { Steps } from './steps.ts';

/** Rows of a result in an order. */
export interface ViewRows {
  /** Rows of the result when it was computed. */
  readonly asOf: number;
  /** Row numbers in the order of the view; null: all rows in the order of their arrival. */
  readonly numbers: Int32Array | null;
}

export interface ViewSources {
  readonly columns: ResultColumns;
  readonly text: SearchText;
  /** The first `rows` rows that fit every filter of the query. */
  readonly asked: (rows: number) => RowMask;
}

/** A row, from 0, is in the view when its byte is 1. Null: all rows are. */
export type RowMask = Uint8Array | null;

/** The rows of a view and their order. `chosen`: the rows of the view's selection. */
export async function computeView(
  view: LeadView,
  chosen: RowSet | null,
  asOf: number,
  sources: ViewSources,
  steps: Steps,
): Promise<ViewRows> {
  const mask = await maskOf(view, chosen, asOf, sources, steps);
  const known = sources.columns.count;
  const keys = view.sort.filter(({ column }) => column < known);
  if (mask === null && keys.length === 0) return { asOf, numbers: null };
  let numbers = numbersIn(mask, asOf);
  // The lightest key first: a later pass keeps the order of the pass before among equal values.
  for (const key of keys.toReversed())
    numbers = await sortedBy(key, view.locale, numbers, asOf, sources.columns, steps);
  return { asOf, numbers };
}

export async function maskOf(
  view: Pick<LeadView, 'filters' | 'search' | 'keeps'>,
  chosen: RowSet | null,
  asOf: number,
  { columns, text, asked }: ViewSources,
  steps: Steps,
): Promise<RowMask> {
  let mask = view.keeps === 'asked' ? asked(asOf) : null;
  if (chosen !== null) {
    mask ??= new Uint8Array(asOf).fill(1);
    for (let row = 0; row < asOf; row += 1) if (!chosen.has(row + 1)) mask[row] = 0;
  }
  for (const group of filterGroups(view.filters)) {
    const tests: RowTest[] = [];
    for (const filter of group) tests.push(await testOf(filter, asOf, { columns, text }, steps));
    mask = narrowed(mask, anyOf(tests, asOf), asOf);
    if (steps.isDue(asOf * group.length)) await steps.rest();
  }
  const search = foldText(view.search.trim());
  if (search !== '') {
    const found = await rowsWith(search, asOf, allColumns(columns.count), text, steps);
    if (mask === null) mask = found;
    else for (let row = 0; row < asOf; row += 1) mask[row] = (mask[row] as number) & (found[row] as number);
  }
  return mask;
}

/** Whether a filter lets a row through: 1 in `passing` at the code of its value, or without codes at the row. */
interface RowTest {
  readonly passing: Uint8Array;
  readonly codes: Int32Array | null;
}

async function testOf(
  filter: ColumnFilter,
  asOf: number,
  { columns, text }: Pick<ViewSources, 'columns' | 'text'>,
  steps: Steps,
): Promise<RowTest> {
  if (filter.kind === 'text' && filter.match === 'contains' && !columns.has(filter.column, asOf)) {
    // A scan of the folded text is several times faster than coding a column that is not in memory.
    const found = await rowsWith(foldText(filter.text), asOf, [filter.column], text, steps);
    return { passing: filter.not ? flipped(found) : found, codes: null };
  }
  const coded = await columns.coded(filter.column, asOf, steps);
  if (filter.kind !== 'repeated') return { passing: await codesPassing(filter, coded, steps), codes: coded.codes };
  const repeated = await codesRepeated(coded, asOf, steps);
  return { passing: filter.not === true ? flipped(repeated) : repeated, codes: coded.codes };
}

function flipped(passing: Uint8Array): Uint8Array {
  return passing.map((passes) => 1 - passes);
}

function narrowed(mask: RowMask, { passing, codes }: RowTest, asOf: number): Uint8Array {
  const rows = mask ?? new Uint8Array(asOf).fill(1);
  if (codes === null)
    for (let row = 0; row < asOf; row += 1) rows[row] = (rows[row] as number) & (passing[row] as number);
  else
    for (let row = 0; row < asOf; row += 1)
      rows[row] = (rows[row] as number) & (passing[codes[row] as number] as number);
  return rows;
}

/** @param tests one or more */
function anyOf(tests: readonly RowTest[], asOf: number): RowTest {
  const [first, ...others] = tests;
  if (first !== undefined && others.length === 0) return first;
  const rows = new Uint8Array(asOf);
  for (const { passing, codes } of tests) {
    if (codes === null)
      for (let row = 0; row < asOf; row += 1) rows[row] = (rows[row] as number) | (passing[row] as number);
    else
      for (let row = 0; row < asOf; row += 1)
        rows[row] = (rows[row] as number) | (passing[codes[row] as number] as number);
  }
  return { passing: rows, codes: null };
}

/** By code: 1 when the filter lets the value through. */
async function codesPassing(filter: ValueFilter, coded: CodedColumn, steps: Steps): Promise<Uint8Array> {
  const passes = conditionOf(filter);
  const { size } = coded;
  const passing = new Uint8Array(size);
  for (let code = 0; code < size; code += 1) {
    if (passes(coded.value(code))) passing[code] = 1;
    if (steps.isDue(30)) await steps.rest();
  }
  return passing;
}

/** By code: 1 when several of the first `asOf` rows have the value, in whatever form. */
async function codesRepeated(coded: CodedColumn, asOf: number, steps: Steps): Promise<Uint8Array> {
  // 0, 1, or 2 for more.
  const rowsOf = new Uint8Array(coded.size);
  for (let row = 0; row < asOf; row += 1) {
    const code = coded.codes[row] as number;
    if ((rowsOf[code] as number) < 2) rowsOf[code] = (rowsOf[code] as number) + 1;
  }
  if (steps.isDue(asOf)) await steps.rest();
  const passing = new Uint8Array(coded.size);
  const firsts = new Map<string, number>();
  for (let code = EMPTY + 1; code < coded.size; code += 1) {
    const rows = rowsOf[code] as number;
    if (rows === 0) continue;
    const key = sameKey(coded.value(code));
    if (key === '') continue;
    const first = firsts.get(key);
    if (first !== undefined) passing[first] = 1;
    else firsts.set(key, code);
    if (rows > 1 || first !== undefined) passing[code] = 1;
    if (steps.isDue(50)) await steps.rest();
  }
  return passing;
}

async function rowsWith(
  search: string,
  asOf: number,
  columns: readonly number[],
  text: SearchText,
  steps: Steps,
): Promise<Uint8Array> {
  const found = new Uint8Array(asOf);
  const find = new TextEncoder().encode(search);
  for (let block = 0; block * text.rowsPerBlock < asOf; block += 1) {
    const first = block * text.rowsPerBlock;
    for (const run of text.block(block, columns, asOf))
      hitsIn(run, find, (row) => {
        found[first + row] = 1;
      });
    if (steps.isDue(text.rowsPerBlock * columns.length)) await steps.rest();
  }
  return found;
}

function allColumns(count: number): number[] {
  return Array.from({ length: count }, (_, column) => column);
}

function numbersIn(mask: RowMask, asOf: number): Int32Array {
  const numbers = new Int32Array(asOf);
  let count = 0;
  for (let row = 0; row < asOf; row += 1) if (mask === null || mask[row] === 1) numbers[count++] = row + 1;
  return numbers.slice(0, count);
}

/** Sorts by counting: the values have places, so no two rows are compared. Empty cells come last in both directions. */
async function sortedBy(
  { column, direction }: SortKey,
  locale: string,
  numbers: Int32Array,
  asOf: number,
  columns: ResultColumns,
  steps: Steps,
): Promise<Int32Array> {
  const { coded, places } = await columns.ordered(column, asOf, locale, steps);
  const { codes } = coded;
  const last = coded.size;
  const bucketOf = (number: number): number => {
    const place = places[codes[number - 1] as number] as number;
    return place === 0 ? last : direction === 'asc' ? place : last - place;
  };
  const ends = new Int32Array(last + 2);
  for (const number of numbers) {
    const bucket = bucketOf(number) + 1;
    ends[bucket] = (ends[bucket] as number) + 1;
  }
  if (steps.isDue(numbers.length)) await steps.rest();
  for (let bucket = 1; bucket < ends.length; bucket += 1)
    ends[bucket] = (ends[bucket] as number) + (ends[bucket - 1] as number);
  const sorted = new Int32Array(numbers.length);
  for (const number of numbers) {
    const bucket = bucketOf(number);
    const to = ends[bucket] as number;
    ends[bucket] = to + 1;
    sorted[to] = number;
  }
  if (steps.isDue(2 * numbers.length)) await steps.rest();
  return sorted;
}
