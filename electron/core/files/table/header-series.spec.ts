import { describe, expect, it } from 'vitest';
import { areNumbered, isPeriod, isSpreadOverTime } from './header-series.ts';
import type { SheetRow } from './sheet-row.ts';

/** Rows with ; between cells. */
const rowsOf = (...lines: readonly string[]): SheetRow[] =>
  lines.map((text, at) => ({ line: at + 1, cells: text.split(';') }));

describe('names with numbers', () => {
  it.each<[string, string, string, boolean]>([
    ['that rise', 'field_1;field_2', 'a;b', true],
    ['that rise by more than one', 'Col 1;Col 5;Col 19', 'a;b;c', true],
    ['of four digits', 'Uge 2024;Uge 2025', 'a;b', true],
    ['of five', 'Uge 12024;Uge 12025', 'a;b', false],
    ['alone', 'field_1', 'a', false],
    ['that fall', 'field_2;field_1', 'a;b', false],
    ['that stay', 'field_1;field_1', 'a;b', false],
    ['behind other letters', 'field_1;other_2', 'a;b', false],
    ['beside a name without one', 'field_1;field', 'a;b', false],
    ['above the next of them', 'field_1;field_2', 'field_3;field_4', false],
    ['above a single one', 'field_1;field_2', ' field_3; ', true],
    ['above other letters', 'v_1;v_2', 'w_1;w_2', true],
    ['behind letters that rise', 'A1;B1;C1', 'x;y;z', true],
    ['behind two letters', 'AA12;AB12', 'x;y', true],
    ['behind three', 'AAA1;AAB1', 'x;y', false],
    ['that differ as well', 'A1;B2', 'x;y', false],
    ['behind letters that stay', 'A1;A1', 'x;y', false],
    ['behind letters that fall', 'B1;A1', 'x;y', false],
    ['behind letters, four digits', 'A1234;B1234', 'x;y', false],
    ['above the next line of a sheet', 'A1;B1', 'A2;B2', false],
  ])('%s', (_title, names, below, isSeries) => {
    expect(areNumbered(names.split(';'), rowsOf(below))).toBe(isSeries);
  });
});

it('a long text of signs is no name, and not divided in all ways', { timeout: 10_000 }, () => {
  expect(areNumbered([`A${'_'.repeat(200_000)}x`, 'B1'], [])).toBe(false);
});

it.each<[string, boolean]>([
  ...(
    ['1800', '1999', '2026', '2024-01', '2024/1', '12.2024', '1-2024', '2024/25', '2024-2025', '2026-05-04'] as const
  ).map((text): [string, boolean] => [text, true]),
  ...(['1799', '2100', '202', '2024-13/1', '13.2024', '2024.99', 'May', '', '2024 01 x'] as const).map(
    (text): [string, boolean] => [text, false],
  ),
])('%j is a year, a month or a day: %s', (text, is) => expect(isPeriod(text)).toBe(is));

describe('a column for each year', () => {
  const isSpread = (names: string, ...below: readonly string[]) =>
    rowsOf(names).every((row) => isSpreadOverTime(row, rowsOf(...below)));

  it('has names that are all different, and something else below them', () => {
    expect(isSpread('Land; 2023 ;2022', 'DK;1;2')).toBe(true);
    expect(isSpread('Land;2023', 'DK;1')).toBe(true);
    expect(isSpread('Land;By', 'DK;Ry')).toBe(false);
    expect(isSpread('Land;2023;2023', 'DK;1;2')).toBe(false);
    expect(isSpread('Land;2023;17', 'DK;1;2')).toBe(false);
    expect(isSpread('Land;2023;2022', 'DK;;')).toBe(false);
    expect(isSpread('Land;2023;2022', 'DK')).toBe(false);
  });

  it('holds years itself in three values of ten at most', () => {
    const years = (count: number) => Array.from({ length: 10 }, (_, at) => (at < count ? 'DK;1987' : 'DK;7'));
    expect(isSpread('Land;2023', ...years(3))).toBe(true);
    expect(isSpread('Land;2023', ...years(4))).toBe(false);
  });
});
