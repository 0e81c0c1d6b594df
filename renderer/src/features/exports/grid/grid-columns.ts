import type { ColDef, ColumnState, GridApi, SuppressHeaderKeyboardEventParams } from 'ag-grid-community';
import { SORT_LIMIT, type SortKey } from '../../../../../shared/contract/exports/views.ts';
import { plainWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import { leadName, showsNames } from '../../../../../shared/domain/service/leads/lead-name.ts';
import type { ViewColumn } from '../view/page-view.ts';
import { ChoiceCell } from './choice-cell.ts';
import { ChoiceHeader } from './ChoiceHeader.tsx';
import { rendererFor } from './LeadCells.tsx';
import { LeadHeader } from './lead-header.ts';
import type { GridContext, LeadRow } from './lead-rows.ts';
import classes from './LeadGrid.module.css';

/** The column of boxes. */
export const CHOICE = 'choice';

/** The column of names, which the page joins from their parts. */
export const NAME = 'name';

const choiceColumn: ColDef<LeadRow> = {
  colId: CHOICE,
  headerName: 'Chosen',
  headerComponent: ChoiceHeader,
  cellRenderer: ChoiceCell,
  cellClass: classes['choice'] ?? '',
  width: 44,
  pinned: 'left',
  lockPosition: 'left',
  sortable: false,
  resizable: false,
  suppressMovable: true,
  suppressNavigable: false,
};

function nameColumn(columns: readonly ViewColumn[]): ColDef<LeadRow> {
  return {
    colId: NAME,
    headerName: 'Name',
    headerTooltip: 'Joined from the columns with parts of the name',
    // It has no values in the core: no panel, no order.
    headerComponentParams: {},
    valueGetter: ({ data }) => (data === undefined ? '' : leadName(data.cells, columns)),
    valueFormatter: ({ value }) => plainWords(String(value ?? '')),
    cellRendererSelector: rendererFor(NAME),
    initialWidth: 180,
    initialPinned: 'left',
    lockPosition: 'left',
    lockPinned: true,
    sortable: false,
    suppressMovable: true,
  };
}

/** Defaults of all columns. Outside of components: the grid takes another object for a change. */
export const columnDefaults: ColDef<LeadRow> = {
  sortable: true,
  resizable: true,
  minWidth: 56,
  comparator: () => 0,
  headerComponentParams: { innerHeaderComponent: LeadHeader },
  suppressHeaderKeyboardEvent: ({ event, column, context }: SuppressHeaderKeyboardEventParams<LeadRow>) =>
    'getColId' in column && (context as GridContext).onHeaderKey(event, column.getColId()),
};

/** Changes when columns come or get another name; not with their looks. */
export function columnKey(columns: readonly ViewColumn[]): string {
  return JSON.stringify(
    columns
      .map(({ index, path, title }) => [index, path, title])
      .sort((one, other) => Number(one[0]) - Number(other[0])),
  );
}

/** How a column differs from that of a result; null: it does not. */
export type OtherCells = (column: Pick<ViewColumn, 'index' | 'path' | 'title'>) => ColDef<LeadRow> | null;
export const usualCells: OtherCells = () => null;

/** The columns as the grid first makes them. Later changes of looks are applied to the columns that stand. */
export function columnDefinitions(
  columns: readonly ViewColumn[],
  sort: readonly SortKey[],
  cells: OtherCells,
): ColDef<LeadRow>[] {
  const paths = new Map(columns.map(({ index, path, title }) => [String(index), { index, path, title }]));
  return columnState(columns, sort).map(
    ({ colId, hide, pinned, width, sort: direction, sortIndex }): ColDef<LeadRow> => {
      const column = paths.get(colId);
      if (column === undefined) return colId === NAME ? nameColumn(columns) : choiceColumn;
      const { index, path, title } = column;
      return {
        colId,
        headerName: title,
        headerTooltip: path === title ? path : `${title} (${path})`,
        initialHide: hide === true,
        initialPinned: pinned ?? false,
        initialWidth: width ?? widthFor(path),
        initialSort: direction ?? null,
        ...(sortIndex == null ? {} : { initialSortIndex: sortIndex }),
        valueGetter: ({ data }) => data?.cells[index] ?? '',
        valueFormatter: ({ value }) => plainWords(String(value ?? '')),
        cellRendererSelector: rendererFor(path),
        ...cells(column),
      };
    },
  );
}

/** Looks and order of the columns as the grid takes them. */
export function columnState(columns: readonly ViewColumn[], sort: readonly SortKey[]): ColumnState[] {
  return [
    { colId: CHOICE, pinned: 'left' },
    ...(showsNames(columns) ? [{ colId: NAME, pinned: 'left' } as const] : []),
    ...columns.map((column): ColumnState => {
      const place = sort.findIndex((key) => key.column === column.index);
      return {
        colId: String(column.index),
        hide: !column.isShown,
        pinned: column.isPinned ? 'left' : null,
        width: column.width ?? widthFor(column.path),
        sort: sort[place]?.direction ?? null,
        sortIndex: place < 0 ? null : place,
      };
    }),
  ];
}

/** How the grid is sorted, by weight. Beyond the limit the latest column takes the place of the last one. */
export function sortOf(grid: GridApi<LeadRow>): SortKey[] {
  const sort = grid
    .getColumnState()
    .filter((column) => column.sort === 'asc' || column.sort === 'desc')
    .sort((one, other) => (one.sortIndex ?? 0) - (other.sortIndex ?? 0))
    .map((column): SortKey => ({
      column: Number(column.colId),
      direction: column.sort === 'desc' ? 'desc' : 'asc',
    }));
  return sort.length <= SORT_LIMIT ? sort : [...sort.slice(0, SORT_LIMIT - 1), ...sort.slice(-1)];
}

/** Positions of the columns in the order of the grid, hidden ones too. */
export function orderOf(grid: GridApi<LeadRow>): number[] {
  return grid
    .getColumnState()
    .filter((column) => column.colId !== CHOICE && column.colId !== NAME)
    .map((column) => Number(column.colId));
}

function widthFor(path: string): number {
  if (/uniqueId$/i.test(path)) return 120;
  if (/time$/i.test(path)) return 190;
  if (/^status$/i.test(path)) return 176;
  if (/mail|name|firma|adress|navn/i.test(path)) return 200;
  return 150;
}
