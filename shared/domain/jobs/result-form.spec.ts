import { expect, it } from 'vitest';
import { USUAL_RESULT } from '../../contract/jobs/result-choices.ts';
import { formWords, resultChoicesOf } from './result-form.ts';
import { resultFileName } from './result-name.ts';

const around = { excelDelimiter: ';', zone: 'Europe/Copenhagen' } as const;

it.each([
  [{ delimiter: ';', encoding: 'windows-1252' }, 'semicolon, Windows-1252'],
  [{ delimiter: ',', encoding: 'utf-8' }, 'comma, UTF-8'],
  [{ delimiter: '\t', encoding: 'utf-16le' }, 'tab, UTF-8'],
  // Columns of fixed width, and a separator that is not written.
  [{ delimiter: '', encoding: 'iso-8859-1' }, 'semicolon, Windows-1252'],
  [{ delimiter: '^', encoding: 'utf-8' }, 'semicolon, UTF-8'],
  [null, 'semicolon, UTF-8'],
])('a result looks like its source %j: %s', (source, words) => {
  expect(formWords(resultChoicesOf(USUAL_RESULT, { ...around, source }))).toBe(words);
});

it('is as Excel opens it, or a workbook, when a person says so', () => {
  const source = { delimiter: '|', encoding: 'windows-1252' };
  const choices = (wish: object) => resultChoicesOf({ ...USUAL_RESULT, ...wish }, { ...around, source });
  expect(formWords(choices({ as: 'excel' }))).toBe('semicolon, UTF-8');
  expect(choices({ as: 'xlsx', rows: 'refused', times: 'utc' })).toEqual({
    format: { format: 'xlsx', dates: false },
    rows: 'refused',
    zone: null,
  });
  expect(choices({ guardFormulas: true })).toMatchObject({
    format: { guardFormulas: true },
    zone: 'Europe/Copenhagen',
  });
});

it('has the ending of its format', () => {
  expect(resultFileName('berlin.schools.xls')).toBe('berlin.schools-result.csv');
  expect(resultFileName('berlin.csv', 2, 'xlsx')).toBe('berlin-result-2.xlsx');
});
