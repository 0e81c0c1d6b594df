import { expect, test } from 'vitest';
import type { CheckReason, CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import {
  changedParameters,
  checkBasis,
  columnSequence,
  filterCount,
  judgedColumns,
  listedValues,
  namingColumn,
  needsNothing,
  notFound,
  offeredFilters,
  reasonAfter,
  reasonGroups,
  reasonHint,
  sumOf,
  withFieldRule,
  withRule,
} from './check-model.ts';

function reason(change: Partial<CheckReason> = {}): CheckReason {
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

function summary(reasons: readonly CheckReason[], change: Partial<CheckSummary> = {}): CheckSummary {
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
    settings: { country: null, duplicateKey: null, fields: [] },
    milliseconds: 1,
    ...change,
  };
}

const mapping: Mapping = [
  { field: 'Firmanavn', source: { kind: 'columns', columns: [3], join: null }, cleaning: [] },
  { field: 'Phone', source: { kind: 'columns', columns: [1, 2], join: null }, cleaning: [] },
  { field: 'Kilde', source: { kind: 'constant', value: 'list' }, cleaning: [] },
];
const note = reason({ id: 'empty:Email', kind: 'empty', severity: 'note', field: 'Email', repair: null, count: 2 });

test('rows with a problem go on, rows left out do not, and before the check all rows do', () => {
  expect(sumOf(1036, null)).toEqual({ goOn: 1036, leftOut: 0, withProblem: 0 });
  expect(sumOf(1036, summary([reason()]))).toEqual({ goOn: 1033, leftOut: 3, withProblem: 1031 });
});

test('reasons stand by how much they matter; a group without any is not shown', () => {
  const groups = reasonGroups(summary([reason(), note]));
  expect(groups.map((group) => [group.title, group.rows, group.reasons.length])).toEqual([
    ['Must be fixed', 1031, 1],
    ['Fine to send', null, 1],
  ]);
});

test('the second line says what helps most: the repair, the groups, the lines', () => {
  expect(reasonHint(reason(), null)).toBe('Phone, one repair fits all');
  expect(reasonHint(reason(), 19)).toBe('Phone, 19 groups');
  const examples = [422, 928].map((line) => ({ row: line - 1, line, value: '' }));
  const empty = reason({ field: null, title: 'Phone is empty', count: 2, examples, repair: null });
  expect(reasonHint(empty, null)).toBe('lines 422 and 928');
});

test('a chosen reason stays while it has rows, and the next that needs a person follows it', () => {
  const other = reason({ id: 'noPhone', field: null });
  expect(reasonAfter(summary([reason(), other]), other.id)).toBe(other.id);
  expect(reasonAfter(summary([other, note]), reason().id)).toBe('noPhone');
  expect(reasonAfter(summary([note]), reason().id)).toBeNull();
  expect(needsNothing(summary([note]))).toBe(true);
});

test('what was chosen about the order of dates stays in view', () => {
  const open = reason({ id: 'dateAmbiguous:Born', kind: 'dateAmbiguous', severity: 'warning' });
  const settled = reason({ id: 'dateOrder:Born', kind: 'dateOrder', severity: 'note' });
  expect(reasonAfter(summary([reason(), settled]), open.id)).toBe(settled.id);
  expect(reasonAfter(summary([reason(), open]), settled.id)).toBe(open.id);
});

test('every part of the filter has the figure that the list and the overview show', () => {
  const found = summary([reason()], { editedRows: 7 });
  expect(offeredFilters(reason()).map((filter) => filterCount(filter, found, reason()))).toEqual([
    1031, 1031, 7, 3, 1036,
  ]);
  expect(offeredFilters(null)).not.toContain('reason');
  expect(filterCount('reason', found, null)).toBe(0);
});

test('only what fits the fields of the file counts as looked for', () => {
  const words = notFound(summary([reason()]), mapping, []);
  expect(words).not.toContain('Lost area codes and zeros');
  expect(words).toContain('Rows without a phone');
  expect(words).not.toContain('E-mail that cannot arrive');
});

test('a parameter counts as changed only when it differs from the proposal', () => {
  expect(changedParameters(reason(), null)).toBeUndefined();
  expect(changedParameters(reason(), ' 030 ')).toBeUndefined();
  expect(changedParameters(reason(), '30')).toBeUndefined();
  expect(changedParameters(reason(), '040')).toEqual({ areaCode: '040' });
});

test('the table begins with what names the row and what is judged', () => {
  expect(namingColumn(mapping, [])).toBe(3);
  expect(columnSequence(5, 3, [1, 2])).toEqual([3, 1, 2, 0, 4]);
  expect(columnSequence(3, 2, [])).toEqual([0, 1, 2]);
  expect(judgedColumns(reason({ kind: 'noPhone', field: null }), mapping, [])).toEqual([1, 2]);
});

test('a rule on some fields leaves the other rules of a field alone', () => {
  const { settings } = summary([]);
  const required = withRule(settings, 'required', ['Phone']);
  const both = withRule(required, 'unique', ['Phone', 'Email']);
  expect(both.fields.map(({ field, required: isRequired, unique }) => [field, isRequired, unique])).toEqual([
    ['Phone', true, true],
    ['Email', false, true],
  ]);
  expect(withRule(withRule(both, 'required', []), 'unique', []).fields).toEqual([]);
});

test('a list is read line by line, however it was pasted', () => {
  expect(listedValues(' Nord \r\nSyd\n\nNord\tØst\n')).toEqual(['Nord', 'Syd', 'Øst']);
  expect(listedValues(' \n')).toEqual([]);
});

test('the length and the list of a field come and go without touching its other rules', () => {
  const required = withRule(summary([]).settings, 'required', ['Phone']);
  const limited = withFieldRule(withFieldRule(required, 'Phone', { longest: 20 }), 'Email', { allowed: ['a@b.dk'] });
  expect(limited.fields).toEqual([
    { field: 'Phone', required: true, unique: false, longest: 20, allowed: null },
    { field: 'Email', required: false, unique: false, longest: null, allowed: ['a@b.dk'] },
  ]);
  const less = withFieldRule(withFieldRule(limited, 'Phone', { longest: null }), 'Email', { allowed: null });
  expect(less).toEqual(required);
});

test('another reading of the file, another mapping and another campaign make another check', () => {
  const mapping = [{ field: 'Phone', source: { kind: 'constant' as const, value: '1' }, cleaning: [] }];
  const before = checkBasis({ readingId: 'one' }, mapping, 'A', 'account');
  expect(checkBasis({ readingId: 'one' }, structuredClone(mapping), ' A', 'account')).toEqual(before);
  expect(checkBasis({ readingId: 'two' }, mapping, 'A', 'account').rows).not.toBe(before.rows);
  expect(checkBasis({ readingId: 'one' }, [], 'A', 'account').rows).not.toBe(before.rows);
  expect(checkBasis({ readingId: 'one' }, mapping, 'B', 'account').campaign).not.toBe(before.campaign);
});
