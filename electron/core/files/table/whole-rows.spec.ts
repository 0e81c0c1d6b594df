import { describe, expect, it } from 'vitest';
import { cutWhole, separatorInCells, wholeRow } from './whole-rows.ts';

const found = (rows: readonly (string | string[])[], chosen?: string) =>
  separatorInCells(
    rows.map((row, at) => ({ line: at + 1, cells: typeof row === 'string' ? [row] : row })),
    chosen,
  );

const people = ['Name,Phone,Town', 'Bo,+4520304050,Ry', 'Ann,+4520304051,Køge'];

describe('rows that stand in one cell each', () => {
  it.each<[string, (string | string[])[], string | null]>([
    ['with commas', people, ','],
    ['with semicolons', people.map((row) => row.replaceAll(',', ';')), ';'],
    ['with tabs', people.map((row) => row.replaceAll(',', '\t')), '\t'],
    ['with vertical bars', people.map((row) => row.replaceAll(',', '|')), '|'],
    ['one row below the names', people.slice(0, 2), ','],
    ['with a comma in quotation marks', ['Name,Phone,Town', 'Bo,1,"Ry, DK"', 'Ann,2,"Køge, DK"'], ','],
    ['with empty cells behind them', people.map((row) => [row, '', '']), ','],
    ['without names, but with e-mail addresses', ['Bo,b@x.dk,Ry', 'Ann,a@x.dk,Køge', 'Ida,,Ribe'], ','],
    ['without names, but with phones', ['Bo,+4520304050,Ry', 'Ann,+4520304051,Køge', 'Ida,+4520304052,Ribe'], ','],
    ['the names alone', people.slice(0, 1), null],
    ['cells of their own', [...people, ['Ida', '+4520304052', 'Ribe']], null],
    ['names in reverse order', ['Last name,First name', 'Berg,Bo', 'Dahl,Ann'], null],
    ['names of people below their header', ['Name', 'Berg, Bo, Dr.', 'Dahl, Ann, Dr.'], null],
    ['addresses', ['Nygade 1, 8680 Ry, Denmark', 'Torvet 2, 4600 Køge, Denmark'], null],
    ['sentences', ['Hello, world', 'This, is, fine', 'And, that, too, I, say'], null],
    ['no values at all', [',,', ',,', ',,'], null],
  ])('%s', (_title, rows, separator) => {
    expect(found(rows)).toBe(separator);
  });

  it('are cut at the separator that a person chose, and at no other', () => {
    expect([found(people, ','), found(people, ';')]).toEqual([',', null]);
  });

  it('allow one row of ten to be cut otherwise', () => {
    const rows = [people[0] ?? '', ...Array.from({ length: 9 }, (_, at) => `Bo,+452030405${at},Ry`), 'Ida'];
    expect([found(rows), found([...rows, 'Eva'])]).toEqual([',', null]);
  });

  it.each<[string, string[]]>([
    ['Bo,1,Ry', ['Bo', '1', 'Ry']],
    ['"Berg, Bo",1,"Ry ""Old"" Town"', ['Berg, Bo', '1', 'Ry "Old" Town']],
    ['"",,""', ['', '', '']],
    ['Bo "B" Berg,"Ry" Town,"x', ['Bo "B" Berg', '"Ry" Town', '"x']],
    ['Bo,', ['Bo', '']],
  ])('%s is cut into its values', (row, values) => {
    expect(cutWhole([row], ',')).toEqual(values);
  });

  it('leave rows of several cells and long texts as they are', () => {
    expect(cutWhole(['a,b', 'c'], ',')).toEqual(['a,b', 'c']);
    expect(cutWhole(['a,'.repeat(10_001)], ',')).toHaveLength(1);
    expect(cutWhole(['a,'.repeat(10_000)], ',')).toHaveLength(10_001);
  });

  it.each<[string, string, number, string[] | null]>([
    ['a phone', 'Bo,+4520304050,"Ry, DK"', 3, ['Bo', '+4520304050', 'Ry, DK']],
    ['a phone of digits', 'Bo,20304050,Ry', 3, ['Bo', '20304050', 'Ry']],
    ['an e-mail address', 'Bo,b@x.dk,Ry', 3, ['Bo', 'b@x.dk', 'Ry']],
    ['neither', 'Confidential, 2026, Acme', 3, null],
    ['more values than other rows', 'Bo,b@x.dk,Ry,1', 3, null],
    ['two values', 'Bo,b@x.dk', 2, null],
  ])('are cut among others where they hold %s', (_title, row, width, values) => {
    expect([wholeRow([row], ',', width), wholeRow([row], undefined, width)]).toEqual([values, null]);
  });
});
