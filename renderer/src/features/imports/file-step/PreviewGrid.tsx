import type { CellClassParams, ColDef, GridApi, ICellRendererParams, IDatasource } from 'ag-grid-community';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { ColumnProfile, PreviewRow } from '../../../../../shared/contract/imports/reading.ts';
import { call, CallError } from '../../../bridge/index.ts';
import { FailureNote } from '../../../ui/index.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import classes from './FileStep.module.css';
import type { ShownPlace } from './preview-place.ts';
import { isOnlySpace } from './reading-model.ts';
import { hasUnseen } from './text-model.ts';
import { VisibleText } from './VisibleText.tsx';

/** The first block is what a person looks at first; the rest comes as they scroll. */
const BLOCK = 100;

interface PreviewGridProps {
  readonly draft: Draft;
  /** Place to bring into view; null: none asked for. */
  readonly place: ShownPlace | null;
}

/** The rows of the file as they were read, all of them, in blocks. Give it a key of the reading. */
export function PreviewGrid({ draft, place }: PreviewGridProps) {
  const [failure, setFailure] = useState<CallError | null>(null);
  const api = useRef<GridApi<PreviewRow> | null>(null);
  const marked = useRef<number | null>(null);
  const awaited = useRef<{ readonly index: number; readonly columnId: string } | null>(null);
  const { id } = draft;
  const { rows: total, columns: profiles } = draft.reading;
  const columns = useMemo(() => columnsFor(profiles), [profiles]);

  const source = useMemo<IDatasource>(
    () => ({
      getRows: ({ startRow, endRow, successCallback, failCallback }) => {
        call('import:rows', { draftId: id, offset: startRow, limit: endRow - startRow }).then(
          ({ rows }) => {
            setFailure(null);
            successCallback(rows, total);
            showAwaited();
          },
          (error: unknown) => {
            failCallback();
            if (!(error instanceof CallError)) throw error;
            setFailure(error);
          },
        );
      },
    }),
    [id, total],
  );

  /** For a place that was asked for, and when a block has come: a row must have its data before it can be focused. */
  function showAwaited(): void {
    const grid = api.current;
    const wanted = awaited.current;
    if (grid === null || grid.isDestroyed() || wanted === null) return;
    grid.ensureIndexVisible(wanted.index, 'middle');
    if (grid.getDisplayedRowAtIndex(wanted.index)?.data === undefined) return;
    awaited.current = null;
    // Before the focus, which would be lost with the old row.
    grid.redrawRows();
    grid.ensureColumnVisible(wanted.columnId);
    grid.setFocusedCell(wanted.index, wanted.columnId);
  }

  useEffect(() => {
    if (place === null) return undefined;
    const { line, column } = place;
    const chosen = profiles.find((profile) => profile.label === column);
    let isOver = false;
    void call('import:rowAt', { draftId: id, line }).then(
      ({ row }) => {
        if (isOver) return;
        marked.current = line;
        awaited.current = { index: (row ?? total) - 1, columnId: chosen === undefined ? 'line' : columnIdOf(chosen) };
        showAwaited();
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        setFailure(error);
      },
    );
    return () => {
      isOver = true;
    };
  }, [place, id, total, profiles]);

  return (
    <>
      {failure !== null && <FailureNote failure={failure} />}
      <DataGrid<PreviewRow>
        label="Rows as they were read"
        rows="preview"
        rowModelType="infinite"
        datasource={source}
        cacheBlockSize={BLOCK}
        maxBlocksInCache={20}
        blockLoadDebounceMillis={40}
        infiniteInitialRowCount={total}
        suppressNoRowsOverlay
        columnDefs={columns}
        defaultColDef={{ sortable: false, suppressMovable: true, resizable: true }}
        getRowId={({ data: row }) => String(row.row)}
        enableCellTextSelection
        rowClassRules={{
          [classes['markedRow'] ?? '']: ({ data }) => data !== undefined && data.line === marked.current,
        }}
        onGridReady={({ api: ready }) => {
          api.current = ready;
        }}
      />
    </>
  );
}

interface HeadGridProps {
  readonly columns: readonly ColumnProfile[];
  readonly rows: readonly PreviewRow[];
}

/** The first rows with choices that the whole file is still being read with. */
export function HeadGrid({ columns: profiles, rows }: HeadGridProps) {
  const columns = useMemo(() => columnsFor(profiles), [profiles]);
  return (
    <DataGrid<PreviewRow>
      label="Rows as they will be read"
      rows="preview"
      rowData={[...rows]}
      columnDefs={columns}
      defaultColDef={{ sortable: false, suppressMovable: true, resizable: true }}
      getRowId={({ data: row }) => String(row.row)}
    />
  );
}

function columnIdOf(column: ColumnProfile): string {
  return `c${column.index}`;
}

function columnsFor(columns: readonly ColumnProfile[]): ColDef<PreviewRow>[] {
  return [
    {
      colId: 'line',
      headerName: 'Line',
      pinned: 'left',
      width: 64,
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
      cellRenderer: Cell,
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

function Cell({ value }: ICellRendererParams<PreviewRow, string>) {
  const text = value ?? '';
  if (isOnlySpace(text)) return <span className={classes['space']}>space</span>;
  // A character that turns the writing direction would show another text than the one that is sent.
  return hasUnseen(text) ? <VisibleText text={text} /> : text;
}
