import type { CellClassParams, ColDef, GetRowIdParams, ICellRendererParams, RowClassRules } from 'ag-grid-community';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { ColumnProfile, PreviewRow } from '../../../../../shared/contract/imports/reading.ts';
import { call } from '../../../bridge/index.ts';
import { startWork } from '../../../ui/index.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { lineWidth } from '../../../ui/grid/line-width.ts';
import { PagedGrid, type PagedGridHandle } from '../../../ui/grid/PagedGrid.tsx';
import type { LoadRows } from '../../../ui/grid/row-pages.ts';
import classes from './FileStep.module.css';
import type { ShownPlace } from './preview-place.ts';
import { isOnlySpace } from './reading-model.ts';
import { hasUnseen } from './text-model.ts';
import { VisibleText } from './VisibleText.tsx';

/** Rows a page. The first page is what a person looks at first: a small one shows sooner. */
const PAGE = 100;

interface PreviewGridProps {
  readonly draft: Draft;
  /** Place to bring into view; null: none asked for. */
  readonly place: ShownPlace | null;
}

// Outside the components: the grid takes another object for a change.
const columnDefaults: ColDef<PreviewRow> = { sortable: false, suppressMovable: true, resizable: true };
const rowId = ({ data }: GetRowIdParams<PreviewRow>): string => String(data.row);

/** The rows of the file as they were read, all of them, in pages. Give it a key of the reading. */
export function PreviewGrid({ draft, place }: PreviewGridProps) {
  const grid = useRef<PagedGridHandle<PreviewRow>>(null);
  const marked = useRef<number | null>(null);
  const { id } = draft;
  const { rows: total, columns: profiles } = draft.reading;
  const lastLine = draft.reading.lastDataLine.value;
  const known = useMemo(() => columnsFor(profiles, lastLine), [profiles, lastLine]);
  // The grid makes its columns in a task of its own, after itself: together they hold up the page for too long.
  const columns = useDeferredValue(known, null);
  const rules = useMemo<RowClassRules<PreviewRow>>(
    () => ({ [classes['markedRow'] ?? '']: ({ data }) => data !== undefined && data.line === marked.current }),
    [],
  );

  const load = useCallback<LoadRows<PreviewRow>>(
    async ({ offset, limit }) => ({ ...(await call('import:rows', { draftId: id, offset, limit })), total }),
    [id, total],
  );

  useEffect(() => {
    if (place === null) return undefined;
    const { line, column } = place;
    const chosen = profiles.find((profile) => profile.label === column);
    let isOver = false;
    startWork(async () => {
      const { row } = await call('import:rowAt', { draftId: id, line });
      if (isOver) return;
      marked.current = line;
      grid.current?.show(
        (row ?? total) - 1,
        () => (chosen === undefined ? 'line' : columnIdOf(chosen)),
        () => grid.current?.api()?.redrawRows(),
      );
    });
    return () => {
      isOver = true;
    };
  }, [place, id, total, profiles]);

  return (
    <PagedGrid<PreviewRow>
      ref={grid}
      label="Rows as they were read"
      rows="preview"
      load={load}
      pageSize={PAGE}
      total={total}
      columnDefs={columns}
      defaultColDef={columnDefaults}
      getRowId={rowId}
      hasSelectableText
      rowClassRules={rules}
    />
  );
}

interface HeadGridProps {
  readonly columns: readonly ColumnProfile[];
  readonly rows: readonly PreviewRow[];
}

/** The first rows with choices that the whole file is still being read with. */
export function HeadGrid({ columns: profiles, rows }: HeadGridProps) {
  const given = useMemo(() => [...rows], [rows]);
  const lastLine = rows.at(-1)?.line ?? 0;
  const columns = useMemo(() => columnsFor(profiles, lastLine), [profiles, lastLine]);
  return (
    <DataGrid<PreviewRow>
      label="Rows as they will be read"
      rows="preview"
      rowData={given}
      columnDefs={columns}
      defaultColDef={columnDefaults}
      getRowId={rowId}
    />
  );
}

function columnIdOf(column: ColumnProfile): string {
  return `c${column.index}`;
}

function columnsFor(columns: readonly ColumnProfile[], lastLine: number): ColDef<PreviewRow>[] {
  return [
    {
      colId: 'line',
      headerName: 'Line',
      pinned: 'left',
      width: lineWidth(lastLine),
      type: 'rightAligned',
      cellClass: `${classes['line'] ?? ''} tabular`,
      valueGetter: ({ data }) => data?.line,
    },
    ...columns.map((column): ColDef<PreviewRow> => ({
      colId: columnIdOf(column),
      headerName: column.label,
      headerTooltip: column.label,
      initialWidth: widthFor(column),
      valueGetter: ({ data }) => data?.cells[column.index] ?? '',
      cellRendererSelector: rendererOf,
      cellClassRules: {
        [classes['spaceCell'] ?? '']: ({ value }: CellClassParams<PreviewRow, string>) => isOnlySpace(value ?? ''),
      },
    })),
  ];
}

/** Pixels for header and values of a column, known before its cells are: nothing moves when they come. */
function widthFor({ label, first, longest }: ColumnProfile): number {
  const characters = Math.max(label.length + 2, first.length, Math.min(longest.length, 22));
  return Math.min(240, Math.max(72, Math.round(characters * 7.8 + 32)));
}

/** Text that shows all that it holds is left to the grid: a component in each cell of a wide file takes its time. */
function rendererOf({ value }: ICellRendererParams<PreviewRow, string>) {
  const text = value ?? '';
  if (isOnlySpace(text)) return onlySpace;
  // A character that changes the writing direction would show another text than the one that is sent.
  return hasUnseen(text) ? visibleText : undefined;
}

const onlySpace = { component: () => <span className={classes['space']}>space</span> };
const visibleText = {
  component: ({ value }: ICellRendererParams<PreviewRow, string>) => <VisibleText text={value ?? ''} />,
};
