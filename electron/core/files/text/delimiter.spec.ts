import { describe, expect, it } from 'vitest';
import { guessDelimiter } from './delimiter.ts';
import { readText } from './text-fixture.ts';

const people = [
  ['Name', 'Phone', 'City'],
  ['Bob Hansen', '+4520304050', 'Ry'],
  ['Ann Olsen', '', 'Køge'],
  ['Ida Berg', '+4521314151', 'Ribe'],
];

describe('separators of several characters', () => {
  it.each(['||', '#|#', '|~|', '~|~', '^|^', '::', '<|>'])('%s', (delimiter) => {
    const text = people.map((cells) => cells.join(delimiter)).join('\n');
    expect(guessDelimiter(text, true).value).toBe(delimiter);
  });

  it('a colon separates also two columns only, where no usual separator does', () => {
    expect(guessDelimiter('Name:City\nAnn Olsen:Ry\nBob Berg:Ribe\n', true).value).toBe(':');
  });

  it('every second column empty is no separator of two commas', () => {
    expect(guessDelimiter('Name,,Phone,,City\nBob,,12345678,,Ry\nAnn,,87654321,,Ribe\n', true).value).toBe(',');
  });
});

describe('control characters', () => {
  it.each(['\u001f', '\u0001', '\u001c'])('%j separates and is not damage', (delimiter) => {
    const { reading, rows } = readText(people.map((cells) => cells.join(delimiter)).join('\n'));
    expect(reading.delimiter.value).toBe(delimiter);
    expect(rows).toEqual(people.slice(1));
  });
});

describe('one column', () => {
  it.each([
    ['sentences', 'Kommentar\nBitte anrufen, danke\nKeine Zeit\nMorgen, nach 5\nOk\n', 4],
    ['names written surname first', 'Navn\nHansen, Mette\nOlsen, Ida\nBerg, Ann\nKjær, Bo\n', 4],
    ['times', 'Zeit\n10:00:00\n11:00:00\n12:30:00\n', 3],
    ['addresses of pages', 'url\nhttps://a.example/x\nhttps://b.example/y\nhttp://c.example:8080/z\n', 3],
  ])('%s stay whole', (_title, text, count) => {
    const { reading, rows } = readText(text);
    expect(reading.columns).toHaveLength(1);
    expect(rows.map((cells) => cells[0])).toEqual(text.split('\n').slice(1, count + 1));
  });

  it('quoted values leave the comma as it is', () => {
    const { reading, rows } = readText('Note\n"a, b"\n"c"\n"d, e, f"\n');
    expect(reading.delimiter.value).toBe(',');
    expect(rows).toEqual([['a, b'], ['c'], ['d, e, f']]);
  });
});

describe('of two separators that fit', () => {
  const guessed = (...lines: readonly string[]) => guessDelimiter(lines.join('\n'), true).value;
  const lines = (one: string, other: string) =>
    ['Name', 'Bo', 'Ib', 'Eva'].map((name, at) => `${name}${one}a${at}x${other}b${at}y`);

  it.each<readonly [likelier: string, other: string]>([
    [',', ';'],
    [',', '|'],
    [';', '|'],
    ['\t', ','],
    ['\t', '|'],
    ['|', '\u001f'],
    ['|', '\u0001'],
    ['|', '\u001c'],
    ['|', '\u001d'],
    ...['^', '~', '§', '¦', '::', ':', ' '].map((other) => ['|', other] as const),
    ...['::', ':', ' '].map((other) => ['^', other] as const),
    ['::', ' '],
  ])('alike %j is likelier than %j', (likelier, other) => {
    expect([guessed(...lines(likelier, other)), guessed(...lines(other, likelier))]).toEqual([likelier, likelier]);
  });

  it('the one that cuts more columns is taken, though a single one is likelier otherwise', () => {
    for (const other of ['\t', '||', '|', '\u001d'])
      expect(
        guessed(...['Name', 'Bo', 'Ib', 'Eva'].map((name, at) => `${name},a${at},b${at},c${at}${other}d${at}`)),
      ).toBe(',');
  });

  it('the guess is as sure as the other is unlikely', () => {
    const certainty = (...rows: readonly string[]) => guessDelimiter(rows.join('\n'), true).certainty;
    expect(certainty('Name;City', 'Bo;Ry', 'Ib;Ribe')).toBe('certain');
    expect(certainty('Name;City', 'Bo;Ry', 'Ib;Ribe', 'Eva')).toBe('likely');
    expect(certainty(...lines(';', '|'))).toBe('guess');
  });
});

it('is found in one row, and where a few rows have a time of day', () => {
  expect(guessDelimiter('Bo;+4520304050;Ry', true).value).toBe(';');
  expect(guessDelimiter('Name:Room\nBo:a\nIb 7:15\nEva:b\nJim 8:30', true).value).toBe(':');
  expect(guessDelimiter('Name:Room\nBo 9:45\nIb 7:15\nJim 8:30', true).value).not.toBe(':');
});

it('says how many rows of the beginning the separator cuts alike', () => {
  const rows = Array.from({ length: 19 }, (_, at) => `Person ${at};${20_000_000 + at};Ry`);
  const reasonOf = (lines: readonly string[]) => guessDelimiter(lines.join('\n'), true).reason;
  expect(reasonOf(rows)).toBe('With a semicolon, every row of the beginning has 3 columns.');
  expect(reasonOf([...rows, 'Ida'])).toBe('With a semicolon, 95 % of the rows of the beginning have 3 columns.');
  expect(reasonOf(['A|B', '1|2', '3|4'])).toBe('With a vertical bar, every row of the beginning has 2 columns.');
});

it('separators without values are a table without rows', () => {
  expect(() => readText(',,,\n,,,\n')).toThrow(/no rows with content/);
});

it('the header decides between two separators that both fit the rows', () => {
  const text = `Navn;Adresse\n${'Hansen,Mette;Vej 1,8000\n'.repeat(6)}`;
  expect(guessDelimiter(text, true).value).toBe(';');
});
