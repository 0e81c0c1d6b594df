import { describe, expect, it } from 'vitest';
import iconv from 'iconv-lite';
import { readText } from './text-fixture.ts';

const table = [
  ['Name', 'Company', 'Phone'],
  ['Zoë Lee', 'Smith, Sons & Co', '020 7946 0000'],
  ['Al Moe', 'The "Inn"', '020 7946 0001'],
  ['Ann Roe', '', '020 7946 0002'],
];
const written = ([open = '', close = '']: string, delimiter: string, end = '\r\n') =>
  table.map((cells) => cells.map((cell) => open + cell + close).join(delimiter) + end).join('');

describe('typographic quotation marks', () => {
  it.each([
    ['“”', ','],
    ['„“', ';'],
    ['„”', '\t'],
    ['””', '|'],
  ])('%s are no part of the values between them, where every value has them: separator %j', (pair, delimiter) => {
    for (const [text, chunk] of [
      [written(pair, delimiter), 65_536],
      [written(pair, delimiter, '\n').trimEnd(), 7],
      [written(pair, delimiter, '\r'), 11],
    ] as const) {
      const { rows, reading } = readText(text, {}, chunk);
      expect(rows).toEqual(table.slice(1));
      expect(reading.columns.map(({ header }) => header)).toEqual(table[0]);
      expect(reading.delimiter).toMatchObject({ value: delimiter, certainty: 'certain' });
      expect(reading.delimiter.reason).toContain('Typographic quotation marks');
    }
  });

  it('are read in an old encoding, and with a separator that a person chose', () => {
    expect(readText(iconv.encode(written('“”', ','), 'windows-1252')).rows).toEqual(table.slice(1));
    expect(readText(written('“”', ','), { delimiter: ',' }).rows).toEqual(table.slice(1));
  });

  it('leave a row further down in which only some values have them as many values as it has', () => {
    const usual = Array.from({ length: 310 }, (_, at) => `“Ann ${at}”,“Nord”,“+45 20 30 ${1000 + at}”`);
    const others = ['“Bo”,Syd,“+4520304050”', '“Cy”,,“+4520304051”', '“Di”,“Ost”,“+4520304052”'];
    const { rows, kinds } = readText(['“Name”,“Company”,“Phone”', ...usual, ...others, ''].join('\n'));
    expect(rows.slice(-3)).toEqual([
      ['“Bo”', 'Syd', '“+4520304050”'],
      ['“Cy”', '', '“+4520304051”'],
      ['Di', 'Ost', '+4520304052'],
    ]);
    expect(kinds).toEqual([]);
    expect(readText('“Ann”,“Lee”,1,“x”\n“Bo”,“Dahl”,2,“y”\n', { headerLine: null }).rows[0]).toHaveLength(4);
  });

  it('are part of the values where only some have them', () => {
    expect(readText('Name;Company\nAnn;“Nord”\nBo;“Syd”\n').rows).toEqual([
      ['Ann', '“Nord”'],
      ['Bo', '“Syd”'],
    ]);
    expect(readText('“Name”;“Company”\n“Ann”;“Nord”;\nBo;“Syd”\n').rows[0]?.[0]).toBe('“Ann”');
    expect(readText('“Come in”\n“No, thanks”\n“Why”\n').rows.flat()).toContain('“Why”');
  });
});
