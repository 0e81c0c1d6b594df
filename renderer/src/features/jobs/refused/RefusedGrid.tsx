import type {
  CellClassParams,
  ColDef,
  GetRowIdParams,
  ICellRendererParams,
  ITooltipParams,
  ValueSetterParams,
} from 'ag-grid-community';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { JobDetail, JobRow } from '../../../../../shared/contract/jobs/jobs.ts';
import { call } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { startWork, StatusWord } from '../../../ui/index.ts';
import { lineWidth } from '../../../ui/grid/line-width.ts';
import { PagedGrid } from '../../../ui/grid/PagedGrid.tsx';
import type { LoadRows } from '../../../ui/grid/row-pages.ts';
import { useOwnTask } from '../../../ui/layout/use-own-task.ts';
import { gridSize } from '../../../ui/theme/tokens.ts';
import classes from '../parts/JobPage.module.css';
import { cellNow, inFile, namedColumns, reasonWidth, standingOf } from './refused-model.ts';
import refusedClasses from './RefusedRows.module.css';
import type { RefusedChanges } from './use-refused-changes.ts';

/** Rows a page. The list is short and narrow: a small page shows sooner. */
const PAGE = 100;
// Outside the component: the grid takes another object for a change.
const columnDefaults: ColDef<JobRow> = { sortable: false, suppressMovable: true, resizable: true };
/** What became of the row, or the way to leave it out. */
const STANDING = 'standing';
const rowId = ({ data }: GetRowIdParams<JobRow>): string => String(data.row);

interface RefusedGridProps {
  readonly detail: JobDetail;
  /** Null: rows of every reason. */
  readonly reason: string | null;
  readonly changes: RefusedChanges;
}

interface GridContext {
  readonly edit: (row: number, column: number, value: string) => void;
  readonly leaveOut: (row: number) => void;
}

/** Refused rows in the file's order; every value that is sent can be changed in its cell. */
export function RefusedGrid({ detail, reason, changes }: RefusedGridProps) {
  const { summary, refusals, lastChange, nextChange } = detail;
  const jobId = summary.id;
  const load = useCallback<LoadRows<JobRow>>(
    ({ offset, limit }) =>
      call('job:rows', { jobId, state: 'refused', ...(reason === null ? {} : { reason }), offset, limit }),
    [jobId, reason],
  );
  // The grid keeps its options for its whole life; what they call must be the latest.
  const latest = useRef(changes);
  useLayoutEffect(() => {
    latest.current = changes;
  });
  const { columns: labels, filled } = detail;
  const layout = useStable({
    rows: summary.counts.rows,
    labels,
    filled,
    reason,
    reasons: refusals.map((entry) => entry.reason),
  });
  const columns = useMemo(() => columnsFor(layout), [layout]);
  const context = useMemo<GridContext>(
    () => ({
      edit: (...edit) => startWork(() => latest.current.edit(...edit)),
      leaveOut: (row) => startWork(() => latest.current.leaveOut(row)),
    }),
    [],
  );
  const { refused, unknown } = summary.counts;
  const fixed = refusals.reduce((sum, refusal) => sum + refusal.fixed, 0);
  const listed = refusals.find((refusal) => refusal.reason === reason)?.count ?? refused;
  return (
    <div className={classes['gridBox']} style={{ maxHeight: heightOf(listed) }}>
      <PagedGrid<JobRow>
        label="Refused rows"
        isDue={useOwnTask()}
        rows="preview"
        load={load}
        pageSize={PAGE}
        // A person's answer to an unknown row can change the list while its length stays.
        revision={`${refused} ${unknown} ${fixed} ${lastChange?.id ?? 0} ${nextChange?.id ?? 0}`}
        columnDefs={columns}
        defaultColDef={columnDefaults}
        getRowId={rowId}
        singleClickEdit
        stopEditingWhenCellsLoseFocus
        context={context}
        // Keys reach nothing inside a cell but its text.
        onCellKeyDown={(pressed) => {
          const { data, event } = pressed;
          const isStanding = 'column' in pressed && pressed.column.getColId() === STANDING;
          const isEnter = event instanceof KeyboardEvent && event.key === 'Enter';
          if (isEnter && isStanding && data !== undefined && standingOf(data) === 'refused') context.leaveOut(data.row);
        }}
      />
    </div>
  );
}

/** Pixels of the line with the names of the columns, and of a bar to scroll sideways. */
const AROUND_ROWS = 56;
/** Rows that always have room: the card does not grow with the first ones. */
const FEWEST_ROWS = 4;

/** Pixels. With few rows, a card as high as the window would be mostly empty. */
function heightOf(rows: number): number {
  return AROUND_ROWS + Math.max(FEWEST_ROWS, rows) * gridSize.rowPreview;
}

interface Layout extends Pick<JobDetail, 'filled'> {
  readonly rows: number;
  readonly labels: readonly string[];
  readonly reason: string | null;
  readonly reasons: readonly string[];
}

/** The columns that the reasons name first, so that they are in sight; the reason only where it is not chosen. */
function columnsFor({ rows, labels, filled, reason, reasons }: Layout): ColDef<JobRow>[] {
  const judgedBy = new Map(reasons.map((known) => [known, namedColumns(known, filled)]));
  const judged = (reason === null ? reasons : [reason]).flatMap((known) => judgedBy.get(known) ?? []);
  const isJudged = (row: JobRow, column: number) => judgedBy.get(row.reason)?.includes(column) === true;
  const order = filled.map(({ column }) => column);
  const first = order.filter((column) => judged.includes(column));
  const others = order.filter((column) => !judged.includes(column));
  const [name, ...rest] = others;
  const sequence = [...(name === undefined ? [] : [name]), ...first, ...rest];
  return [
    {
      colId: 'line',
      headerName: 'Line',
      pinned: 'left',
      width: lineWidth(rows, 72),
      type: 'rightAligned',
      valueGetter: ({ data }) => data?.line,
      valueFormatter: ({ value }: { value: unknown }) => (typeof value === 'number' ? format.number(value) : ''),
    },
    ...sequence.map((column) =>
      valueColumn(column, labels[column] ?? '', { isFirst: judged.includes(column), isJudged }),
    ),
    ...(reason === null
      ? [
          {
            colId: 'reason',
            headerName: 'Reason',
            initialFlex: 1,
            minWidth: reasonWidth(reasons),
            valueGetter: ({ data }: { data: JobRow | undefined }) => data?.reason,
            tooltip: ({ data }: ITooltipParams<JobRow>) => data?.reason ?? null,
          } as ColDef<JobRow>,
        ]
      : []),
    {
      colId: STANDING,
      headerName: 'Repair',
      pinned: 'right',
      width: 150,
      resizable: false,
      cellRenderer: Standing,
    },
  ];
}

interface Marks {
  /** The reason that most rows have names it. */
  readonly isFirst: boolean;
  /** The service names the column in its refusal of the row. */
  readonly isJudged: (row: JobRow, column: number) => boolean;
}

function valueColumn(column: number, label: string, { isFirst, isJudged }: Marks): ColDef<JobRow> {
  const isEdited = (row: JobRow | undefined) => row?.repair?.cells.some((cell) => cell.column === column) === true;
  return {
    colId: `c${column}`,
    headerName: label,
    headerTooltip: label,
    initialWidth: isFirst ? 170 : 156,
    editable: ({ data }) => data !== undefined,
    valueGetter: ({ data }) => (data === undefined ? '' : cellNow(data, column)),
    valueSetter: ({ data, newValue, context }: ValueSetterParams<JobRow, string | null, GridContext>) => {
      const value = newValue ?? '';
      if (value === cellNow(data, column)) return false;
      context.edit(data.row, column, value);
      return false;
    },
    tooltip: ({ data }: ITooltipParams<JobRow>) => (data === undefined ? null : inFile(data, column)),
    cellClassRules: {
      [refusedClasses['judged'] ?? '']: ({ data }: CellClassParams<JobRow>) =>
        data !== undefined && isJudged(data, column) && !isEdited(data),
      [refusedClasses['fixed'] ?? '']: ({ data }: CellClassParams<JobRow>) =>
        isEdited(data) && data !== undefined && standingOf(data) === 'fixed',
      [refusedClasses['edited'] ?? '']: ({ data }: CellClassParams<JobRow>) =>
        isEdited(data) && data !== undefined && standingOf(data) !== 'fixed',
    },
  };
}

function Standing({ data, context }: ICellRendererParams<JobRow, unknown, GridContext>) {
  if (data === undefined) return null;
  const standing = standingOf(data);
  return (
    <span className={refusedClasses['standing']}>
      {standing === 'fixed' && <StatusWord status="ok">fixed</StatusWord>}
      {standing === 'problem' && (
        <StatusWord status="warning">
          <span title={data.repair?.problem}>{data.repair?.problem}</span>
        </StatusWord>
      )}
      {standing === 'refused' && (
        <button type="button" className="linkButton" onClick={() => context.leaveOut(data.row)}>
          Leave out
        </button>
      )}
    </span>
  );
}
