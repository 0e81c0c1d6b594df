import { describe, expect, test } from 'vitest';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import { OF_RESULT_FILE } from '../../../../../shared/domain/jobs/result-columns.ts';
import {
  addColumn,
  addConstant,
  chooseField,
  clearColumn,
  columnLines,
  confidenceBars,
  duplicateFields,
  fillWords,
  guessWords,
  mappingSums,
  moveColumn,
  setJoin,
  shortReasons,
  specialRow,
  takeColumn,
} from './columns-model.ts';

function column(index: number, label: string, filled = 10): ColumnProfile {
  const kinds = { phone: 0, email: 0, postcode: 0, date: 0, name: 0, id: 0, url: 0, number: 0 };
  const counts = { filled, distinct: filled, sampled: filled };
  return { index, header: label, label, ...counts, kinds, first: '', longest: '', oddest: 'odd' };
}
const columns = [column(0, 'Name'), column(1, 'Street'), column(2, 'Town'), column(3, 'Fax', 4)];
const base: Mapping = [
  { field: 'Firma', source: { kind: 'columns', columns: [0], join: null }, cleaning: [] },
  { field: 'Adresse', source: { kind: 'columns', columns: [1, 2], join: ', ' }, cleaning: [] },
];

describe('lines of the columns step', () => {
  test('the reason of a field says in a line of its own only what does not stand above it', () => {
    expect(shortReasons(['"Telefon" means Phone.', '99 % look like phone numbers.'])).toBe(
      'Header, 99 % phone numbers',
    );
    expect(shortReasons(['Same name as the field.', '100 % are e-mail addresses.'])).toBe(
      'Same name as the field, 100 % e-mail addresses',
    );
    expect(shortReasons(['"Telefn" reads like Phone.', 'All of 1,500 sampled values look like names.'])).toBe(
      '"Telefn" reads like Phone, all of 1,500 sampled values look like names',
    );
  });

  test('a joined field is shown at its first column and named at the others', () => {
    const lines = columnLines(columns, base, []);
    expect(lines[1]?.home.map(({ rule }) => rule.field)).toEqual(['Adresse']);
    expect(lines[2]?.home).toEqual([]);
    expect(lines[2]?.alsoIn).toEqual(['Adresse']);
  });

  test('choosing a field adds a rule, choosing again changes it', () => {
    const added = chooseField(base, 3, null, ' Telefax ');
    expect(added).toHaveLength(3);
    expect(added[2]?.field).toBe('Telefax');
    const changed = chooseField(added, 3, 2, 'Fax2');
    expect(changed).toHaveLength(3);
    expect(changed[2]?.field).toBe('Fax2');
    expect(chooseField(base, 3, null, '  ')).toBe(base);
  });

  test('clearing a column leaves the joins that only borrow it', () => {
    expect(clearColumn(base, 2)).toEqual(base);
    expect(clearColumn(base, 1).map((rule) => rule.field)).toEqual(['Firma']);
  });

  test('the second column of a field brings a blank between the values, which can be changed', () => {
    const joined = addColumn(base, 0, 3);
    expect(joined[0]?.source).toEqual({ kind: 'columns', columns: [0, 3], join: ' ' });
    expect(setJoin(joined, 0, null)[0]?.source).toEqual({ kind: 'columns', columns: [0, 3], join: null });
    expect(addColumn(joined, 0, 3)).toBe(joined);
  });

  test('taking the last column away takes the field away', () => {
    expect(takeColumn(base, 1, 2)[1]?.source).toEqual({ kind: 'columns', columns: [1], join: ', ' });
    expect(takeColumn(base, 0, 0).map((rule) => rule.field)).toEqual(['Adresse']);
  });

  test('are put in another order, and nowhere outside of the list', () => {
    expect(moveColumn(base, 1, 2, 0)[1]?.source).toEqual({ kind: 'columns', columns: [2, 1], join: ', ' });
    for (const place of [-1, 2]) expect(moveColumn(base, 1, 2, place)).toBe(base);
    expect(moveColumn(base, 1, 7, 0)).toBe(base);
  });
});

test('the sums count columns once and constants as fields', () => {
  expect(mappingSums(columns, addConstant(base, 'Land', 'Deutschland'))).toEqual({
    columns: 4,
    columnsUsed: 3,
    columnsUnused: 1,
    fields: 3,
    constants: 1,
  });
});

test('a field filled twice is found, whatever its case', () => {
  expect(duplicateFields(base).size).toBe(0);
  expect([...duplicateFields(addConstant(base, 'FIRMA ', 'x'))]).toEqual(['firma']);
});

test('words for how full a column is', () => {
  expect(fillWords(column(0, 'a', 10), 10)).toBe('all filled');
  expect(fillWords(column(0, 'a', 0), 10)).toBe('all empty');
  expect(fillWords(column(0, 'a', 4), 10)).toBe('6 empty');
});

test('a confidence has at least one bar and at most five', () => {
  expect([0, 0.2, 0.41, 0.61, 1].map(confidenceBars)).toEqual([1, 1, 3, 4, 5]);
});

test('the telling rows are found among those at hand', () => {
  const rows = [
    { row: 1, cells: ['a', 'b', 'c', 'd'] },
    { row: 2, cells: ['a long value', '', 'c', 'd'] },
    { row: 3, cells: ['odd', '', '', ''] },
  ];
  expect(specialRow(rows, 'first', columns)).toBe(1);
  expect(specialRow(rows, 'longest', columns)).toBe(2);
  expect(specialRow(rows, 'emptiest', columns)).toBe(3);
  expect(specialRow(rows, 'oddest', columns)).toBe(3);
  expect(specialRow([], 'first', columns)).toBeNull();
  const [name, ...others] = columns;
  const phone = { ...column(1, 'Phone'), kinds: { ...column(1, '').kinds, phone: 9 } };
  const two = [
    { row: 1, cells: ['odd', '30112233'] },
    { row: 2, cells: ['Nordlys', 'odd'] },
  ];
  // A phone of another shape is odder than a rare name.
  expect(specialRow(two, 'oddest', [name ?? phone, phone, ...others.slice(1)])).toBe(2);
});

describe('what is said of a column without a field', () => {
  const words = (runnerUp: { field: string; confidence: number } | null, reason: string) =>
    guessWords({ column: 0, field: null, confidence: runnerUp?.confidence ?? 0, reasons: [reason], runnerUp });

  test('a guess is named with why it was not chosen', () => {
    expect(words({ field: 'Telefon1', confidence: 0.41 }, '')).toEqual({
      words: 'best guess Telefon1, below 60 %: not chosen',
      confidence: 0.41,
    });
    expect(words({ field: 'Telefon1', confidence: 0.68 }, '"Telefon" fits Telefon1 better.').words).toBe(
      'best guess Telefon1, but "Telefon" fits Telefon1 better',
    );
    expect(words({ field: 'Telefon1', confidence: 0.68 }, 'Another column fits Telefon1 better.').words).toBe(
      'best guess Telefon1, but another column fits Telefon1 better',
    );
  });

  test('its own name is no guess and has no percentage', () => {
    expect(words({ field: 'Umsatz', confidence: 0 }, 'Neither.')).toEqual({
      words: 'Create a field called Umsatz?',
      confidence: null,
    });
    expect(words(null, 'Neither.')).toEqual({ words: 'No matching field found', confidence: null });
  });

  test('a column that a result file has of its own is called that', () => {
    expect(words(null, OF_RESULT_FILE)).toEqual({
      words: 'A column of the result file: it stays out',
      confidence: null,
    });
  });
});
