import type { ColDef, GetRowIdParams, GridApi } from 'ag-grid-community';
import { useCallback, useMemo } from 'react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import type { ColumnFilter, SortKey } from '../../../../../shared/contract/exports/views.ts';
import { callUntil } from '../../../bridge/index.ts';
import { PagedGrid } from '../../../ui/grid/PagedGrid.tsx';
import type { LoadRows } from '../../../ui/grid/row-pages.ts';
import type { LeadRow } from '../grid/lead-rows.ts';
import { CompareCell, type CompareCellParams, CompareHeader } from './CompareCells.tsx';
import type { CompareView, NamedField } from './compare-model.ts';

export type CompareSort = readonly SortKey[];

interface CompareGridProps {
  readonly comparison: Comparison;
  readonly fields: readonly NamedField[];
  readonly names: { readonly before: string; readonly now: string };
  readonly view: CompareView;
  /** JSON of filters, search and sort: another one is another list. */
  readonly viewKey: string;
  readonly onSort: (sort: CompareSort) => void;
  /** The same function at each render: another one reads the list anew. */
  readonly onFound: (rows: number) => void;
}

const columnDefaults: ColDef<LeadRow> = { sortable: true, resizable: true, comparator: () => 0 };
const rowId = ({ data }: GetRowIdParams<LeadRow>): string => String(data.number);

/** Leads of a comparison: a changed field shows both values beside each other, any other field its one value. */
export function CompareGrid({ comparison, fields, names, view, viewKey, onSort, onFound }: CompareGridProps) {
  const { id: exportId, idColumn } = comparison;
  const load = useCallback<LoadRows<LeadRow>>(
    async ({ offset, limit }, signal) => {
      const wanted = JSON.parse(viewKey) as { filters: ColumnFilter[]; search: string; sort: SortKey[] };
      const { rows, total } = await callUntil('export:rows', { exportId, offset, limit, ...wanted }, signal);
      onFound(total);
      return { rows, total };
    },
    [exportId, viewKey, onFound],
  );
  const { part, field } = view;
  const { before, now } = names;
  const columns = useMemo(
    () => columnsFor(fields, { idColumn, isChanged: part === 'changed', field, names: { before, now } }),
    [fields, idColumn, part, field, before, now],
  );
  return (
    <PagedGrid<LeadRow>
      label="Compared leads"
      load={load}
      maintainColumnOrder={false}
      columnDefs={columns}
      defaultColDef={columnDefaults}
      getRowId={rowId}
      onSortChanged={({ api }) => onSort(sortOf(api))}
    />
  );
}

function sortOf(grid: GridApi<LeadRow>): CompareSort {
  return grid
    .getColumnState()
    .filter((column) => column.sort === 'asc' || column.sort === 'desc')
    .sort((one, other) => (one.sortIndex ?? 0) - (other.sortIndex ?? 0))
    .slice(0, 3)
    .map((column) => ({ column: Number(column.colId), direction: column.sort === 'desc' ? 'desc' : 'asc' }));
}

interface ColumnsWanted {
  readonly idColumn: number;
  readonly isChanged: boolean;
  readonly field: number | null;
  readonly names: { readonly before: string; readonly now: string };
}

const NAME = /name|navn|namn|firma|company|virksomhed/i;

function columnsFor(fields: readonly NamedField[], { idColumn, isChanged, field, names }: ColumnsWanted) {
  const name = fields.find(({ path, changed }) => /^data\./i.test(path) && NAME.test(path) && changed !== null);
  const others = fields.filter((other) => other !== name);
  const ordered = isChanged
    ? // The field that is looked at stands first.
      others.toSorted((one, other) => Number(other.position === field) - Number(one.position === field))
    : others.toSorted((one, other) => rank(one.path) - rank(other.path) || one.position - other.position);
  const columns = ordered.map((shown): ColDef<LeadRow> => columnFor(shown, { isChanged, isQuiet: isChanged, names }));
  const first: ColDef<LeadRow>[] =
    name === undefined ? [] : [{ ...columnFor(name, { isChanged, isQuiet: false, names }), pinned: 'left' }];
  const id: ColDef<LeadRow> = {
    colId: String(idColumn),
    headerName: 'Unique id',
    initialWidth: 120,
    valueGetter: ({ data }) => data?.cells[idColumn] ?? '',
    ...(name === undefined ? { pinned: 'left' } : {}),
  };
  return name === undefined ? [id, ...columns] : [...first, ...columns, id];
}

function columnFor(
  field: NamedField,
  { isChanged, isQuiet, names }: Pick<ColumnsWanted, 'isChanged' | 'names'> & { readonly isQuiet: boolean },
): ColDef<LeadRow> {
  const isDouble = isChanged && (field.changed ?? 0) > 0;
  const isStatus = /^status$/i.test(field.path);
  const cellParams: CompareCellParams = { field, names, isQuiet };
  return {
    colId: String(field.now ?? field.before),
    headerName: isDouble ? `${field.title}, ${names.before} → ${names.now}` : field.title,
    headerTooltip: field.path,
    initialWidth: isDouble ? (isStatus ? 296 : 252) : 150,
    // For the clipboard and for readers.
    valueGetter: ({ data }) => data?.cells[field.now ?? -1] ?? data?.cells[field.before ?? -1] ?? '',
    cellRenderer: CompareCell,
    cellRendererParams: cellParams,
    cellClassRules: { comparedChanged: ({ data }) => hasChanged(data, field) },
    ...(isDouble
      ? { headerComponentParams: { innerHeaderComponent: CompareHeader, title: field.title, names, isStatus } }
      : {}),
  };
}

function hasChanged(row: LeadRow | undefined, { change }: NamedField): boolean {
  return change !== null && (row?.cells[change] ?? null) !== null;
}

function rank(path: string): number {
  if (/^(status|closure)$/i.test(path)) return 0;
  if (/^data\./i.test(path)) return 1;
  return /time$/i.test(path) ? 3 : 2;
}
