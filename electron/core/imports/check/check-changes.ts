import {
  fieldOfNumber,
  judgedValue,
  kindOfNumber,
  numberOfReasonId,
  sourceText,
  takesPart,
} from '../../../../shared/domain/check/check-plan.ts';
import { titleOf } from '../../../../shared/domain/check/reason-words.ts';
import { RowSet } from '../../../../shared/domain/check/row-set.ts';
import { format } from '../../../../shared/domain/words/format.ts';
import type { CheckedDraft, CheckHooks } from './check-draft.ts';
import type { ChangedCell } from './judge-cells.ts';
import type { KnownReason } from './check-index.ts';
import type { CellChange } from './check-history.ts';
import type { RowChange } from './check-layer.ts';
import type { CheckQuestions } from './check-messages.ts';
import { rowsOfReason } from './check-pages.ts';
import { repairFor } from './check-summary.ts';
import { valuesOf } from './column-values.ts';
import { DEFAULT_RANK } from './layer-schema.ts';

const ROWS_BETWEEN_PAUSES = 1000;

/** A change of the layer, worked out and not yet written. */
export interface PlannedChange {
  /** Rows it touches, each once, in the file's order; none when there is nothing to write. */
  readonly rows: readonly number[];
  /** Every value that it changes, column by column; null: judge its rows. */
  readonly cells: (() => readonly ChangedCell[] | Promise<readonly ChangedCell[]>) | null;
  /** Rows that it leaves out, or takes in. */
  readonly decided?: readonly number[];
  /** Writes it in one step that can be undone. */
  write(): void;
}

/** The change as it is stored, with what the file has of the cell. */
export function storedChange({ row, column, before, after }: ChangedCell, inFile: string | undefined): CellChange {
  return { row, column, before: before === inFile ? null : before, after: after === inFile ? null : after };
}

/** The last of two edits of one cell counts; cells outside the table and cells that would not change are passed over. */
export function plannedEdit(open: CheckedDraft, { edits }: CheckQuestions['edit']): PlannedChange {
  const columns = open.staged.reading.columns.length;
  const latest = new Map(edits.map((entry) => [`${entry.row} ${entry.column}`, entry]));
  const changes: CellChange[] = [];
  let line = 0;
  for (const { row, column, value } of latest.values()) {
    if (row > open.index.rows || column >= columns) continue;
    const { cells, inFile, line: where } = open.row(row);
    if (cells[column] === value) continue;
    line = where;
    changes.push(storedChange({ row, column, before: cells[column] ?? '', after: value }, inFile[column]));
  }
  const [only] = changes;
  const label = open.staged.reading.columns[only?.column ?? -1]?.label ?? '';
  const title =
    changes.length === 1
      ? `Edit of ${label} in line ${format.number(line)}`
      : `Edit of ${format.count(changes.length, 'cell')}`;
  const rows = [...new Set(changes.map((entry) => entry.row))].sort((one, other) => one - other);
  return { rows, cells: null, write: () => open.layer.change(title, changes, []) };
}

/** Puts the repair of a reason, or the values a person typed for its values, into every row that has the reason. */
export async function plannedRepair(
  open: CheckedDraft,
  question: CheckQuestions['repair'],
  hooks: CheckHooks,
): Promise<PlannedChange> {
  const reason = numberOfReasonId(open.plan, question.reasonId);
  const field = reason === null ? null : fieldOfNumber(open.plan, reason);
  if (reason === null || field === null || takesPart(field)) return { rows: [], cells: null, write: () => undefined };
  const typed = question.values && new Map(question.values.map(({ from, to }) => [from, to]));
  const repairing = typed ? null : repairFor(open, reason, hooks.readPhone, question.parameters);
  const changes: CellChange[] = [];
  const changed: ChangedCell[] = [];
  const rowsWith = rowsOfReason(open, reason);
  let seen = 0;
  for (const { row, cells, inFile } of open.rowsOf(rowsWith)) {
    seen += 1;
    if (seen % ROWS_BETWEEN_PAUSES === 0) {
      hooks.onProgress(seen, rowsWith.size);
      await hooks.pause();
    }
    const { text, column } = sourceText(field, cells);
    const value = judgedValue(field, text);
    const repaired = typed ? typed.get(value) : (repairing?.apply(value, row) ?? undefined);
    if (repaired === undefined || column === -1 || repaired === cells[column]) continue;
    const change = { row, column, before: cells[column] ?? '', after: repaired };
    changes.push(storedChange(change, inFile[column]));
    changed.push(change);
  }
  const title = `${typed ? 'Other values in' : 'Repair of'} ${countedRows(changes.length)}: ${titleFor(open, reason)}`;
  const rows = changes.map((entry) => entry.row);
  return { rows, cells: () => changed, write: () => open.layer.change(title, changes, []) };
}

/** Leaves rows out, or takes them back. */
export function plannedLeavingOut(open: CheckedDraft, { choice, isOut }: CheckQuestions['leaveOut']): PlannedChange {
  const chosen = chosenFor(open, choice, isOut).filter(
    (row) => row <= open.index.rows && open.index.leftOut.has(row) !== isOut,
  );
  const decide = isOut ? decisionToLeaveOut(open, choice) : decisionToTakeBack(open, choice);
  const changes = chosen.map((row): RowChange => ({ row, decision: decide(row) }));
  const title = leavingOutTitle(open, choice, isOut, changes.length);
  const rows = changes.map((entry) => entry.row);
  return { rows, cells: null, write: () => open.layer.change(title, [], changes) };
}

function isKnownReason(reasonId: string): reasonId is KnownReason {
  return reasonId === 'sentBefore' || reasonId === 'inQueue' || reasonId === 'sentByTeam';
}

function knownWords(reason: KnownReason, count: number): string {
  if (reason === 'sentByTeam') return 'colleagues have sent';
  if (reason === 'sentBefore') return `${count === 1 ? 'was' : 'were'} sent before`;
  return `${count === 1 ? 'is' : 'are'} in an earlier file`;
}

type Decide = (row: number) => RowChange['decision'];

function decisionToLeaveOut(open: CheckedDraft, choice: Choice): Decide {
  const reason = 'rows' in choice ? null : numberOfReasonId(open.plan, choice.reasonId);
  const named = {
    id: 'rows' in choice ? '' : choice.reasonId,
    title: reason === null ? 'Chosen rows' : titleFor(open, reason),
    keep: 'rows' in choice || reason === null || open.index.groupsOf(reason) === null ? null : choice.keep,
  };
  const isDefault = 'reasonId' in choice && isKnownReason(choice.reasonId);
  // For a row that the program leaves out anyway it is enough to remove a person's decision to send it.
  return (row) => (isDefault && open.layer.rows.isOutByDefault(row) ? null : named);
}

/** Rows named one by one are sent even against the program's proposal; rows of a reason follow it again. */
function decisionToTakeBack(open: CheckedDraft, choice: Choice): Decide {
  const { rows } = open.layer;
  const isDefault = 'reasonId' in choice && Object.hasOwn(DEFAULT_RANK, choice.reasonId);
  return (row) => (('rows' in choice || isDefault) && rows.isOutByDefault(row) ? 'send' : null);
}

function leavingOutTitle(open: CheckedDraft, choice: Choice, isOut: boolean, count: number): string {
  const rows = countedRows(count);
  if ('rows' in choice) return `${isOut ? 'Leaving out' : 'Taking back'} ${rows}`;
  if (isKnownReason(choice.reasonId))
    return `${isOut ? 'Leaving out' : 'Sending'} ${rows} that ${knownWords(choice.reasonId, count)}`;
  const reason = numberOfReasonId(open.plan, choice.reasonId);
  const because = reason === null ? '' : `: ${titleFor(open, reason)}`;
  return `${isOut ? 'Leaving out' : 'Taking back'} ${rows}${because}`;
}

/**
 * Goes back or forward in a person's history: one step, or until the step with this id is the last that stands. Nothing where
 * there is no such step.
 */
export function plannedGoing(
  open: CheckedDraft,
  where: 'undo' | 'redo' | number,
  pause: CheckHooks['pause'],
): PlannedChange {
  const { history } = open.layer;
  const step = where === 'undo' ? history.before() : where === 'redo' ? (history.next()?.id ?? history.at()) : where;
  const write = () => open.layer.goTo(step);
  if (!history.has(step)) return { rows: [], cells: null, write };
  const changed = history.cellsUpTo(step);
  const decided = history.decidedUpTo(step);
  const rows = new RowSet(open.index.rows);
  for (const { values } of changed) for (const row of values.keys()) rows.add(row);
  for (const row of decided) rows.add(row);
  return { rows: [...rows], decided, cells: () => cellsTo(open, changed, pause), write };
}

/** The cells whose values differ after these changes. */
async function cellsTo(
  open: CheckedDraft,
  changed: ReturnType<CheckedDraft['layer']['history']['cellsUpTo']>,
  pause: CheckHooks['pause'],
): Promise<ChangedCell[]> {
  const cells: ChangedCell[] = [];
  const now = await valuesOf(
    open,
    changed.map(({ column }) => column),
    pause,
  );
  for (const [index, { column, values }] of changed.entries()) {
    const current = now[index];
    for (const [row, value] of values) {
      const before = current?.values[row - 1] ?? '';
      const after = value ?? current?.inFile.get(row) ?? before;
      if (after !== before) cells.push({ row, column, before, after });
    }
  }
  return cells;
}

function countedRows(rows: number): string {
  return format.count(rows, 'row');
}

type Choice = CheckQuestions['leaveOut']['choice'];

function chosenFor(open: CheckedDraft, choice: Choice, isOut: boolean): number[] {
  if ('rows' in choice) return [...new Set(choice.rows)].sort((one, other) => one - other);
  if (!isOut) return open.layer.rows.rowsLeftOut(choice.reasonId, choice.since);
  const reason = numberOfReasonId(open.plan, choice.reasonId);
  const groups = reason === null || choice.keep === null ? null : open.index.groupsOf(reason);
  return [...(groups?.extraRows(choice.keep ?? 'first') ?? rowsOfReason(open, reason))];
}

function titleFor(open: CheckedDraft, reason: number): string {
  const field = fieldOfNumber(open.plan, reason);
  const dates = field === null ? null : open.index.datesOf(field);
  return titleOf(kindOfNumber(reason), { field: field?.field ?? '', dates });
}
