import { describe, expect, it } from 'vitest';
import { findLayout } from './layout.ts';
import { headerBlock } from './stacked-header.ts';
import { blocks, body, customers, first, last, many, of, phone, stackedTables, town } from './tables-fixture.ts';

/** The header as it is found among rows of which those without content are left out. */
function layoutOf(table: readonly (readonly unknown[])[]) {
  const rows = table
    .map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => (cell === null ? '' : String(cell))) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const { headerLine, firstDataLine, header, headerLines } = findLayout(rows.slice(0, 200), {});
  return {
    header: headerLine.value,
    first: firstDataLine.value,
    names: header.join('|'),
    lines: headerLines,
    reason: headerLine.reason,
  };
}

describe('names that stand in several rows', () => {
  it.each(stackedTables)('%s', (_title, { rows }, header, _count, names) => {
    const found = layoutOf(rows);
    expect(found).toMatchObject({ header, first: header + 1, names });
    expect(found.reason).toContain(`to ${header} together have the names`);
    // Shorter rows, as a text file or a spreadsheet without empty cells has them.
    const bare = rows.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== null && cell !== '') + 1));
    expect(layoutOf(bare)).toEqual(found);
  });

  const people = many(25, (at) => [of(first, at), phone(at), 'a@x.dk', `Vej ${at}`, of(town, at)]);
  const names = ['Name', 'Phone', 'E-mail', 'Street', 'Town'];

  it.each<[string, (string | null)[][], number, string]>([
    ['groups over complete names', [['Lead', null, null, 'Address', null], names], 2, names.join('|')],
    ['a title over names', [['Leads of May'], names], 2, names.join('|')],
    [
      'a title over names that leave the first column out',
      [['Leads of May'], ['', ...names.slice(1)]],
      2,
      ['', ...names.slice(1)].join('|'),
    ],
    [
      'a title that begins with the first of such names',
      [
        ['', 'Leads of May'],
        ['', ...names.slice(1)],
      ],
      2,
      ['', ...names.slice(1)].join('|'),
    ],
    [
      'a title over groups and such names',
      [['Leads of May'], ['', 'Lead', '', 'Address'], ['', ...names.slice(1)]],
      3,
      '|Lead - Phone|Lead - E-mail|Address - Street|Address - Town',
    ],
    [
      'the frame of a printed table',
      [['+------+-------+'], ['', ...names.slice(1)]],
      2,
      ['', ...names.slice(1)].join('|'),
    ],
    ['a group over one column', [['Lead', null, null, 'x', 'y'], names], 2, names.join('|')],
    [
      'names below groups that begin with the first column',
      [
        ['Name', null, null, 'Address', null],
        [null, 'Phone', 'E-mail', 'Street', 'Town'],
      ],
      2,
      'Name|Name - Phone|Name - E-mail|Address - Street|Address - Town',
    ],
    [
      'groups between columns that are named in the upper row alone',
      [
        ['Name', 'Reach', null, 'Street', 'Town'],
        [null, 'Phone', 'E-mail'],
      ],
      2,
      'Name|Reach - Phone|Reach - E-mail|Street|Town',
    ],
    [
      'names below that end before a last column named above',
      [
        ['Lead', null, null, null, 'Town'],
        ['Name', 'Phone', 'E-mail', 'Street'],
      ],
      2,
      'Lead - Name|Lead - Phone|Lead - E-mail|Lead - Street|Town',
    ],
    ['a blank line between two rows of names', [['Lead', null, null, 'Address', null], [], names], 3, names.join('|')],
    [
      'a row of words above names with a gap',
      [
        ['Report', 'May', 'Lead', 'Anna', 'Sent'],
        ['Name', null, 'E-mail', 'Street', 'Town'],
      ],
      2,
      'Name||E-mail|Street|Town',
    ],
    ['one row of names alone', [names], 1, names.join('|')],
  ])('%s', (_title, above, header, joined) => {
    expect(layoutOf([...above, ...people])).toMatchObject({ header, first: header + 1, names: joined });
  });

  it('are not joined with a first row of data', () => {
    const rows = many(20, (at) => [of(first, at + 1), 'y', of(town, at), 'Norge']);
    const found = layoutOf([['Navn', null, 'By', 'Land'], ['Anna', 'x', null, 'Danmark'], ...rows]);
    expect(found).toMatchObject({ header: 1, first: 2, names: 'Navn||By|Land' });
  });

  it('are found although some are missing and others come twice', () => {
    const twice = many(30, (at) => [of(first, at), `K${at}`, of(last, at), phone(at), '']);
    expect(layoutOf([['Name', null, 'Name', 'Phone', 'Phone'], ...twice]).header).toBe(1);
    const few = many(30, (at) => [of(first, at), of(last, at), 'x', of(town, at), phone(at), 'ja', 'nej']);
    expect(layoutOf([['Navn', null, null, null, 'Tlf', null, null], ...few])).toMatchObject({
      header: 1,
      names: 'Navn||||Tlf||',
    });
    expect(layoutOf(many(9, (at) => [phone(at), phone(at + 70), at])).header).toBeNull();
  });
});

describe('a block of lines above a table', () => {
  it.each(blocks)('%s', (_title, block) => {
    expect(layoutOf([...block, [], body, ...customers]).header).toBe(6);
    expect(layoutOf([...block, [], body, ...customers.slice(0, 10)]).header).toBe(6);
  });

  it('is none where the rows are those of the table', () => {
    expect(layoutOf([body, ...customers.slice(0, 4), [], ...customers.slice(4)]).header).toBe(1);
    expect(layoutOf([body, ...customers.slice(0, 4), [], ['Region Nord'], ...customers.slice(4)]).header).toBe(1);
  });

  it('of one to eleven lines is passed over', () => {
    const lines = (count: number) => many(count, (at) => [`Filter ${at}`, 'Open', 'DK', of(first, at)]);
    for (const count of [1, 5, 11]) expect(layoutOf([...lines(count), [], body, ...customers]).header).toBe(count + 2);
  });
});

describe('the rows of a header', () => {
  const blockOf = (at: number, ...lines: readonly string[]) => {
    const { first, last, names } = headerBlock(
      lines.map((text, index) => ({ line: index + 1, cells: text.split(';') })),
      at,
    );
    return [first, last, names.join('|')];
  };
  const rows = ['a;b;c', 'd;e;f'];

  it('are two when the lower one has names for what the upper leaves unnamed, and lacks what all rows have', () => {
    const joined = [0, 1, 'Zork|Kontakt - Telefon|Kontakt - Name'];
    expect(blockOf(0, 'Zork;Kontakt;', ';Telefon;Name', ...rows)).toEqual(joined);
    // Half of them are names of columns.
    expect(blockOf(0, 'Zork;Kontakt;', ';Telefon;Blip', ...rows)).toEqual([0, 0, 'Zork|Kontakt|']);
    expect(blockOf(0, 'Zork;Kontakt;', ';Quux;Blip', 'a;1;c', 'd;2;f')).toEqual([
      0,
      1,
      'Zork|Kontakt - Quux|Kontakt - Blip',
    ]);
    expect(blockOf(0, 'Zork;Kontakt;', ';Quux;Blip', 'a;1;c', 'd;;f')).toEqual([
      0,
      1,
      'Zork|Kontakt - Quux|Kontakt - Blip',
    ]);
    // A value of the column, a value of another kind, nothing in a gap, nothing lacking, one row below.
    expect(blockOf(0, 'Zork;Kontakt;', ';Telefon;Name', 'a;b;Name', 'd;e;f')[1]).toBe(0);
    expect(blockOf(0, 'Zork;Kontakt;', ';Telefon;7', ...rows)[1]).toBe(0);
    expect(blockOf(0, 'Zork;Kontakt;Plom', ';Telefon;Name', ...rows)[1]).toBe(0);
    expect(blockOf(0, 'Zork;Kontakt;', 'Quux;Telefon;Name', ...rows)[1]).toBe(0);
    expect(blockOf(0, 'Zork;Kontakt;', ';Telefon;Name', 'a;b;c')[1]).toBe(0);
    // Half of the rows have a value there.
    expect(blockOf(0, 'Zork;Kontakt;', ';Telefon;Name', 'a;b;c', ';e;f')).toEqual(joined);
    expect(blockOf(0, 'Zork;Kontakt;', ';Telefon;Name', 'a;b;c', ';e;f', ';g;h')[1]).toBe(0);
  });

  it('are three at most below the first, and five together', () => {
    expect(blockOf(0, 'Zork;Kontakt;;', ';Telefon;Name;', ';;;By', 'a;b;c;d', 'e;f;g;h')[1]).toBe(2);
    const groups = ['Q;;;', 'R;;;S', 'T;;;U', 'V;;;W', 'X;;;Y', 'Name;By;Telefon;Land', 'a;b;c;d', 'e;f;g;h'];
    expect(blockOf(5, ...groups).slice(0, 2)).toEqual([1, 5]);
  });

  it('have the names of the lowest alone where that names every column with values', () => {
    const table = ['a;b;c;d', 'e;f;g;h'];
    expect(blockOf(1, 'Person;;Contact;', 'First;Last;Phone;Mail', ...table)).toEqual([1, 1, 'First|Last|Phone|Mail']);
    expect(blockOf(1, 'Person;;Contact;', 'First;;Phone;Mail', ...table)).toEqual([
      0,
      1,
      'Person - First||Contact - Phone|Contact - Mail',
    ]);
    expect(blockOf(1, 'Person;;Contact;', 'First;;Phone;Mail', 'a;;c;d', 'e;;g;h')[0]).toBe(1);
    expect(blockOf(1, 'Person;;Contact;', 'Name;Last;name ;Mail', ...table)[0]).toBe(0);
    // One cell is a title, over the first column and over a single one.
    expect(blockOf(1, 'Leads;;;', 'First;Last;Phone;Mail', ...table)[0]).toBe(1);
  });

  it('are no titles, no questions and no rows apart', () => {
    const table = ['First;;Phone;Mail', 'a;b;c;d', 'e;f;g;h'];
    expect(blockOf(1, `${'x'.repeat(60)};;Contact;`, ...table)[0]).toBe(0);
    expect(blockOf(1, `${'x'.repeat(61)};;Contact;`, ...table)[0]).toBe(1);
    expect(blockOf(1, 'From:;;Contact;', ...table)[0]).toBe(1);
    expect(blockOf(1, 'Person;;7;', ...table)[0]).toBe(1);
    expect(blockOf(1, 'Person;;2024;', ...table)[0]).toBe(0);
    expect(blockOf(1, 'Person;;Contact;;X', ...table)[0]).toBe(1);
    // Behind the last column there is nothing to group.
    const twice = ['Name;Last;Name;Mail', ...table.slice(1)];
    expect(['Person;;Contact;', 'Person;;Contact;;X'].map((groups) => blockOf(1, groups, ...twice)[0])).toEqual([0, 1]);
  });
});

it('a row below the header holds names where it lacks what half of the rows have', () => {
  const block = (share: number) => {
    const data = many(20, (at) =>
      at < share ? [`K-${at}`, first[0], last[0], of(town, at)] : ['', first[0], last[0]],
    );
    const rows = [['Code', '', '', 'Town'], ['', 'First name', 'Last name'], ...data];
    return headerBlock(
      rows.map((cells, at) => ({ line: at + 1, cells: cells.map(String) })),
      0,
    );
  };
  expect([9, 10, 12].map((share) => block(share).last)).toEqual([0, 1, 1]);
});
