import { describe, expect, it } from 'vitest';
import type { ColumnFilter, LeadView } from '../../../../shared/contract/exports/views.ts';
import { UnknownSelection } from './result-views.ts';
import { numbersOf, resultOf, signal, viewOf } from './views-fixture.ts';

const people = [
  ['Anna', 'open', '1'],
  ['Bo', 'open', '2'],
  ['Anna', 'lost', '3'],
  ['', 'open', '4'],
  ['Cai', 'lost', '5'],
  ['Bo', 'open', '6'],
  ['Bo', '', '7'],
];
const named = (values: string[], or = false): ColumnFilter => ({
  kind: 'values',
  column: 0,
  values,
  empty: false,
  not: false,
  or,
});
const inState = (value: string, or = false): ColumnFilter => ({
  kind: 'values',
  column: 1,
  values: [value],
  empty: false,
  not: false,
  or,
});

describe('the values of a column', () => {
  it.each<[string, Partial<LeadView>, string, object]>([
    ['all', {}, '', { empty: 1, values: { Bo: 3, Anna: 2, Cai: 1 } }],
    ['searched', {}, 'A', { empty: 1, values: { Anna: 2, Cai: 1 } }],
    ['under another filter', { filters: [inState('open')] }, '', { empty: 1, values: { Bo: 2, Anna: 1 } }],
    // Its own filter, and alternatives to it, would hide values that it may be set to.
    [
      'under its own',
      { filters: [named(['Cai', 'Dan'])] },
      '',
      { chosen: { Cai: 1, Dan: 0 }, values: { Bo: 3, Anna: 2 } },
    ],
    [
      'under an alternative',
      { filters: [inState('lost'), named(['Bo'], true)] },
      '',
      { chosen: { Bo: 3 }, values: { Anna: 2, Cai: 1 } },
    ],
  ])('are counted: %s', async (_name, view, find, told) => {
    const { views } = resultOf(people, 3);
    const question = { column: 0, find };
    const found = await views.values(viewOf(view), question, { offset: 0, limit: 9 }, signal);
    const counts = (list: readonly { value: string; rows: number }[]) =>
      Object.fromEntries(list.map(({ value, rows }) => [value, rows]));
    expect({ ...found, values: counts(found.values), chosen: counts(found.chosen) }).toMatchObject(told);
    expect(Object.keys(counts(found.chosen))).toEqual(Object.keys('chosen' in told ? (told.chosen as object) : {}));
    const page = await views.values(viewOf(view), question, { offset: 1, limit: 1 }, signal);
    expect(page.values).toEqual(found.values.slice(1, 2));
  });

  it('that are long are cut, and say so', async () => {
    const { views } = resultOf([[`${'x'.repeat(999)}😀 and more`]], 1);
    const found = await views.values(viewOf({}), { column: 0, find: '' }, { offset: 0, limit: 9 }, signal);
    expect(found.values).toEqual([{ value: 'x'.repeat(999), whole: false, rows: 1 }]);
  });
});

describe('the profile of a column', () => {
  it('counts the rows of the view', async () => {
    const { views } = resultOf(
      [
        ['+45 20304050', 'a'],
        ['+45 2030', 'a'],
        ['', 'a'],
        ['+45 20304050', 'b'],
        ['none', 'b'],
      ],
      2,
    );
    const inA: ColumnFilter = { kind: 'values', column: 1, values: ['a'], empty: false, not: false };
    expect(await views.profile(viewOf({ filters: [inA] }), 0, 'exact', signal)).toEqual({
      isEstimate: false,
      rows: 3,
      rowsTotal: 3,
      filled: 2,
      distinct: 2,
      guess: { kind: 'text', fits: 2 },
      smallest: '+45 2030',
      sum: null,
      largest: '+45 20304050',
      lengths: { shortest: 8, longest: 12, average: 10 },
      shapes: [{ shape: '+9+ 9+', example: '+45 20304050', rows: 2 }],
      histogram: [],
    });
  });

  it('guesses numbers and dates, with their ends and a histogram that counts every row once', async () => {
    const { views } = resultOf(
      Array.from({ length: 100 }, (_, index) => [
        `2026-11-${String(1 + (index % 28)).padStart(2, '0')}`,
        String(index * 10),
      ]),
      2,
    );
    const dates = await views.profile(viewOf({}), 0, 'exact', signal);
    expect(dates).toMatchObject({
      guess: { kind: 'date', fits: 100 },
      smallest: '2026-11-01',
      largest: '2026-11-28',
      distinct: 28,
    });
    expect(dates.histogram[0]).toMatchObject({ from: '2026-11-01T00:00:00' });
    expect(dates.histogram.at(-1)).toMatchObject({ to: '2026-11-28T00:00:00' });
    expect(dates.histogram.reduce((sum, { rows }) => sum + rows, 0)).toBe(100);
    const numbers = await views.profile(viewOf({}), 1, 'exact', signal);
    expect(numbers).toMatchObject({
      guess: { kind: 'number', fits: 100 },
      smallest: '0',
      largest: '990',
      sum: 49_500,
    });
    expect(numbers.histogram.reduce((sum, { rows }) => sum + rows, 0)).toBe(100);
  });

  it('is called an estimate when not all rows were looked at', async () => {
    const { views } = resultOf(
      Array.from({ length: 20_001 }, (_, index) => [index === 20_000 ? 'last' : 'x', 'y']),
      2,
    );
    expect(await views.profile(viewOf({}), 0, 'estimate', signal)).toMatchObject({
      isEstimate: true,
      rows: 20_000,
      rowsTotal: 20_001,
      filled: 20_000,
      distinct: 1,
    });
    const y: ColumnFilter = { kind: 'text', column: 1, match: 'equals', text: 'Y', not: false };
    expect(await views.profile(viewOf({ filters: [y] }), 0, 'estimate', signal)).toMatchObject({
      isEstimate: true,
      distinct: 1,
    });
    expect(await views.profile(viewOf({}), 0, 'exact', signal)).toMatchObject({ isEstimate: false, distinct: 2 });
  }, 20_000);
});

describe('a selection', () => {
  it('has what was added and not taken out again, in any view', async () => {
    const { views } = resultOf(people, 3);
    const open = viewOf({ filters: [inState('open')], sort: [{ column: 2, direction: 'desc' }] });
    const chosenOf = (selection: string | null) => numbersOf(views, viewOf({ selection }));
    // The view shows 6, 4, 2 and 1.
    const some = await views.choose(open, null, 'add', { kind: 'positions', first: 1, last: 2 }, signal);
    expect([some, await chosenOf(some.selection)]).toMatchObject([{ chosen: 2, chosenInView: 2 }, [2, 4]]);
    const more = await views.choose(open, some.selection, 'add', { kind: 'numbers', numbers: [7, 3, 8] }, signal);
    expect([more, await chosenOf(more.selection)]).toMatchObject([{ chosen: 4, chosenInView: 2 }, [2, 3, 4, 7]]);
    const page = async (offset: number, limit: number) =>
      (await views.page(open, { offset, limit, marks: more.selection }, signal)).rows.map(({ number, chosen }) => [
        number,
        chosen,
      ]);
    const marked = [
      [6, false],
      [4, true],
      [2, true],
    ];
    expect([await page(0, 3), await page(1, 1)]).toEqual([marked, [marked[1]]]);
    const unmarked = await views.page(open, { offset: 0, limit: 1, marks: null }, signal);
    expect(unmarked.rows).toMatchObject([{ number: 6 }]);
    expect(unmarked.rows[0]).not.toHaveProperty('chosen');
    const fewer = await views.choose(open, more.selection, 'remove', { kind: 'positions', first: 2, last: 9 }, signal);
    expect([fewer, await chosenOf(fewer.selection)]).toMatchObject([{ chosen: 3, chosenInView: 1 }, [3, 4, 7]]);
    const whole = await views.choose(open, fewer.selection, 'add', { kind: 'view' }, signal);
    expect([whole, await chosenOf(whole.selection)]).toMatchObject([
      { chosen: 6, chosenInView: 4 },
      [1, 2, 3, 4, 6, 7],
    ]);
    const none = await views.choose(viewOf({}), whole.selection, 'remove', { kind: 'view' }, signal);
    expect(none).toEqual({ selection: null, chosen: 0, chosenInView: 0 });
    // The earlier one is as it was, alone and beside a filter.
    expect(await chosenOf(some.selection)).toEqual([2, 4]);
    expect(await numbersOf(views, viewOf({ selection: more.selection, filters: [inState('open')] }))).toEqual([2, 4]);
  });

  it('that is not known is refused, but as a mark', async () => {
    const { views } = resultOf([['a']], 1);
    const page = { offset: 0, limit: 1, marks: 'gone' };
    expect((await views.page(viewOf({}), page, signal)).rows).toEqual([{ number: 1, cells: ['a'] }]);
    await expect(views.rows(viewOf({ selection: 'gone' }), signal)).rejects.toBeInstanceOf(UnknownSelection);
  });
});
