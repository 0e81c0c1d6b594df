// Why: decision 0320.
import {
  type CellPosition,
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  type ColumnState,
  EventApiModule,
  type GridSizeChangedEvent,
  InfiniteRowModelModule,
  LocaleModule,
  ModuleRegistry,
  type ProcessUnpinnedColumnsParams,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  type TabToNextCellParams,
  TextEditorModule,
  TooltipModule,
  ValidationModule,
} from 'ag-grid-community';
import { AgGridReact, type AgGridReactProps } from 'ag-grid-react';
import { useState } from 'react';
import { styleNonce } from '../../lib/nonce.ts';
import { useDensity } from '../theme/density.ts';
import { gridTheme } from './grid-theme.ts';
import { gridSize } from '../theme/tokens.ts';
import classes from './DataGrid.module.css';

ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TextEditorModule,
  TooltipModule,
  // Names the mistake instead of a bare number; left out of the product.
  ...(import.meta.env.DEV ? [ValidationModule] : []),
]);

export interface DataGridProps<Row> extends Omit<
  AgGridReactProps<Row>,
  'theme' | 'styleNonce' | 'rowHeight' | 'headerHeight' | 'enableCellTextSelection'
> {
  /** Its name for screen readers. */
  readonly label: string;
  /** `two lines`: 56 pixels a row at any density. */
  readonly rows?: 'one line' | 'preview' | 'two lines';
  /** True: text in its cells can be marked with the mouse. The grid's own option for this trebles its elements. */
  readonly hasSelectableText?: boolean;
  /** False keeps only its place. Give it `useOwnTask()` where nothing else waits for the grid. */
  readonly isDue?: boolean;
}

/** One stop for Tab, as every table of cells has it: arrows go from cell to cell, and Tab goes on to the next control. */
const leaveByTab = () => false as const;

/** Only where somebody types, Tab keeps what was typed and goes to the next cell. */
function nextCellByTab({ editing, nextCellPosition }: TabToNextCellParams): CellPosition | boolean {
  return editing && nextCellPosition !== null ? nextCellPosition : false;
}

/** Rows drawn above and below those on the screen. Each costs time in every frame while the table is flung. */
const ROWS_BEYOND = 1;

/**
 * Where pinned columns leave no room for the others, the grid unpins them, and for good: here they are pinned again when it
 * becomes wider.
 */
function pinsBack() {
  /** By the id of the column: how it was pinned, and the width of the grid that had no room for it. */
  const unpinned = new Map<string, { readonly pinned: ColumnState['pinned']; readonly width: number }>();
  return {
    processUnpinnedColumns: ({ columns, viewportWidth }: ProcessUnpinnedColumnsParams) => {
      for (const column of columns)
        unpinned.set(column.getColId(), { pinned: column.getPinned(), width: viewportWidth });
      return columns;
    },
    onGridSizeChanged: ({ api, clientWidth }: GridSizeChangedEvent) => {
      const state = [...unpinned].flatMap(([colId, { pinned, width }]) =>
        width < clientWidth ? { colId, pinned } : [],
      );
      for (const { colId } of state) unpinned.delete(colId);
      if (state.length > 0) api.applyColumnState({ state });
    },
  };
}

/**
 * The grid with the product's theme, nonce and density. Give it a parent with a height. Import it only from pages that
 * are loaded on demand: the library is larger than everything else together.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, rows = 'one line', hasSelectableText = false, isDue = true, ...options } = props;
  const density = useDensity();
  const [pins] = useState(pinsBack);
  const comfortable = rows === 'preview' ? gridSize.rowPreview : gridSize.row;
  const oneLine = density === 'compact' ? gridSize.rowCompact : comfortable;
  const isTwoLines = rows === 'two lines';
  return (
    <div className={classes['grid']} data-selectable={hasSelectableText || undefined} role="group" aria-label={label}>
      {isDue && (
        <AgGridReact<Row>
          theme={gridTheme}
          styleNonce={styleNonce()}
          rowHeight={isTwoLines ? gridSize.rowTwoLines : oneLine}
          headerHeight={isTwoLines ? gridSize.headerTwoLines : gridSize.header}
          ensureDomOrder
          rowBuffer={ROWS_BEYOND}
          tabToNextCell={nextCellByTab}
          tabToNextHeader={leaveByTab}
          animateRows={false}
          enableBrowserTooltips
          suppressDragLeaveHidesColumns
          // What shows it says why there are none.
          suppressNoRowsOverlay
          {...pins}
          {...options}
        />
      )}
    </div>
  );
}
