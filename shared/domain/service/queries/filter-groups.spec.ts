import { expect, it } from 'vitest';
import type { ColumnFilter } from '../../../contract/exports/views.ts';
import { filterGroups, withoutFilters } from './filter-groups.ts';

const filter = (column: number, or?: true): ColumnFilter => ({
  kind: 'empty',
  column,
  not: true,
  ...(or === true && { or }),
});
const columns = (filters: readonly ColumnFilter[]) =>
  filterGroups(filters).map((group) => group.map((one) => one.column));

it('joins a filter to the one before it', () => {
  expect(columns([filter(0), filter(1), filter(2, true), filter(3, true), filter(4)])).toEqual([[0], [1, 2, 3], [4]]);
  expect(columns([filter(0, true), filter(1)])).toEqual([[0], [1]]);
});

it('keeps what stays in its group, whichever of it goes', () => {
  const filters = [filter(0), filter(1), filter(2, true), filter(3, true)];
  const without = (...gone: number[]) => columns(withoutFilters(filters, ({ column }) => gone.includes(column)));
  expect(without(1)).toEqual([[0], [2, 3]]);
  expect(without(2)).toEqual([[0], [1, 3]]);
  expect(without(1, 2, 3)).toEqual([[0]]);
  expect(without(0)).toEqual([[1, 2, 3]]);
});
