import type { CheckSettings, CheckSummary } from '../../../../shared/contract/check/check.ts';
import {
  fieldOfNumber,
  judgedValue,
  kindOfNumber,
  numberOfReasonId,
  sourceText,
} from '../../../../shared/domain/check/check-plan.ts';
import { titleOf } from '../../../../shared/domain/check/reason-words.ts';
import type { CheckAnswers, CheckQuestions, CheckRequest, CheckTarget } from './check-messages.ts';
import { openCheckedDraft, type CheckedDraft, type CheckHooks } from './check-draft.ts';
import { layerPathOf, layerTrouble, openCheckLayer, type CellChange, type LeftOutChange } from './check-layer.ts';
import {
  nextRow,
  pageOfGroups,
  pageOfRows,
  pageOfValues,
  rowsOfReason,
  typedValue,
  valuesOfField,
} from './check-pages.ts';
import { repairFor, summaryOf } from './check-summary.ts';

/** Up to here an edit updates what is known row by row; above, judging the whole file again is as quick. */
const MOST_TOUCHED = 5000;
const ROWS_BETWEEN_PAUSES = 1000;

export type CheckEngine = ReturnType<typeof createCheckEngine>;

/**
 * Holds the check of one draft at a time; the next draft takes its place. Requests are answered one after the other, and
 * every change is on the disk before its answer. `monotonicNow` in milliseconds; `startedAt`: Unix milliseconds, from which
 * revisions are counted.
 */
export function createCheckEngine(monotonicNow: () => number, startedAt = 0) {
  let draft: CheckedDraft | null = null;
  // A page outlives the thread: what a later one answers must not count as older.
  let revision = startedAt;
  /** The values of one field, read once for all their pages. */
  let listed: { readonly key: string; readonly values: Awaited<ReturnType<typeof valuesOfField>> } | null = null;

  function letGo(): void {
    draft?.close();
    draft = null;
  }

  async function current(target: CheckTarget, hooks: CheckHooks): Promise<CheckedDraft> {
    if (draft !== null && isSame(draft.target, target)) return draft;
    letGo();
    draft = await openCheckedDraft(target, hooks);
    revision += 1;
    return draft;
  }

  function summary(open: CheckedDraft, since: number, hooks: CheckHooks): CheckSummary {
    return summaryOf(open, hooks.readPhone, { revision, milliseconds: monotonicNow() - since });
  }

  async function run(
    { settings }: CheckQuestions['run'],
    target: CheckTarget,
    hooks: CheckHooks,
  ): Promise<CheckedDraft> {
    letGo();
    if (settings === undefined) return current(target, hooks);
    const before = exchangeSettings(target, settings);
    try {
      return await current(target, hooks);
    } catch (error) {
      // Cancelled or failed: a rule whose effect nobody saw is not one that a person chose.
      letGo();
      exchangeSettings(target, before);
      throw error;
    }
  }

  function exchangeSettings(target: CheckTarget, settings: CheckSettings): CheckSettings {
    const layer = openCheckLayer(layerPathOf(target.stagedPath));
    try {
      const before = layer.settings();
      layer.saveSettings(settings);
      return before;
    } finally {
      layer.close();
    }
  }

  /** Writes the layer through `write`, then takes the touched rows' old verdicts away and adds their new ones. */
  async function change(
    open: CheckedDraft,
    touched: readonly number[],
    write: () => void,
    hooks: CheckHooks,
  ): Promise<CheckedDraft> {
    const { index, layer } = open;
    if (touched.length === 0) return open;
    if (touched.length > MOST_TOUCHED) {
      write();
      letGo();
      return current(open.target, { ...hooks, pause: () => hooks.breathe() });
    }
    const before = touched.map((row) => (index.leftOut.has(row) ? null : open.verdict(row)));
    write();
    for (const [place, row] of touched.entries()) {
      const old = before[place] ?? null;
      if (old !== null) index.remove(row, old);
      if (layer.isLeftOut(row)) index.leftOut.add(row);
      else {
        index.leftOut.remove(row);
        index.add(row, open.verdict(row));
      }
    }
    revision += 1;
    return open;
  }

  async function edit({ edits }: CheckQuestions['edit'], open: CheckedDraft, hooks: CheckHooks) {
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
    const rows = [...new Set(changes.map((entry) => entry.row))].sort((one, other) => one - other);
    const title = changes.length === 1 ? `Edit in line ${line}` : `Edit of ${changes.length} cells`;
    return change(open, rows, () => open.layer.change(title, changes, []), hooks);
  }

  async function repair(question: CheckQuestions['repair'], open: CheckedDraft, hooks: CheckHooks) {
    const reason = numberOfReasonId(open.plan, question.reasonId);
    const field = reason === null ? null : fieldOfNumber(open.plan, reason);
    if (reason === null || field === null) return open;
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
    const title = `Repair of ${changes.length} ${changes.length === 1 ? 'row' : 'rows'}: ${titleFor(open, reason)}`;
    const rows = changes.map((entry) => entry.row);
    return change(open, rows, () => open.layer.change(title, changes, []), hooks);
  }

  async function leaveOut({ choice, isOut }: CheckQuestions['leaveOut'], open: CheckedDraft, hooks: CheckHooks) {
    const chosen = chosenFor(open, choice, isOut);
    const reason = 'rows' in choice ? null : numberOfReasonId(open.plan, choice.reasonId);
    const named = {
      id: 'rows' in choice ? '' : choice.reasonId,
      title: reason === null ? 'Chosen rows' : titleFor(open, reason),
    };
    const changes = chosen
      .filter((row) => row <= open.index.rows && open.index.leftOut.has(row) !== isOut)
      .map((row): LeftOutChange => ({ row, reason: isOut ? named : null }));
    const rows = `${changes.length} ${changes.length === 1 ? 'row' : 'rows'}`;
    const title = isOut ? `Leaving out ${rows}` : `Taking back ${rows}`;
    const touched = changes.map((entry) => entry.row);
    return change(open, touched, () => open.layer.change(title, [], changes), hooks);
  }

  async function undo(open: CheckedDraft, hooks: CheckHooks) {
    return change(open, open.layer.rowsOfLastStep(), () => open.layer.undo(), hooks);
  }

  async function fieldValues(
    { field, offset, limit }: CheckQuestions['fieldValues'],
    open: CheckedDraft,
    hooks: CheckHooks,
  ): Promise<CheckAnswers['fieldValues']> {
    const key = JSON.stringify([open.target, revision, field]);
    if (listed?.key !== key) listed = { key, values: await valuesOfField(open, field, hooks) };
    return { total: listed.values?.length ?? null, values: (listed.values ?? []).slice(offset, offset + limit) };
  }

  async function changed(request: CheckRequest, hooks: CheckHooks): Promise<CheckSummary> {
    const since = monotonicNow();
    const { kind, question, target } = request;
    if (kind === 'run') return summary(await run(question, target, hooks), since, hooks);
    const open = await current(target, hooks);
    if (kind === 'edit') return summary(await edit(question, open, hooks), since, hooks);
    if (kind === 'repair') return summary(await repair(question, open, hooks), since, hooks);
    if (kind === 'leaveOut') return summary(await leaveOut(question, open, hooks), since, hooks);
    return summary(await undo(open, hooks), since, hooks);
  }

  return {
    async answer(request: CheckRequest, hooks: CheckHooks): Promise<CheckAnswers[CheckRequest['kind']]> {
      try {
        return await answer(request, hooks);
      } catch (error) {
        throw layerTrouble(error);
      }
    },
    close: letGo,
  };

  async function answer(request: CheckRequest, hooks: CheckHooks): Promise<CheckAnswers[CheckRequest['kind']]> {
    const { kind, question, target } = request;
    switch (kind) {
      case 'rows':
        return { ...pageOfRows(await current(target, hooks), question, hooks.readPhone), revision };
      case 'next':
        return nextRow(await current(target, hooks), question);
      case 'values':
        return pageOfValues(await current(target, hooks), question, hooks.readPhone);
      case 'groups':
        return pageOfGroups(await current(target, hooks), question);
      case 'fieldValues':
        return fieldValues(question, await current(target, hooks), hooks);
      case 'typed':
        return typedValue(await current(target, hooks), question, hooks.readPhone);
      case 'close':
        if (draft?.target.draftId === target.draftId) letGo();
        return {};
      default:
        return changed(request, hooks);
    }
  }
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

function isSame(one: CheckTarget, other: CheckTarget): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
