import type { CheckRow } from '../../../../shared/contract/check/check.ts';
import {
  fieldOfNumber,
  judgedValue,
  kindOfNumber,
  numberOfReasonId,
  reasonIdOf,
  sentValue,
  sourceText,
} from '../../../../shared/domain/check/check-plan.ts';
import type { PhoneReader } from '../../../../shared/domain/phones/phone-reader.ts';
import { RowSet } from '../../../../shared/domain/check/row-set.ts';
import type { CheckAnswers, CheckQuestions } from './check-messages.ts';
import type { DraftRow } from './check-basis.ts';
import type { CheckedDraft, CheckHooks } from './check-draft.ts';
import { editedCells } from '../../../../shared/domain/check/edited-cells.ts';
import { repairFor, type Repairing } from './check-summary.ts';
import type { RowAtColleague } from '../../foundation/team-look.ts';

/** Rows of a group that a page shows; a group may have any number. */
const ROWS_OF_GROUP = 20;

/**
 * Rows with their problems, and their values after the repair of this reason. `looked`: all rows of the file as they are
 * looked for and sorted; null: in the order of the question.
 */
export function pageOfRows(
  draft: CheckedDraft,
  question: CheckQuestions['rows'],
  readPhone: PhoneReader,
  looked: Uint32Array | null,
): Omit<CheckAnswers['rows'], 'revision'> {
  const reason = numberOf(draft, question.reasonId);
  const { total, rows } = chosenRows(draft, reason, question, looked);
  const repairing = reason === null ? null : repairFor(draft, reason, readPhone, question.parameters);
  const groups = isSideBySide(question, looked) && reason !== null ? draft.index.groupsOf(reason) : null;
  const shown = rows.map((row) => {
    const startsGroup = groups?.startsGroup(row) ?? false;
    return { ...shownRow(draft, draft.row(row), reason, repairing, readPhone), startsGroup };
  });
  return { total, rows: shown };
}

/** Whether the list has the rows of a group of duplicates beside each other. */
function isSideBySide({ filter, order }: CheckQuestions['rows'], looked: Uint32Array | null): boolean {
  return looked === null && filter === 'reason' && order === 'oddest';
}

/** Null without a reason, or when its field is not in the mapping any more. */
function numberOf(draft: CheckedDraft, reasonId: string | null): number | null {
  return reasonId === null ? null : numberOfReasonId(draft.plan, reasonId);
}

function chosenRows(
  draft: CheckedDraft,
  reason: number | null,
  { filter, order, offset, limit }: CheckQuestions['rows'],
  looked: Uint32Array | null,
): { total: number; rows: number[] } {
  const { index, layer } = draft;
  if (looked !== null) {
    const rows = shownAmong(draft, filter, reason, looked);
    return { total: rows.length, rows: [...rows.subarray(offset, offset + limit)] };
  }
  if (filter === 'repaired') return { total: layer.editedRows(), rows: layer.editedRowPage(offset, limit) };
  if (filter === 'all') {
    const count = Math.max(0, Math.min(limit, index.rows - offset));
    return { total: index.rows, rows: Array.from({ length: count }, (_, step) => offset + step + 1) };
  }
  const oddest = filter === 'reason' && order === 'oddest' ? oddestFirst(draft, reason) : null;
  if (oddest !== null) return { total: oddest.length, rows: [...oddest.subarray(offset, offset + limit)] };
  const set = rowsOfFilter(draft, filter, reason);
  return { total: set.size, rows: set.page(offset, limit) };
}

/** Rows of the list that a person sees, in whatever order; null: all. */
export function rowsShown(
  draft: CheckedDraft,
  { reasonId, filter }: Pick<CheckQuestions['rows'], 'reasonId' | 'filter'>,
  looked: Uint32Array | null,
): { has(row: number): boolean } | null {
  const reason = numberOf(draft, reasonId);
  if (looked !== null) return new Set(shownAmong(draft, filter, reason, looked));
  return filter === 'all' ? null : filterOf(draft, filter, reason);
}

function filterOf(
  draft: CheckedDraft,
  filter: Exclude<CheckQuestions['rows']['filter'], 'all'>,
  reason: number | null,
): { has(row: number): boolean } {
  const { layer } = draft;
  if (filter === 'repaired') return new Set(layer.editedRowPage(0, layer.editedRows()));
  return rowsOfFilter(draft, filter, reason);
}

function rowsOfFilter(draft: CheckedDraft, filter: 'reason' | 'problem' | 'leftOut', reason: number | null): RowSet {
  if (filter === 'leftOut') return draft.index.leftOut;
  return filter === 'problem' ? draft.index.rowsWith(['problem']) : rowsOfReason(draft, reason);
}

/** Those of the looked rows that the filter shows. */
function shownAmong(
  draft: CheckedDraft,
  filter: CheckQuestions['rows']['filter'],
  reason: number | null,
  looked: Uint32Array,
): Uint32Array {
  if (filter === 'all') return looked;
  const rows = filterOf(draft, filter, reason);
  return looked.filter((row) => rows.has(row));
}

/** The rows of a reason; empty when no row has it any more. */
export function rowsOfReason(draft: CheckedDraft, reason: number | null): RowSet {
  return (reason === null ? null : draft.index.find(reason)?.rows) ?? new RowSet(draft.index.rows);
}

/** Null when the values of the reason do not differ in shape. Duplicates have no odd values: they stand side by side. */
function oddestFirst(draft: CheckedDraft, reason: number | null): Uint32Array | null {
  const groups = reason === null ? null : draft.index.groupsOf(reason);
  if (groups !== null) return groups.sideBySide();
  const entry = reason === null ? null : draft.index.find(reason);
  return entry?.values?.hasOddest === true ? entry.values.oddestFirst(entry.rows) : null;
}

function shownRow(
  draft: CheckedDraft,
  { row, line, cells, inFile }: DraftRow,
  reason: number | null,
  repairing: Repairing | null,
  readPhone: PhoneReader,
): Omit<CheckRow, 'startsGroup'> {
  const { index } = draft;
  const leftOut = index.leftOut.has(row);
  const edited = cells.flatMap((cell, column) =>
    cell === inFile[column] ? [] : [{ column, inFile: inFile[column] ?? '' }],
  );
  return {
    row,
    line,
    cells: [...cells],
    edited,
    leftOut,
    earlier: index.queuedRows.has(row) ? earlierOf(draft, cells) : null,
    colleague: colleagueOf(index.team?.of(row) ?? null),
    marks: leftOut ? [] : marksOf(draft, row, cells),
    change: reason === null ? null : changeOf(draft, row, cells, reason, repairing, readPhone),
  };
}

function colleagueOf(found: RowAtColleague | null): CheckRow['colleague'] {
  if (found === null) return null;
  const { shares, name, isCreated, at } = found;
  return { shares, name, isCreated, at };
}

/** The row of an earlier file of the queue that has the lead. */
function earlierOf({ index, judge }: CheckedDraft, cells: readonly string[]): CheckRow['earlier'] {
  const found = index.earlierRow(judge.judgeRow(cells));
  const fileName = found === null ? undefined : index.queued?.files[found.file];
  return found === null || fileName === undefined ? null : { fileName, line: found.line };
}

function marksOf(draft: CheckedDraft, row: number, cells: readonly string[]): CheckRow['marks'] {
  const { plan, index, judge } = draft;
  const own = judge.judgeRow(cells).marks.flatMap(({ reason: mark, column }) => {
    const reason = index.reasonOfMark(mark);
    if (reason === null) return [];
    const where = column === -1 ? null : column;
    return [{ column: where, reasonId: reasonIdOf(plan, reason), kind: kindOfNumber(reason) }];
  });
  const shared = index.sharedReasons().filter(({ rows }) => rows.has(row));
  const others = shared.map(({ reason }) => {
    const column = fieldOfNumber(plan, reason)?.columns[0] ?? null;
    return { column, reasonId: reasonIdOf(plan, reason), kind: kindOfNumber(reason) };
  });
  return [...own, ...others];
}

function changeOf(
  draft: CheckedDraft,
  row: number,
  cells: readonly string[],
  reason: number,
  repairing: Repairing | null,
  readPhone: PhoneReader,
): CheckRow['change'] {
  // Null for a reason about whole rows.
  const field = fieldOfNumber(draft.plan, reason);
  if (field === null) return null;
  const { text, column } = sourceText(field, cells);
  const isMarked = draft.judge.judge(field, text).kinds.includes(draft.index.markKindOf(reason));
  const repaired = isMarked ? (repairing?.apply(judgedValue(field, text), row) ?? null) : null;
  return {
    column: column === -1 ? null : column,
    field: field.field,
    now: sentValue(field, text, readPhone),
    after: repaired === null ? null : sentValue(field, repaired, readPhone),
  };
}

/** Different values of a reason, the most frequent first; none for reasons with more than can be counted. */
export function pageOfValues(
  draft: CheckedDraft,
  { reasonId, parameters, offset, limit }: CheckQuestions['values'],
  readPhone: PhoneReader,
): CheckAnswers['values'] {
  const none = { total: 0, values: [] };
  const reason = numberOfReasonId(draft.plan, reasonId);
  if (reason === null) return none;
  const field = fieldOfNumber(draft.plan, reason);
  const counted = draft.index.find(reason)?.values ?? null;
  if (field === null || counted === null) return none;
  const repairing = repairFor(draft, reason, readPhone, parameters);
  const sorted = [...counted.entries()].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  const values = sorted.slice(offset, offset + limit).map(([value, count]) => {
    const repaired = repairing?.apply(value, null) ?? null;
    return { value, count, after: repaired === null ? null : sentValue(field, repaired, readPhone) };
  });
  return { total: sorted.length, values };
}

/** Groups of duplicates in the order of their first rows, with the rows that stay when the others are left out. */
export function pageOfGroups(
  draft: CheckedDraft,
  { reasonId, keep, offset, limit }: CheckQuestions['groups'],
): CheckAnswers['groups'] {
  const reason = numberOfReasonId(draft.plan, reasonId);
  const groups = reason === null ? null : draft.index.groupsOf(reason);
  if (groups === null) return { keep, total: 0, groups: [] };
  const extra = groups.extraRows(keep);
  const shown = groups.page(offset, limit).map(({ key, rows }) => ({
    key: keyAsWritten(draft, key, rows[0], groups === draft.index.names),
    count: rows.length,
    rows: rows.slice(0, ROWS_OF_GROUP).map((number) => {
      const { row, line, cells } = draft.row(number);
      return { row, line, cells: [...cells], stays: !extra.has(row) };
    }),
  }));
  return { keep, total: groups.groups, groups: shown };
}

/**
 * A number without its area code, or of no known country, is compared by digits, a name in any case; a person sees it as it is
 * written.
 */
function keyAsWritten(draft: CheckedDraft, key: string, row: number | undefined, isName: boolean): string {
  if (row === undefined || (!isName && draft.plan.country !== '' && !/^[A-Z]{2} \d+$/.test(key))) return key;
  const { cells } = draft.row(row);
  if (isName) {
    const names = draft.plan.fields.filter((field) => field.isName);
    return names
      .map((field) => sourceText(field, cells).text.trim())
      .join(' ')
      .trim();
  }
  for (const field of draft.plan.fields) {
    if (field.type !== 'phone') continue;
    const { text } = sourceText(field, cells);
    if (draft.judge.judge(field, text).key === key) return text.trim();
  }
  return key;
}

/** The next or previous row of the list that is shown, and its place there. */
export function nextRow(
  draft: CheckedDraft,
  question: CheckQuestions['next'],
  looked: Uint32Array | null,
): CheckAnswers['next'] {
  const { reasonId, filter, order, row, direction } = question;
  const reason = numberOf(draft, reasonId);
  if (looked !== null) {
    const shown = shownAmong(draft, filter, reason, looked);
    return nextAmong(shown, lookedThrough(draft, filter, reasonId, reason), question, draft.index.rows);
  }
  const oddest = filter === 'reason' && order === 'oddest' ? oddestFirst(draft, reason) : null;
  if (oddest !== null) {
    const index = placeAfter(oddest, question, draft.index.rows);
    return { row: oddest[index] ?? null, index: Math.max(0, index), ordinal: index + 1, total: oddest.length };
  }
  const rows = lookedThrough(draft, filter, reasonId, reason);
  // A search that begins behind the last row finds that row, too.
  const from = Math.min(row, draft.index.rows + 1);
  const rank = direction === 'next' ? rows.rankOf(from + 1) : rows.rankOf(from) - 1;
  const found = rank < 0 ? null : (rows.page(rank, 1)[0] ?? null);
  const index = filter === 'all' ? (found ?? 1) - 1 : Math.max(0, rank);
  return { row: found, index, ordinal: rank + 1, total: rows.size };
}

/** The next of the rows that are sought among those that are shown. */
function nextAmong(
  shown: Uint32Array,
  sought: RowSet,
  question: CheckQuestions['next'],
  lastRow: number,
): CheckAnswers['next'] {
  const step = question.direction === 'next' ? 1 : -1;
  let at = placeAfter(shown, question, lastRow);
  while (at >= 0 && at < shown.length && !sought.has(shown[at] ?? 0)) at += step;
  const hits = shown.filter((row) => sought.has(row));
  const row = shown[at] ?? null;
  return { row, index: Math.max(0, at), ordinal: row === null ? 0 : hits.indexOf(row) + 1, total: hits.length };
}

function lookedThrough(
  draft: CheckedDraft,
  filter: CheckQuestions['next']['filter'],
  reasonId: string | null,
  reason: number | null,
): RowSet {
  if (filter === 'problem') return draft.index.rowsWith(['problem']);
  return reasonId === null ? draft.index.rowsWith(['problem', 'warning']) : rowsOfReason(draft, reason);
}

/** A corrected row leaves the list; the row that took its place comes next. */
function placeAfter(oddest: Uint32Array, { row, index, direction }: CheckQuestions['next'], lastRow: number): number {
  if (row < 1) return 0;
  if (row > lastRow) return oddest.length - 1;
  const at = oddest.indexOf(row);
  if (direction === 'next') return at === -1 ? (index ?? 0) : at + 1;
  return (at === -1 ? (index ?? oddest.length) : at) - 1;
}

/** Different values that are listed, to bound the list of allowed ones; a field with more has free text. */
const MOST_ALLOWED = 5000;
const ROWS_BETWEEN_PAUSES = 1000;

/** Different values of a field as they are sent, the most frequent first; null when there are too many for a list. */
export async function valuesOfField(
  draft: CheckedDraft,
  name: string,
  { readPhone, pause }: CheckHooks,
): Promise<{ value: string; count: number }[] | null> {
  const field = draft.plan.fields.find((known) => known.field === name);
  const counts = new Map<string, number>();
  if (field === undefined) return [];
  for (const { row, cells } of draft.sentRows()) {
    if (row % ROWS_BETWEEN_PAUSES === 0) await pause();
    const value = sentValue(field, sourceText(field, cells).text, readPhone).trim();
    if (value === '') continue;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > MOST_ALLOWED) return null;
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}

/** What would be sent if this were typed; nothing is saved. */
export function typedValue(
  draft: CheckedDraft,
  { reasonId, parameters, edit }: CheckQuestions['typed'],
  readPhone: PhoneReader,
): CheckAnswers['typed'] {
  const reason = numberOf(draft, reasonId);
  if (reason === null || edit.row > draft.index.rows) return { now: '', after: null };
  const cells = editedCells(draft.row(edit.row).cells, [edit]);
  const change = changeOf(draft, edit.row, cells, reason, repairFor(draft, reason, readPhone, parameters), readPhone);
  return { now: change?.now ?? '', after: change?.after ?? null };
}
