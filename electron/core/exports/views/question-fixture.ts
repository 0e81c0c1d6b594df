import { expect } from 'vitest';
import type { GroupKey, Measure, Question } from '../../../../shared/contract/exports/questions.ts';
import type { LeadView } from '../../../../shared/contract/exports/views.ts';
import type { ResultViews } from './result-views.ts';
import { type Cells, modelOf, signal } from './views-fixture.ts';

export const byValue = (column: number): GroupKey => ({ column, by: 'value' });
export const ask = (groups: readonly GroupKey[], more: Partial<Question> = {}): Question => ({
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

/** That the answer counts every row of the view once, in groups, inner groups and across. */
export async function expectEachRowOnce(
  rows: readonly Cells[],
  views: ResultViews,
  seen: LeadView,
  [outer, inner, across]: readonly [number, number, number],
  measure: Measure,
): Promise<void> {
  const question = ask([byValue(outer), byValue(inner)], { across: byValue(across), measure });
  const found = await views.answer(seen, question, signal);
  const model = modelOf(rows, seen).map((number) => rows[number - 1] as Cells);
  expect(found.total.rows).toBe(model.length);
  expect(found.total.measure).toEqual(measureOf(model, measure));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  expect(sum(found.total.across)).toBe(model.length);
  expect(found.across.length + found.acrossRest).toBe(tally(model, across).size);
  const groups = tally(model, outer);
  expect(found.groups).toHaveLength(groups.size);
  for (const group of found.groups) {
    const of = groups.get(group.value) ?? [];
    expect([group.rows, group.measure]).toEqual([of.length, measureOf(of, measure)]);
    for (const [place, { value }] of found.across.entries())
      expect(group.across[place]).toBe(of.filter((row) => (row[across] ?? '') === value).length);
    expect(sum(group.across)).toBe(of.length);
    const innerOf = tally(of, inner);
    expect(new Map(group.groups.map((one) => [one.value, one.rows]))).toEqual(
      new Map([...innerOf].map(([value, those]) => [value, those.length])),
    );
    for (const one of group.groups)
      expect([sum(one.across), one.measure]).toEqual([one.rows, measureOf(innerOf.get(one.value) ?? [], measure)]);
  }
}
