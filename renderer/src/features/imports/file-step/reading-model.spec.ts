import { expect, test } from 'vitest';
import type { Reading } from '../../../../../shared/contract/imports/reading.ts';
import { format } from '../../../lib/format.ts';
import {
  delimiterChoices,
  cutsIn,
  encodingGroups,
  hasEncodings,
  headerChoices,
  isOnlySpace,
  linesLeftOut,
  lineTrouble,
  remedyFor,
  titleBesideCount,
  withChoice,
  withoutChoice,
} from './reading-model.ts';

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

const choices = { delimiter: ';', headerLine: 12, firstDataLine: 14, lastDataLine: 80, keepSpaces: false };

test('another header line forgets the first data line, another sheet forgets all lines, the rest is kept', () => {
  expect(withChoice(choices, { headerLine: null })).toEqual({
    delimiter: ';',
    headerLine: null,
    lastDataLine: 80,
    keepSpaces: false,
  });
  expect(withChoice(choices, { sheet: 'B' })).toEqual({ delimiter: ';', keepSpaces: false, sheet: 'B' });
  expect(withChoice(choices, { encoding: 'windows-1252' })).toEqual({ ...choices, encoding: 'windows-1252' });
});

test('the guess is used again for one choice, and the others stay', () => {
  expect(withoutChoice(choices, 'firstDataLine', 'lastDataLine')).toEqual({
    delimiter: ';',
    headerLine: 12,
    keepSpaces: false,
  });
  expect(withoutChoice({ ...choices, sheet: 'B' }, 'sheet')).toEqual({ delimiter: ';', keepSpaces: false });
});

test('data lines that cannot be are answered in words before the file is read', () => {
  expect(lineTrouble(reading, {}, { firstDataLine: 20 })).toBeNull();
  expect(lineTrouble(reading, {}, { firstDataLine: 12 })).toMatch(/header is line 12/);
  expect(lineTrouble(reading, {}, { firstDataLine: 91 })).toMatch(/Line 90 is the last one/);
  expect(lineTrouble(reading, { lastDataLine: 200 }, { firstDataLine: 91 })).toBeNull();
  expect(lineTrouble(reading, {}, { lastDataLine: 13 })).toMatch(/Data begins at line 14/);
  expect(
    lineTrouble(
      { ...reading, lastDataLine: { ...reading.lastDataLine, value: 12_000 } },
      {},
      { firstDataLine: 12_001 },
    ),
  ).toBe(
    `Line ${format.number(12_000)} is the last one of the table, so data cannot begin at line ${format.number(12_001)}.`,
  );
  expect(lineTrouble(reading, {}, { lastDataLine: 14 })).toBeNull();
});

test('notes below the table can be read as data, up to the last of them', () => {
  const notes = { kind: 'notesBelow' as const, title: '', message: '', count: 2 };
  const at = (line: number) => ({ line, column: '', text: '' });
  expect(remedyFor({ ...notes, examples: [at(92), at(95)] }, reading)?.change).toEqual({ lastDataLine: 95 });
  expect(remedyFor({ ...notes, count: 40, examples: [at(92), at(95)] }, reading)?.change.lastDataLine).toBeGreaterThan(
    10_000_000,
  );
  const yours = { ...reading, lastDataLine: { ...reading.lastDataLine, certainty: 'yours' as const } };
  expect(remedyFor({ ...notes, examples: [at(92), at(95)] }, yours)).toBeNull();
});

test('every choice is offered once, the header in the order of lines with "none" last', () => {
  expect(delimiterChoices(reading)).toEqual([';', ',', '\t', '|']);
  expect(headerChoices({ ...reading, lastDataLine: { ...reading.lastDataLine, value: 3 } })).toEqual([
    1,
    2,
    3,
    12,
    null,
  ]);
  expect(headerChoices(reading)).toHaveLength(41);
});

test('every encoding is offered once, the considered ones first', () => {
  const [considered, others] = encodingGroups(reading);
  expect(considered?.items.map((item) => item.value)).toEqual(['utf-8', 'windows-1252']);
  expect(others?.items.map((item) => item.value)).toContain('shift_jis');
  expect(others?.items.map((item) => item.value)).not.toContain('utf-8');
});

test('an encoding can be chosen where the file leaves it open, as web pages and some old workbooks do', () => {
  const workbook = (certainty: Reading['encoding']['certainty']) =>
    hasEncodings({ encoding: { ...reading.encoding, certainty } });
  expect([workbook('only'), workbook('likely'), workbook('yours')]).toEqual([false, true, true]);
});

test('places of columns are typed as a list, and take the place of a separator', () => {
  expect([cutsIn('1, 21,35'), cutsIn('5 9'), cutsIn(''), cutsIn('1, x'), cutsIn('9, 5'), cutsIn('0, 4')]).toEqual([
    [1, 21, 35],
    [5, 9],
    null,
    null,
    null,
    null,
  ]);
  expect(withChoice({ delimiter: ';' }, { cuts: [1, 5] })).toEqual({ cuts: [1, 5] });
  expect(withChoice({ cuts: [1, 5] }, { delimiter: ';' })).toEqual({ delimiter: ';' });
});

test('a cell of blanks is told from an empty one', () => {
  expect([' ', '\u00a0', '', 'a'].map(isOnlySpace)).toEqual([true, true, false, false]);
});

test('counts the lines that are no data, and not what is only noticed', () => {
  const problem = (kind: Reading['problems'][number]['kind'], count: number) => ({
    kind,
    count,
    examples: [],
    title: '',
    message: '',
  });
  expect(linesLeftOut(reading)).toBe(0);
  const problems = [problem('titleLines', 3), problem('totals', 1), problem('onlySpaces', 40), problem('ragged', 2)];
  expect(linesLeftOut({ ...reading, problems })).toBe(4);
});

test('a title does not repeat the count that stands beside it', () => {
  expect(titleBesideCount('1,031 cells with only spaces')).toBe('Cells with only spaces');
  expect(titleBesideCount('Line ends of several kinds')).toBe('Line ends of several kinds');
});
