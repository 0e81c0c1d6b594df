import { describe, expect, it } from 'vitest';
import type { ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { readText } from './text-fixture.ts';
import { findFixedWidth } from './fixed-width.ts';
import { cellsOf } from '../table/tables-fixture.ts';

const fixedWidthCuts = (text: string, whole: boolean) => findFixedWidth(text, whole)?.cuts ?? null;
const read = (text: string | Buffer, choices: ReadingChoices = {}) => readText(text, choices, 50);

const table = cellsOf(
  'Name|Phone|City|Amount',
  'Søren Kjær|20 11 22 33|København|7',
  'Ann "A" Holm|20 11 22 34||1200',
  'Bo, the 2nd|20 11 22 35|New York|15',
  'Ida|20 11 22 36|Ry|3',
);
const line = ([name = '', phone = '', city = '', amount = '']: readonly string[], fill = ' ') =>
  name.padEnd(15, fill) + phone.padEnd(13, fill) + city.padEnd(12, fill) + amount.padStart(6, fill);

describe('columns of fixed width', () => {
  it.each(['\n', '\r\n', '\r'])('are found by their blanks, and said: line end %j', (end) => {
    const { reading, rows, lines, problems } = read(`${table.map((cells) => line(cells)).join(end)}${end}\u001a`);
    expect(rows).toEqual(table.slice(1));
    expect(lines).toEqual([2, 3, 4, 5]);
    expect(reading.columns.map(({ header }) => header)).toEqual(table[0]);
    expect(reading.delimiter).toMatchObject({ value: '', certainty: 'likely', alternatives: [',', ';', '\t', '|'] });
    expect(reading.delimiter.reason).toContain('begin at characters 1, 16, 29 and 38.');
    expect(problems).toEqual([]);
    expect(reading.newline).toBe({ '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' }[end]);
  });

  it.each<[string, string[], number[]]>([
    ['in three lines', ['Name      Phone', 'Bo        1', 'Ib        2'], [0, 10]],
    ['where two lines are filled up', ['Anna Bo', 'Ida  Ek', 'Eva  Al', 'Lisa Xu'], [0, 5]],
    ['where half of the lines have a value', ['Anna', 'Bob   z', 'Ida   x', 'Eva'], [0, 6]],
    ['where half of the lines have one before it', ['Ida   x', 'Eva   y', '      z', '      w'], [0, 6]],
    ['where the first has values of one letter', ['N  Phone', 'B  1', 'I  2'], [0, 3]],
    ['where a second word is of one length', ['Ida  Bo Xu', 'Eva  Al Ek', 'Anna    Ib', 'Lisa    Ui'], [0, 5]],
    ['behind which numbers end at one place', ['Anna    7', 'Lisa 1200', 'Rosa   15', 'Elsa  300'], [0, 4]],
  ])('begin behind blanks of all lines: %s', (_title, lines, cuts) => {
    expect(fixedWidthCuts(lines.join('\n'), true)).toEqual(cuts);
    // The last line of a beginning may be cut off anywhere.
    expect(fixedWidthCuts(`${lines.join('\n')}\nAbcdefghijklmno`, false)).toEqual(cuts);
    expect(fixedWidthCuts(`${lines.join('\n')}\nAbcdefghijklmno`, true)).toBeNull();
  });

  it('begin below each other where a wide character takes two places', () => {
    const width = (text: string) => [...text].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 0);
    const wide = cellsOf(
      '氏名|会社名|電話番号',
      '佐藤 花子|有限会社田中商店|03-3123-4567',
      '伊藤 健一|さくら|03-3987-1234',
      '李 明|東京 Sound 株式会社|090-1234-5678',
    );
    const padded = (cells: readonly string[]) =>
      cells.map((cell, at) => cell + ' '.repeat(at === 2 ? 0 : 24 - width(cell))).join('');
    const { reading, rows } = read(`${wide.map(padded).join('\r\n')}\r\n`);
    expect(rows).toEqual(wide.slice(1));
    expect(reading.columns.map(({ header }) => header)).toEqual(wide[0]);
    expect(reading.delimiter.reason).toContain('characters 1, 25 and 49. A character of East Asia takes two places.');
    expect(read(`${wide.map(padded).join('\n')}\n`, { cuts: [1, 25, 49] }).rows).toEqual(wide.slice(1));
    // Where each character counts as one, the places are those of the text.
    const plain = wide.map((cells) =>
      cells
        .map((cell) => cell.padEnd(16))
        .join('')
        .trimEnd(),
    );
    expect(read(`${plain.join('\n')}\n`).rows).toEqual(wide.slice(1));
    expect(read(`${plain.join('\n')}\n`).reading.cuts).toEqual([1, 17, 33]);
  });

  it('have few values below their name where these begin where it does', () => {
    const towns = 'Ry Odense Ribe Skive Vejen Grenaa'.split(' ');
    const few = ['Town     Notes', ...towns, 'Vejle    call', 'Ishøj    x'];
    expect(fixedWidthCuts(few.join('\n'), true)).toEqual([0, 9]);
    for (const other of [
      few.with(7, 'Vejle     call'),
      few.with(1, 'Nykøbing'),
      few.with(0, 'Town 1   Notes'),
      few.with(0, 'Town     (x)'),
      few.with(8, 'Ishøj'),
    ])
      expect(fixedWidthCuts(other.join('\n'), true)).toBeNull();
    // The column behind it has a value in every row.
    const wider = few.map((row, at) => `${row.padEnd(16)}${at === 0 ? 'Phone' : 20112233 + at}`);
    expect(fixedWidthCuts(wider.join('\n'), true)).toEqual([0, 9, 16]);
  });

  it('are not cut at the commas of their values, which differ from row to row', () => {
    const streets = cellsOf(
      'Name|Street, house|City|Phone',
      'Anna Lund|Nygade 5, 2. tv., c/o Holm|Ry|20112233',
      'Bo Dahl|Vestergade 12|Odense|30445566',
      'Ida Juhl|Torvet 3, st.|Vejle|40556677',
      'Eva Friis|Havnen 7|Ribe|50667788',
    );
    const printed = streets.map((cells) =>
      cells
        .map((cell) => cell.padEnd(28))
        .join('')
        .trimEnd(),
    );
    expect(read(printed.join('\n')).rows).toEqual(streets.slice(1));
    // Values that are filled up between separators, and rows that lack some.
    const padded = streets.map((cells) => cells.map((cell) => cell.replaceAll(',', ' ').padEnd(28)).join(','));
    expect(read(padded.join('\n')).reading.delimiter.value).toBe(',');
    const ragged = ['Name,  First,Town', 'Lund,  Anna', 'Dahl,  Bo,Ry', 'Juhl,  Ida,Vejle,20112233', 'Friis, Eva,Ribe'];
    expect(read(ragged.join('\n')).reading.delimiter.value).toBe(',');
  });

  it('are none where values are filled up between separators, however few rows have all of them', () => {
    const people = cellsOf(
      'Id|Name|Town|Phone',
      '1|Anna Lund|Ry|20112233',
      '2|Bo Dahl|Odense|30445566',
      '3|Ida|Vejle|40556677',
    );
    const filled = people.map((cells) => cells.map((cell) => cell.padEnd(10)));
    const border = `+${`${'-'.repeat(12)}+`.repeat(4)}`;
    const [names = '', ...rows] = filled.map((cells) => `| ${cells.join(' | ')} |`);
    const printed = [border, names, border, ...rows, border, '3 rows in set (0.00 sec)'];
    expect(read(printed.join('\n'))).toMatchObject({ reading: { delimiter: { value: '|' } }, lines: [4, 5, 6] });
    for (const [separator, between] of [
      [',', ','],
      [';', ' ; '],
      ['|', '  |'],
      [';', ';\0\0'],
    ] as const) {
      const lacking = filled.map((cells, at) => (at === 2 ? cells.slice(0, 3) : cells).join(between));
      const extra = filled.map((cells, at) => (at === 2 ? [...cells, 'x'] : cells).join(between).trimEnd());
      for (const lines of [lacking, extra, ['Leads of May', '', ...lacking]])
        expect(read(lines.join('\n')).reading.delimiter.value).toBe(separator);
    }
  });

  it('hold values up to their edge, and name those that go on beyond it', () => {
    const short = 'Name Phone\nAnnas\nIb\nAnna 2030\nBob  2031\n';
    expect(read(short, { cuts: [6], headerLine: 1 })).toMatchObject({ problems: [], lines: [2, 3, 4, 5] });
    const { problems } = read('Ab\nC d\nEf\n', { cuts: [2], headerLine: 1 });
    expect(problems).toMatchObject([{ kind: 'crossesCut', examples: [{ line: 1 }, { line: 3 }] }]);
    expect(readText(`Name Phone\n${'x'.repeat(1_000_000)}`, { cuts: [6], headerLine: 1 }).rows).toHaveLength(1);
    expect(() => readText(`Name Phone\n${'x'.repeat(1_000_001)}`, { cuts: [6] })).toThrow(
      'Line 2 has more than 1,000,000',
    );
  });

  it('are those of the first 300 lines', () => {
    const found = (lines: number) =>
      fixedWidthCuts([...Array(lines).fill('Ida   Bo'), 'Elisabeth Holm'].join('\n'), true);
    expect([found(300), found(299)]).toEqual([[0, 6], null]);
  });

  it('are cut in pieces of any size, and damage and what cannot be seen is named', () => {
    const text = Buffer.from('Name  Phone\r\nA\u00f8n   2030\r\nB\u200bo   2031\rIb    2032\n');
    text[14] = 0xff;
    for (const bytes of [1, 2, 5, 99]) {
      const { rows, kinds, reading } = readText(text, { encoding: 'utf-8', cuts: [7] }, bytes);
      expect(rows).toEqual(cellsOf('A\ufffd\ufffdn|2030', 'B\u200bo|2031', 'Ib|2032'));
      expect(kinds).toEqual(['undecodable', 'invisible', 'mixedNewlines']);
      expect(reading.newline).toBe('mixed');
    }
  });

  it('may be filled up with NULs', () => {
    const { rows, problems } = read(table.map((cells) => line(cells, '\0')).join('\r\n'));
    expect(rows).toEqual(table.slice(1));
    expect(problems).toMatchObject([{ kind: 'nul' }]);
  });

  it('have room for longer numbers than those of the beginning, where numbers end at one place', () => {
    const many = Array.from({ length: 2000 }, (_, row) =>
      line(['Bob', '20 11 22 33', 'Copenhagen', String(7 + (row % 90))]),
    );
    const { rows, problems } = read(
      [line(table[0] ?? []), ...many, line(['Ann', '', 'Ry', '654321']), ...many].join('\n'),
    );
    expect(rows[2000]).toEqual(['Ann', '', 'Ry', '654321']);
    expect(problems).toEqual([]);
  });

  it('are found behind values that are all of one length, one blank away', () => {
    const rows = cellsOf(
      'Cap|Località|Prov|Tel|Cell',
      '47121|Forlì|FC|054 371234|+39 3471234567',
      '22063|Cantù|CO|031 712345|+39 3387654321',
      '70121|Bari|BA|080 521234|+39 3201112223',
    );
    const widths = [6, 9, 5, 11, 15];
    const text = rows.map((cells) => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('')).join('\n');
    expect(read(text).rows).toEqual(rows.slice(1));
  });

  it('are found one blank behind numbers that end at one place', () => {
    const rows = cellsOf(
      'ID|NAME|AMOUNT|CITY',
      '1|Anna Berg|1.50|Oslo',
      '12|Bo|112.00|Ry',
      '1234|Cyril Eng|20.00|Moss',
    );
    const text = rows.map(([id = '', name = '', amount = '', city = '']) =>
      [id.padStart(5), name.padEnd(12), amount.padStart(8), city].join(' '),
    );
    expect(read(text.join('\n')).rows).toEqual(rows.slice(1));
  });

  it('are found where a database draws a rule under their names', () => {
    const text = [
      ...['      ID NAME      PHONE       NOTE', '-------- --------- ----------- ----'],
      ...['       1 Anna Berg 20 11 22 33 x', '      12 Bo Dahle  20 11 22 34 y', '     123 Cyril Eng 20 11 22 35'],
      ...['', '3 rows selected.'],
    ];
    const { rows, reading } = read(text.join('\n'));
    expect(reading.columns.map(({ header }) => header)).toEqual(['ID', 'NAME', 'PHONE', 'NOTE']);
    expect(rows.map((cells) => cells.slice(0, 3))).toEqual(
      cellsOf('1|Anna Berg|20 11 22 33', '12|Bo Dahle|20 11 22 34', '123|Cyril Eng|20 11 22 35'),
    );
  });

  it('name the rows in which a value is too long for them', () => {
    const many = Array.from({ length: 2000 }, (_, row) => line(table[1 + (row % 4)] ?? []));
    const { problems } = read([line(table[0] ?? []), ...many, 'Abcdefghijklmnopqrstuvw 20 11'].join('\n'));
    expect(problems).toMatchObject([{ kind: 'crossesCut', count: 1, examples: [{ line: 2002 }] }]);
  });

  it('are found below titles, on each page, and above notes that run across them', () => {
    const page = (number: number) => [`List of customers, page ${number}, 12.03.2026`, '', line(table[0] ?? [])];
    const rows = table.slice(1).map((cells) => line(cells));
    const text = [
      ...page(1),
      ...rows,
      `\f${page(2).join('\n')}`,
      ...rows,
      '',
      '8 customers in all, 1 of them new',
    ].join('\n');
    for (const end of ['', '\n', '\r\n\u001a']) expect(fixedWidthCuts(text + end, true)).toEqual([0, 15, 28, 37]);
    const found = read(text);
    expect(found.rows).toEqual([...table.slice(1), ...table.slice(1)]);
    expect(found.reading.delimiter.reason).toContain('in all lines but titles and notes of the beginning. They');
    expect(found.kinds).toEqual(expect.arrayContaining(['titleLines', 'repeatedHeader', 'notesBelow']));
    expect(read([...rows, `\f${rows[0] ?? ''}`].join('\n')).rows.at(-1)).toEqual(table[1]);
    // A line of the table that runs across them is none of these.
    const across = line(['Bo, the 2nd of that name', '20 11 22 37', 'Ry', '4']).replaceAll(/ {2,}/g, ' ');
    expect(fixedWidthCuts([...rows, across, ...rows].join('\n'), true)).not.toEqual([0, 15, 28, 37]);
    expect(fixedWidthCuts(['Annemarie', 'Ida   1', 'Eva   20', 'Lis   3'].join('\n'), true)).toBeNull();
  });

  it('are found below eight titles and above five notes at most', () => {
    const rows = table.map((cells) => line(cells));
    const said = (count: number, word: string) =>
      Array.from({ length: count }, (_, at) => `${word} ${'x'.repeat(at + 20)} across the columns`);
    const below = (titles: number) => fixedWidthCuts([...said(titles, 'Title'), '', ...rows].join('\n'), true);
    const above = (notes: number) => fixedWidthCuts([...rows, '', ...said(notes, 'Note')].join('\n'), true);
    for (const found of [below(8), above(5)]) expect(found).toEqual([0, 15, 28, 37]);
    for (const found of [below(9), above(6)]) expect(found).toBeNull();
    // Three columns have room for a title that is one value.
    const narrow = ['Customers and partners in all', ...table.map((cells) => line(cells.slice(0, 3)))].join('\n');
    expect(fixedWidthCuts(narrow, true)).toEqual([0, 15, 28]);
  });

  it('begin where a person says', () => {
    const text = table.map((cells) => line(cells)).join('\n');
    const { reading, rows } = read(text, { cuts: [16, 29] });
    expect(rows[0]).toEqual(['Søren Kjær', '20 11 22 33', 'København        7']);
    expect(reading.cuts).toEqual([1, 16, 29]);
    expect(read(text, { cuts: [1, 16, 29] }).reading.cuts).toEqual([1, 16, 29]);
    expect(reading.delimiter).toMatchObject({ value: '', certainty: 'yours' });
    expect(read(text).reading.cuts).toEqual([1, 16, 29, 38]);
  });

  it('are not what a person chose', () => {
    const { reading } = read(table.map((cells) => line(cells)).join('\n'), { delimiter: ';' });
    expect(reading.columns).toHaveLength(1);
  });
});

it('lines that are nearly rules are looked at once', { timeout: 10_000 }, () => {
  const line = `${'-- '.repeat(999)}${'-'.repeat(4_000)}x`;
  expect(fixedWidthCuts(Array(300).fill(line).join('\n'), true)).toBeNull();
});

describe('one column stays one', () => {
  it.each([
    ['phones in groups, set to the right', [' 20 11 22 33', '120 11 22 34', ' 20 11 22 35', ' 20 11 22 36']],
    [
      'phones in groups, below a line of single dashes',
      ['- - - - - -', '20 11 22 33', '20 11 22 34', '20 11 22 35', '20 11 22 36'],
    ],
    ['house numbers before streets', ['12 Main St', '34 Oak Ave', '56 Elm St', '78 Ash Rd']],
    ['phones in groups', ['Phone', '20 11 22 33', '20 11 22 34', '20 11 22 35', '20 11 22 36']],
    ['names of one length', ['Anna Bo', 'Lisa Al', 'Rosa Xu', 'Elsa Ek']],
    [
      'sentences',
      ['A line of words.  And more.', 'Another one, of other words.', 'The third.', 'A fourth line of them all.'],
    ],
    ['two lines', ['Name      Phone', 'Bob       1']],
    ['text set in from the left', ['  Anna', '  Bob', '  Ida Holm']],
    ['words of which one is shorter', ['Anna Bo', 'Lisa Al', 'Ida  Xu', 'Elsa Ek']],
    ['values in fewer than half of the lines', ['Anna', 'Bob', 'Ida   x', 'Eva   y', 'Pia']],
    ['values before them in fewer than half', ['Ida   x', 'Eva   y', '      z', '      w', '      v']],
    ['a value in one line only', ['Anna', 'Bob', 'Ida        x', 'Pia']],
  ])('%s', (_title, lines) => expect(fixedWidthCuts(lines.join('\n'), true)).toBeNull());
});
