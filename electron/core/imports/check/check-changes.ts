import {
  fieldOfNumber,
  judgedValue,
  kindOfNumber,
  numberOfReasonId,
  sourceText,
} from '../../../../shared/domain/check/check-plan.ts';
import { titleOf } from '../../../../shared/domain/check/reason-words.ts';
import type { CheckedDraft, CheckHooks } from './check-draft.ts';
import type { CellChange, LeftOutChange } from './check-layer.ts';
import type { CheckQuestions } from './check-messages.ts';
import { rowsOfReason } from './check-pages.ts';
import { repairFor } from './check-summary.ts';

const ROWS_BETWEEN_PAUSES = 1000;

/** A change of the layer, worked out and not yet written. */
export interface PlannedChange {
  /** Rows it touches, each once, in the file's order; none when there is nothing to write. */
  readonly rows: readonly number[];
  /** Writes it in one step that can be undone. */
  write(): void;
}

/** Of two edits of one cell the last counts; cells outside the table and cells that would not change are passed over. */
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
    changes.push({ row, column, value: inFile[column] === value ? null : value });
  }
  const title = changes.length === 1 ? `Edit in line ${line}` : `Edit of ${changes.length} cells`;
  const rows = [...new Set(changes.map((entry) => entry.row))].sort((one, other) => one - other);
  return { rows, write: () => open.layer.change(title, changes, []) };
}

/** Puts the repair of a reason, or the values a person typed for its values, into every row that has the reason. */
export async function plannedRepair(
  open: CheckedDraft,
  question: CheckQuestions['repair'],
  hooks: CheckHooks,
): Promise<PlannedChange> {
  const reason = numberOfReasonId(open.plan, question.reasonId);
  const field = reason === null ? null : fieldOfNumber(open.plan, reason);
  if (reason === null || field === null) return { rows: [], write: () => undefined };
  const typed = question.values && new Map(question.values.map(({ from, to }) => [from, to]));
  const repairing = typed ? null : repairFor(open, reason, hooks.readPhone, question.parameters);
  const changes: CellChange[] = [];
  let seen = 0;
  for (const { row, cells, inFile } of open.rowsOf(rowsOfReason(open, reason))) {
    seen += 1;
    if (seen % ROWS_BETWEEN_PAUSES === 0) await hooks.pause();
    const { text, column } = sourceText(field, cells);
    const value = judgedValue(field, text);
    const repaired = typed ? typed.get(value) : (repairing?.apply(value, row) ?? undefined);
    if (repaired === undefined || column === -1 || repaired === cells[column]) continue;
    changes.push({ row, column, value: repaired === inFile[column] ? null : repaired });
  }
  const title = `Repair of ${countedRows(changes.length)}: ${titleFor(open, reason)}`;
  return { rows: changes.map((entry) => entry.row), write: () => open.layer.change(title, changes, []) };
}

/** Leaves rows out, or takes them back. */
export function plannedLeavingOut(open: CheckedDraft, { choice, isOut }: CheckQuestions['leaveOut']): PlannedChange {
  const chosen = chosenFor(open, choice, isOut);
  const reason = 'rows' in choice ? null : numberOfReasonId(open.plan, choice.reasonId);
  const named = {
    id: 'rows' in choice ? '' : choice.reasonId,
    title: reason === null ? 'Chosen rows' : titleFor(open, reason),
  };
  const changes = chosen
    .filter((row) => row <= open.index.rows && open.index.leftOut.has(row) !== isOut)
    .map((row): LeftOutChange => ({ row, reason: isOut ? named : null }));
  const title = `${isOut ? 'Leaving out' : 'Taking back'} ${countedRows(changes.length)}`;
  return { rows: changes.map((entry) => entry.row), write: () => open.layer.change(title, [], changes) };
}

export function plannedUndo({ layer }: CheckedDraft): PlannedChange {
  return { rows: layer.rowsOfLastStep(), write: () => layer.undo() };
}

function countedRows(rows: number): string {
  return `${rows} ${rows === 1 ? 'row' : 'rows'}`;
}

function chosenFor(open: CheckedDraft, choice: CheckQuestions['leaveOut']['choice'], isOut: boolean): number[] {
  if ('rows' in choice) return [...new Set(choice.rows)].sort((one, other) => one - other);
  if (!isOut) return open.layer.rowsLeftOut(choice.reasonId);
  const reason = numberOfReasonId(open.plan, choice.reasonId);
  const groups = reason === null || choice.keep === null ? null : open.index.groupsOf(reason);
  return [...(groups?.extraRows(choice.keep ?? 'first') ?? rowsOfReason(open, reason))];
}

function titleFor(open: CheckedDraft, reason: number): string {
  const field = fieldOfNumber(open.plan, reason);
  const facts = {
    count: 0,
    filled: 0,
    country: '',
    postcodeDigits: 0,
    city: null,
    longest: 0,
    allowed: [],
    example: '',
  };
  const dates = field === null ? null : open.index.datesOf(field);
  return titleOf(kindOfNumber(reason), { ...facts, field: field?.field ?? '', dates });
}
