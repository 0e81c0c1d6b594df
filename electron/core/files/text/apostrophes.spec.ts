import { describe, expect, it } from 'vitest';
import { apostropheDelimiter } from './apostrophes.ts';
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

describe('apostrophes around every text, but no number', () => {
  const lines = [
    "'Name','Phone','Town','Since','Revenue','Active'",
    "'O''Brien, Ann','+45 20304050','Ry',03.04.2023,'1,234.50',TRUE",
    "'Bob\nInc.','22 33 44 55','Køge',31.12.2022,99.99,false",
    `'Ida ""I"" Berg','22 33 44 56','',,-5,NULL`,
  ];

  it('are read as quotation marks, as Access and LibreOffice write them', () => {
    const { reading, rows, kinds } = readText(lines.join('\r\n'));
    expect(rows).toEqual([
      ["O'Brien, Ann", '+45 20304050', 'Ry', '03.04.2023', '1,234.50', 'TRUE'],
      ['Bob\nInc.', '22 33 44 55', 'Køge', '31.12.2022', '99.99', 'false'],
      ['Ida ""I"" Berg', '22 33 44 56', '', '', '-5', 'NULL'],
    ]);
    expect(reading.columns.map(({ header }) => header).join()).toBe('Name,Phone,Town,Since,Revenue,Active');
    expect(kinds).toEqual(['apostrophes']);
  });

  it('are found at the beginning of a long file, also where the beginning ends inside of a value', () => {
    const text = [lines[0], ...Array.from({ length: 9000 }, (_, at) => `'Bo ${at}','2030','Ry',1,2,TRUE`)].join('\n');
    expect(readText(text).rows.at(-1)).toEqual(['Bo 8999', '2030', 'Ry', '1', '2', 'TRUE']);
  });

  it.each([
    ['a text has none', [...lines, "'Bo','1',Ry,1,2,TRUE"]],
    ['a row has none at all', [...lines, '1,2,3,4,5,6']],
    ['a row has fewer cells', [...lines, "'Bo','1','Ry',1,2"]],
    ['quotation marks stand around another', [...lines, "'Bo','1','Ry',1,2,\"x\""]],
  ])('are part of the values where %s', (_title, all) => {
    expect(apostropheDelimiter(all.join('\n'), [','], true)).toBeNull();
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

describe('whether apostrophes stand around values', () => {
  const found = (lines: readonly string[], whole = true) => apostropheDelimiter(lines.join('\n'), [',', ';'], whole);
  const all = (count: number) => Array.from({ length: count }, (_, row) => `'Bo';'${row}'`);
  const needed = (count: number) => ['Name,Address', ...Array(count).fill("Bo,'Via Roma, 4'")];

  it('is not changed by blank lines, and by lines of one value where not all values have them', () => {
    expect(found(["'Name';'City'", '', "'Bo';'Ry'", '', "'Ib';'Ribe'"])).toBe(';');
    expect(found(['Members of 2026', '', ...needed(1), '', ...needed(1).slice(1)])).toBe(',');
    expect(found([',Address', "Bo,'Via Roma, 4'", "Ib,'Via Galli, 4'"])).toBe(',');
  });

  it.each([
    ['a row of one value', ["'Name';'City'", "'Bo'", "'Ib';'Ry'"]],
    ['one value above the table', ["'Members'", "'Bo';'Ry'", "'Ib';'Ribe'"]],
    ['a wider header', ["'Name';'City';'Phone'", "'Bo';'Ry'", "'Ib';'Ribe'"]],
    ['a quotation mark first', ['"Name",Address', "Bo,'Via Roma, 4'", "Ib,'Via Galli, 4'"]],
    ['one row', ["'Name';'City'"]],
    ['one row below a header', ['Name;City', "'Bo';'Ry'"]],
    ['one value with a separator', needed(1)],
    ['a line end in a value', ['Name,Address', "Bo,'Via Roma,\n4'", "Ib,'Via Galli,\n4'"]],
  ])('is not so with %s', (_title, lines) => expect(found(lines)).toBeNull());

  it('is not decided by the row in which the beginning of a file is cut off', () => {
    for (const cut of ["'Ib", "'Ib';'Ri", "'Ib'", "'Ib';'Ribe';"]) {
      expect(found([...all(2), cut], false)).toBe(';');
      expect(found([...all(1), cut], false)).toBeNull();
    }
    for (const cut of ['Ib', "Ib,'Via ", 'Ib,Via,', "Ib,'Via Galli, 4'"])
      expect(found([...needed(2), cut], false)).toBe(',');
    expect(found([...needed(1), "Ib,'Via ", ''], false)).toBeNull();
  });

  it('is decided by the first 300 rows', () => {
    expect([found([...all(300), 'Bo;Ry', '']), found([...all(299), 'Bo;Ry', ''])]).toEqual([';', null]);
    expect([found([...needed(299), "'t Hart,Ry"]), found([...needed(298), "'t Hart,Ry"])]).toEqual([',', null]);
  });
});
