import { type RefObject, useState } from 'react';
import type { LeadGridHandle } from '../grid/LeadGrid.tsx';
import type { LeadRow } from '../grid/lead-rows.ts';
import type { ViewColumn } from '../view/page-view.ts';

/** What stands beside the grid. */
type Shown =
  | { readonly kind: 'column'; readonly column: number }
  | { readonly kind: 'lead'; readonly position: number; readonly row: LeadRow };

export interface SidePanelState {
  readonly shown: Shown | null;
  /** The panel was opened in another result; nobody has asked for it in this one. */
  readonly isKept?: boolean;
  readonly openColumn: (column: number) => void;
  readonly openLead: (position: number, row: LeadRow) => void;
  /** The focus goes back to the grid. */
  readonly close: () => void;
}

export function useSidePanel(grid: RefObject<LeadGridHandle | null>): SidePanelState {
  const [shown, setShown] = useState<Shown | null>(null);
  return {
    shown,
    openColumn: (column) => setShown({ kind: 'column', column }),
    openLead: (position, row) => setShown({ kind: 'lead', position, row }),
    close: () => {
      setShown(null);
      grid.current?.focus(shown?.kind === 'lead' ? shown.position : undefined);
    },
  };
}

/** The path of the column whose panel is open; it outlives the result. */
export interface KeptColumn {
  readonly path: string | null;
  readonly keep: (path: string | null) => void;
}

/** The side panel of a result. A column's panel stays open for the next result once that has the column. */
export function useResultPanel(
  grid: RefObject<LeadGridHandle | null>,
  columns: readonly ViewColumn[],
  { path, keep }: KeptColumn,
): SidePanelState {
  const own = useSidePanel(grid);
  const kept = columns.find((column) => column.path === path);
  return {
    shown: own.shown ?? (kept === undefined ? null : { kind: 'column', column: kept.index }),
    isKept: own.shown === null,
    openColumn: (index) => {
      keep(columns.find((column) => column.index === index)?.path ?? null);
      own.openColumn(index);
    },
    openLead: (position, row) => {
      keep(null);
      own.openLead(position, row);
    },
    close: () => {
      keep(null);
      own.close();
    },
  };
}
