import type { CellClassParams, ColDef, GridApi } from 'ag-grid-community';
import { useEffect, useMemo, useRef } from 'react';
import type { Draft, PreviewRow } from '../../../../shared/contract/imports.ts';
import { useChannel } from '../../bridge/index.ts';
import { FailureNote } from '../../ui/index.ts';
import { DataGrid } from '../../ui/DataGrid.tsx';
import classes from './FileStep.module.css';
import { isOnlySpace } from './reading-model.ts';

const PREVIEW_ROWS = 100;

interface PreviewGridProps {
  readonly draft: Draft;
  /** Line to bring into view; null: none asked for. */
  readonly line: number | null;
}

/** The first rows of the file, as they were read. */
export function PreviewGrid({ draft, line }: PreviewGridProps) {
  const { data, error } = useChannel('import:rows', { draftId: draft.id, offset: 0, limit: PREVIEW_ROWS });
  const grid = useRef<GridApi<PreviewRow> | null>(null);
  const rows = data?.rows;
  const columns = useMemo(() => columnsFor(draft), [draft]);

  useEffect(() => {
    const index = rows?.findIndex((row) => row.line >= (line ?? Number.POSITIVE_INFINITY)) ?? -1;
    if (index < 0 || grid.current === null) return;
    grid.current.ensureIndexVisible(index, 'middle');
    grid.current.setFocusedCell(index, 'line');
  }, [line, rows]);

  if (error !== null) return <FailureNote failure={error} />;
  return (
    <DataGrid<PreviewRow>
      label="First rows of the file"
      rows="preview"
      rowData={rows ?? null}
      loading={rows === undefined}
      columnDefs={columns}
      defaultColDef={{ sortable: false, suppressMovable: true, resizable: true }}
      getRowId={({ data: row }) => String(row.row)}
      enableCellTextSelection
      autoSizeStrategy={{ type: 'fitCellContents', defaultMaxWidth: 240, defaultMinWidth: 72 }}
      onGridReady={({ api }) => {
        grid.current = api;
      }}
    />
  );
}

function columnsFor(draft: Draft): ColDef<PreviewRow>[] {
  return [
    {
      colId: 'line',
      headerName: 'Line',
      pinned: 'left',
      width: 60,
      suppressAutoSize: true,
      type: 'rightAligned',
      cellClass: classes['line'] ?? '',
      valueGetter: ({ data }) => data?.line,
    },
    ...draft.reading.columns.map((column): ColDef<PreviewRow> => ({
      colId: `c${column.index}`,
      headerName: column.label,
      headerTooltip: column.label,
      valueGetter: ({ data }) => data?.cells[column.index] ?? '',
      // A component only where it is needed: one in every cell would hold up the wheel.
      cellRendererSelector: ({ value }) => (isOnlySpace(value ?? '') ? { component: SpaceCell } : undefined),
      cellClassRules: {
        [classes['spaceCell'] ?? '']: ({ value }: CellClassParams<PreviewRow, string>) => isOnlySpace(value ?? ''),
      },
    })),
  ];
}

function SpaceCell() {
  return <span className={classes['space']}>space</span>;
}
