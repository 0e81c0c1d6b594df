import { describe, expect, it } from 'vitest';
import type { GroupKey } from '../../../../shared/contract/exports/questions.ts';
import { ask, byValue, expectEachRowOnce } from './question-fixture.ts';
import { type Cells, resultOf, signal, viewOf } from './views-fixture.ts';

const rows: readonly Cells[] = [
  ['a', '1', 'x'],
  ['b', '2.5', 'b'],
  ['a', '', null],
  ['', '-3', 'x'],
  ['b', '1', ''],
  [null, '007', 'b'],
  ['a', '1', 'x'],
  ['b', 'ab', '1'],
  ['c', '1e3', '0'],
];

describe('a question', () => {
  it('counts every row of the view once, in groups, inner groups and across', async () => {
    const { views } = resultOf(rows, 3);
    const seen = [
      {},
      { search: 'b', sort: [{ column: 1, direction: 'desc' as const }] },
      { filters: [{ kind: 'empty' as const, column: 0, not: true }] },
      { search: 'nowhere' },
    ].map(viewOf);
    for (const view of seen)
      for (const columns of [
        [0, 1, 2],
        [2, 0, 0],
        [1, 1, 1],
      ] as const)
        for (const kind of ['distinct', 'sum', 'mean'] as const)
          for (const column of [0, 1, 2]) await expectEachRowOnce(rows, views, view, columns, { kind, column });
  });

  it('names the most frequent groups and counts the rest', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => [`v${index < 500 ? 0 : index}`, `a${index % 20}`]);
    const { views } = resultOf(rows, 2);
    const found = await views.answer(viewOf({}), ask([byValue(0)], { across: byValue(1) }), signal);
    expect(found.groups).toHaveLength(200);
    expect(found.groups[0]).toMatchObject({ value: 'v0', rows: 500, groups: [], rest: { groups: 0, rows: 0 } });
    expect(found.rest).toEqual({ groups: 301, rows: 301 });
    expect([found.across.length, found.acrossRest]).toEqual([8, 12]);
    // The last cell has the rows of all values that are not named.
    expect(found.groups[0]?.across).toEqual([25, 25, 25, 25, 25, 25, 25, 25, 300]);
    // Also when one value alone is not named.
    const nine = resultOf(
      Array.from({ length: 10 }, (_, index) => [`${Math.max(1, index)}`]),
      1,
    );
    const { total } = await nine.views.answer(viewOf({}), ask([byValue(0)], { across: byValue(0) }), signal);
    expect(total.across).toEqual([2, 1, 1, 1, 1, 1, 1, 1, 1]);
    const inner = await views.answer(viewOf({}), ask([byValue(1), byValue(0)]), signal);
    expect(inner.groups[0]).toMatchObject({ rows: 50, rest: { groups: 0, rows: 0 } });
    expect(inner.groups[0]?.groups[0]).toMatchObject({ value: 'v0', rows: 25 });
  });

  it('names a hundred inner groups of each, and counts the rest', async () => {
    const { views } = resultOf(
      Array.from({ length: 151 }, (_, index) => ['a', `v${Math.max(1, index)}`]),
      2,
    );
    const [group] = (await views.answer(viewOf({}), ask([byValue(0), byValue(1)]), signal)).groups;
    expect(group?.groups.map(({ rows }) => rows)).toEqual([2, ...new Array<number>(99).fill(1)]);
    expect(group?.rest).toEqual({ groups: 50, rows: 50 });
  });

  it('cuts times into hours, days, weeks and months, the latest first, and puts what is no time last', async () => {
    const times = ['2026-11-08T23:59:59', '2026-11-09T00:00:00.123Z', '2026-11-15', '2027-01-01T10:05:00', 'soon', ''];
    const { views } = resultOf(
      times.map((time) => [time]),
      1,
    );
    const groups = async (by: GroupKey['by']) =>
      (await views.answer(viewOf({}), ask([{ column: 0, by }]), signal)).groups.map(({ value, rows }) => [value, rows]);
    expect(await groups('hour')).toEqual([
      ['2027-01-01T10', 1],
      ['2026-11-15T00', 1],
      ['2026-11-09T00', 1],
      ['2026-11-08T23', 1],
      ['', 2],
    ]);
    expect(await groups('day')).toEqual([
      ['2027-01-01', 1],
      ['2026-11-15', 1],
      ['2026-11-09', 1],
      ['2026-11-08', 1],
      ['', 2],
    ]);
    // By their Mondays.
    expect(await groups('week')).toEqual([
      ['2026-12-28', 1],
      ['2026-11-09', 2],
      ['2026-11-02', 1],
      ['', 2],
    ]);
    expect(await groups('month')).toEqual([
      ['2027-01', 1],
      ['2026-11', 3],
      ['', 2],
    ]);
  });

  it('puts the latest times first within a group, too', async () => {
    const { views } = resultOf(
      [
        ['a', '2026-11-01'],
        ['b', '2026-11-02'],
        ['b', '2026-11-05'],
        ['b', '2026-11-03'],
      ],
      2,
    );
    const { groups } = await views.answer(viewOf({}), ask([byValue(0), { column: 1, by: 'day' }]), signal);
    expect(groups.map((group) => group.groups.map(({ value }) => value))).toEqual([
      ['2026-11-05', '2026-11-03', '2026-11-02'],
      ['2026-11-01'],
    ]);
  });

  it('puts a day that no calendar has into no week', async () => {
    const { views } = resultOf([['2026-13-45'], ['2026-11-10']], 1);
    const { groups } = await views.answer(viewOf({}), ask([{ column: 0, by: 'week' }]), signal);
    expect(groups.map(({ value, rows: count }) => [value, count])).toEqual([
      ['2026-11-09', 1],
      ['', 1],
    ]);
  });

  it('is counted as well where each row is a group of its own', async () => {
    const rows = Array.from({ length: 25_000 }, (_, index) => [`g${index % 250}`, `id-${index}`, String(index)]);
    const { views } = resultOf(rows, 3);
    // 200 groups times 25,000 values are more pairs than are counted in an array in the second question only.
    const found = await views.answer(
      viewOf({ filters: [{ kind: 'text', column: 0, match: 'equals', text: 'g7', not: false }] }),
      ask([byValue(0), byValue(1)], { measure: { kind: 'sum', column: 2 } }),
      signal,
    );
    expect(found.groups[0]).toMatchObject({ value: 'g7', rows: 100, rest: { groups: 0, rows: 0 } });
    expect(found.groups[0]?.groups).toHaveLength(100);
    expect(found.total.measure).toBe(
      Array.from({ length: 100 }, (_, place) => 250 * place + 7).reduce((a, b) => a + b),
    );
    const each = await views.answer(viewOf({}), ask([byValue(1), byValue(2)]), signal);
    expect(each.groups.map(({ groups }) => groups.map(({ rows: one }) => one))).toEqual(new Array(200).fill([1]));
    expect(each.rest).toEqual({ groups: 24_800, rows: 24_800 });
  });

  it('counts the different values of a group, be they few or many', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [
      index < 100 ? 'few' : 'many',
      index % 7 === 0 ? '' : `v${index < 100 ? index % 5 : index % 3001}`,
    ]);
    const { views } = resultOf(rows, 2);
    const found = await views.answer(
      viewOf({}),
      ask([byValue(0)], { measure: { kind: 'distinct', column: 1 } }),
      signal,
    );
    const distinct = (of: typeof rows) => new Set(of.map(([, value]) => value).filter((value) => value !== '')).size;
    expect(found.groups.map(({ value, measure }) => [value, measure])).toEqual([
      ['many', distinct(rows.slice(100))],
      ['few', distinct(rows.slice(0, 100))],
    ]);
    expect(found.total.measure).toBe(distinct(rows));
  });
});
