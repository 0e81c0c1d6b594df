// Why: decision 0065.
import type { ColDef, GetRowIdParams, GridApi, GridSizeChangedEvent, RowClassParams } from 'ag-grid-community';
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { SearchHit, SortKey } from '../../../../../shared/contract/exports/views.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { PagedGrid, type PagedGridHandle } from '../../../ui/grid/PagedGrid.tsx';
import type { ViewColumn } from '../view/page-view.ts';
import {
  columnDefaults,
  columnDefinitions,
  columnKey,
  columnState,
  NAME,
  type OtherCells,
  usualCells,
} from './grid-columns.ts';
import { GridLink, type GridNews } from './grid-link.ts';
import type { GridContext, GridMarks, LeadRow, RowSource } from './lead-rows.ts';
import classes from './LeadGrid.module.css';

export interface LeadGridHandle {
  /** Position of the first row on the screen, from 0. */
  readonly firstVisible: () => number;
  /** Scrolls a cell into view without taking the focus. */
  readonly reveal: (hit: Pick<SearchHit, 'position' | 'column'>) => void;
  /** Puts the focus on the grid, on the row with this position if it is known. */
  readonly focus: (position?: number) => void;
  /** Puts the focus on the first row, in this column, as soon as it has been loaded. */
  readonly focusFirst: (column: number) => void;
  /** Shows a row as chosen before the core has answered. */
  readonly mark: (row: LeadRow, chosen: boolean) => void;
}

export interface LeadGridProps {
  readonly ref?: Ref<LeadGridHandle>;
  readonly label: string;
  /** In the order of the grid, hidden ones too. */
  readonly columns: readonly ViewColumn[];
  readonly rows: RowSource;
  readonly sort: readonly SortKey[];
  /** How some columns differ from those of a result. Another function makes the columns anew. */
  readonly cells?: OtherCells;
  readonly marks: GridMarks;
  /** What a person does in the grid. */
  readonly news: GridNews;
}

// Outside the component: the grid takes another object for a change.
const rowId = ({ data }: GetRowIdParams<LeadRow>): string => String(data.number);
const rowRules = {
  [classes['chosenRow'] ?? '']: ({ data }: RowClassParams<LeadRow>) => data?.chosen === true,
  [classes['hitRow'] ?? '']: ({ data, context }: RowClassParams<LeadRow, GridContext>) =>
    data !== undefined && data.number === context.hit?.number,
  [classes['openRow'] ?? '']: ({ data, context }: RowClassParams<LeadRow, GridContext>) =>
    data !== undefined && data.number === context.openRow,
};

/**
 * Leads in pages, sorted, filtered and searched by the core. While they arrive the list grows; only pages that were not
 * full are read again, so that the rows on the screen never move.
 */
export function LeadGrid({ ref, label, columns, rows, sort, cells = usualCells, marks, news }: LeadGridProps) {
  const grid = useRef<PagedGridHandle<LeadRow>>(null);
  const [link] = useState(() => new GridLink());
  useEffect(() => link.tell(news));
  useEffect(() => link.mark(marks, grid.current?.api() ?? null));
  const definitions = useDefinitions(columns, sort, cells);
  const looks = useStable(columnState(columns, sort));
  useEffect(() => {
    grid.current?.api()?.applyColumnState({ state: looks, applyOrder: true });
  }, [looks, definitions]);
  // From the view: a person may have unpinned meanwhile what the grid had let go. What has no room yet, it lets go again.
  const pinAgain = useCallback(
    ({ api }: GridSizeChangedEvent<LeadRow>) =>
      api.applyColumnState({ state: looks.map(({ colId, pinned }) => ({ colId, pinned })) }),
    [looks],
  );

  useImperativeHandle(ref, () => handleOf(() => grid.current), []);
  return (
    <PagedGrid<LeadRow>
      ref={grid}
      label={label}
      rows="preview"
      load={rows.load}
      growing={rows.growing}
      revision={rows.revision}
      maintainColumnOrder
      columnDefs={definitions}
      defaultColDef={columnDefaults}
      getRowId={rowId}
      context={link.context}
      rowClassRules={rowRules}
      hasSelectableText
      onGridSizeChanged={pinAgain}
      {...link.events}
    />
  );
}

/** Made anew only when columns come or get another name: everything else changes the columns that stand. */
function useDefinitions(
  columns: readonly ViewColumn[],
  sort: readonly SortKey[],
  cells: OtherCells,
): ColDef<LeadRow>[] {
  const key = columnKey(columns);
  const [made, setMade] = useState(() => ({ key, cells, definitions: columnDefinitions(columns, sort, cells) }));
  if (made.key === key && made.cells === cells) return made.definitions;
  const definitions = columnDefinitions(columns, sort, cells);
  setMade({ key, cells, definitions });
  return definitions;
}

function handleOf(paged: () => PagedGridHandle<LeadRow> | null): LeadGridHandle {
  const api = (): GridApi<LeadRow> | null => paged()?.api() ?? null;
  return {
    firstVisible: () => Math.max(0, api()?.getFirstDisplayedRowIndex() ?? 0),
    reveal: ({ position, column }) => {
      // The hidden part of a name stands in the column of names.
      const isHidden = api()?.getColumn(String(column))?.isVisible() === false;
      paged()?.reveal(position, isHidden ? NAME : String(column));
    },
    focus: (position) => {
      const grid = api();
      const column = grid?.getAllDisplayedColumns()[1];
      if (grid === null || column === undefined) return;
      grid.setFocusedCell(position ?? Math.max(0, grid.getFirstDisplayedRowIndex()), column);
    },
    focusFirst: (column) => paged()?.show(0, () => String(column)),
    mark: (row, chosen) =>
      api()
        ?.getRowNode(String(row.number))
        ?.updateData({ ...row, chosen }),
  };
}
