import type { CellClassParams, ColDef, GridApi, ICellRendererParams, IDatasource } from 'ag-grid-community';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Draft, PreviewRow } from '../../../../shared/contract/imports.ts';
import type { ColumnProfile } from '../../../../shared/contract/reading.ts';
import { call, CallError } from '../../bridge/index.ts';
import { FailureNote } from '../../ui/index.ts';
import { DataGrid } from '../../ui/DataGrid.tsx';
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
  const [grid, setGrid] = useState<GridApi<PreviewRow> | null>(null);
  const marked = useRef<number | null>(null);
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

  useEffect(() => {
    if (grid === null || grid.isDestroyed() || place === null) return undefined;
    const { line, column } = place;
    let isOver = false;
    void call('import:rowAt', { draftId: id, line }).then(
      ({ row }) => {
        if (isOver || grid.isDestroyed()) return;
        marked.current = line;
        const index = (row ?? total) - 1;
        const chosen = profiles.find((profile) => profile.label === column);
        const columnId = chosen === undefined ? 'line' : columnIdOf(chosen);
        grid.ensureIndexVisible(index, 'middle');
        grid.ensureColumnVisible(columnId);
        grid.setFocusedCell(index, columnId);
        grid.redrawRows();
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        setFailure(error);
      },
    );
    return () => {
      isOver = true;
    };
  }, [grid, place, id, total, profiles]);

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
        infiniteInitialRowCount={Math.min(total, BLOCK)}
        suppressNoRowsOverlay
        columnDefs={columns}
        defaultColDef={{ sortable: false, suppressMovable: true, resizable: true }}
        getRowId={({ data: row }) => String(row.row)}
        enableCellTextSelection
        rowClassRules={{
          [classes['markedRow'] ?? '']: ({ data }) => data !== undefined && data.line === marked.current,
        }}
        onGridReady={({ api }) => setGrid(api)}
      />
    </>
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
