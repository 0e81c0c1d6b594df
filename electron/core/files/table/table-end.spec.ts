import { describe, expect, it } from 'vitest';
import { findTableEnd, isPageFoot, isSectionHeading, type TailRow } from './table-end.ts';

/** The end of a table whose header does not come again. */
const endOf = (tail: readonly TailRow[], knownTypical: number, chosen?: number) =>
  findTableEnd(tail, knownTypical, chosen, () => false);

/** Rows with ; between cells; an empty text is a blank line above the next row. */
function tailOf(...lines: readonly string[]): TailRow[] {
  const rows: TailRow[] = [];
  let blankBefore = 0;
  for (const [at, text] of lines.entries()) {
    if (text === '') blankBefore += 1;
    else {
      rows.push({ line: at + 2, cells: text.split(';'), blankBefore });
      blankBefore = 0;
    }
  }
  return rows;
}

const people = ['Bob;+4520304050;Ry;10;b@x.dk', 'Ann;+4520304051;Køge;20;a@x.dk', 'Ida;+4520304052;Ribe;30;i@x.dk'];
const pairs = ['Bob;10', 'Ann;20', 'Ida;30', 'Jim;40'];

it('a foot of a page is told from a word with a long run of blanks in one pass', { timeout: 10_000 }, () => {
  const isFoot = (text: string) => isPageFoot({ line: 9, cells: [text, '', ''], blankBefore: 0 }, 3);
  expect([isFoot('Page : 1'), isFoot('Page 1 / 3'), isFoot(`Page${' '.repeat(300_000)}x`)]).toEqual([
    true,
    true,
    false,
  ]);
});

describe('the end of a table', () => {
  it.each<[string, string[], string[], number]>([
    ['nothing below', people, [], 0],
    ['a note behind a blank line', people, ['', 'made by hand'], 0],
    ['notes in several blocks', people, ['', 'a;b', 'c', '', 'd;e'], 0],
    ['a fuller row behind a blank line', people, ['', 'a;b;c'], 1],
    ['what stands below such a row', people, ['', 'a;b;c', '', 'd'], 1],
    ['a name right below', people, ['Eva'], 1],
    [
      'several of them, as the phones are sorted',
      [...people, ...people, ...people],
      ['Eva;;Ry', 'Jim', 'Kim;;Køge'],
      3,
    ],
    ['a name right below, above notes', people, ['Eva', '', 'made by hand'], 1],
    ['a name right above a note', people, ['Eva', 'made by hand'], 1],
    [
      'a word right above a note',
      people.map((row) => row.replace(';', ' Berg;')).with(1, people[1] ?? ''),
      ['Some', 'notes'],
      0,
    ],
    ['words right below that are no name', people, ['made by hand'], 0],
    ['a date right below', people, ['Printed 2026-05-04'], 0],
    ['a word for a sum right below', people, ['Total'], 0],
    ['a word below a table of few kinds of values', ['a;b;c', 'd;e;f', 'g;h;i'], ['Eva'], 1],
    ['a sentence right below', ['a;b;c', 'd;e;f', 'g;h;i'], ['These are all of the leads that we have.1'], 0],
    ['a sentence of forty characters', ['a;b;c', 'd;e;f', 'g;h;i'], ['These are all of the leads that we have.'], 1],
    [
      'four words that are long',
      ['a;b;c', 'd;e;f', 'g;h;i'],
      ['Handelsgesellschaft Schiffahrtsgesellschaft und Söhne'],
      1,
    ],
    ['a sentence below two columns', pairs, ['These are all of the leads that we have now'], 1],
    ['where it comes from, below two columns', pairs, ['Source: register'], 0],
    ['where it comes from, below one column', ['Bob', 'Ann', 'Ida'], ['Source: register'], 1],
    ['where it comes from, beside another value', pairs, ['Source: register;x'], 1],
    ['where it comes from, with a number', pairs, ['Note1) counted by hand'], 0],
    ['where it comes from, in other words', pairs, ['Bronvermelding: CBS', 'Quellenangabe: Destatis', 'Fußnoten'], 0],
    ['the frame of a printed table and its count', pairs, ['+-----+----+', '4 rows in set (0.00 sec)'], 0],
    ['a company with a number', pairs, ['3 Rowsons Ltd'], 1],
    ['a name that begins like such a word', pairs, ['Legendre'], 1],
    ['several of them', pairs, ['Bronkhorst', 'Lähdesmäki', 'Fuentes', 'Notenboom', 'Källander'], 5],
    ['a note below two columns, behind a blank line', pairs, ['', 'checked'], 0],
    ['a note in the second column', pairs, ['', ';checked'], 1],
    ['a note below one column, behind a blank line', ['Bob', 'Ann', 'Ida'], ['', 'Jim'], 1],
    ['a row without the values of all others', people, ['checked;;by hand'], 0],
    ['a row with one of them', people, ['Eva;+4520304053'], 1],
    [
      'a row without them in a table of four columns',
      people.map((row) => row.replace(/;[^;]*$/, '')),
      ['checked;;by hand'],
      0,
    ],
    ['two cells of three behind a blank line', ['a;b;c', 'd;e;f', 'g;h;i'], ['', 'x;y'], 1],
    [
      'five words that are long',
      ['a;b;c', 'd;e;f', 'g;h;i'],
      ['Handelsgesellschaft Schiffahrtsgesellschaft und Söhne AG'],
      0,
    ],
    ['more notes than rows', ['a;b;c', 'd;e;f'], ['', 'x', '', 'y', '', 'z'], 0],
    ['a note below one row', ['a;b;c'], ['', 'x'], 0],
    ['a note below one row of two columns', ['Bob;10'], ['', 'checked'], 0],
    ['a row that is half full', people, ['Eva;;Ry;x'], 1],
    ['a note in another column of three', ['a;b;c', 'd;e;f', 'g;h;i'], ['', ';x;'], 0],
    ['a note of two lines', ['a;b;c', 'd;e;f', 'g;h;i'], ['', 'x', 'y'], 0],
    ['a note in another column below one row', ['a;b;c'], ['', ';x;'], 0],
    [
      'another table with its header',
      people,
      ['', 'Name;Department;Office;Title', 'Kim;Sales;Leeds;x', 'Jim;Service;York;y'],
      0,
    ],
    [
      'its title as well',
      people,
      ['', 'Staff', 'Name;Department;Office;Title', 'Kim;Sales;Leeds;x', 'Jim;Service;York;y'],
      0,
    ],
    ['two of them', people, ['', 'Name;Office;City', 'Kim;Sales;Leeds', '', 'Name;Product;Number', 'Jim;Nut;7'], 0],
    ['words that name no columns', people, ['', 'Eva;Oslo;Berg;x', 'Kim;Sales;Leeds;x', 'Jim;Service;York;y'], 3],
    [
      'names of columns without a gap',
      people,
      ['Name;Department;Office;Title', 'Kim;Sales;Leeds;x', 'Jim;Service;York;y'],
      3,
    ],
    [
      'another table with leads',
      people,
      ['', 'Name;Phone;City;Title', 'Kim;+4520304053;Leeds;x', 'Jim;+4520304054;York;y'],
      3,
    ],
    [
      'another table with phones in another column',
      people,
      ['', 'Name;City;Title;Reached at', 'Kim;Leeds;x;+4520304053', 'Jim;York;y;+4520304054'],
      3,
    ],
    ['digits that may be phones', people, ['', 'Name;City;Number', 'Kim;Leeds;20304053', 'Jim;York;20304054'], 3],
    ['one for leads without phones yet', people, ['', 'Name;Mobile;Office;Title', 'Kim;;Leeds;x', 'Jim;;York;y'], 3],
    ['leads without a phone with such words', people, ['', 'Company;;City', 'Kim;;Ry;y', 'Jim;;York;z'], 3],
    ['leads whose name names no column', people, ['', 'Eva Lund;City;Title', 'Kim;Sales;Ry', 'Jim;Nut;York'], 3],
    [
      'another table below one without phones',
      ['a;b;c', 'd;e;f', 'g;h;i'],
      ['', 'Name;City;Title', 'k;l;m', 'n;o;p'],
      3,
    ],
    [
      'a row without the values of the first column',
      ['1;+4520304050;Ry;x', '2;+4520304051;Ribe;y', '3;+4520304052;Køge;z'],
      ['Eva;;Ry'],
      0,
    ],
  ])('%s', (_title, rows, below, kept) => {
    expect(endOf(tailOf(...rows, ...below), 0).keep).toBe(rows.length + kept);
  });

  it.each<[string, string[], number[]]>([
    ['a sum', ['Total;100'], [6]],
    ['a sum with its year', ['Total 2026'], [6]],
    ['the word alone', ['Total'], []],
    ['a word with a colon', ['Total:'], [6]],
    ['a sum that is none', ['Total;90'], [6]],
    ['a company with that name', ['Total Energy;x'], []],
    ['a company by its legal form', ['Total AB;45'], []],
    ['one whose number is the sum', ['Total AB;100'], [6]],
    ['one with points in its form', ['Total s.r.o.;45'], []],
    ['a sum with a tax', ['Total inc. VAT;125'], [6]],
    ['a sum with its unit', ['Total (KG);99'], [6]],
    ['a sum in words', ['Total per company;99'], [6]],
    ['a sum as of a year', ['Total AB 2026;99'], [6]],
    ['a sum before a colon', ['Total SE:;99'], [6]],
    ['a long label', [`Total ${'x'.repeat(35)};90`], []],
    ['a label of forty characters', [`Total ${'x'.repeat(34)};90`], [6]],
    ['a mean below a sum', ['Sum;100', 'Average;25'], [6, 7]],
    ['a number behind a blank line', ['', ';90'], []],
  ])('%s is a total', (_title, below, totals) => {
    const tail = tailOf(...pairs, ...below);
    const found = endOf(tail, 0);
    expect([found.keep, [...found.totals]]).toEqual([tail.length - totals.length, totals]);
  });

  it('is where a number stands alone behind a blank line, below at least three rows', () => {
    const [one = '', two = '', three = ''] = people;
    const found = endOf(tailOf(one, two, three, '', ';;;70'), 0);
    expect([found.keep, [...found.totals]]).toEqual([3, [6]]);
    expect([...endOf(tailOf(one, two, three, ';;;70'), 0).totals]).toEqual([]);
    expect([...endOf(tailOf(one, two, '', ';;;30'), 0).totals]).toEqual([]);
  });

  it.each<[string, string[], string, boolean]>([
    ['a column of numbers', people, ';;;60', true],
    ['each of two columns', ['a;1;1,50', 'b;2;2,50', 'c;3;3,00'], ';6;7,00', true],
    ['one of two columns', ['a;1;1,50', 'b;2;2,50', 'c;3;3,00'], ';6;8,00', false],
    ['a column, beside a word', ['a;1', 'b;2', 'c;3'], 'd;6', false],
    ['each column, beside none without numbers', ['1;4', '2;5', '3;6'], '6;15', false],
    ['two rows', ['a;1', 'b;2'], ';3', false],
  ])('is where numbers alone add up %s', (_title, rows, below, isTotal) => {
    const found = endOf(tailOf(...rows, below), 0);
    expect([found.keep, found.totals.size]).toEqual(isTotal ? [rows.length, 1] : [rows.length + 1, 0]);
  });

  it.each<[string, string[], string[], number]>([
    ['all above', ['a;1.234,50', 'b;(34,50)', 'c;0'], 'Total;1.200,00|x;y;z|w;1;2'.split('|'), 3],
    ['amounts with their currency', ['a;1.200,50 kr.', 'b;34,50 kr.', 'c;x'], 'Total;1.235,00|x;y'.split('|'), 3],
    ['within a cent', ['a;0.10', 'b;0.20', 'c;x'], 'Total;0.31|x;y'.split('|'), 3],
    ['not within two', ['a;0.10', 'b;0.20', 'c;x'], 'Total;0.32|x;y'.split('|'), 5],
    ['a single number', ['a;7', 'b;x', 'c;y'], 'Total;7|x;y'.split('|'), 5],
    ['nothing', ['a;0', 'b;0', 'c;0'], 'Total;0|x;y'.split('|'), 5],
    ['two rows', ['a;1', 'b;2'], 'Total;3|x;y'.split('|'), 4],
    ['numbers without such a label', ['a;1', 'b;2', 'c;3'], 'd;6|x;y'.split('|'), 5],
    ['four rows', ['a;1', 'b;2', 'c;3', 'd;4'], 'Total;10|x;y'.split('|'), 4],
    ['a millionth less or more', ['a;4000000', 'b;6000000', 'c;x'], 'Total;10000009|x;y'.split('|'), 3],
    ['two millionths more', ['a;4000000', 'b;6000000', 'c;x'], 'Total;10000015|x;y'.split('|'), 5],
    ['whole numbers with dots', ['a;1.000', 'b;2.000', 'c;-500'], 'Total;2.500|x;y'.split('|'), 3],
  ])('is where a row adds up %s, whatever follows', (_title, rows, below, kept) => {
    expect(endOf(tailOf(...rows, ...below), 0).keep).toBe(kept);
  });

  it('adds up each column once, however many rows begin like a total', { timeout: 10_000 }, () => {
    const rows = Array.from({ length: 390 }, (_, at) => `Total ${at};${Array(400).fill(`${at}7`).join(';')}`);
    expect(endOf(tailOf(...rows), 0).keep).toBe(1);
  });

  it('is not where a row adds up all above, when leads follow it', () => {
    const tail = tailOf(...people, 'Total;;;60', 'Eva;+4520304053;Ry;40;e@x.dk', 'Jim;+4520304054;Ry;50;j@x.dk');
    const found = endOf(tail, 0);
    expect([found.keep, [...found.totals]]).toEqual([6, [5]]);
    expect(endOf(tailOf(...people, 'Total;;;60', '', 'Ask:;+4520304053', 'Jim;by hand'), 0).keep).toBe(3);
  });

  it('is not where a row adds up all above, when the header comes again behind it', () => {
    const isHeader = ({ cells }: TailRow) => cells[0] === 'Name';
    const keep = (...below: readonly string[]) =>
      findTableEnd(tailOf('a;1', 'b;2', 'c;3', 'Total;6', ...below), 0, undefined, isHeader).keep;
    expect([keep('Name;Sum', 'd;4'), keep('x;y', 'Name;Sum', 'd;4'), keep('d;4')]).toEqual([6, 7, 3]);
  });

  it.each<[string, string[], string[]]>([
    ['a phone behind a blank line', people, ['', 'Eva;+4520304053']],
    ['a phone alone', people, ['', ';+4520304053']],
    ['an e-mail address alone', people, ['', ';;;;e@x.dk']],
    ['a phone alone in the first column', people.map((row) => row.replace(/^\w+;/, '')), ['', '+4520304053']],
    ['a phone without a prefix', people.map((row) => row.replace('+45203040', '20 30 40 ')), ['', 'Eva;20 30 40 53']],
    ['a phone as in America', people.map((row) => row.replace('+45203040', '212-555-01')), ['', ';212-555-0153']],
    [
      'a phone with points among others',
      people.map((row) => row.replace('+45203040', '212-555-01')).with(1, 'Ann;212.555.0151;Køge;20;a@x.dk'),
      ['', ';212.555.0153'],
    ],
    ['a phone without signs among others', people.with(1, 'Ann;20304051;Køge;20;a@x.dk'), ['', 'Eva;20304053']],
    ['a phone that begins with 0', ['Bob;02030405', 'Ann;02030406', 'Ida;02030407'], ['Total Energies;02030408']],
    ['a phone with its prefix', people, ['Total;+4520304053;Ry']],
    ['a company named like a sum', ['Bob;20304050', 'Ann;20304051', 'Ida;20304052'], ['Summa Equity;20304053']],
    ['digits as long as all above', people.map((row) => row.replaceAll('+45', '')), ['', ';20304053']],
    ['a sparse lead above notes', people, ['', 'Eva;+4520304053', '', 'made by hand']],
  ])('is below a lead with %s', (_title, rows, below) => {
    const kept = below.filter((row) => row !== '' && row !== 'made by hand').length;
    expect(endOf(tailOf(...rows, ...below), 0)).toMatchObject({ keep: rows.length + kept, totals: new Set() });
  });

  it.each<[string, string[], string[]]>([
    ['a phone to ask at', people, ['', 'Hotline:;+4520304053']],
    ['a phone where no phones stand', people, ['', 'Ask;;+4520304053']],
    ['a sum as long as its addends', ['Bob;1000000', 'Ann;2000000', 'Ida;3000000'], ['Total sales;6000000']],
    ['a sum with blanks', ['Bob;x;y;1 000 000', 'Ann;x;y;2 000 000', 'Ida;x;y;3 000 000'], ['', ';;;6 000 000']],
    ['a mean of long numbers', ['Bob;1000000', 'Ann;2000000', 'Ida;4000000'], ['Average;2333333']],
    ['a sum alone', ['Bob;x;y;1000000', 'Ann;x;y;2000000', 'Ida;x;y;3000000'], ['', ';;;6000000']],
  ])('is above %s', (_title, rows, below) => {
    expect(endOf(tailOf(...rows, ...below), 0).keep).toBe(rows.length);
  });

  it('is told with its reason, and what a person chose counts', () => {
    const whole = endOf(tailOf(...people), 5).guess(4);
    expect(whole).toMatchObject({ value: 4, certainty: 'certain', alternatives: [] });
    const cut = endOf(tailOf(...people, '', 'note'), 5).guess(4);
    expect(cut).toMatchObject({ value: 4, certainty: 'likely', alternatives: [6] });
    expect(cut.reason).toContain('look like notes, totals or another table');
    const chosen = endOf(tailOf(...people, '', 'note'), 5, 3);
    expect([chosen.keep, chosen.guess(2).value, chosen.guess(9)]).toEqual([
      4,
      2,
      { value: 3, certainty: 'yours', reason: 'You chose this row.', alternatives: [] },
    ]);
  });

  it('depends on what an ordinary row of the whole file has', () => {
    expect(endOf(tailOf('a;b', 'c;d', '', 'e'), 0).keep).toBe(2);
    expect(endOf(tailOf('a;b', 'c;d', '', 'e'), 1).keep).toBe(3);
    expect(endOf(tailOf('a;b', 'c;d', '', 'e;f'), 2).keep).toBe(3);
    expect(endOf(tailOf('a;b', 'c;d', '', 'e;f'), 5).keep).toBe(2);
    expect(endOf([], 5)).toMatchObject({ keep: 0 });
  });
});

describe('a heading of a group', () => {
  it.each<[string, string, string, number, boolean]>([
    ['words with dots', 'Surgery ...', 'x;1;2;3', 4, true],
    ['words with a colon', 'Surgery: ', 'x;1;2;3', 4, true],
    ['words above rows that are indented', 'Surgery', ' Knees;1;2;3', 4, true],
    ['words above rows that are not', 'Surgery', 'Knees;1;2;3', 4, false],
    ['words that are indented as the row below', ' Surgery', ' Knees;1;2;3', 4, false],
    ['words above a row that begins later', 'Surgery', ' ;1;2;3', 4, false],
    ['words with a number', 'Ward 7:', 'x;1;2;3', 4, false],
    ['words beside a value', 'Surgery:;x', 'x;1;2;3', 4, false],
    ['words with a value further right', 'Surgery:;;x', 'x;1;2;3', 4, false],
    ['words in the second column', ';Surgery:', 'x;1;2;3', 4, false],
    ['words in a table of three columns', 'Surgery:', 'x;1;2', 3, false],
  ])('%s', (_title, row, next, typical, isHeading) => {
    const [own, below] = tailOf(row, next);
    expect(own !== undefined && isSectionHeading(own, below, undefined, typical)).toBe(isHeading);
    if (own !== undefined && row.endsWith('...'))
      expect(isSectionHeading(own, undefined, undefined, typical)).toBe(true);
  });

  it.each<[string, string, boolean]>([
    ['several rows that are indented', ' Hips;4;5;6', true],
    ['one such row and another heading', 'Medicine', true],
    ['a name with a blank before it', 'Hips;4;5;6', false],
  ])('is one above %s', (_title, last, isHeading) => {
    const [own, below, after] = tailOf('Surgery', ' Knees;1;2;3', last);
    expect(own !== undefined && isSectionHeading(own, below, after, 4)).toBe(isHeading);
  });
});
