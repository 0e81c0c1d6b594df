import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { type ColumnFilter, type LeadView, viewSchema } from '../../../../shared/contract/exports/views.ts';
import { sameKey } from '../../../../shared/domain/files/loose-values.ts';
import { CELL_END } from '../result/result-reader.ts';
import { ResultStore } from '../result/result-store.ts';
import { CodedColumn } from './coded-column.ts';
import { ColumnMemory } from './column-memory.ts';
import { ResultViews } from './result-views.ts';

export const signal: AbortSignal = new AbortController().signal;
export type Cells = readonly (string | null)[];

const opened: Disposable[] = [];

afterEach(() => {
  for (const open of opened.splice(0)) open[Symbol.dispose]();
});

/** A result with these rows, its store, and its views. `blockRows` is small, so that a search goes over many blocks. */
export function resultOf(rows: readonly Cells[], columns: number) {
  const path = join(specFolder('views'), 'result.sqlite');
  const store = new ResultStore(path);
  if (rows.length > 0) store.append(rows, columns);
  const views = new ResultViews(path, new ColumnMemory(), undefined, 7);
  opened.push(views, { [Symbol.dispose]: () => store.close() });
  return { path, store, views };
}

/** A column of rows with these values. */
export function codedOf(values: readonly string[]): CodedColumn {
  const column = new CodedColumn();
  const bytes = values.flatMap((value, index) => [...(index === 0 ? [] : [CELL_END]), ...Buffer.from(value, 'utf8')]);
  column.push(Uint8Array.from(bytes), values.length);
  return column;
}

export function viewOf(view: Partial<LeadView>): LeadView {
  return viewSchema.parse(view);
}

export async function numbersOf(views: ResultViews, view: LeadView): Promise<number[]> {
  const { numbers, asOf } = await views.rows(view, signal);
  return numbers === null ? Array.from({ length: asOf }, (_, index) => index + 1) : [...numbers];
}

export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

/** What a view must be, in plain words. */
export function modelOf(rows: readonly Cells[], view: LeadView): number[] {
  const collator = new Intl.Collator(view.locale, { numeric: true });
  const cell = (number: number, column: number): string => rows[number - 1]?.[column] ?? '';
  const areNumbers = (column: number): boolean =>
    rows.every((_, index) => /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?)?$/.test(cell(index + 1, column)));
  return rows
    .map((_, index) => index + 1)
    .filter((number) => groupsHold(view.filters, (filter) => modelPasses(filter, cell(number, filter.column), rows)))
    .filter((number) => (rows[number - 1] ?? []).some((value) => fold(value ?? '').includes(fold(view.search.trim()))))
    .toSorted((one, other) => {
      for (const { column, direction } of view.sort) {
        const [a, b] = [cell(one, column), cell(other, column)];
        if ((a === '') !== (b === '')) return a === '' ? 1 : -1;
        const order = areNumbers(column) ? Number(a) - Number(b) : collator.compare(a, b);
        if (order !== 0) return direction === 'asc' ? order : -order;
      }
      return one - other;
    });
}

/** Read from the left: an "or" takes back what the filter before it has excluded, unless an earlier group has. */
function groupsHold(filters: readonly ColumnFilter[], holds: (filter: ColumnFilter) => boolean): boolean {
  let before = true;
  let group = true;
  for (const [place, filter] of filters.entries()) {
    if (filter.or === true && place > 0) group = group || holds(filter);
    else {
      before = before && group;
      group = holds(filter);
    }
  }
  return before && group;
}

function modelPasses(filter: ColumnFilter, value: string, rows: readonly Cells[]): boolean {
  if (filter.kind === 'repeated' || filter.kind === 'number' || filter.kind === 'date')
    return plainly({ ...filter, not: false }, value, rows) !== (filter.not === true);
  return plainly(filter, value, rows);
}

function plainly(filter: ColumnFilter, value: string, rows: readonly Cells[]): boolean {
  if (filter.kind === 'repeated')
    return (
      sameKey(value) !== '' && rows.filter((row) => sameKey(row[filter.column] ?? '') === sameKey(value)).length > 1
    );
  if (filter.kind === 'empty') return (value === '') !== filter.not;
  if (filter.kind === 'values') return (value === '' ? filter.empty : filter.values.includes(value)) !== filter.not;
  if (filter.kind === 'number') {
    if (!/^-?\d+(\.\d+)?$/.test(value) || /^-?0\d/.test(value)) return false;
    return Number(value) >= (filter.from ?? -Infinity) && Number(value) <= (filter.to ?? Infinity);
  }
  if (filter.kind === 'date') {
    const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}$/.exec(value)?.[1];
    if (day === undefined) return false;
    const full = value.length === 10 ? `${value}T00:00:00` : value;
    const isFrom = filter.from === null || (filter.from.length === 10 ? day >= filter.from : full >= filter.from);
    return isFrom && (filter.to === null || (filter.to.length === 10 ? day <= filter.to : full <= filter.to));
  }
  const [folded, wanted] = [fold(value), fold(filter.text)];
  const at = folded.indexOf(wanted);
  const holds = {
    contains: at >= 0,
    equals: folded === wanted,
    starts: at === 0,
    ends: folded.endsWith(wanted),
  };
  return holds[filter.match] !== filter.not;
}

const piece = fc.constantFrom(
  ...['a', 'A', 'å', 'Å', 'Søren', 'ΟΔΟΣ', 'οδος', 'İzmir', '10', '9', '-3.5', '007', '+45 20', '2026-11-02', '%', '_'],
  ...["'", '"', `');DROP TABLE leads;--`, '\0', '\u0001', '\ufffd', '\n', '😀', 'ß', ' ', '2026-11-02T10:00:00', 'x'],
);
const value = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(null, '') },
  { weight: 4, arbitrary: piece },
  { weight: 2, arbitrary: fc.tuple(piece, piece).map(([one, other]) => one + other) },
);
export const table = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 40 });
const column = fc.integer({ min: 0, max: 3 });
export const text = fc.oneof(piece, fc.constantFrom('s', 'OS', 'δο', 'ø', '0', '-', 'İ', 'i'));
const bound = fc.constantFrom(null, '2026-11-02', '2026-11-01', '2026-11-02T09:00:00', '2026-11-02T10:00:00');
const number = fc.constantFrom(null, -4, -3.5, 9, 10, 10.5);
const filter: fc.Arbitrary<ColumnFilter> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    column,
    match: fc.constantFrom('contains' as const, 'equals' as const, 'starts' as const, 'ends' as const),
    text,
    not: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('values' as const),
    column,
    values: fc.array(piece, { maxLength: 4 }),
    empty: fc.boolean(),
    not: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('number' as const), column, from: number, to: number, not: fc.boolean() }),
  fc.record({ kind: fc.constant('date' as const), column, from: bound, to: bound, not: fc.boolean() }),
  fc.record({ kind: fc.constant('empty' as const), column, not: fc.boolean() }),
  fc.record({ kind: fc.constant('repeated' as const), column, not: fc.boolean() }),
);
export const view: fc.Arbitrary<LeadView> = fc.record({
  filters: fc.array(
    fc.tuple(filter, fc.boolean()).map(([one, or]): ColumnFilter => ({ ...one, or })),
    { maxLength: 4 },
  ),
  sort: fc.array(fc.record({ column, direction: fc.constantFrom('asc' as const, 'desc' as const) }), { maxLength: 3 }),
  search: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, text),
  keeps: fc.constantFrom('all' as const, 'asked' as const),
  selection: fc.constant(null),
  locale: fc.constantFrom('da', 'en', 'sv'),
});
