import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GroupKey, Measure, Question } from '../../../../shared/contract/exports/questions.ts';
import { type Cells, modelOf, resultOf, signal, table, view, viewOf } from './views-fixture.ts';

const byValue = (column: number): GroupKey => ({ column, by: 'value' });
const ask = (groups: readonly GroupKey[], more: Partial<Question> = {}): Question => ({
  groups: [...groups],
  across: null,
  measure: null,
  ...more,
});

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

/** Rows by the values of a key, in plain words. */
function tally(rows: readonly Cells[], column: number): Map<string, Cells[]> {
  const found = new Map<string, Cells[]>();
  for (const row of rows) {
    const value = row[column] ?? '';
    found.set(value, [...(found.get(value) ?? []), row]);
  }
  return found;
}

function measureOf(rows: readonly Cells[], { kind, column }: Measure): number | null {
  const values = rows.map((row) => row[column] ?? '').filter((value) => value !== '');
  if (kind === 'distinct') return new Set(values).size;
  const numbers = values.filter((value) => NUMBER.test(value)).map(Number);
  const sum = numbers.reduce((total, one) => total + one, 0);
  return numbers.length === 0 ? null : kind === 'sum' ? sum : sum / numbers.length;
}

describe('a question', () => {
  it('counts every row of the view once, in groups, inner groups and across, whatever the cells hold', async () => {
    const column = fc.integer({ min: 0, max: 2 });
    const measure = fc.record({ kind: fc.constantFrom('distinct', 'sum', 'mean'), column });
    await fc.assert(
      fc.asyncProperty(
        table,
        view,
        column,
        column,
        column,
        measure,
        async (rows, seen, outer, inner, across, wanted) => {
          const { views } = resultOf(rows, 3);
          const question = ask([byValue(outer), byValue(inner)], {
            across: byValue(across),
            measure: wanted as Measure,
          });
          const found = await views.answer(seen, question, signal);
          const model = modelOf(rows, seen).map((number) => rows[number - 1] as Cells);
          expect(found.total.rows).toBe(model.length);
          expect(found.total.measure).toEqual(measureOf(model, wanted as Measure));
          const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
          expect(sum(found.total.across)).toBe(model.length);
          expect(found.across.length + found.acrossRest).toBe(tally(model, across).size);
          const groups = tally(model, outer);
          expect(found.groups).toHaveLength(groups.size);
          for (const group of found.groups) {
            const of = groups.get(group.value) ?? [];
            expect([group.rows, group.measure]).toEqual([of.length, measureOf(of, wanted as Measure)]);
            for (const [place, { value }] of found.across.entries())
              expect(group.across[place]).toBe(of.filter((row) => (row[across] ?? '') === value).length);
            expect(sum(group.across)).toBe(of.length);
            const innerOf = tally(of, inner);
            expect(new Map(group.groups.map((one) => [one.value, one.rows]))).toEqual(
              new Map([...innerOf].map(([value, those]) => [value, those.length])),
            );
            for (const one of group.groups) expect(sum(one.across)).toBe(one.rows);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('counts rows alone as it does beside other figures', async () => {
    await fc.assert(
      fc.asyncProperty(table, view, async (rows, seen) => {
        const { views } = resultOf(rows, 3);
        const groups = [byValue(0), byValue(1)];
        const plain = await views.answer(seen, ask(groups), signal);
        const beside = await views.answer(seen, ask(groups, { measure: { kind: 'distinct', column: 2 } }), signal);
        const rowsOf = (answer: typeof plain) => [
          answer.total.rows,
          answer.groups.map((group) => [group.value, group.rows, group.groups.map((one) => [one.value, one.rows])]),
        ];
        expect(rowsOf(plain)).toEqual(rowsOf(beside));
      }),
      { numRuns: 50 },
    );
  });

  it('names the most frequent groups and counts the rest', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => [`v${index < 500 ? 0 : index}`, `a${index % 20}`]);
    const { views } = resultOf(rows, 2);
    const found = await views.answer(viewOf({}), ask([byValue(0)], { across: byValue(1) }), signal);
    expect(found.groups).toHaveLength(200);
    expect(found.groups[0]).toMatchObject({ value: 'v0', rows: 500 });
    expect(found.rest).toEqual({ groups: 301, rows: 301 });
    expect([found.across.length, found.acrossRest]).toEqual([8, 12]);
    // The last cell has the rows of all values that are not named.
    expect(found.groups[0]?.across).toEqual([25, 25, 25, 25, 25, 25, 25, 25, 300]);
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
