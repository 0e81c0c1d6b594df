import type { CheckReason, CheckSummary } from '../../../../../shared/contract/check/check.ts';

/** A problem that one repair puts right, with what a spec changes about it. */
export function reason(change: Partial<CheckReason> = {}): CheckReason {
  return {
    id: 'areaCodeMissing:Phone',
    kind: 'areaCodeMissing',
    severity: 'problem',
    field: 'Phone',
    columns: [1],
    count: 1031,
    distinct: 1012,
    title: 'Area code is missing',
    sentence: '',
    examples: [],
    hasOddest: true,
    dates: null,
    repair: {
      id: 'areaCode',
      label: 'Put in front',
      rows: 1031,
      example: null,
      parameters: [{ id: 'areaCode', label: 'Area code', value: '030' }],
    },
    ...change,
  };
}

/** What a check found: the totals of one file, with the reasons a spec is about. */
export function summary(reasons: readonly CheckReason[], change: Partial<CheckSummary> = {}): CheckSummary {
  return {
    draftId: 'd',
    revision: 1,
    rows: 1036,
    standing: { leftOut: 3, problem: 1031, repeated: 0, sentBefore: 0, ready: 2 },
    rowsWithProblem: 1031,
    rowsWithWarning: 5,
    reasons: [...reasons],
    duplicates: [],
    sentBefore: null,
    editedRows: 0,
    editedCells: 0,
    leftOut: [],
    undo: null,
    country: { value: 'DE', reason: '', isYours: false },
    guessedPhones: 0,
    unprefixedPhones: 0,
    cleanedPhones: 0,
    settings: { country: null, duplicateKey: null, fields: [] },
    milliseconds: 1,
    ...change,
  };
}
