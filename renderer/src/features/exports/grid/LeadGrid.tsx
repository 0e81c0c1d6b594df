// Why: decision 0065.
import type { ColDef, GetRowIdParams, GridApi, ICellRendererParams } from 'ag-grid-community';
import { useCallback, useMemo } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { callUntil } from '../../../bridge/index.ts';
import { PagedGrid } from '../../../ui/grid/PagedGrid.tsx';
import type { LoadRows } from '../../../ui/grid/row-pages.ts';
import { columnOrder, columnTitles } from '../columns/column-names.ts';
import { ClosureCell, StatusCell } from './LeadCells.tsx';
import type { GridView, LeadRow } from './lead-rows.ts';

interface LeadGridProps {
  readonly summary: ExportSummary;
  readonly view: GridView;
  readonly isShown: (path: string) => boolean;
  readonly onSort: (sort: GridView['sort']) => void;
  /** Rows that match the search. The same function at each render: another one reads the list anew. */
  readonly onFound: (rows: number) => void;
  readonly onSelect: (rows: readonly LeadRow[]) => void;
}

// Outside the component: the grid takes another object for a change.
const columnDefaults: ColDef<LeadRow> = { sortable: true, resizable: true, comparator: inTheCore };
const choiceColumn = { headerComponent: ChoiceHeader };
const choice = { mode: 'multiRow', headerCheckbox: false, enableClickSelection: false } as const;
const rowId = ({ data }: GetRowIdParams<LeadRow>): string => String(data.number);

/**
 * Leads in pages, sorted and searched by the core. While they arrive the list grows; only pages that were not
 * full are read again, so that the rows on the screen never move.
 */
export function LeadGrid({ summary, view, isShown, onSort, onFound, onSelect }: LeadGridProps) {
  const { id: exportId, rows: arrived, state } = summary;
  const viewKey = JSON.stringify(view);
  const hasSearch = view.search !== '';

  const load = useCallback<LoadRows<LeadRow>>(
    async ({ offset, limit }, signal) => {
      const { search, sort } = JSON.parse(viewKey) as GridView;
      const { rows, total } = await callUntil(
        'export:rows',
        { exportId, offset, limit, sort: [...sort], search },
        signal,
      );
      if (search !== '') onFound(total);
      return { rows, total };
    },
    [exportId, viewKey, onFound],
  );

  // New definitions would undo what a person did to widths, so they are made anew only when columns come or go.
  const columnKey = JSON.stringify(
    columnOrder(summary.columns).map((column) => [column.index, column.path, isShown(column.path)]),
  );
  const columns = useMemo(() => columnsFor(JSON.parse(columnKey) as ColumnKey), [columnKey]);

  return (
    <PagedGrid<LeadRow>
      label="Leads"
      rows="preview"
      load={load}
      growing={hasSearch ? null : arrived}
      // The last leads may have arrived after the last page was read.
      revision={state === 'running' ? 'running' : 'ended'}
      maintainColumnOrder
      columnDefs={columns}
      defaultColDef={columnDefaults}
      getRowId={rowId}
      selectionColumnDef={choiceColumn}
      rowSelection={choice}
      onSortChanged={({ api: grid }) => onSort(sortOf(grid))}
      onSelectionChanged={({ api: grid }) => onSelect(grid.getSelectedRows())}
    />
  );
}

/** Names the column for screen readers. There is no box to choose all rows, because not all rows are loaded. */
function ChoiceHeader() {
  return <span className="visuallyHidden">Chosen</span>;
}

/** The grid holds a part of the rows only, so the core sorts. */
function inTheCore(): number {
  return 0;
}

function sortOf(grid: GridApi<LeadRow>): GridView['sort'] {
  return grid
    .getColumnState()
    .filter((column) => column.sort === 'asc' || column.sort === 'desc')
    .sort((one, other) => (one.sortIndex ?? 0) - (other.sortIndex ?? 0))
    .slice(0, 3)
    .map((column) => ({ column: Number(column.colId), direction: column.sort === 'desc' ? 'desc' : 'asc' }));
}

type ColumnKey = readonly (readonly [index: number, path: string, shown: boolean])[];

function columnsFor(columns: ColumnKey): ColDef<LeadRow>[] {
  const titles = columnTitles(columns.map(([index, path]) => ({ index, path })));
  return columns.map(([index, path, shown]) => ({
    colId: String(index),
    headerName: titles.get(index) ?? path,
    headerTooltip: path,
    hide: !shown,
    initialWidth: widthFor(path),
    valueGetter: ({ data }) => data?.cells[index] ?? '',
    ...rendererFor(path),
  }));
}

function rendererFor(
  path: string,
): { cellRenderer: (props: ICellRendererParams<LeadRow, string>) => React.ReactNode } | null {
  if (/^status$/i.test(path)) return { cellRenderer: StatusCell };
  if (/^closure$/i.test(path)) return { cellRenderer: ClosureCell };
  return null;
}

function widthFor(path: string): number {
  if (/uniqueId$/i.test(path)) return 120;
  if (/time$/i.test(path)) return 190;
  if (/^status$/i.test(path)) return 176;
  if (/mail|name|firma|adress|navn/i.test(path)) return 200;
  return 150;
}
