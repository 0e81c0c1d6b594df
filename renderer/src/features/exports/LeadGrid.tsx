import type { ColDef, GridApi, ICellRendererParams, IDatasource } from 'ag-grid-community';
import { useEffect, useMemo, useRef } from 'react';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import { call, isCancelled } from '../../bridge/index.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { columnOrder, columnTitles } from './export-model.ts';
import { ClosureCell, StatusCell } from './LeadCells.tsx';

export interface LeadRow {
  readonly number: number;
  readonly cells: (string | null)[];
}

export interface GridView {
  readonly search: string;
  readonly sort: readonly { readonly column: number; readonly direction: 'asc' | 'desc' }[];
}

interface LeadGridProps {
  readonly summary: ExportSummary;
  readonly view: GridView;
  readonly isShown: (path: string) => boolean;
  readonly onSort: (sort: GridView['sort']) => void;
  /** Rows that match the search. */
  readonly onFound: (rows: number) => void;
  readonly onSelect: (rows: readonly LeadRow[]) => void;
}

/** The contract's largest page. */
const BLOCK = 500;
/** Blocks that came short are asked for again at most this often while rows arrive. */
const REFRESH = 700;

/**
 * Leads in pages, sorted and searched by the core. While they arrive the number of rows grows under the reader; only
 * blocks that came short are read again, so the place that is looked at never moves.
 */
export function LeadGrid({ summary, view, isShown, onSort, onFound, onSelect }: LeadGridProps) {
  const api = useRef<GridApi<LeadRow> | null>(null);
  const short = useRef(false);
  const live = useRef(summary.rows);
  live.current = summary.rows;
  const viewKey = JSON.stringify(view);
  const exportId = summary.id;

  const source = useMemo<IDatasource>(() => {
    const { search, sort } = JSON.parse(viewKey) as GridView;
    short.current = false;
    return {
      getRows: ({ startRow, endRow, successCallback, failCallback }) => {
        call('export:rows', {
          exportId,
          offset: startRow,
          limit: Math.min(BLOCK, endRow - startRow),
          sort: [...sort],
          search,
        }).then(
          ({ rows, total }) => {
            if (rows.length < endRow - startRow) short.current = true;
            if (search !== '') onFound(total);
            successCallback(rows, search === '' ? Math.max(total, live.current) : total);
          },
          (error: unknown) => {
            failCallback();
            if (!isCancelled(error)) throw error;
          },
        );
      },
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [exportId, viewKey]);

  const isRunning = summary.state === 'running';
  const hasSearch = view.search !== '';
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = window.setInterval(() => {
      const grid = api.current;
      if (grid === null || grid.isDestroyed()) return;
      if (!hasSearch) grid.setRowCount(live.current, true);
      if (!short.current) return;
      short.current = false;
      grid.refreshInfiniteCache();
    }, REFRESH);
    return () => {
      window.clearInterval(timer);
      const grid = api.current;
      if (grid === null || grid.isDestroyed()) return;
      // The last rows may have arrived after the last look.
      if (!hasSearch) grid.setRowCount(live.current, true);
      grid.refreshInfiniteCache();
    };
  }, [isRunning, hasSearch, exportId]);

  // New definitions would undo what a person did to widths, so they are made anew only when columns come or go.
  const columnKey = JSON.stringify(
    columnOrder(summary.columns).map((column) => [column.index, column.path, isShown(column.path)]),
  );
  const columns = useMemo(() => columnsFor(JSON.parse(columnKey) as ColumnKey), [columnKey]);

  return (
    <DataGrid<LeadRow>
      label="Leads"
      rows="preview"
      rowModelType="infinite"
      datasource={source}
      cacheBlockSize={BLOCK}
      maxBlocksInCache={20}
      maxConcurrentDatasourceRequests={2}
      blockLoadDebounceMillis={40}
      infiniteInitialRowCount={1}
      suppressNoRowsOverlay
      maintainColumnOrder
      columnDefs={columns}
      defaultColDef={{ sortable: true, resizable: true, comparator: inTheCore }}
      getRowId={({ data }) => String(data.number)}
      selectionColumnDef={{ headerComponent: ChoiceHeader }}
      rowSelection={{ mode: 'multiRow', headerCheckbox: false, enableClickSelection: false }}
      onGridReady={({ api: ready }) => {
        api.current = ready;
      }}
      onSortChanged={({ api: grid }) => onSort(sortOf(grid))}
      onSelectionChanged={({ api: grid }) => onSelect(grid.getSelectedRows())}
    />
  );
}

/** Readers hear what the column is for; there is no box that chooses all of a list that is not all here. */
function ChoiceHeader() {
  return <span className="visuallyHidden">Chosen</span>;
}

/** The grid must not sort what it holds: it holds a part only. */
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
