import type { SearchHit, ViewPage } from '../../../../../shared/contract/exports/views.ts';
import type { LoadRows } from '../../../ui/grid/row-pages.ts';

/** A lead of a result, as the grid and the clipboard take it. */
export type LeadRow = Readonly<ViewPage['rows'][number]>;

/** Where a grid of leads has its rows from. */
export interface RowSource {
  /** Another function means another list, read from its start. */
  readonly load: LoadRows<LeadRow>;
  /** Rows so far of a list that grows at its end; null: it has its size. */
  readonly growing: number | null;
  /** Changes when rows of the same list may have changed; they are read again in place. */
  readonly revision: string;
}

/** What is shown in cells and headers beside the values. */
export interface GridMarks {
  /** Folded text whose hits are marked; empty: no search. */
  readonly needle: string;
  readonly hit: Pick<SearchHit, 'number' | 'column'> | null;
  /** Columns with a filter. */
  readonly filtered: ReadonlySet<number>;
  /** Number of the row whose details are open. */
  readonly openRow: number | null;
}

/** What cells and headers look up while they are drawn: the grid's context. Its marks are changed in place. */
export interface GridContext extends GridMarks {
  onChoose: (position: number, row: LeadRow, isRange: boolean) => void;
  onColumn: (column: number) => void;
  /** True when the key meant something. `column`: its id in the grid. */
  onHeaderKey: (event: KeyboardEvent, column: string) => boolean;
}
