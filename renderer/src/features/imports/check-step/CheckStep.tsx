import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { DateOrder } from '../../../../../shared/domain/check/date-order.ts';
import { useKeptState } from '../../../lib/kept-state.tsx';
import { hasModifier, shortcutKey } from '../../../lib/shortcuts.ts';
import { isDialogOpen, useHistoryKeys, usePageKeys } from '../../../lib/use-page-keys.ts';
import { useMachine } from '../../../lib/use-machine.ts';
import { Changes, FailureNote, LiveRegion, Pane, Panes, toast, useIsReadOnly } from '../../../ui/index.ts';
import { useOwnTask } from '../../../ui/layout/use-own-task.ts';
import { useIsAtLeast, usePanelWidth } from '../../../ui/layout/window-width.ts';
import { findingsOf } from '../checking/check-state.ts';
import { CHANGE_NOTE } from '../checking/check-sum.ts';
import { CheckingAgain } from '../checking/CheckingAgain.tsx';
import { UnfitMappingNote } from '../checking/UnfitMappingNote.tsx';
import type { Check } from '../checking/use-check.ts';
import type { ComparisonWork } from '../checking/use-comparison.ts';
import { stepOf, withStep } from '../mapping-model/cleaning-model.ts';
import { CampaignRows } from './campaign/CampaignRows.tsx';
import type { CheckGridHandle } from './rows/CheckGrid.tsx';
import { CheckRows } from './rows/CheckRows.tsx';
import { CheckStepContext } from './model/check-step-context.ts';
import { type CheckView, openCheck, reduceCheckView, reopenCheck } from './model/check-view.ts';
import { CheckWaiting } from './CheckWaiting.tsx';
import { UnknownCountry } from './UnknownCountry.tsx';
import { FIND_ID } from './rows/RowsBar.tsx';
import { ReasonList } from './rows/ReasonList.tsx';
import { SidePanel } from './panels/SidePanel.tsx';
import { useChosenReason } from './model/use-chosen-reason.ts';
import { useCorrections } from './model/use-corrections.ts';
import { useRowSearch } from './rows/use-row-search.ts';

interface CheckStepProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly check: Check;
  readonly comparison: ComparisonWork;
  readonly onMapping: (change: (present: Mapping) => Mapping) => void;
  /** Null: guessed from the file. */
  readonly onCountry: (country: string | null) => void;
  readonly onColumns: () => void;
}

/** What was found in the rows before anything is sent, and everything that corrects it. */
export function CheckStep(props: CheckStepProps) {
  const summary = findingsOf(props.check.state);
  if (summary === null) return <CheckWaiting check={props.check} rows={props.draft.reading.rows} />;
  return <Checked {...props} summary={summary} />;
}

function Checked(props: CheckStepProps & { readonly summary: CheckSummary }) {
  const { draft, mapping, check, comparison, onMapping, onCountry, onColumns, summary } = props;
  const left = useKeptState<CheckView | null>(`check of ${draft.id}`, null);
  const {
    state: view,
    send,
    now,
  } = useMachine(reduceCheckView, () => {
    const before = left.get();
    return before === null ? openCheck(summary) : reopenCheck(before, summary);
  });
  useEffect(() => left.set(view), [left, view]);
  const [said, setSaid] = useState('');
  const [found, setFound] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const grid = useRef<CheckGridHandle>(null);
  const isPanelDue = useOwnTask();
  const widePanel = usePanelWidth({ narrow: 272, normal: 272, wide: 360 });
  // In a small window the rows had hardly one column: what stands beside them takes more lines instead.
  const isRoomy = useIsAtLeast(1200);
  const isReadOnly = useIsReadOnly();
  const corrections = useCorrections(check, summary, setSaid);
  const chosen = useChosenReason(draft.id, summary, view, corrections, () => grid.current?.stopEditing());
  const searchRow = useRowSearch({ draftId: draft.id, summary, view, show: send, grid, say: setSaid });

  const takeSummary = useEffectEvent(() => {
    const before = now().chosen;
    const isReplaced = send({ kind: 'summaryChanged', summary }).chosen !== before;
    // The element with the focus may be gone with its reason or its row; rows of the table go a moment later.
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body;
    if (isLost || (isReplaced && focused.closest('[role="treegrid"], [role="grid"]') !== null)) list.current?.focus();
  });
  useEffect(() => takeSummary(), [summary.revision]);

  usePageKeys((event) => {
    if (isDialogOpen()) return;
    if (event.key === 'F8') searchRow(event.shiftKey ? 'previous' : 'next');
    else if (shortcutKey(event) === 'f' && hasModifier(event) && !event.shiftKey)
      document.getElementById(FIND_ID)?.focus();
    else if (event.key === 'Enter' && hasModifier(event)) {
      // A key that is held would repair the reason that comes next as well.
      if (!event.repeat && !isReadOnly) chosen.repair();
    } else return;
    event.preventDefault();
  });
  useHistoryKeys(
    () => !isReadOnly && corrections.undo(),
    () => !isReadOnly && corrections.redo(),
  );

  function changeMapping(change: (present: Mapping) => Mapping): void {
    onMapping((present) => {
      const next = change(present);
      if (next !== present) check.expectChange();
      return next;
    });
  }

  /** Part of the mapping, so all rows are checked again. */
  function readDates(field: string, order: DateOrder | null): void {
    const before = dateOrderIn(mapping, field);
    changeMapping((present) => withDateOrder(present, field, order));
    // Only this choice: other parts of the mapping, and it itself, may have changed meanwhile.
    const takeBack = (present: Mapping) =>
      dateOrderIn(present, field) === order ? withDateOrder(present, field, before) : present;
    const words = order === null ? 'is sent as it stands' : `is read ${order === 'day-month' ? 'day' : 'month'} first`;
    toast(`${field} ${words}`, 'The choice is shown under Columns, too.', {
      name: CHANGE_NOTE,
      action: { label: 'Undo', onClick: () => changeMapping(takeBack) },
    });
  }

  /** Phones are judged by it and cleaned to it, so all rows are checked again. */
  function chooseCountry(country: string | null): void {
    check.expectChange();
    onCountry(country);
  }

  function showRow(row: number): void {
    send({ kind: 'rowSought', row });
    grid.current?.goTo(row - 1);
  }

  const { changeFailure, run, work } = check.state;
  return (
    <CheckStepContext
      value={{
        draft,
        mapping,
        check,
        comparison,
        summary,
        view,
        show: send,
        chosen,
        corrections,
        found,
        setFound,
        showRow,
        goTo: (index) => grid.current?.goTo(index),
        readDates,
        chooseCountry,
      }}
    >
      <FailureNote failure={changeFailure} title="The change was not saved. Everything else is as before." />
      <Changes>
        <UnfitMappingNote isLine draft={draft} mapping={mapping} onColumns={onColumns} />
        <UnknownCountry />
      </Changes>
      <Panes>
        <Pane label="Reasons" width={isRoomy ? 256 : 208}>
          <ReasonList ref={list} />
        </Pane>
        <Pane label="Rows" scroll={false}>
          {view.group === null ? <CheckRows ref={grid} /> : <CampaignRows ref={grid} origin={view.group} />}
        </Pane>
        <Pane label="Details" width={isRoomy ? widePanel : 240} ground="sunken">
          {isPanelDue && <SidePanel />}
        </Pane>
      </Panes>
      {run !== null && <CheckingAgain run={run} rows={draft.reading.rows} onCancel={check.cancel} />}
      {run === null && work !== null && (
        <CheckingAgain run={work} words="Changing rows" rows={draft.reading.rows} onCancel={check.stopChange} />
      )}
      <LiveRegion text={said} />
    </CheckStepContext>
  );
}

function dateOrderIn(mapping: Mapping, field: string): DateOrder | null {
  return stepOf(mapping.find((rule) => rule.field === field)?.cleaning ?? [], 'date')?.order ?? null;
}

function withDateOrder(mapping: Mapping, field: string, order: DateOrder | null): Mapping {
  const step = order === null ? null : ({ kind: 'date', order } as const);
  return mapping.map((rule) =>
    rule.field === field ? { ...rule, cleaning: withStep(rule.cleaning, 'date', step) } : rule,
  );
}
