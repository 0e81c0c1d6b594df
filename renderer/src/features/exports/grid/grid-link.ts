import type {
  CellContextMenuEvent,
  CellFocusedEvent,
  CellKeyDownEvent,
  ColumnMovedEvent,
  ColumnPinnedEvent,
  ColumnResizedEvent,
  FullWidthCellKeyDownEvent,
  GridApi,
  RowDoubleClickedEvent,
  SortChangedEvent,
} from 'ag-grid-community';
import type { SortKey } from '../../../../../shared/contract/exports/views.ts';
import { hasModifier, shortcutKey } from '../../../lib/shortcuts.ts';
import { CHOICE, NAME, orderOf, sortOf } from './grid-columns.ts';
import type { GridContext, GridMarks, LeadRow } from './lead-rows.ts';

/** Who reads what is copied: people see words, programs take values as they came. */
export type CopyReader = 'people' | 'programs';

/** What a person does in the grid. Columns go by their position in the result, rows by their position in the view. */
export interface GridNews {
  readonly onSort: (sort: SortKey[]) => void;
  /** All columns in their new order. */
  readonly onOrder: (columns: readonly number[]) => void;
  /** `width` in pixels. */
  readonly onLook: (column: number, look: { readonly width: number } | { readonly pinned: boolean }) => void;
  readonly onChoose: GridContext['onChoose'];
  /** `all` false: none. */
  readonly onChooseAll: (all: boolean) => void;
  /** The panel of a column. */
  readonly onColumn: (column: number) => void;
  /** The details of a row: `isWanted` when a person asked for them, else the focus has come to the row. */
  readonly onRow: (position: number, row: LeadRow, isWanted: boolean) => void;
  /** A cell of the column has the focus now. */
  readonly onFocus: (column: number) => void;
  /** `value`, `column`: of the cell with the focus. */
  readonly onCopy: (value: string | null, column: number | null, reader: CopyReader) => void;
  /** The menu of a cell was asked for; left out: cells have none. */
  readonly onMenu?: (cell: MenuCell) => void;
}

/** A cell of which the menu is wanted. */
export interface MenuCell {
  /** Position of its column in the result. */
  readonly index: number;
  readonly value: string | null;
  /** Pixels of the window. */
  readonly left: number;
  readonly top: number;
}

type Grid = GridApi<LeadRow>;

/**
 * Between the page, which is drawn again and again, and the grid, which takes another function or object for a change: the
 * grid gets the functions and the context of this object once.
 */
export class GridLink {
  #news: GridNews | null = null;
  readonly context: GridContext = {
    needle: '',
    hit: null,
    filtered: new Set(),
    openRow: null,
    onChoose: (...choice) => this.#news?.onChoose(...choice),
    onColumn: (column) => this.#news?.onColumn(column),
    onHeaderKey: (event, column) => this.#news !== null && onHeaderKey(event, column, this.#news),
  };

  /** Sets the handlers of all later events. */
  tell(news: GridNews): void {
    this.#news = news;
  }

  /** Cells look their marks up while they are drawn: those that change are drawn again. */
  mark({ needle, hit, filtered, openRow }: GridMarks, grid: Grid | null): void {
    const { context } = this;
    const former = { ...context };
    Object.assign(context, { needle, hit, filtered, openRow });
    if (grid === null) return;
    if (needle !== former.needle) grid.refreshCells({ force: true });
    if (filtered !== former.filtered) grid.refreshHeader();
    const rows = [
      ...(hit === former.hit ? [] : [hit?.number, former.hit?.number]),
      ...(openRow === former.openRow ? [] : [openRow, former.openRow]),
    ];
    for (const number of new Set(rows)) if (number != null) drawAgain(grid, number);
  }

  /** The events of the grid. What the page itself has set comes back as an event of the source `api`. */
  readonly events = {
    onSortChanged: ({ source, api }: SortChangedEvent<LeadRow>): void => {
      if (source !== 'api') this.#news?.onSort(sortOf(api));
    },
    onColumnMoved: ({ source, finished, api }: ColumnMovedEvent<LeadRow>): void => {
      if (source !== 'api' && finished) this.#news?.onOrder(orderOf(api));
    },
    onColumnResized: ({ source, finished, column }: ColumnResizedEvent<LeadRow>): void => {
      const index = Number(column?.getColId());
      if (source === 'api' || !finished || column === null || Number.isNaN(index)) return;
      this.#news?.onLook(index, { width: Math.round(column.getActualWidth()) });
    },
    onColumnPinned: ({ source, column, pinned }: ColumnPinnedEvent<LeadRow>): void => {
      const index = Number(column?.getColId());
      // Nobody has chosen this: the grid has become too narrow for it.
      if (source === 'api' || source === 'viewportSizeFeature' || Number.isNaN(index)) return;
      this.#news?.onLook(index, { pinned: pinned === 'left' });
    },
    onCellFocused: ({ rowIndex, column, api }: CellFocusedEvent<LeadRow>): void => {
      const index = column === null || typeof column === 'string' ? Number.NaN : Number(column.getColId());
      if (!Number.isNaN(index)) this.#news?.onFocus(index);
      const row = rowIndex === null ? undefined : api.getDisplayedRowAtIndex(rowIndex)?.data;
      if (rowIndex !== null && row !== undefined) this.#news?.onRow(rowIndex, row, false);
    },
    onRowDoubleClicked: ({ rowIndex, data }: RowDoubleClickedEvent<LeadRow>): void => {
      if (rowIndex !== null && data !== undefined) this.#news?.onRow(rowIndex, data, true);
    },
    onCellContextMenu: ({ event, column, data }: CellContextMenuEvent<LeadRow>): void => {
      const index = Number(column.getColId());
      if (!(event instanceof MouseEvent) || data === undefined || Number.isNaN(index)) return;
      if (this.#news?.onMenu === undefined) return;
      // The browser's own menu would stand over it.
      event.preventDefault();
      this.#news.onMenu({ index, value: data.cells[index] ?? null, left: event.clientX, top: event.clientY });
    },
    onCellKeyDown: ({
      event,
      rowIndex,
      data,
      ...cell
    }: CellKeyDownEvent<LeadRow> | FullWidthCellKeyDownEvent<LeadRow>): void => {
      if (!(event instanceof KeyboardEvent) || rowIndex === null || data === undefined || this.#news === null) return;
      const column = 'column' in cell ? Number(cell.column.getColId()) : null;
      // The grid itself has the value of a joined column.
      const joined = 'value' in cell && typeof cell.value === 'string' ? cell.value : null;
      const value = column === null ? null : Number.isNaN(column) ? joined : (data.cells[column] ?? null);
      if (
        column !== null &&
        !Number.isNaN(column) &&
        isMenuKey(event) &&
        event.target instanceof Element &&
        this.#news.onMenu !== undefined
      ) {
        const { left, bottom } = event.target.getBoundingClientRect();
        this.#news.onMenu({ index: column, value, left: left + 8, top: bottom });
        event.preventDefault();
      } else if (onCellKey(event, { position: rowIndex, row: data, column, value }, this.#news)) event.preventDefault();
    },
  };
}

interface Cell {
  readonly position: number;
  readonly row: LeadRow;
  readonly column: number | null;
  readonly value: string | null;
}

/** The key with the menu on it, or what stands for it on keyboards without one. */
function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

/** True when the key meant something. */
function onCellKey(event: KeyboardEvent, { position, row, column, value }: Cell, news: GridNews): boolean {
  if (hasModifier(event) && !event.altKey && shortcutKey(event) === 'c' && event.shiftKey) {
    news.onCopy(value, column, 'programs');
    return true;
  }
  if (hasModifier(event) && !event.shiftKey && !event.altKey) {
    if (shortcutKey(event) === 'a') news.onChooseAll(true);
    // Text that is marked with the mouse is copied by the browser.
    else if (shortcutKey(event) === 'c' && (window.getSelection()?.toString() ?? '') === '')
      news.onCopy(value, column, 'people');
    else return false;
    return true;
  }
  if (event.key === ' ') news.onChoose(position, row, event.shiftKey);
  else if (event.key === 'Enter') news.onRow(position, row, true);
  else return false;
  return true;
}

function onHeaderKey(event: KeyboardEvent, header: string, news: GridNews): boolean {
  if (header === CHOICE) {
    if (event.key !== ' ' && event.key !== 'Enter') return false;
    const box = event.target instanceof Element ? event.target.querySelector('input') : null;
    news.onChooseAll(box?.checked !== true);
  } else {
    if (header === NAME) return false;
    if (event.key !== 'ContextMenu' && !(event.key === 'ArrowDown' && event.altKey)) return false;
    news.onColumn(Number(header));
  }
  event.preventDefault();
  return true;
}

/** Draws a row again. Whatever has the focus keeps it. */
function drawAgain(grid: Grid, number: number): void {
  const node = grid.getRowNode(String(number));
  if (node?.data === undefined) return;
  node.updateData({ ...node.data });
  grid.refreshCells({ rowNodes: [node], force: true });
}
