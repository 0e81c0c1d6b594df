import { expect, test } from 'vitest';
import type { Question, QuestionAnswer } from '../../../../../shared/contract/exports/questions.ts';
import { PLAIN_VIEW, viewColumns } from '../view/page-view.ts';
import { askedQuestion, coloursOf, filterOfGroup, firstQuestion, groupWords } from './question-model.ts';
import { answerFile, answerTable } from './question-table.ts';

const columns = viewColumns(
  ['campaign.code', 'closure', 'lastModifiedTime', 'data.By'].map((path, index) => ({ index, path, filled: 10 })),
  10,
  PLAIN_VIEW,
);
const asked: Question = {
  groups: [
    { column: 0, by: 'value' },
    { column: 2, by: 'week' },
  ],
  across: { column: 1, by: 'value' },
  measure: null,
};
const week = { value: '2026-11-09', whole: true, rows: 3, measure: null, across: [2, 1] };
const answer: QuestionAnswer = {
  total: { rows: 10, measure: null, across: [6, 4] },
  across: [{ value: 'NotInterested', whole: true, rows: 6 }],
  acrossRest: 2,
  groups: [
    {
      value: 'DK-1',
      whole: true,
      rows: 5,
      measure: null,
      across: [3, 2],
      groups: [week, { ...week, value: '', rows: 2, across: [1, 1] }],
      rest: { groups: 0, rows: 0 },
    },
    { value: '', whole: true, rows: 4, measure: null, across: [3, 1], groups: [], rest: { groups: 7, rows: 4 } },
  ],
  rest: { groups: 1, rows: 1 },
};

test('a line lets through its leads, and an inner one those of both groups', () => {
  const { lines, across } = answerTable(answer, { asked, columns }, () => true);
  const inCampaign = { kind: 'values', column: 0, values: ['DK-1'], empty: false, not: false };
  expect(lines.map(({ title, filters }) => [title, filters])).toEqual([
    ['DK-1', [inCampaign]],
    ['Week 46', [inCampaign, { kind: 'date', column: 2, from: '2026-11-09', to: '2026-11-15' }]],
    // No filter lets through cells without a time.
    ['no time', null],
    ['empty', [{ kind: 'empty', column: 0, not: false }]],
    ['7 more groups', null],
    ['1 more group', null],
    ['Total', []],
  ]);
  expect(across.map(({ title, filter }) => [title, filter?.kind])).toEqual([
    ['Not interested', 'values'],
    ['2 others', undefined],
  ]);
  const one = answerTable({ ...answer, acrossRest: 1 }, { asked, columns }, () => true);
  expect(one.across.at(-1)?.title).toBe('1 other');
  const closed = answerTable(answer, { asked, columns }, () => false);
  expect(closed.lines.map(({ title, inner }) => [title, inner])).toEqual([
    ['DK-1', 2],
    ['empty', 7],
    ['1 more group', null],
    ['Total', null],
  ]);
  expect(closed.mostOf('group')).toBe(5);
});

test('a file has every line with its groups in columns of their own', () => {
  const file = answerFile(answer, { asked, columns }, { groups: ['Campaign', 'Week'], measure: null });
  expect(file.columns).toEqual([
    'Campaign',
    'Week',
    'Leads',
    'Not interested',
    'Not interested, share',
    '2 others',
    '2 others, share',
  ]);
  expect(file.rows.slice(0, 2)).toEqual([
    ['DK-1', '', '5', '3', '0.6000', '2', '0.4000'],
    ['DK-1', 'Week 46, 9 to 15 Nov 2026', '3', '2', '0.6667', '1', '0.3333'],
  ]);
  expect(file.rows.at(-1)).toEqual(['Total', '', '10', '6', '0.6000', '4', '0.4000']);
  for (const row of file.rows) expect(row).toHaveLength(file.columns.length);
  // The groups are names, also those that look like numbers.
  expect(file.figures).toEqual([2, 3, 4, 5, 6]);
});

test.each([
  [0.1 + 0.2, '0.3'],
  [1234.5600000000002, '1234.56'],
  [-0.000001 - 0.000002, '-0.000003'],
  [2 / 3, '0.666666666666667'],
  // A whole number has all of its digits.
  [9_007_199_254_740_991, '9007199254740991'],
  [0, '0'],
  [null, ''],
])('a file has a figure of %s without the noise of adding', (measure, written) => {
  const { total, ...others } = answer;
  const file = answerFile(
    { ...others, total: { ...total, measure } },
    { asked, columns },
    { groups: ['Campaign', 'Week'], measure: 'Sum' },
  );
  expect(file.rows.at(-1)?.at(-1)).toBe(written);
});

test('a value that is cut, and a column that is not here, are not filtered or grouped by', () => {
  expect(filterOfGroup({ column: 3, by: 'value' }, { value: 'Aarhu', whole: false })).toBeNull();
  expect(groupWords('data.By', 'value', { value: 'Aarhu', whole: false }).title).toBe('Aarhu…');
  const kept = { groups: [{ path: 'data.Zip', by: 'value' as const }], across: null, measure: null };
  expect(askedQuestion(kept, columns)).toBeNull();
  const across = { path: 'data.Zip', by: 'value' as const };
  expect(askedQuestion({ ...firstQuestion(columns), across }, columns)).toEqual({
    groups: [{ column: 0, by: 'value' }],
    across: null,
    measure: null,
  });
  expect(firstQuestion(columns).across?.path).toBe('closure');
});

test('closures have their own colours, and other values differ from each other', () => {
  expect(coloursOf('closure', ['Success', 'InvalidLead', '2'])).toEqual([
    'created-fill',
    'refused-fill',
    'skipped-fill',
  ]);
  const others = coloursOf('data.By', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  expect(new Set(others).size).toBe(8);
});
