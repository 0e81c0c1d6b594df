import type { RefObject } from 'react';
import type { CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import { call, CallError } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { startWork, toast } from '../../../../ui/index.ts';
import type { CheckGridHandle } from './CheckGrid.tsx';
import { askedLook, type CheckView, type CheckViewEvent, searchedFilter } from '../model/check-view.ts';

interface RowSearchOptions {
  readonly draftId: string;
  readonly summary: CheckSummary;
  readonly view: CheckView;
  readonly show: (event: CheckViewEvent) => void;
  readonly grid: RefObject<CheckGridHandle | null>;
  /** For people who hear the page. */
  readonly say: (words: string) => void;
}

export type Direction = 'next' | 'previous';

/** From row to row with a problem, in the order of the list that is shown; after the last comes the first. */
export function useRowSearch(options: RowSearchOptions): (direction: Direction) => void {
  const { draftId, summary, view, show, grid, say } = options;
  const reason = summary.reasons.find((known) => known.id === view.chosen) ?? null;

  async function search(direction: Direction): Promise<void> {
    grid.current?.stopEditing();
    const filter = searchedFilter(view);
    if (filter !== view.filter) show({ kind: 'filterChosen', filter });
    const { focused } = view;
    const ask = (row: number, index: number | null) =>
      call('check:next', {
        draftId,
        reasonId: reason?.id ?? null,
        filter,
        order: view.order,
        ...askedLook(view),
        row,
        ...(index === null ? {} : { index }),
        direction,
      });
    const beforeTheFirst = direction === 'next' ? 0 : summary.rows + 1;
    // A place in another list says nothing about this one.
    let found = await ask(focused?.row ?? beforeTheFirst, filter === view.filter ? (focused?.index ?? null) : null);
    if (found.row === null) found = await ask(beforeTheFirst, null);
    if (found.row === null) {
      say('No row has a problem.');
      return;
    }
    show({ kind: 'rowFocused', row: found.row, index: found.index });
    grid.current?.goTo(found.index);
    const title = filter === 'problem' ? 'Problem' : (reason?.title ?? 'Problem or warning');
    say(`${title}, ${format.number(found.ordinal)} of ${format.number(found.total)}`);
  }

  return (direction) =>
    startWork(() =>
      search(direction).catch((failure: unknown) => {
        if (!(failure instanceof CallError)) throw failure;
        toast('The next row was not found.', failure.message, { tone: 'error' });
      }),
    );
}
