import { describe, expect, it } from 'vitest';
import { readText } from './text-fixture.ts';

const quoted = (cells: readonly string[], delimiter: string) =>
  cells.map((cell) => (cell === '' ? '' : `'${cell.replaceAll("'", "''")}'`)).join(delimiter);

const table = [
  ['Name', 'Phone', 'Note'],
  ["O'Brien, Ann", '20304050', 'one\ntwo; three'],
  ['Bob', '0045 20304051', ''],
  ['"Ida"', '20304052', "it's"],
];

describe('apostrophes around every value', () => {
  it.each([',', ';', '\t', '|'])('are read as quotation marks, and said: separator %j', (delimiter) => {
    const { reading, rows, kinds } = readText(table.map((cells) => quoted(cells, delimiter)).join('\r\n'));
    expect(rows).toEqual(table.slice(1));
    expect(reading.columns.map(({ header }) => header)).toEqual(table[0]);
    expect(reading.delimiter).toMatchObject({ value: delimiter, certainty: 'certain' });
    expect(reading.quote).toBe("'");
    expect(kinds).toEqual(['apostrophes']);
  });

  it('are found around two columns and two rows', () => {
    expect(readText("'Name','Phone'\n'Bob','1'").rows).toEqual([['Bob', '1']]);
    expect(readText("\n'Name','Phone'\n'Bob','1'\n").rows).toEqual([['Bob', '1']]);
  });

  it('may be missing in the header', () => {
    const lines = [table[0]?.join(','), ...table.slice(1).map((cells) => quoted(cells, ','))];
    expect(readText(lines.join('\n')).rows).toEqual(table.slice(1));
  });
});

describe('apostrophes around the values that have a separator in them', () => {
  const lines = [
    'Name,Address,Town',
    "Edil Galli,'Via Roma, 57',Roma",
    "O'Brien,'Corso Italia, 3',Torino",
    'Ann,Via,Bari',
  ];

  it('are read as quotation marks where all rows then have the cells of the header', () => {
    const { reading, rows, kinds } = readText(lines.join('\r\n'));
    expect(rows).toEqual([
      ['Edil Galli', 'Via Roma, 57', 'Roma'],
      ["O'Brien", 'Corso Italia, 3', 'Torino'],
      ['Ann', 'Via', 'Bari'],
    ]);
    expect(reading.columns).toHaveLength(3);
    expect(kinds).toEqual(['apostrophes']);
  });

  it('are found in a table of two columns', () => {
    const { rows, kinds } = readText("Name,Address\nGalli,'Via Roma, 57'\nBo,'Corso, 3'\nAnn,Via\n");
    expect([rows[0], kinds]).toEqual([['Galli', 'Via Roma, 57'], ['apostrophes']]);
  });

  it.each([
    ['one stands around a name of the header', ["Name,'Address, all',Town", ...lines.slice(1)]],
    ['a row has another number of cells', [...lines, "Bob,'Via, 4',Bari,x"]],
    ['one value only', lines.slice(0, 2)],
    ['an apostrophe begins another value', [...lines, "'t Hart,'Via, 4',Bari"]],
    ['an apostrophe is never closed', [...lines, "Bob,'Via,Bari"]],
    ['quotation marks stand around others', [...lines, 'Bob,"Via 4",Bari']],
  ])('stay where %s', (_title, changed) => {
    expect(readText(changed.join('\r\n')).kinds).not.toContain('apostrophes');
  });
});

describe('apostrophes that are data stay', () => {
  it.each([
    ['names', "Name,Phone\nO'Brien,20304050\nD'Arcy,20304051\n", ["O'Brien", '20304050']],
    ['numbers kept as text', "Name,Phone\nBob,'20304050\nAnn,'20304051\n", ['Bob', "'20304050"]],
    ['one column', "Name,Phone\nBob,'20304050'\nAnn,'20304051'\n", ['Bob', "'20304050'"]],
    ['one column in a file of one', "'Bob'\n'Ann'\n'Ida'\n", ["'Ann'"]],
    ['one row', "Name,Nick\n'Bob','B'\nAnn,A\n", ["'Bob'", "'B'"]],
    ['all but one value', "'Name','Phone'\n'Bob','1'\n'Ann',2\n", ["'Bob'", "'1'"]],
    ['an apostrophe alone at the end', "'Name','Phone'\n'Bob','1'\n'Ann','2\n", ["'Bob'", "'1'"]],
  ])('%s', (_title, text, cells) => {
    const { reading, rows, kinds } = readText(text);
    expect(rows).toContainEqual(cells);
    expect(kinds).not.toContain('apostrophes');
    expect(reading.quote).toBeUndefined();
  });
});
