import { type RefObject, useState } from 'react';
import type { LeadGridHandle } from '../grid/LeadGrid.tsx';
import type { LeadRow } from '../grid/lead-rows.ts';

/** What stands beside the grid. */
type Shown =
  | { readonly kind: 'column'; readonly column: number }
  | { readonly kind: 'lead'; readonly position: number; readonly row: LeadRow };

export interface SidePanelState {
  readonly shown: Shown | null;
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
