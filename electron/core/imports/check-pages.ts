import type { CheckRow } from '../../../shared/contract/check.ts';
import {
  fieldOfNumber,
  judgedValue,
  kindOfNumber,
  numberOfReasonId,
  reasonIdOf,
  reasonNumber,
  sentValue,
  sourceText,
} from '../../../shared/domain/check/check-plan.ts';
import type { PhoneReader } from '../../../shared/domain/phone-reader.ts';
import { RowSet } from '../../../shared/domain/check/row-set.ts';
import type { CheckAnswers, CheckQuestions } from './check-messages.ts';
import type { CheckedDraft, DraftRow } from './check-draft.ts';
import { repairFor, type Repairing } from './check-summary.ts';

/** Rows of a group that are shown. */
const ROWS_OF_GROUP = 20;

/** Rows in the order of the file, with what is wrong and what the repair of the asked reason would make of them. */
export function pageOfRows(
  draft: CheckedDraft,
  { reasonId, filter, parameters, offset, limit }: CheckQuestions['rows'],
  readPhone: PhoneReader,
): Omit<CheckAnswers['rows'], 'revision'> {
  const reason = reasonId === null ? null : numberOfReasonId(draft.plan, reasonId);
  const { total, rows } = chosenRows(draft, filter, reason, reasonId === null, offset, limit);
  const repairing = reason === null ? null : repairFor(draft, reason, readPhone, parameters);
  return { total, rows: rows.map((row) => shownRow(draft, draft.row(row), reason, repairing, readPhone)) };
}

function chosenRows(
  draft: CheckedDraft,
  filter: CheckQuestions['rows']['filter'],
  reason: number | null,
  isAnyReason: boolean,
  offset: number,
  limit: number,
): { total: number; rows: number[] } {
  const { index, layer } = draft;
  if (filter === 'repaired') return { total: layer.editedRows(), rows: layer.editedRowPage(offset, limit) };
  if (filter === 'all') {
    const count = Math.max(0, Math.min(limit, index.rows - offset));
    return { total: index.rows, rows: Array.from({ length: count }, (_, step) => offset + step + 1) };
  }
  const set = filter === 'leftOut' ? index.leftOut : rowsOfReason(draft, reason, isAnyReason);
  return { total: set.size, rows: set.page(offset, limit) };
}

/** Rows of a reason, or with any problem or warning. A reason that is gone has no rows. */
export function rowsOfReason(draft: CheckedDraft, reason: number | null, isAnyReason: boolean): RowSet {
  if (isAnyReason) return draft.index.rowsWith(['problem', 'warning']);
  return (reason === null ? null : draft.index.find(reason)?.rows) ?? new RowSet(draft.index.rows);
}

function shownRow(
  draft: CheckedDraft,
  { row, line, cells, inFile }: DraftRow,
  reason: number | null,
  repairing: Repairing | null,
  readPhone: PhoneReader,
): CheckRow {
  const { plan, index } = draft;
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
    marks: leftOut ? [] : marksOf(draft, row, cells),
    change:
      reason === null || fieldOfNumber(plan, reason) === null
        ? null
        : changeOf(draft, cells, reason, repairing, readPhone),
  };
}

function marksOf(draft: CheckedDraft, row: number, cells: readonly string[]): CheckRow['marks'] {
  const { plan, index, judge } = draft;
  const own = judge.judgeRow(cells).marks.map(({ reason, column }) => ({
    column: column === -1 ? null : column,
    reasonId: reasonIdOf(plan, reason),
    kind: kindOfNumber(reason),
  }));
  const whole = (['duplicatePhone', 'duplicateEmail', 'sentBefore'] as const).flatMap((kind) => {
    const reason = reasonNumber(plan.fields.length, kind);
    return index.find(reason)?.rows.has(row) === true
      ? [{ column: null, reasonId: reasonIdOf(plan, reason), kind }]
      : [];
  });
  const keys = [...index.keys].flatMap(([field, groups]) => {
    if (!groups.rows.has(row)) return [];
    const kind = plan.fields[field]?.unique === true ? ('notUnique' as const) : ('duplicateKey' as const);
    const column = plan.fields[field]?.columns[0] ?? null;
    return [{ column, reasonId: reasonIdOf(plan, reasonNumber(field, kind)), kind }];
  });
  return [...own, ...whole, ...keys];
}

function changeOf(
  draft: CheckedDraft,
  cells: readonly string[],
  reason: number,
  repairing: Repairing | null,
  readPhone: PhoneReader,
): CheckRow['change'] {
  const field = fieldOfNumber(draft.plan, reason);
  if (field === null) return null;
  const { text, column } = sourceText(field, cells);
  const isMarked = draft.judge.judge(field, text).kinds.includes(kindOfNumber(reason));
  const repaired = isMarked && column !== -1 ? (repairing?.apply(judgedValue(field, text)) ?? null) : null;
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
  const reason = numberOfReasonId(draft.plan, reasonId);
  const field = reason === null ? null : fieldOfNumber(draft.plan, reason);
  const counted = reason === null ? null : (draft.index.find(reason)?.values ?? null);
  if (reason === null || field === null || counted === null) return { total: 0, values: [] };
  const repairing = repairFor(draft, reason, readPhone, parameters);
  const sorted = [...counted].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  const values = sorted.slice(offset, offset + limit).map(([value, count]) => {
    const repaired = repairing?.apply(value) ?? null;
    return { value, count, after: repaired === null ? null : sentValue(field, repaired, readPhone) };
  });
  return { total: sorted.length, values };
}

/** Groups of duplicates in the order of their first rows. */
export function pageOfGroups(
  draft: CheckedDraft,
  { reasonId, offset, limit }: CheckQuestions['groups'],
): CheckAnswers['groups'] {
  const reason = numberOfReasonId(draft.plan, reasonId);
  const groups = reason === null ? null : draft.index.groupsOf(reason);
  if (groups === null) return { total: 0, groups: [] };
  const shown = groups.page(offset, limit).map(({ key, rows }) => ({
    key,
    count: rows.length,
    rows: rows.slice(0, ROWS_OF_GROUP).map((number) => {
      const { row, line, cells } = draft.row(number);
      return { row, line, cells: [...cells] };
    }),
  }));
  return { total: groups.groups, groups: shown };
}

/** The row of a reason after or before a row, and its place among the reason's rows. */
export function nextRow(
  draft: CheckedDraft,
  { reasonId, row, direction }: CheckQuestions['next'],
): CheckAnswers['next'] {
  const reason = reasonId === null ? null : numberOfReasonId(draft.plan, reasonId);
  const rows = rowsOfReason(draft, reason, reasonId === null);
  const last = Math.min(row, draft.index.rows);
  const index = direction === 'next' ? rows.rankOf(last + 1) : rows.rankOf(last) - 1;
  if (index < 0) return { row: null, index: 0 };
  return { row: rows.page(index, 1)[0] ?? null, index };
}
