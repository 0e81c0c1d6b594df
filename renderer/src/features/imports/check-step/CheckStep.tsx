import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CheckFilter, CheckSummary, RowOrder } from '../../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { DateOrder } from '../../../../../shared/domain/check/date-order.ts';
import { call, CallError } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { closeToast, FailureNote, LiveRegion, Pane, Panes, toast } from '../../../ui/index.ts';
import { withStep } from '../mapping-model/cleaning-model.ts';
import { usePanelWidth } from '../../../ui/layout/use-panel-width.ts';
import type { CheckGridHandle } from './CheckGrid.tsx';
import { CheckRows } from './CheckRows.tsx';
import { CheckingAgain } from '../checking/CheckingAgain.tsx';
import { CheckWaiting } from './CheckWaiting.tsx';
import { changedParameters, judgedColumns, namingColumn, notFound, reasonAfter } from './check-model.ts';
import { rowForms } from '../checking/check-sum.ts';
import { GuessedCountry } from './GuessedCountry.tsx';
import { ReasonList } from './ReasonList.tsx';
import { SidePanel } from './SidePanel.tsx';
import { useCheckKeys } from './use-check-keys.ts';
import type { Check } from '../checking/use-check.ts';
import { useRepairCount } from './use-repair-count.ts';

interface CheckStepProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly check: Check;
  readonly onMapping: (mapping: Mapping) => void;
}

/** What was found in the rows before anything is sent, and everything that puts it right. */
export function CheckStep(props: CheckStepProps) {
  const { draft, check } = props;
  const { summary, progress } = check;
  const isOver = check.error === null && !check.wasCancelled && (progress === null || progress.isAgain);
  if (summary === null || !isOver) return <CheckWaiting check={check} rows={draft.reading.rows} />;
  return <Checked {...props} summary={summary} />;
}

/** Typing rests this long before the table shows what it would do. */
const REST = 250;
const UNDO_NOTE = 'check-undo';

function Checked({ draft, mapping, check, onMapping, summary }: CheckStepProps & { readonly summary: CheckSummary }) {
  const [chosen, setChosen] = useState(() => reasonAfter(summary, null));
  const [filter, setFilter] = useState<CheckFilter>(chosen === null ? 'problem' : 'reason');
  const [order, setOrder] = useState<RowOrder>('oddest');
  const [typed, setTyped] = useState<string | null>(null);
  const [keep, setKeep] = useState<'first' | 'last'>('first');
  const [row, setRow] = useState<number | null>(null);
  /** Where the row with the focus stands in the list that is shown. */
  const place = useRef<number | undefined>(undefined);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const grid = useRef<CheckGridHandle>(null);
  const panelWidth = usePanelWidth({ narrow: 272, normal: 272, wide: 360 });
  const reason = summary.reasons.find((known) => known.id === chosen) ?? null;
  const [restedType] = useDebouncedValue(typed, REST);
  const parameters = changedParameters(reason, typed === null ? null : restedType);
  const repairable = useRepairCount(draft.id, reason, parameters, summary.revision);
  const duplicates = summary.duplicates.find((entry) => entry.reasonId === reason?.id) ?? null;
  const leavable = duplicates?.extra[keep] ?? reason?.count ?? 0;

  function choose(reasonId: string | null): void {
    setChosen(reasonId);
    setFilter(reasonId === null ? 'all' : 'reason');
    place.current = undefined;
    setTyped(null);
  }

  // A reason that has no rows any more gives way to the next one.
  const settleChoice = useEffectEvent(() => {
    const next = reasonAfter(summary, chosen);
    const isGone = chosen !== null && next !== chosen;
    if (isGone) {
      setChosen(next);
      setFilter(next === null ? 'problem' : 'reason');
      setTyped(null);
    }
    // What had the focus may be gone with its reason or its row; rows of the table go a moment later.
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body;
    if (isLost || (isGone && focused.closest('[role="treegrid"], [role="grid"]') !== null)) list.current?.focus();
  });
  useEffect(() => settleChoice(), [summary.revision]);

  function standing(answer: CheckSummary): string {
    const { leftOut } = answer.standing;
    return `${format.count(answer.rows - leftOut, { one: '# row goes on', other: '# rows go on' })}, ${format.number(answer.rowsWithProblem)} with problems.`;
  }

  function tell(title: string, answer: CheckSummary): void {
    toast(title, standing(answer), {
      name: UNDO_NOTE,
      ...(answer.undo === null ? {} : { action: { label: 'Undo', onClick: () => void undo() } }),
    });
  }

  async function repair(): Promise<void> {
    if (reason?.repair == null || repairable.rows === 0 || check.isChanging) return;
    grid.current?.stopEditing();
    const answer = await check.repair({
      reasonId: reason.id,
      ...(parameters === undefined ? {} : { parameters }),
    });
    if (answer === null) return;
    const left = answer.reasons.find((known) => known.id === reason.id)?.count ?? 0;
    tell(`Repaired ${format.count(reason.count - left, rowForms)}: ${reason.title}`, answer);
  }

  async function replace(from: string, to: string): Promise<void> {
    if (reason === null) return;
    const answer = await check.repair({ reasonId: reason.id, values: [{ from, to }] });
    if (answer !== null) tell(`Put “${to}” in place of “${from}”`, answer);
  }

  async function edit(edited: number, column: number, value: string): Promise<void> {
    // The note about an earlier step would take back this one instead.
    closeToast(UNDO_NOTE);
    const answer = await check.edit({ edits: [{ row: edited, column, value }] });
    if (answer !== null) setSaid(`Kept. ${standing(answer)}`);
  }

  async function leaveRowOut(chosenRow: number, isOut: boolean): Promise<void> {
    const answer = await check.leaveOut({ choice: { rows: [chosenRow] }, isOut });
    if (answer !== null) tell(isOut ? 'One row left out' : 'One row taken back', answer);
  }

  async function leaveReasonOut(): Promise<void> {
    if (reason === null) return;
    await leaveOut(reason.id, reason.title, duplicates === null ? null : keep);
  }

  async function leaveOut(reasonId: string, title: string, kept: 'first' | 'last' | null): Promise<void> {
    if (check.isChanging) return;
    const before = summary.standing.leftOut;
    const answer = await check.leaveOut({ choice: { reasonId, keep: kept }, isOut: true });
    if (answer === null) return;
    tell(`Left out ${format.count(answer.standing.leftOut - before, rowForms)}: ${title}`, answer);
  }

  async function takeBack(reasonId: string): Promise<void> {
    const before = summary.standing.leftOut;
    const answer = await check.leaveOut({ choice: { reasonId, keep: null }, isOut: false });
    if (answer !== null) tell(`Took back ${format.count(before - answer.standing.leftOut, rowForms)}`, answer);
  }

  async function undo(): Promise<void> {
    closeToast(UNDO_NOTE);
    const answer = await check.undo();
    if (answer !== null) setSaid(`Taken back. ${standing(answer)}`);
  }

  async function step(direction: 'next' | 'previous'): Promise<void> {
    grid.current?.stopEditing();
    const isShown = filter === 'reason' || filter === 'problem' || filter === 'all';
    const shown = isShown ? filter : reason === null ? 'problem' : 'reason';
    setFilter(shown);
    const ends = direction === 'next' ? 0 : summary.rows + 1;
    const ask = (from: number) =>
      call('check:next', {
        draftId: draft.id,
        reasonId: reason?.id ?? null,
        filter: shown,
        order,
        row: from,
        ...(place.current === undefined || row === null ? {} : { index: place.current }),
        direction,
      });
    let found = await ask(row ?? ends);
    // After the last comes the first.
    if (found.row === null) found = await ask(ends);
    if (found.row === null) {
      setSaid('No row has a problem.');
      return;
    }
    setRow(found.row);
    place.current = found.index;
    grid.current?.goTo(found.index);
    const title = shown === 'problem' ? 'Problem' : (reason?.title ?? 'Problem or warning');
    setSaid(`${title}, ${format.number(found.ordinal)} of ${format.number(found.total)}`);
  }

  /** From a list at the right to the row itself, among all rows. */
  function showRow(wanted: number): void {
    setFilter('all');
    setRow(wanted);
    grid.current?.goTo(wanted - 1);
  }

  /** Every date of the field is read so from now on; a choice of the mapping, so all rows are checked again. */
  function readDates(field: string, dateOrder: DateOrder | null): void {
    const next = mapping.map((rule) =>
      rule.field === field
        ? {
            ...rule,
            cleaning: withStep(rule.cleaning, 'date', dateOrder === null ? null : { kind: 'date', order: dateOrder }),
          }
        : rule,
    );
    changeMapping(next);
    const words =
      dateOrder === null ? 'is sent as it stands' : `is read ${dateOrder === 'day-month' ? 'day' : 'month'} first`;
    toast(`${field} ${words}`, 'The choice is kept under Columns, too.', {
      name: UNDO_NOTE,
      action: { label: 'Undo', onClick: () => changeMapping(mapping) },
    });
  }

  function changeMapping(next: Mapping): void {
    check.expectChange();
    onMapping(next);
  }

  useCheckKeys({
    onStep: (direction) => void step(direction).catch(ignoreExpected),
    onRepair: () => void repair(),
    onUndo: () => summary.undo !== null && void undo(),
  });

  return (
    <>
      {check.changeError !== null && (
        <FailureNote failure={check.changeError} title="The change was not kept. Everything else is as before." />
      )}
      <GuessedCountry
        summary={summary}
        onChoose={(country) => void check.run({ ...(check.newSettings ?? summary.settings), country })}
      />
      <Panes>
        <Pane label="Reasons" width={256}>
          <ReasonList
            ref={list}
            summary={summary}
            chosen={chosen}
            notFound={notFound(summary, mapping, draft.fields)}
            onChoose={choose}
          />
        </Pane>
        <Pane label="Rows" scroll={false}>
          <CheckRows
            gridRef={grid}
            draft={draft}
            summary={summary}
            reason={reason}
            naming={namingColumn(mapping, draft.fields)}
            judged={judgedColumns(reason, mapping, draft.fields)}
            failures={check.failures}
            filter={filter}
            order={order}
            parameter={typed ?? reason?.repair?.parameters[0]?.value ?? ''}
            parameters={parameters}
            repairable={repairable}
            leavable={leavable}
            keep={duplicates === null ? null : keep}
            onKeep={setKeep}
            onFilter={(next) => {
              setFilter(next);
              place.current = undefined;
            }}
            onOrder={(next) => {
              setOrder(next);
              place.current = undefined;
            }}
            onDateOrder={readDates}
            onParameter={setTyped}
            onRepair={() => void repair()}
            onLeaveReasonOut={() => void leaveReasonOut()}
            onLeaveRowOut={(changed, isOut) => void leaveRowOut(changed, isOut)}
            onEdit={(edited, column, value) => void edit(edited, column, value)}
            onUndo={() => void undo()}
            onFocusRow={(focused, index) => {
              setRow(focused);
              place.current = index;
            }}
          />
        </Pane>
        <Pane label="Details" width={panelWidth} ground="sunken">
          <SidePanel
            draft={draft}
            mapping={mapping}
            summary={summary}
            reason={reason}
            row={row}
            parameters={parameters}
            keep={keep}
            onReplace={replace}
            onShowRow={showRow}
            onLeaveRowOut={(changed, isOut) => void leaveRowOut(changed, isOut)}
            onRestore={(changed, column, value) => void edit(changed, column, value)}
            onChooseReason={choose}
            onLeaveSentOut={() => void leaveOut('sentBefore', 'Sent before', null)}
            onTakeBack={(reasonId) => void takeBack(reasonId)}
            onShowLeftOut={() => setFilter('leftOut')}
            settings={check.newSettings ?? summary.settings}
            onSettings={(settings) => void check.run(settings)}
          />
        </Pane>
      </Panes>
      {check.progress !== null && <CheckingAgain progress={check.progress} rows={draft.reading.rows} />}
      <LiveRegion text={said} />
    </>
  );
}

/** A host that cannot answer at this moment says so at the top of the page. */
function ignoreExpected(failure: unknown): void {
  if (!(failure instanceof CallError)) throw failure;
}
