import type { LoadRows } from '../../../ui/grid/row-pages.ts';

/** A lead of a result, as the grid and the clipboard take it. */
export interface LeadRow {
  readonly number: number;
  readonly cells: readonly (string | null)[];
  readonly chosen?: boolean | undefined;
}

/** Where a grid of leads has its rows from. */
export interface RowSource {
  /** Another function means another list, read from its start. */
  readonly load: LoadRows<LeadRow>;
  /** Rows so far of a list that grows at its end; null: it has its size. */
  readonly growing: number | null;
  /** Changes when rows of the same list may have changed; they are read again in place. */
  readonly revision: string;
}

/** The cell that a search shows now. */
export interface CurrentHit {
  readonly number: number;
  readonly column: number;
}

/** What cells and headers look up while they are drawn: the grid's context. It is changed in place. */
export interface GridContext {
  /** Folded text whose hits are marked; empty: none. */
  needle: string;
  hit: CurrentHit | null;
  /** Columns with a filter. */
  filtered: ReadonlySet<number>;
  /** The row whose details are open. */
  openRow: number | null;
  onChoose: (position: number, row: LeadRow, isRange: boolean) => void;
  onColumn: (column: number) => void;
  /** True when the key meant something. `column`: its id in the grid. */
  onHeaderKey: (event: KeyboardEvent, column: string) => boolean;
}
