import { expect, it } from 'vitest';
import type { ColumnFilter, LeadView } from '../../../../shared/contract/exports/views.ts';
import { ColumnMemory } from './column-memory.ts';
import { ResultViews, type WantedHit } from './result-views.ts';
import { fold, modelOf, numbersOf, resultOf, signal, viewOf } from './views-fixture.ts';

/** Every kind of cell, in two whole blocks of the search. */
const rows = [
  ['Søren', '10', '2026-11-02'],
  ['søren', '9', '2026-11-02T10:00:00'],
  ['', '-3.5', null],
  ['Anna', '10.0', '2026-11-01'],
  [null, '', '2026-11-03T09:00:00'],
  ['anna s', '007', 'on 2026-11-02'],
  ['A', '+45 20304050', ''],
  ['a', '0045 20304050', '10'],
  ['b', '10', 'a'],
  ['Ab', '9.5', 'A'],
  ['René', 'x', '2026-11-02'],
  ['ΟΔΟΣ', '', '2026-11-04'],
  ['οδος', '9', '!'],
  // The same letters, with the mark of the last one behind it.
  ['Rene\u0301', '10', 'ø'],
];

const text = (match: 'contains' | 'equals' | 'starts' | 'ends', sought: string, not = false): ColumnFilter => ({
  ...{ kind: 'text', column: 0, match, text: sought, not },
});
const values = (list: string[], empty: boolean, not: boolean): ColumnFilter => ({
  ...{ kind: 'values', column: 0, values: list, empty, not },
});
const from = (filter: object): ColumnFilter[] => [filter as ColumnFilter];
const number = (over: object) => from({ kind: 'number', column: 1, from: null, to: null, not: false, ...over });
const date = (over: object) => from({ kind: 'date', column: 2, from: null, to: null, not: false, ...over });
const sort = (...keys: [number, 'asc' | 'desc'][]) => keys.map(([column, direction]) => ({ column, direction }));

const asked: Partial<LeadView>[] = [
  {},
  { sort: sort([0, 'asc']) },
  { sort: sort([0, 'desc']), locale: 'sv' },
  { sort: sort([1, 'asc'], [2, 'desc']) },
  { sort: sort([2, 'desc'], [0, 'asc'], [1, 'desc']) },
  { sort: sort([3, 'asc'], [0, 'asc']) },
  { search: ' A ' },
  { search: 'οσ', sort: sort([1, 'desc']) },
  { search: 'nowhere' },
  ...['RENÉ', 'rene\u0301', 'é', 'e'].map((search) => ({ search })),
  ...(['contains', 'equals', 'starts', 'ends'] as const).flatMap((match) =>
    ['René', 'Rene\u0301'].map((name) => ({ filters: [text(match, name)] })),
  ),
  ...(['contains', 'equals', 'starts', 'ends'] as const).flatMap((match) =>
    [false, true].map((not) => ({ filters: [text(match, 'A', not)] })),
  ),
  { filters: [values(['b', 'A'], false, false)] },
  { filters: [values(['b', 'A'], true, false)] },
  { filters: [values(['b'], false, true)] },
  { filters: [values(['b'], true, true)] },
  { filters: from({ kind: 'empty', column: 0, not: false }) },
  { filters: from({ kind: 'empty', column: 2, not: true }) },
  { filters: from({ kind: 'repeated', column: 1 }) },
  { filters: from({ kind: 'repeated', column: 1, not: true }) },
  { filters: number({ from: 9, to: 10 }) },
  { filters: number({ from: 9.1 }) },
  { filters: number({ to: 9, not: true }) },
  { filters: date({ from: '2026-11-02', to: '2026-11-02' }) },
  { filters: date({ from: '2026-11-02T10:00:00' }) },
  { filters: date({ to: '2026-11-02T09:59:59', not: true }) },
  { filters: [text('contains', 'a'), { ...text('contains', '1'), column: 1 }], search: 'o', sort: sort([2, 'asc']) },
  { filters: [text('equals', 'a'), { ...text('contains', '2026'), column: 2, or: true }] },
  { filters: [text('equals', 'b'), { ...text('equals', 'a'), or: true }, { ...text('equals', '10'), column: 1 }] },
];

it.each([false, true])('a view has the rows and the order of the model, made fast: %s', async (isFast) => {
  const { path, views } = resultOf(rows, 3);
  if (isFast) await views.prepare(signal);
  for (const one of asked) {
    const view = viewOf(one);
    // No column is in memory yet: its text is looked at.
    using anew = new ResultViews(path, new ColumnMemory(), undefined, 7);
    expect([one, await numbersOf(anew, view)]).toEqual([one, modelOf(rows, view)]);
    expect([one, await numbersOf(views, view)]).toEqual([one, modelOf(rows, view)]);
  }
});

it.each<[string, Partial<LeadView>, number[] | null]>([
  ['a', {}, null],
  ['a', { sort: sort([1, 'desc']) }, [2, 0]],
  ['søren', { sort: sort([1, 'asc']) }, null],
  ['20304050', { search: '2' }, null],
  ['s', { filters: [text('contains', 'a', true)] }, [0, 7]],
  ['nowhere', {}, null],
])('hits of %s in %j are told in the order of the view', async (find, over, columns) => {
  const view = viewOf(over);
  const numbers = modelOf(rows, view);
  const wanted = numbers.flatMap((number, position) =>
    (columns ?? [0, 1, 2])
      .filter((column) => fold(rows[number - 1]?.[column] ?? '').includes(find))
      .map((column) => ({ position, number, column })),
  );
  const look = { find, columns };
  const { path } = resultOf(rows, 3);
  // Each with views of their own: they know what was looked at before.
  const hit = async (by: WantedHit) => {
    using views = new ResultViews(path, new ColumnMemory(), undefined, 7);
    const { hit: found, counted, isWhole } = await views.hit(view, look, by, signal);
    // In blocks of seven rows, as far as the hit; a view in another order is looked at as a whole.
    const isEnd = found === null || view.sort.length > 0 || (by.by === 'position' && found.position < by.position);
    const looked = isEnd ? rows.length : 7 * Math.ceil(found.number / 7);
    const searched = numbers.filter((number) => number <= looked).length;
    expect([counted.searched, isWhole]).toEqual([searched, looked === rows.length]);
    return found;
  };
  for (const [ordinal, one] of [...wanted, null].entries())
    expect(await hit({ by: 'ordinal', ordinal })).toEqual(one === null ? null : { ordinal, ...one });
  for (let position = 0; position <= numbers.length; position += 3) {
    const ordinal = wanted.findIndex((one) => one.position >= position);
    const next = wanted[ordinal] ?? wanted[0];
    const told = next === undefined ? null : { ordinal: Math.max(0, ordinal), ...next };
    expect(await hit({ by: 'position', position })).toEqual(told);
  }
  const { counted, isWhole } = await resultOf(rows, 3).views.countHits(view, look, signal);
  const rowsTotal = numbers.length;
  expect([counted, isWhole]).toEqual([
    { hits: wanted.length, rows: new Set(wanted.map((one) => one.number)).size, searched: rowsTotal, rowsTotal },
    true,
  ]);
});
