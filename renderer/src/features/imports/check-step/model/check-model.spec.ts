import { expect, test } from 'vitest';
import type { Mapping } from '../../../../../../shared/contract/imports/mapping.ts';
import { campaignFound, reason, summary } from '../../checking/check-fixture.ts';
import {
  changedParameters,
  checkedFor,
  columnSequence,
  fateWords,
  filterCount,
  judgedColumns,
  mappedColumns,
  namingColumn,
  needsNothing,
  offeredFilters,
  reasonAfter,
  reasonGroups,
  reasonHint,
  toldColumns,
} from './check-model.ts';

const mapping: Mapping = [
  { field: 'Firmanavn', source: { kind: 'columns', columns: [3], join: null }, cleaning: [] },
  { field: 'Phone', source: { kind: 'columns', columns: [1, 2], join: null }, cleaning: [] },
  { field: 'Kilde', source: { kind: 'constant', value: 'list' }, cleaning: [] },
];
const draft = { fields: [], campaignCode: 'EU-MESSE-26' };
const note = reason({ id: 'empty:Email', kind: 'empty', severity: 'note', field: 'Email', repair: null, count: 2 });

test('reasons stand by how much they matter; a group without any is not shown', () => {
  const groups = reasonGroups(summary([reason(), note]));
  expect(groups.map((group) => [group.title, group.rows, group.reasons.length])).toEqual([
    ['Likely to be refused', 1031, 1],
    ['Fine to send', null, 1],
  ]);
});

test('of a result file, state and reason of each row are shown beside what is sent', () => {
  expect(toldColumns(['Firma', 'Phone', 'Row', 'State', 'Lead id', 'Reason', 'Time'])).toEqual([5, 3]);
  expect(toldColumns(['Firma', 'Phone'])).toEqual([]);
});

test('the first line says what becomes of the rows as they are now', () => {
  expect(fateWords(reason(), null)).toBe('They are sent as they are, and likely to be refused.');
  expect(fateWords(reason({ count: 1 }), null)).toBe('It is sent as it is, and likely to be refused.');
  expect(fateWords(reason({ severity: 'warning' }), null)).toBe('They are sent as they are.');
  expect(fateWords(reason({ severity: 'warning' }), 3)).toBe('All are sent as they are.');
  expect(fateWords(reason({ severity: 'warning', kind: 'extensionLeftOut' }), null)).toBe('Only the number is sent.');
  expect(fateWords(note, null)).toBe('They can be sent.');
});

test('the second line says what helps most: the repair, the groups, the lines', () => {
  expect(reasonHint(reason(), null)).toBe('Phone, one repair fits all');
  expect(reasonHint(reason(), 19)).toBe('Phone, 19 groups');
  const examples = [422, 928].map((line) => ({ row: line - 1, line, value: '' }));
  const empty = reason({ field: null, title: 'Phone is empty', count: 2, examples, repair: null });
  expect(reasonHint(empty, null)).toBe('lines 422 and 928');
  const repair = { id: 'areaCode', label: 'Put in front', rows: null, example: null, parameters: [] } as const;
  const uncounted = reason({ distinct: null, examples, repair: { ...repair, parameters: [] } });
  expect(reasonHint(uncounted, null)).toBe('Phone, first in line 422');
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
  const { sure } = checkedFor(summary([reason()]), mapping, draft);
  expect(sure).not.toContain('Phones without area code or 0');
  expect(sure).toContain('Rows without a phone');
  expect(sure).not.toContain('Invalid e-mail addresses');
});

test('what ran on a guessed country, or could not run, is never called checked', () => {
  const { country } = summary([]);
  const guessed = summary([], { country: { ...country, value: 'DK', likely: 'DK' }, unprefixedPhones: 5 });
  const { sure, unsure } = checkedFor(guessed, mapping, draft);
  expect(sure).toContain('Rows without a phone');
  expect(sure).not.toContain('Duplicate phones');
  expect(unsure).toContainEqual({ words: 'Duplicate phones', because: 'compared as numbers of Denmark, a guess' });
  expect(unsure).toContainEqual({ words: 'Rows sent before', because: 'needs an account' });
  const unchosen = checkedFor(guessed, mapping, { ...draft, campaignCode: '' });
  expect(unchosen.unsure).toContainEqual({ words: 'Rows sent before', because: 'needs a campaign' });
  const unknown = { ...guessed, country: { ...guessed.country, value: null, certainty: 0.4 } };
  expect(checkedFor(unknown, mapping, draft).unsure).toContainEqual({
    words: 'Duplicate phones',
    because: 'needs the country',
  });
  const chosen = { ...guessed, country: { ...guessed.country, source: 'you' as const } };
  expect(checkedFor(chosen, mapping, draft).sure).toContain('Duplicate phones');
  expect(checkedFor({ ...guessed, unprefixedPhones: 0 }, mapping, draft).sure).toContain('Duplicate phones');
});

test('rows that the campaign holds are looked for only where its leads could be compared', () => {
  const rowsThere = 'Rows that the campaign holds';
  const compared = campaignFound({ groups: [] });
  expect(checkedFor({ ...summary([]), campaign: compared }, mapping, draft).sure).toContain(rowsThere);
  for (const [change, because] of [
    [{ stopped: 'It broke.' }, 'not all of its leads came'],
    [{ doubt: 'No lead shows a phone.' }, 'its leads could not be compared'],
    [{ isStale: true }, 'rows or columns were changed since'],
    [{ isProven: false }, 'nothing proves that all of its leads came'],
  ] as const) {
    const { sure, unsure } = checkedFor({ ...summary([]), campaign: { ...compared, ...change } }, mapping, draft);
    expect([sure.includes(rowsThere), unsure]).toEqual([
      false,
      expect.arrayContaining([{ words: rowsThere, because }]),
    ]);
  }
});

test('a parameter counts as changed only when it differs from the proposal', () => {
  expect(changedParameters(reason(), null)).toBeUndefined();
  expect(changedParameters(reason(), ' 030 ')).toBeUndefined();
  expect(changedParameters(reason(), '30')).toBeUndefined();
  expect(changedParameters(reason(), '040')).toEqual({ areaCode: '040' });
});

test('the table begins with what names the row and what is judged', () => {
  expect(namingColumn(mapping, [])).toBe(3);
  expect(columnSequence(5, { naming: 3, judged: [1, 2], mapped: [4, 1], told: [] })).toEqual([3, 1, 2, 4, 0]);
  expect(columnSequence(3, { naming: 2, judged: [], mapped: [0, 1, 2], told: [] })).toEqual([0, 1, 2]);
  expect(columnSequence(3, { naming: 2, judged: [], mapped: [2], told: [] })).toEqual([2, 0, 1]);
  expect(columnSequence(5, { naming: 0, judged: [1], mapped: [0, 1, 2], told: [4] })).toEqual([0, 1, 4, 2, 3]);
  expect(mappedColumns(mapping)).toEqual([1, 2, 3]);
  expect(judgedColumns(reason({ kind: 'noPhone', field: null }), mapping, [])).toEqual([1, 2]);
});
