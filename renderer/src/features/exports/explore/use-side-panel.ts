import { type RefObject, useRef, useState } from 'react';
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
  /** A focus that was in the panel goes back to what opened it, or to the grid. */
  readonly close: () => void;
}

export function useSidePanel(grid: RefObject<LeadGridHandle | null>): SidePanelState {
  const [shown, setShown] = useState<Shown | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  return {
    shown,
    openColumn: (column) => {
      // The panel itself only goes on to another column.
      if (!hasFocus()) opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      setShown({ kind: 'column', column });
    },
    openLead: (position, row) => setShown({ kind: 'lead', position, row }),
    close: () => {
      setShown(null);
      if (!hasFocus()) return;
      if (shown?.kind === 'column') opener.current?.focus();
      // What opened it may be gone, or take no focus.
      if (hasFocus()) grid.current?.focus(shown?.kind === 'lead' ? shown.position : undefined);
    },
  };
}

const hasFocus = (): boolean => document.activeElement?.closest('[data-side-panel]') != null;

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
