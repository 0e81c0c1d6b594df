import type {
  CellClassParams,
  CellKeyDownEvent,
  ColDef,
  GetRowIdParams,
  GridApi,
  ITooltipParams,
  RowClassRules,
  SortChangedEvent,
  ValueSetterParams,
} from 'ag-grid-community';
import {
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { CheckFilter, RowLook, RowOrder } from '../../../../../../shared/contract/check/check-acts.ts';
import type { CheckReason, CheckRow } from '../../../../../../shared/contract/check/check.ts';
import type { Reading } from '../../../../../../shared/contract/imports/reading.ts';
import { callUntil } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { useStable } from '../../../../lib/use-stable.ts';
import { lineWidth } from '../../../../ui/grid/line-width.ts';
import { PagedGrid, type PagedGridHandle } from '../../../../ui/grid/PagedGrid.tsx';
import type { LoadRows } from '../../../../ui/grid/row-pages.ts';
import classes from './CheckGrid.module.css';
import { columnSequence } from '../model/check-model.ts';
import { type GridContext, leaveOut, LeaveOutBox } from './leave-out-box.ts';
import { askedLook } from '../model/check-view.ts';
import type { MarkedReason } from './marked-reason.ts';
import { isOfTeam, TEAM_COLUMNS } from './team-columns.tsx';
import { useTypedValue } from './use-typed-value.ts';

export interface CheckGridHandle {
  /** Shows a row of the list and puts the focus on its judged cell. */
  readonly goTo: (index: number) => void;
  /** Ends typing and keeps what was typed. */
  readonly stopEditing: () => void;
}

/** What a person changes in the rows. */
export interface RowChanges {
  readonly edit: (row: number, column: number, value: string) => void;
  readonly leaveRowOut: (row: number, isOut: boolean) => void;
}

/** The file's columns, and which of them the grid shows where. */
interface GridColumns {
  readonly all: Reading['columns'];
  /** The last line of the table. */
  readonly lastLine: number;
  /** Column whose values name a row for a person. */
  readonly naming: number;
  /** Columns that are sent. */
  readonly mapped: readonly number[];
  /** Columns that tell what became of a row before. */
  readonly told: readonly number[];
  /** Columns that are not sent are not shown. */
  readonly isFolded: boolean;
}

/** Which rows the grid lists, and in which order. */
interface RowList {
  readonly filter: CheckFilter;
  readonly order: RowOrder;
  readonly look: RowLook;
}

interface CheckGridProps {
  readonly ref: Ref<CheckGridHandle>;
  readonly draftId: string;
  readonly columns: GridColumns;
  readonly marked: MarkedReason;
  readonly list: RowList;
  /** Differs after every change, even a failed one: the shown rows are read again in place. */
  readonly revision: string;
  readonly changes: RowChanges;
  /** `index`: its place in the list. */
  readonly onFocusRow: (row: number, index: number) => void;
  readonly onSort: (sort: RowLook['sort']) => void;
  /** How many rows there are with what is looked for. */
  readonly onRows: (total: number) => void;
}

const LEAVE_OUT = 'leaveOut';

// Outside the component: the grid takes another object for a change.
const columnDefaults: ColDef<CheckRow> = { sortable: false, suppressMovable: true, resizable: true };
const rowId = ({ data }: GetRowIdParams<CheckRow>): string => String(data.row);
const rowClasses: RowClassRules<CheckRow> = {
  [classes['leftOut'] ?? '']: ({ data }) => data?.leftOut === true,
  [classes['startsGroup'] ?? '']: ({ data, rowIndex }) => data?.startsGroup === true && rowIndex > 0,
};

/** Rows of the draft in pages, with what a repair would make of the judged value; every cell of the file can be corrected. */
export function CheckGrid(props: CheckGridProps) {
  // Cells keep their times; another window may choose another zone for the account.
  return <RowsGrid key={format.zone()} {...props} />;
}

function RowsGrid(props: CheckGridProps) {
  const { ref, draftId, marked, revision } = props;
  const grid = useRef<PagedGridHandle<CheckRow>>(null);
  // The grid keeps its options for its whole life; what they call must be the latest.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const load = useLoadRows(props, latest);
  // Another reason brings other columns and other rows: the grid makes its columns in a task of its own.
  const definitions = useDeferredValue(useColumns(props, latest));
  const context = useMemo<GridContext>(
    () => ({ onLeaveOut: (row, isOut) => latest.current.changes.leaveRowOut(row, isOut) }),
    [],
  );
  useImperativeHandle(
    ref,
    () => ({
      goTo: (index) => grid.current?.show(index, (row) => columnToFocus(row, latest.current.marked.judged)),
      stopEditing: () => grid.current?.api()?.stopEditing(),
    }),
    [],
  );
  const sort = useStable(props.list.look.sort);
  useEffect(() => {
    const api = grid.current?.api() ?? null;
    if (api === null || JSON.stringify(sortOf(api)) === JSON.stringify(sort)) return;
    const state = sort === null ? [] : [{ colId: `c${sort.column}`, sort: sort.direction }];
    api.applyColumnState({ state, defaultState: { sort: null } });
  }, [sort]);
  const typed = useTypedValue({
    grid: () => grid.current?.api() ?? null,
    draftId,
    marked,
  });

  return (
    <div className={classes['typed']} onInput={typed.onInput}>
      <PagedGrid<CheckRow>
        ref={grid}
        label="Rows of the file"
        load={load}
        revision={revision}
        columnDefs={definitions}
        defaultColDef={columnDefaults}
        getRowId={rowId}
        singleClickEdit
        stopEditingWhenCellsLoseFocus
        context={context}
        rowClassRules={rowClasses}
        onCellFocused={({ rowIndex, api }) => {
          const row = rowIndex === null ? undefined : api.getDisplayedRowAtIndex(rowIndex)?.data?.row;
          if (row !== undefined && rowIndex !== null) latest.current.onFocusRow(row, rowIndex);
        }}
        onSortChanged={({ api, source }: SortChangedEvent<CheckRow>) => {
          if (source !== 'api') latest.current.onSort(sortOf(api));
        }}
        onCellEditingStopped={({ valueChanged }) => typed.onStopped(valueChanged)}
        onCellClicked={({ column, data, node, event }) => {
          // The box counts its own clicks. A row that is read anew while the button is down has another box by then, and
          // the browser gives the click to the cell around both.
          if (column.getColId() !== LEAVE_OUT || data === undefined || event?.target instanceof HTMLInputElement)
            return;
          leaveOut(node, !data.leftOut, latest.current.changes.leaveRowOut);
        }}
        onCellKeyDown={(event) => {
          if (isLeaveOutKey(event) && event.data !== undefined) {
            event.event?.preventDefault();
            leaveOut(event.node, !event.data.leftOut, latest.current.changes.leaveRowOut);
          }
        }}
      />
    </div>
  );
}

/** Reads the rows of this reason, filter and order; another function when one of them changes. */
function useLoadRows(
  { draftId, marked, list: { filter, order, look } }: CheckGridProps,
  latest: { readonly current: CheckGridProps },
): LoadRows<CheckRow> {
  const { reason, parameters } = marked;
  const asked = useStable({
    draftId,
    reasonId: reason?.id ?? null,
    filter,
    order,
    ...askedLook({ look }),
    ...(parameters && { parameters }),
  });
  return useCallback(
    async ({ offset, limit }, signal) => {
      const page = await callUntil('check:rows', { ...asked, offset, limit }, signal);
      if (!signal.aborted) latest.current.onRows(page.total);
      return page;
    },
    [asked, latest],
  );
}

/** Made anew only when the columns to show change, or widths that a person set would be lost. */
function useColumns(
  { columns: { all, lastLine, naming, mapped, told, isFolded }, marked: { judged, reason } }: CheckGridProps,
  latest: { readonly current: CheckGridProps },
): ColDef<CheckRow>[] {
  const order = columnSequence(all.length, { naming, judged, mapped, told });
  const shown = isFolded ? order.filter((index) => [mapped, judged, told].some((some) => some.includes(index))) : order;
  const [reasonColumn = -1] = told;
  // A correction brings other examples: widths that a person set must not follow them.
  const [kept, setKept] = useState({ id: reason?.id, letters: longestExample(reason) });
  if (kept.id !== reason?.id) setKept({ id: reason?.id, letters: longestExample(reason) });
  const { letters } = kept;
  const layout = useStable({
    lastLine,
    judged,
    shown,
    reasonColumn,
    field: reason?.repair === null ? null : (reason?.field ?? null),
    letters,
    isOfTeam: isOfTeam(reason),
  });
  return useMemo(
    () => columnsFor(all, layout, (row, column, value) => latest.current.changes.edit(row, column, value)),
    [all, layout, latest],
  );
}

/** The column that the grid is sorted by. */
function sortOf(api: GridApi<CheckRow>): RowLook['sort'] {
  const sorted = api.getColumnState().find(({ sort }) => sort === 'asc' || sort === 'desc');
  if (sorted === undefined) return null;
  return { column: Number(sorted.colId.slice(1)), direction: sorted.sort === 'desc' ? 'desc' : 'asc' };
}

/** The judged cell of a row, or else the first that is marked in it. */
function columnToFocus(row: CheckRow, judged: readonly number[]): string {
  const column = judged[0] ?? row.marks.find((mark) => mark.column !== null)?.column ?? null;
  return column === null ? 'line' : `c${column}`;
}

function isLeaveOutKey(event: CellKeyDownEvent<CheckRow> | { type: string }): event is CellKeyDownEvent<CheckRow> {
  if (!('column' in event) || !(event.event instanceof KeyboardEvent)) return false;
  return event.column.getColId() === LEAVE_OUT && event.event.key === ' ';
}

/** Pixels. The name, the judged value and the repaired one stand side by side in the narrowest window. */
const JUDGED_WIDTH = 146;
/** Letters of the longest example of a reason; 0 without one. */
const longestExample = (reason: CheckReason | null): number =>
  Math.max(0, ...(reason?.examples ?? []).map(({ value }) => value.length));

/**
 * Pixels. A longer value makes its two columns wider, and the name gives way in a narrow window: the reason is read in the
 * values. The examples are the first rows only, so some room is added.
 */
function widthsFor(letters: number): { readonly naming: number; readonly judged: number; readonly repaired: number } {
  const judged = Math.min(240, Math.max(JUDGED_WIDTH, Math.ceil(letters * 7.5) + 36));
  const extra = judged - JUDGED_WIDTH;
  const isRoomy = window.matchMedia('(min-width: 93.75em)').matches;
  const naming = isRoomy ? NAME_WIDTH : isSmall() ? SMALL_WIDTHS.naming : Math.max(96, NAME_WIDTH - 2 * extra);
  return { naming, judged, repaired: judged + 18 };
}

/** Pixels. */
const NAME_WIDTH = 152;
/** Pixels. In a small window name and judged value stand side by side, or only the name would be seen. */
const SMALL_WIDTHS = { naming: 92, judged: 138 } as const;
const isSmall = (): boolean => window.matchMedia('(max-width: 74.99em)').matches;
/** Up to this number, columns fill the grid: otherwise names are cut beside an empty half of the window. */
const FEW = 4;

/** Pixels. What a service says of a row is a sentence; the end of a longer one is seen by scrolling. */
const REASON_WIDTH = 300;

type Edit = (row: number, column: number, value: string) => void;

interface Layout {
  readonly lastLine: number;
  /** Columns of the file in their order. */
  readonly shown: readonly number[];
  readonly judged: readonly number[];
  /** The column of a result file that says why a row was refused; -1 for any other file. */
  readonly reasonColumn: number;
  /** The field that the repair changes; null: nothing is repaired. */
  readonly field: string | null;
  /** Letters of the longest example of the reason. */
  readonly letters: number;
  readonly isOfTeam: boolean;
}

function columnsFor(
  columns: Reading['columns'],
  { lastLine, shown: order, judged, reasonColumn, field: repairedField, letters, isOfTeam: hasSenders }: Layout,
  onEdit: Edit,
): ColDef<CheckRow>[] {
  const lastJudged = order.findLastIndex((index) => judged.includes(index));
  const widths = widthsFor(letters);
  const { naming, judged: others } = isSmall() ? SMALL_WIDTHS : { naming: JUDGED_WIDTH, judged: JUDGED_WIDTH };
  const filling = (at: number) => (order.length <= FEW ? { initialFlex: 1, minWidth: at === 0 ? naming : others } : {});
  return [
    {
      colId: 'line',
      headerName: 'Line',
      pinned: 'left',
      width: lineWidth(lastLine),
      resizable: false,
      cellClass: classes['line'] ?? '',
      valueGetter: ({ data }) => data?.line,
      valueFormatter: ({ value }: { value: unknown }) => (typeof value === 'number' ? format.number(value) : ''),
    },
    ...order.flatMap((index, at) => {
      const column = columns[index];
      if (column === undefined) return [];
      const isJudged = judged.includes(index);
      const width = isJudged ? widths.judged : at === 0 ? widths.naming : NAME_WIDTH;
      const own = {
        ...(index === reasonColumn
          ? { initialWidth: REASON_WIDTH }
          : isJudged || at === 0
            ? { width }
            : { initialWidth: width }),
        ...dataColumn(column, isJudged, repairedField !== null, onEdit),
        ...filling(at),
      };
      if (at === 0 && hasSenders) return [own, ...TEAM_COLUMNS];
      return at === lastJudged && repairedField !== null ? [own, repairColumn(repairedField, widths.repaired)] : [own];
    }),
    {
      colId: LEAVE_OUT,
      headerName: 'Leave out',
      headerTooltip: 'Leave out',
      pinned: 'right',
      width: 84,
      resizable: false,
      cellRenderer: LeaveOutBox,
    },
  ];
}

function dataColumn(
  column: Reading['columns'][number],
  isJudged: boolean,
  hasRepair: boolean,
  onEdit: Edit,
): ColDef<CheckRow> {
  const { index, label } = column;
  const wasEdited = (row: CheckRow | undefined) => row?.edited.find((edit) => edit.column === index);
  return {
    colId: `c${index}`,
    headerName: isJudged && hasRepair ? `${label} in the file` : label,
    headerTooltip: label,
    sortable: true,
    editable: ({ data }) => data !== undefined,
    valueGetter: ({ data }) => data?.cells[index] ?? '',
    valueSetter: ({ data, newValue }: ValueSetterParams<CheckRow, string | null>) => {
      const value = newValue ?? '';
      if (value === (data.cells[index] ?? '')) return false;
      data.cells[index] = value;
      onEdit(data.row, index, value);
      return true;
    },
    tooltip: ({ data }: ITooltipParams<CheckRow>) => {
      const edit = wasEdited(data);
      return edit === undefined ? null : `In the file: ${edit.inFile === '' ? 'empty' : edit.inFile}`;
    },
    cellClassRules: {
      [classes['judged'] ?? '']: () => isJudged,
      [classes['marked'] ?? '']: ({ data }: CellClassParams<CheckRow>) =>
        !isJudged && data?.marks.some((mark) => mark.column === index) === true,
      [classes['edited'] ?? '']: ({ data }: CellClassParams<CheckRow>) => wasEdited(data) !== undefined,
    },
  };
}

function repairColumn(field: string, width: number): ColDef<CheckRow> {
  return {
    colId: 'after',
    headerName: `${field} after repair`,
    headerTooltip: `${field} as it would be sent after the repair`,
    width,
    valueGetter: ({ data }) => data?.change?.after ?? data?.change?.now ?? '',
    // Words and classes instead of a component: one in every row would hold up the wheel.
    valueFormatter: ({ data, value }) => (data === undefined ? '' : value === '' ? 'empty' : String(value)),
    cellClassRules: {
      [classes['after'] ?? '']: ({ data }) => data !== undefined,
      [classes['repaired'] ?? '']: ({ data }) => data?.change?.after != null,
      [classes['empty'] ?? '']: ({ data, value }) => data !== undefined && value === '',
    },
  };
}
