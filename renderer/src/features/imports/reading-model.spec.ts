import { expect, test } from 'vitest';
import type { Reading } from '../../../../shared/contract/reading.ts';
import { choicesOf, delimiterChoices, headerChoices, isOnlySpace, withChoice } from './reading-model.ts';

const reading: Reading = {
  format: 'csv',
  size: 100,
  encoding: { value: 'utf-8', certainty: 'certain', reason: '', alternatives: ['windows-1252'] },
  delimiter: { value: ';', certainty: 'yours', reason: '', alternatives: [','] },
  newline: 'LF',
  sheets: [],
  sheet: { value: null, certainty: 'only', reason: '', alternatives: [] },
  headerLine: { value: 12, certainty: 'yours', reason: '', alternatives: [1] },
  firstDataLine: { value: 14, certainty: 'yours', reason: '', alternatives: [] },
  lastDataLine: { value: 90, certainty: 'follows', reason: '', alternatives: [] },
  columns: [],
  rows: 77,
  complete: true,
  problems: [],
  checkedFor: [],
};

test('only what a person chose is asked for again', () => {
  expect(choicesOf(reading)).toEqual({ delimiter: ';', headerLine: 12, firstDataLine: 14 });
});

test('another header line forgets the first data line, another sheet forgets both', () => {
  expect(withChoice(reading, { headerLine: null })).toEqual({ delimiter: ';', headerLine: null });
  expect(withChoice(reading, { sheet: 'B' })).toEqual({ delimiter: ';', sheet: 'B' });
  expect(withChoice(reading, { encoding: 'windows-1252' })).toEqual({
    delimiter: ';',
    headerLine: 12,
    firstDataLine: 14,
    encoding: 'windows-1252',
  });
});

test('every choice is offered once, the header in the order of lines with "none" last', () => {
  expect(delimiterChoices(reading)).toEqual([';', ',', '\t', '|']);
  expect(headerChoices(reading)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, null]);
});

test('a cell of blanks is told from an empty one', () => {
  expect([' ', '\u00a0', '', 'a'].map(isOnlySpace)).toEqual([true, true, false, false]);
});
