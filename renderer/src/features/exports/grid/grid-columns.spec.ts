import type { GridApi } from 'ag-grid-community';
import { expect, test } from 'vitest';
import type { LeadRow } from './lead-rows.ts';
import { sortOf } from './grid-columns.ts';

test('leads are sorted by five columns at most: another one takes the place of the fifth', () => {
  const sortedBy = (...columns: number[]) =>
    sortOf({
      getColumnState: () => columns.map((column, sortIndex) => ({ colId: String(column), sort: 'asc', sortIndex })),
    } as Partial<GridApi<LeadRow>> as GridApi<LeadRow>).map(({ column }) => column);
  expect(sortedBy(3, 1)).toEqual([3, 1]);
  expect(sortedBy(1, 2, 3, 4, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(sortedBy(1, 2, 3, 4, 5, 6)).toEqual([1, 2, 3, 4, 6]);
});
