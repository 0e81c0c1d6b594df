import { describe, expect, it } from 'vitest';
import { headerScore, headerWithGaps, sparseHeader } from './header-score.ts';
import type { SheetRow } from './sheet-row.ts';

/** Rows with ; between cells. */
const rowsOf = (...lines: readonly string[]): SheetRow[] =>
  lines.map((text, at) => ({ line: at + 1, cells: text.split(';') }));
const times = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at));

/** Words that are the name of no column, and values that differ from them in nothing. */
const words = ['Zork;Blip', 'Mona;Li', 'Ib;Gustav'];
const [, ...values] = words;
/** What names that are all different are worth. */
const DIFFERENT = 0.15;

/** Title, the row and what is below it, what the row is worth. */
const scores: readonly [title: string, lines: readonly string[], worth: number][] = [
  ['words above words', words, DIFFERENT],
  ['an empty cell among words', ['Zork;;Blip', 'Mona;x;Li', 'Ib;y;Gustav'], DIFFERENT],
  ['blanks around words', [' Zork ; Blip', ...values], DIFFERENT],
  ['a word twice', ['Zork;zork', ...values], (1 / 2 - 0.9) * 1.5],
  ['names of columns', ['Name;Telefon', ...values], DIFFERENT + 1.5],
  ['one name of a column in five', ['Name;Zork;Blip;Plom;Quux', 'a;bb;c;dd;e', 'aa;b;cc;d;ee'], DIFFERENT + 0.5],
  ['a question as in a form', ['Zork:;Blip', ...values], DIFFERENT - 1.5],
  ['a cell of 120 characters', [`${'x'.repeat(120)};Blip`, ...values], DIFFERENT],
  ['a cell of 121', [`${'x'.repeat(121)};Blip`, ...values], DIFFERENT - 1],
  // A value counts as one, and differs from the words below.
  ['an e-mail address', ['a@x.dk;Blip', ...values], DIFFERENT - 1.5 - 2.5 / 2 - (0.5 / 2) * 1.2],
  ['a phone', ['+4520304050;Blip', ...values], DIFFERENT - 1.5 - 2.5 / 2 - (0.5 / 2) * 1.2],
  ['an address of the net', ['https://a.dk;Blip', ...values], DIFFERENT - 1.5 - 2.5 / 2 - (0.5 / 2) * 1.2],
  ['a day, as in a table with a column for each', ['2026-05-04;Blip', ...values], DIFFERENT + 0.5],
  ['a value of the row below', ['Zork;Blip', 'Zork;Li', 'Ib;Gustav'], DIFFERENT - (1.5 / 2) * 1.2],
  ['names as programs write them', ['zork_a;blipBo', ...values], DIFFERENT + 0.25],
  ['only one of those', ['zork_a;Blip', ...values], DIFFERENT],
  ['two of those in seven', ['zork_a;blip.b;c;d;e;f;g', 'aa;b;cc;dd;ee;ff;gg', 'b;bb;c1;dx;ex;fx;gx'], DIFFERENT],
  ['two of those in six', ['zork_a;blip.b;c;d;e;f', 'aa;b;cc;dd;ee;ff', 'b;bb;cxx;dx;ex;fx'], DIFFERENT + 0.25],
  ['names with rising numbers', ['Zork 1;Zork 2', ...values], DIFFERENT + 1.2],
  ['words above numbers', ['Zork;Blip', '1;2', '31;4'], DIFFERENT + 1.6 * 1.2],
  [
    'words above numbers in seven rows of ten',
    ['Zork;Blip', ...times(10, (at) => (at < 7 ? '1;2' : 'a;b'))],
    DIFFERENT + 1.6 * 1.2,
  ],
  [
    'words above numbers in six rows of ten',
    ['Zork;Blip', ...times(10, (at) => (at < 6 ? '1;2' : 'ab;bc'))],
    DIFFERENT + (0.35 + 0.35) * 0.6,
  ],
  ['numbers above numbers', ['7;9', '1;2', '31;4'], DIFFERENT - 2.5 - 1.6 * 1.2],
  ['numbers that count up', ['7;8;9', '1;2;5', '31;4;6'], DIFFERENT + 0.5],
  ['years', ['Zork;2024;2023', 'Mona;12;14', 'Li;3;99'], DIFFERENT + 0.5],
  ['a word above codes', ['Zork;Blip', 'K1;Mona', 'K2;Li'], DIFFERENT + (0.9 / 2) * 1.2],
  ['a code of another shape above codes', ['Zork-7;Blip', 'K1;Mona', 'K2;Li'], DIFFERENT + (0.5 / 2) * 1.2],
  ['a code above codes of its shape', ['K7;Blip', 'K1;Mona', 'K2;Li'], DIFFERENT - (0.5 / 2) * 1.2],
  [
    'codes in four rows of five',
    ['Zork;Blip', ...times(5, (at) => `${at < 4 ? `K${at}` : 'Mona'};${'y'.repeat(at + 1)}`)],
    DIFFERENT + (0.9 / 2) * 1.2,
  ],
  [
    'codes in three rows of five',
    ['Zork;Blip', ...times(5, (at) => `${at < 3 ? `K${at}` : 'Mona'};${'y'.repeat(at + 1)}`)],
    DIFFERENT,
  ],
  [
    'one code in five of its shape',
    ['K7;Blip', ...times(5, (at) => `${at < 1 ? 'K1' : `Kx${at}`};${'y'.repeat(at + 1)}`)],
    DIFFERENT + (0.5 / 2) * 1.2,
  ],
  [
    'two codes in five of its shape',
    ['K7;Blip', ...times(5, (at) => `${at < 2 ? 'K1' : `Kx${at}`};${'y'.repeat(at + 1)}`)],
    DIFFERENT - (0.5 / 2) * 1.2,
  ],
  ['words of another length than all', ['Zork;Blip', 'abc;abcde', 'def;fghij', 'ghi;klmno'], DIFFERENT + 0.9 * 1.2],
  [
    'a word of their length',
    ['Zork;Blip', 'abcd;abcde', 'defg;fghij', 'ghij;klmno'],
    DIFFERENT + ((0.9 - 0.4) / 2) * 1.2,
  ],
  ['words of one length in two rows', ['Zork;Blip', 'abc;abcde', 'def;fghij'], DIFFERENT],
  [
    'few values, often',
    ['Zork', ...times(10, (at) => ['a', 'bb', 'ccc', 'dddd'][at % 4] ?? '')],
    DIFFERENT + 0.35 * 1.2,
  ],
  ['few values in eight rows', ['Zork', ...times(8, (at) => ['a', 'bb', 'ccc'][at % 3] ?? '')], DIFFERENT + 0.35 * 1.2],
  ['half as many values as rows', ['Zork', ...times(10, (at) => 'x'.repeat(1 + (at % 5)))], DIFFERENT],
  ['few values in seven rows', ['Zork', ...times(7, (at) => ['a', 'bb'][at % 2] ?? '')], DIFFERENT],
  ['a column without values', ['Zork;Blip', '1;', '31;'], DIFFERENT + 1.6 * 1.2],
];

describe('what a row is worth as a header', () => {
  it.each(scores)('%s', (_title, lines, worth) => {
    const rows = rowsOf(...lines);
    expect(headerScore(rows, 0, 1)).toBeCloseTo(worth, 10);
    // With a bound it is the same from the bound on, and only known to be less below it.
    for (let bound = -4; bound < 4; bound += 0.25) {
      const found = headerScore(rows, 0, 1, bound);
      if (worth >= bound) expect(found).toBeCloseTo(worth, 10);
      else expect(found).toBeLessThan(bound);
    }
  });

  it('is little without rows below, unless it has the names of columns and is alone', () => {
    const worth = (...lines: readonly string[]) => headerScore(rowsOf(...lines), lines.length - 1, 2);
    expect(worth('Name;Zork')).toBe(0.6);
    expect(worth('Name;Zork;Blip')).toBe(-1);
    expect(worth('Name')).toBe(-9);
    expect(worth('Name;Telefon', 'Name;Telefon')).toBe(-9);
    expect(worth(' ; ')).toBe(-9);
    expect(headerScore(rowsOf('Name;Telefon'), 1, 2)).toBe(-9);
    expect(headerScore(rowsOf(' ; ', 'a;b'), 0, 2)).toBe(-9);
  });

  it('is little for a row that is much emptier than the others, or is a title', () => {
    const worth = (typical: number, ...lines: readonly string[]) => headerScore(rowsOf(...lines), 0, typical);
    expect(worth(5, 'a;b', 'c;d')).toBe(-5);
    expect(worth(4, 'a;b', 'cc;d')).toBeGreaterThan(-1);
    expect(worth(3, 'a', 'cc;d')).toBe(-5);
    expect(worth(2, 'a', 'Name;Zork', 'b;1')).toBe(-5);
    expect(worth(2, 'a', 'Name;1', 'bb;1')).toBeGreaterThan(-1);
    expect(worth(2, 'a', 'Zork;Blip', 'bb;1')).toBeGreaterThan(-1);
    expect(worth(2, 'a', 'b', 'cc', 'd', 'ee', 'Name;Zork', 'b;1')).toBe(-5);
    expect(worth(2, 'a', 'b', 'cc', 'd', 'ee', 'f', 'Name;Zork', 'b;1')).toBeGreaterThan(-1);
    expect(worth(2, 'a', 'b;c;d', 'e;f;g')).toBe(-4);
    expect(worth(2, 'a', 'b;c', 'e;f;g')).toBeGreaterThan(-1);
    expect(worth(2, 'a', 'b;c;d')).toBeGreaterThan(-1);
  });

  it('is less below rows that are as full, and more so when they have values', () => {
    const below = (...above: readonly string[]) => headerScore(rowsOf(...above, ...words), above.length, 2);
    expect(below()).toBeCloseTo(DIFFERENT);
    expect(below('Leads of May')).toBeCloseTo(DIFFERENT);
    expect(below('Mary;Ann')).toBeCloseTo(DIFFERENT - 0.25);
    expect(below('Mary;Ann', 'Jim;7')).toBeCloseTo(DIFFERENT - 0.25 - 0.8);
    for (const value of ['2026-05-04', 'a@x.dk', '+4520304050', 'www.a.dk'])
      expect(below(`Mary;${value}`)).toBeCloseTo(DIFFERENT - 0.8);
    const five = (above: string) => headerScore(rowsOf(above, 'a;b;c;d;e', 'aa;bb;cc;dd;ee', 'ab;b;cd;f;x'), 1, 5);
    expect(five('Mary;Ann;Ib;Li')).toBeCloseTo(DIFFERENT - 0.25 + five('Mary;Ann;Ib') - DIFFERENT);
    const one = (above: string) => headerScore(rowsOf(above, 'Zork', 'Mona', 'Li'), 1, 1);
    expect(one('Mary')).toBeCloseTo(DIFFERENT - 0.5);
    expect(one('Mary;Ann')).toBeCloseTo(DIFFERENT - 0.25);
  });

  it('comes from thirty rows below', () => {
    const numbers = times(30, (at) => `${at};${at + 7}`);
    const [thirty, more] = [
      rowsOf('Zork;Blip', ...numbers),
      rowsOf('Zork;Blip', ...numbers, ...times(40, () => 'a;b')),
    ];
    expect(headerScore(more, 0, 2)).toBe(headerScore(thirty, 0, 2));
    const late = rowsOf('Zork;Blip', ...numbers.slice(0, 20), ...times(10, () => 'a;b'), ...numbers);
    expect(headerScore(late, 0, 2)).toBeLessThan(headerScore(thirty, 0, 2));
  });

  it('counts as a series only from three numbers on, and only where most cells are in it', () => {
    const worth = (line: string) => headerScore(rowsOf(line, 'a;bb;c;dd;e', 'aa;b;cc;d;ee'), 0, 2);
    const apart = worth('x;y;z;v;w') - DIFFERENT;
    expect(worth('4;5;6;7;8') - apart).toBeCloseTo(DIFFERENT + 0.5);
    expect(worth('4;5;6;x;y') - apart).toBeCloseTo(DIFFERENT + 0.5);
    expect(worth('4;5;w;x;y')).toBeLessThan(0);
    expect(worth('4;5;6;7;9')).toBeLessThan(0);
    expect(headerScore(rowsOf('4;5;6;v;w;x', 'a;b;c;d;e;f', 'a;b;c;d;e;f'), 0, 2)).toBeLessThan(0);
    // The row below goes on as it began.
    expect(headerScore(rowsOf('1;2;3', '4;5;6', '7;8;9'), 0, 3)).toBeLessThan(-2);
  });
});

describe('a header that names few of the columns', () => {
  const find = (typical: number, ...lines: readonly string[]) => sparseHeader(rowsOf(...lines), typical);
  it('is the first row of several cells, all of them words and most of them names', () => {
    expect(find(5, 'Leads of May', 'Name;;Telefon;;', 'a;b;c;d;e')).toBe(1);
    expect(find(5, 'Name;;Telefon;;Zork', 'a;b;c;;')).toBe(0);
    expect(find(5, 'Name;;Telefon;;Zork', 'a;b;;;')).toBeUndefined();
    expect(find(5, 'Name;Blip;Zork;;', 'a;b;c;d;e')).toBeUndefined();
    expect(find(5, 'Name;;Telefon;;7', 'a;b;c;d;e')).toBeUndefined();
    expect(find(2, 'Name;Telefon', 'a;b')).toBeUndefined();
    expect(find(5, 'Name;;Telefon;;')).toBeUndefined();
    expect(find(5, 'Name', 'Telefon')).toBeUndefined();
  });
  it('has at most five rows above it', () => {
    expect(find(5, 'a', 'b', 'c', 'd', 'e', 'Name;;Telefon;;', 'a;b;c;d;e')).toBe(5);
    expect(find(5, 'a', 'b', 'c', 'd', 'e', 'f', 'Name;;Telefon;;', 'a;b;c;d;e')).toBeUndefined();
  });
});

describe('a header with gaps', () => {
  const find = (...lines: readonly string[]) => headerWithGaps(rowsOf(...lines));
  it('has a name twice and leaves columns unnamed that every row fills', () => {
    expect(find('Title', 'Zork;Zork;;', 'a;b;c;d', 'e;f;g;h')).toBe(1);
    expect(find('Zork;Zork;', 'a;b;c', 'e;f;g')).toBeUndefined();
    expect(find('Zork;Blip;;', 'a;b;c;d', 'e;f;g;h')).toBeUndefined();
    expect(find('Zork;Zork;;', 'a;b;c;d')).toBeUndefined();
    expect(find('Zork;Zork;;', 'a;b;c;d', 'e;f;g;')).toBeUndefined();
    expect(find('Zork;Zork;;', 'a;b;c;d', 'e;Zork;g;h')).toBeUndefined();
    expect(find('Zork 1;Zork 1;;', 'a;b;c;d', 'e;f;g;h')).toBeUndefined();
    expect(find('a', 'b', 'c', 'd', 'e', 'Zork;Zork;;', 'a;b;c;d', 'e;f;g;h')).toBe(5);
    expect(find('a', 'b', 'c', 'd', 'e', 'f', 'Zork;Zork;;', 'a;b;c;d', 'e;f;g;h')).toBeUndefined();
  });
  it('is compared with thirty rows below', () => {
    const full = times(30, (at) => `a${at};b;c;d`);
    expect(find('Zork;Zork;;', ...full, 'e;f;;')).toBe(0);
    expect(find('Zork;Zork;;', ...full.slice(1), 'e;f;;')).toBeUndefined();
  });
});
