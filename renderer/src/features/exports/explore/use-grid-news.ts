import type { RefObject } from 'react';
import { useRef } from 'react';
import { columnWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { startWork } from '../../../ui/index.ts';
import type { GridNews } from '../grid/grid-link.ts';
import type { LeadGridHandle } from '../grid/LeadGrid.tsx';
import type { LeadRow } from '../grid/lead-rows.ts';
import { type PageView, type ViewColumn, withLooks, withOrder } from '../view/page-view.ts';
import { rowsOf, type ViewArgs } from '../view/view-args.ts';
import { copyCell, copyLeads } from './copy-leads.ts';
import type { Choice } from './use-choice.ts';
import type { SidePanelState } from './use-side-panel.ts';

interface Around {
  readonly args: ViewArgs;
  readonly columns: readonly ViewColumn[];
  /** The columns that are copied, when they are not those of the grid. */
  readonly copied?: readonly ViewColumn[];
  readonly choice: Choice;
  readonly panel: SidePanelState;
  readonly grid: RefObject<LeadGridHandle | null>;
  readonly onChange: (change: (view: PageView) => PageView) => void;
  readonly onMenu?: GridNews['onMenu'];
  readonly onFocus?: GridNews['onFocus'];
}

/** Handles the events of the grid. */
export function useGridNews({
  args,
  columns,
  copied = columns,
  choice,
  panel,
  grid,
  onChange,
  onMenu,
  onFocus,
}: Around): GridNews {
  /** Where a range begins: the row that was chosen last. In another view another row stands there. */
  const anchor = useRef<{ readonly view: ViewArgs; readonly position: number } | null>(null);
  const shown = useStable(args);
  const pathOf = (index: number): string | undefined => columns.find((column) => column.index === index)?.path;

  function wordsOf(index: number | null, value: string): string {
    return columnWords((index === null ? undefined : pathOf(index)) ?? '', value);
  }

  function choose(position: number, row: LeadRow, isRange: boolean): void {
    if (isRange && anchor.current?.view === shown) {
      const [first = 0, last = 0] = [anchor.current.position, position].sort((one, other) => one - other);
      choice.choose({ does: 'add', choice: { kind: 'positions', first, last } });
      return;
    }
    anchor.current = { view: shown, position };
    const chosen = row.chosen !== true;
    grid.current?.mark(row, chosen);
    choice.choose({ does: chosen ? 'add' : 'remove', choice: { kind: 'numbers', numbers: [row.number] } }, true);
  }

  return {
    ...(onMenu !== undefined && { onMenu }),
    onSort: (sort) => onChange((view) => ({ ...view, sort })),
    onOrder: (order) => {
      const paths = order.flatMap((index) => pathOf(index) ?? []);
      onChange((view) => withOrder(view, columns, paths));
    },
    onLook: (index, look) => {
      const path = pathOf(index);
      if (path !== undefined) onChange((view) => withLooks(view, columns, [path], look));
    },
    onChoose: choose,
    onChooseAll: (all) => choice.choose({ does: all ? 'add' : 'remove', choice: { kind: 'view' } }),
    onColumn: panel.openColumn,
    onFocus: (column) => onFocus?.(column),
    onRow: (position, row, isWanted) => {
      if (isWanted || panel.shown?.kind === 'lead') panel.openLead(position, row);
    },
    onCopy: (value, index, reader) => {
      if (choice.chosen > 0) startWork(() => copyLeads(rowsOf(args, 'chosen', choice.selection), copied, reader));
      else if (value !== null) startWork(() => copyCell(reader === 'people' ? wordsOf(index, value) : value));
    },
  };
}
