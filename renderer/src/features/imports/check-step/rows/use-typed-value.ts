import type { GridApi } from 'ag-grid-community';
import { type FormEvent, useEffect, useRef } from 'react';
import type { CheckRow } from '../../../../../../shared/contract/check/check.ts';
import { call, CallError } from '../../../../bridge/index.ts';
import { startWork } from '../../../../ui/index.ts';
import type { MarkedReason } from './marked-reason.ts';

interface TypedValueOptions {
  readonly grid: () => GridApi<CheckRow> | null;
  readonly draftId: string;
  /** A typed value is shown beside its cell only for a reason with a repair. */
  readonly marked: MarkedReason;
}

/** Milliseconds without typing before the core is asked what would be sent. */
const TYPING_PAUSE = 60;

/**
 * Shows beside a cell what would be sent while it is being typed, and puts back what stood there when the typing is given
 * up. The kept value comes with the answer to the edit.
 */
export function useTypedValue({ grid, draftId, marked }: TypedValueOptions) {
  const { judged, parameters } = marked;
  const reasonId = marked.reason?.repair == null ? null : marked.reason.id;
  const timer = useRef<number | undefined>(undefined);
  /** Counts what was asked; only the answer to the last counts. */
  const asked = useRef(0);
  const before = useRef<{ readonly row: CheckRow; readonly change: CheckRow['change'] } | null>(null);

  function show(row: CheckRow, change: CheckRow['change']): void {
    const api = grid();
    const node = api === null || api.isDestroyed() ? undefined : api.getRowNode(String(row.row));
    row.change = change;
    if (node !== undefined) api?.refreshCells({ rowNodes: [node], columns: ['after'], force: true });
  }

  async function ask(row: CheckRow, column: number, value: string): Promise<void> {
    if (reasonId === null || row.change === null) return;
    asked.current += 1;
    const turn = asked.current;
    const typed = await call('check:typed', {
      draftId,
      reasonId,
      ...(parameters === undefined ? {} : { parameters }),
      edit: { row: row.row, column, value },
    });
    if (turn === asked.current) show(row, { ...row.change, ...typed });
  }

  useEffect(() => () => window.clearTimeout(timer.current), []);

  return {
    onInput(event: FormEvent): void {
      const api = grid();
      const cell = api?.getEditingCells()[0];
      if (api === null || cell === undefined || !(event.target instanceof HTMLInputElement)) return;
      const row = api.getDisplayedRowAtIndex(cell.rowIndex)?.data;
      const column = judged.find((index) => `c${index}` === cell.colId);
      if (row === undefined || column === undefined) return;
      const { value } = event.target;
      before.current ??= { row, change: row.change };
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(
        () => startWork(() => ask(row, column, value).catch(ignoreExpected)),
        TYPING_PAUSE,
      );
    },

    /** `isKept`: the value is on its way to the draft. */
    onStopped(isKept: boolean): void {
      window.clearTimeout(timer.current);
      asked.current += 1;
      if (!isKept && before.current !== null) show(before.current.row, before.current.change);
      before.current = null;
    },
  };
}

/** The value stays as it was; the edit itself will say what is wrong. */
function ignoreExpected(failure: unknown): void {
  if (!(failure instanceof CallError)) throw failure;
}
