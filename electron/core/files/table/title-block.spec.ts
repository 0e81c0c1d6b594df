import { describe, expect, it } from 'vitest';
import type { SheetRow } from './sheet-row.ts';
import { headerBehindTitles } from './title-block.ts';

/** Rows with ; between cells; an empty text is a blank line, which is missing and counted. */
const rowsOf = (lines: readonly string[]): SheetRow[] =>
  lines.flatMap((text, at) => (text === '' ? [] : [{ line: at + 1, cells: text.split(';') }]));
const times = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at));

/** Its score is 2.07: words above numbers. */
const header = 'Zork;Blip;Plom';
const numbers = (count: number) => times(count, (at) => `${at};${at + 70};${at + 900}`);
/** Words where the table has numbers. */
const block = (count: number) => times(count, (at) => `Filter${'x'.repeat(at)};Open;DK`);

const place = (lines: readonly string[], score = 0.5) => headerBehindTitles(rowsOf(lines), 0, score);

describe('a block above a table', () => {
  it.each([1, 2, 11, 12])('of %i lines is passed over when a blank line follows', (count) => {
    expect(place([...block(count), '', header, ...numbers(30)])).toBe(count);
  });

  it('is no longer than twelve lines, and less than half as long as the table', () => {
    const listed = (count: number) => times(count, (at) => `Filter${'x'.repeat(at)};7;DK`);
    expect(place([...listed(12), '', header, ...numbers(40)])).toBe(12);
    expect(place([...listed(13), '', header, ...numbers(40)])).toBe(0);
    expect(place([...listed(5), '', header, ...numbers(10)])).toBe(5);
    expect(place([...listed(5), '', header, ...numbers(9)])).toBe(0);
    expect(place([...block(1), '', header, ...numbers(3)])).toBe(1);
    expect(place([...block(1), '', header, ...numbers(2)])).toBe(0);
  });

  it('without a blank line behind it has no row that could be one of the table', () => {
    expect(place([...block(3), header, ...numbers(30)])).toBe(3);
    expect(place([...block(2), header, ...numbers(30)])).toBe(2);
    expect(place([...block(1), header, ...numbers(30)])).toBe(0);
    expect(place(['F;O', '', 'Zork;Blip', ...times(30, (at) => `${at};${at + 70}`)])).toBe(1);
    expect(place([...block(2), '1;2;3', header, ...numbers(30)])).toBe(0);
    expect(place([...block(2), '1;2;3', '', header, ...numbers(30)])).toBe(3);
    expect(place([...block(1), '1;2;3', '4;5;6', '', header, ...numbers(30)])).toBe(0);
  });

  it('has rows of which less than seven cells in ten are like those of their columns', () => {
    const wide = (count: number) => times(count, (at) => `${at};${at};${at};${at};`);
    const around = (row: string) => place([`F;O;D;E;`, row, '', 'Zork;Blip;Plom;Quux;', ...wide(30)]);
    expect(around('1;2;x;y;')).toBe(2);
    expect(around('1;2;3;y;')).toBe(0);
    // Nothing, where the table has something, is unlike it.
    expect(around('1;2;;;')).toBe(2);
    // Something, where the table has nothing, is unlike it.
    expect(around('1;2;3;4;5')).toBe(0);
    expect(around('1;2;3;x;5')).toBe(2);
    const some = (filled: number) => {
      const rows = times(30, (at) => `${at};${at};${at % 10 < filled ? at : ''}`);
      return place(['F;O;D', '1;2;', '', header, ...rows]);
    };
    expect([some(7), some(8)]).toEqual([0, 2]);
    const kinds = (alike: number) => {
      const rows = times(30, (at) => `${at};${at};${at % 10 < alike ? at : 'x'}`);
      return place(['F;O;D', '1;2;3', '', header, ...rows]);
    };
    expect([kinds(2), kinds(3)]).toEqual([2, 0]);
  });

  it('ends with a row of words that is surely a header', () => {
    expect(place([...block(2), '', 'Zork;Blip;7', ...numbers(30)])).toBe(0);
    expect(place([...block(2), '', 'Zork', ...numbers(30)])).toBe(0);
    expect(
      place([...block(2), '', 'Zork;Blip;Plom', ...times(30, (at) => `Mona${'x'.repeat(at)};Li${'y'.repeat(at)};Bo`)]),
    ).toBe(0);
    const narrow = (names: string) =>
      place(['F;O;D;E;G', '', names, ...times(30, (at) => `${at};1${at};2${at};3${at};4${at}`)]);
    expect(narrow('Zork;Blip;Plom;;')).toBe(1);
    expect(narrow('Zork;Blip;;;')).toBe(0);
  });

  it('is no page or group of the table, behind which its names come again', () => {
    const page = (title: string) => [title, '', header, ...numbers(6), ''];
    expect(place([header, ...numbers(6), '', ...page('Leads of May'), ...page('Leads of June')])).toBe(0);
    expect(place([header, ...numbers(6), 'Total;400', '', `${header};`, ...numbers(30)])).toBe(0);
    expect(place([...block(3), '', ...page('Leads of May').slice(2), ...numbers(6)])).toBe(3);
  });

  it('ends with a row that is nearly as good a header as the first, more so without a blank line', () => {
    const apart = [...block(3), '', header, ...numbers(30)];
    expect([place(apart, 5), place(apart, 5.3)]).toEqual([3, 0]);
    const close = [...block(3), header, ...numbers(30)];
    expect([place(close, 2.5), place(close, 2.7)]).toEqual([3, 0]);
  });
});
