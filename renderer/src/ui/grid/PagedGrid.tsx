import type {
  GridApi,
  GridReadyEvent,
  IsFullWidthRowParams,
  RowClassRules,
  ViewportChangedEvent,
} from 'ag-grid-community';
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { failureMessage } from '../feedback/failure.ts';
import { DataGrid, type DataGridProps } from './DataGrid.tsx';
import { FailedRowsNote } from './FailedRowsNote.tsx';
import { type LoadRows, RowPages, type RowRange } from './row-pages.ts';
import { useOwnTask } from '../layout/use-own-task.ts';
import { whenReleased } from './when-released.ts';
import classes from './PagedGrid.module.css';

/** The largest page of the contract. */
const LARGEST_PAGE = 500;
/** Pages that the grid keeps; the oldest that is not on the screen goes first. */
const PAGES_KEPT = 20;
/** The grid hands over every page that it wants; which is read when is decided in `RowPages`. */
const ALL_AT_ONCE = 1_000_000;
/** Milliseconds that scrolling rests before pages are read. Frames of a hard fling are further apart than 40. */
const REST = 80;

export interface PagedGridHandle<Row> {
  /** The grid; null before it is ready and after it is gone. */
  readonly api: () => GridApi<Row> | null;
  /**
   * Brings a row into view and puts the focus on a cell of it, as soon as the row has been loaded.
   *
   * @param columnOf the column to focus, by its `colId`
   * @param beforeFocus for what would take the focus away again, such as drawing rows anew
   */
  readonly show: (index: number, columnOf: (row: Row) => string, beforeFocus?: () => void) => void;
  /** Brings a cell into view, as soon as the list has such a row. The focus stays where it is. */
  readonly reveal: (index: number, column: string) => void;
}

interface Awaited<Row> {
  readonly index: number;
  /** Null: its row need not have come. */
  readonly found: ((grid: GridApi<Row>, row: Row) => void) | null;
  readonly column: string | null;
}

export interface PagedGridProps<Row> extends Omit<
  DataGridProps<Row>,
  | 'rowData'
  | 'rowModelType'
  | 'datasource'
  | 'cacheBlockSize'
  | 'maxBlocksInCache'
  | 'maxConcurrentDatasourceRequests'
  | 'blockLoadDebounceMillis'
  | 'infiniteInitialRowCount'
  | 'onGridReady'
  | 'onViewportChanged'
> {
  readonly ref?: Ref<PagedGridHandle<Row>>;
  /** Another function means another list: it is read from its start. */
  readonly load: LoadRows<Row>;
  /** Rows a page; left out: as many as the contract allows. */
  readonly pageSize?: number;
  /** Rows in the list if that is known before the first page; then nothing moves when the page comes. */
  readonly total?: number;
  /** Another value means that rows of the same list may have changed: what is shown is read again, in place. */
  readonly revision?: string | number;
  /** The list grows: rows in it by now. Null: it has its final size. */
  readonly growing?: number | null;
}

/**
 * A list of any length, read in pages while it is scrolled. Rows that have not come yet show bars. Rows that cannot be
 * loaded say so under the grid, with their reason and Try again; pages that were scrolled away before they came are cancelled.
 */
export function PagedGrid<Row>(props: PagedGridProps<Row>) {
  const { ref, load, pageSize = LARGEST_PAGE, total, revision, growing = null, rowClassRules, ...options } = props;
  const hasColumns = options.columnDefs !== null && options.columnDefs !== undefined;
  const areRowsDue = useOwnTask(hasColumns);
  const api = useRef<GridApi<Row> | null>(null);
  const awaited = useRef<Awaited<Row> | null>(null);

  function living(): GridApi<Row> | null {
    return api.current?.isDestroyed() === false ? api.current : null;
  }

  function showAwaited(): void {
    const grid = living();
    if (grid === null || awaited.current === null) return;
    const { index, column, found } = awaited.current;
    if (index >= grid.getDisplayedRowCount()) return;
    grid.ensureIndexVisible(index, 'middle');
    if (column !== null) grid.ensureColumnVisible(column);
    const row = grid.getDisplayedRowAtIndex(index)?.data;
    // Its page is on the way, and looks here again.
    if (found !== null && row === undefined) return;
    awaited.current = null;
    if (row !== undefined) found?.(grid, row);
  }

  const pages = useMemo(() => new RowPages<Row>(load, failureMessage, redraw), [load]);
  const failed = useSyncExternalStore(pages.subscribe, pages.failed);
  useEffect(() => pages.subscribe(showAwaited), [pages]);
  useEffect(() => {
    // Blank rows take their look from whether they have failed.
    const grid = living();
    const blank = grid?.getRenderedNodes().filter((node) => node.data === undefined) ?? [];
    if (blank.length > 0) grid?.redrawRows({ rowNodes: blank });
  }, [failed]);
  useEffect(() => living()?.refreshInfiniteCache(), [revision]);
  useEffect(() => {
    if (growing === null || !areRowsDue) return;
    living()?.setRowCount(growing, true);
    pages.grow(growing);
  }, [growing, pages, areRowsDue]);

  // The grid takes another function for a change of its options.
  const keepApi = useCallback(({ api: ready }: GridReadyEvent<Row>) => {
    api.current = ready;
  }, []);
  const look = useCallback(({ api: grid }: ViewportChangedEvent<Row>) => pages.look(visibleRows(grid)), [pages]);

  const rules = useMemo<RowClassRules<Row>>(
    () => ({
      ...rowClassRules,
      [classes['loadingRow'] ?? '']: ({ data, rowIndex }) => data === undefined && !pages.hasFailed(rowIndex),
      [classes['failedRow'] ?? '']: ({ data, rowIndex }) => data === undefined && pages.hasFailed(rowIndex),
    }),
    [pages, rowClassRules],
  );

  useImperativeHandle(
    ref,
    () => ({
      api: living,
      show(index, columnOf, beforeFocus) {
        const found = (grid: GridApi<Row>, row: Row): void => {
          beforeFocus?.();
          const column = columnOf(row);
          grid.ensureColumnVisible(column);
          grid.setFocusedCell(index, column);
        };
        awaited.current = { index, column: null, found };
        showAwaited();
      },
      reveal(index, column) {
        awaited.current = { index, column, found: null };
        showAwaited();
      },
    }),
    [],
  );

  return (
    <div className={classes['paged']}>
      <DataGrid<Row>
        rowModelType="infinite"
        {...(areRowsDue && { datasource: pages })}
        cacheBlockSize={pageSize}
        maxBlocksInCache={PAGES_KEPT}
        maxConcurrentDatasourceRequests={ALL_AT_ONCE}
        blockLoadDebounceMillis={REST}
        infiniteInitialRowCount={total ?? 1}
        rowClassRules={rules}
        isFullWidthRow={isBlank}
        fullWidthCellRenderer={BlankRow}
        onGridReady={keepApi}
        onViewportChanged={look}
        {...options}
      />
      <FailedRowsNote failed={failed} total={total ?? growing} onRetry={() => pages.retry()} />
    </div>
  );
}

/**
 * The grid changes its elements some tasks after it got its rows, with the boxes last of all. A press that began in between
 * would lose its click, so it changes them at once.
 */
async function redraw(draw: () => void): Promise<void> {
  await whenReleased();
  flushSync(draw);
}

/** A row that has not come is one element instead of a cell for each column: a fling draws hundreds of them. */
function isBlank<Row>({ rowNode }: IsFullWidthRowParams<Row>): boolean {
  return rowNode.data === undefined;
}

/** Its bars are the background of the row; whoever reads by ear is told. A row without a cell is not one. */
function BlankRow() {
  return (
    <span role="gridcell" className="visuallyHidden">
      Not loaded
    </span>
  );
}

/** The rows on the screen; null while there are none. */
function visibleRows<Row>(grid: GridApi<Row>): RowRange | null {
  const start = grid.getFirstDisplayedRowIndex();
  const end = grid.getLastDisplayedRowIndex() + 1;
  return start < 0 || end <= start ? null : { start, end };
}
