import { join } from 'node:path';
import { utils, write, type BookType } from '@e965/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import type { ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { previewNow } from '../staging/reading-job.ts';
import { stagedAs } from '../staging/staged-fixture.ts';
import {
  blocks,
  body,
  customers,
  first,
  last,
  many,
  of,
  people,
  phone,
  type Sheet,
  stackedTables,
  town,
} from '../table/tables-fixture.ts';

let folder = '';
beforeEach(() => void (folder = specFolder('table')));

/** How the workbook is read; the preview must find the same sheet and header. */
async function read(sheets: Record<string, Sheet>, bookType: BookType, separator = ',', choices: ReadingChoices = {}) {
  const book = utils.book_new();
  for (const [name, { rows, merges = [] }] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows);
    sheet['!merges'] = merges.map((range) => utils.decode_range(range));
    utils.book_append_sheet(book, sheet, name);
  }
  const path = join(folder, `a.${bookType}`);
  const bytes = write(book, { type: 'buffer', bookType, compression: true, FS: separator }) as Buffer;
  const { reading: staged, rows } = await stagedAs(path, bytes, choices);
  const preview = (await previewNow({ path, choices, rows: 20 })).reading;
  expect([preview.sheet.value, preview.headerLine.value]).toEqual([staged.sheet.value, staged.headerLine.value]);
  return {
    sheet: staged.sheet.value,
    header: staged.headerLine.value,
    first: staged.firstDataLine.value,
    rows: staged.rows,
    names: staged.columns.map((column) => column.header).join('|'),
    checkedFor: staged.checkedFor,
    kinds: staged.problems.map(({ kind }) => kind),
    reason: staged.headerLine.reason,
    separator: staged.delimiter.reason,
    lastRow: rows.at(-1),
  };
}

describe.each<[BookType, string]>([
  ['xlsx', ','],
  ['biff8', ','],
  ['ods', ','],
  ['csv', ';'],
  ['csv', '\t'],
])('stacked names in %s (%j)', (bookType, separator) => {
  it.each(stackedTables)('%s', async (_title, sheet, header, rows, names) => {
    const found = await read({ Data: sheet }, bookType, separator);
    expect(found).toMatchObject({ header, first: header + 1, rows, names });
    expect(found.reason).toContain(`to ${header} together have the names`);
  });
});

describe('names in one row', () => {
  it('stay as they are below groups', async () => {
    const rows = [
      ['Lead', null, null, 'Address', null],
      ['Name', 'Phone', 'E-mail', 'Street', 'Town'],
      ...many(25, (at) => [of(first, at), phone(at), 'a@x.dk', `Vej ${at}`, of(town, at)]),
    ];
    const found = await read({ Data: { rows, merges: ['A1:C1', 'D1:E1'] } }, 'xlsx');
    expect(found).toMatchObject({
      header: 2,
      rows: 25,
      names: 'Name|Phone|E-mail|Street|Town',
      kinds: ['merged', 'titleLines'],
    });
  });

  it('were not looked at for names that come twice when there are none', async () => {
    const { header, checkedFor } = await read(
      { Data: { rows: many(9, (at) => [phone(at), phone(at + 70), at]) } },
      'xlsx',
    );
    expect(header).toBeNull();
    expect(checkedFor).not.toContain('duplicateHeader');
    expect(checkedFor).toContain('hiddenRows');
  });
});

describe('a header below a block of lines', () => {
  it.each(blocks)('%s', async (_title, block) => {
    for (const type of ['xlsx', 'ods', 'csv'] as const)
      expect(await read({ Data: { rows: [...block, [], body, ...customers] } }, type, ';')).toMatchObject({
        header: 6,
        rows: 40,
      });
  });

  it('is no reason to leave rows of the table above a blank line', async () => {
    const table = [body, ...customers.slice(0, 4), [], ...customers.slice(4)];
    expect(await read({ Data: { rows: table } }, 'xlsx')).toMatchObject({ header: 1, rows: 40 });
    const sections = [body, ...customers.slice(0, 4), [], ['Region Nord'], ...customers.slice(4)];
    expect((await read({ Data: { rows: sections } }, 'xlsx')).header).toBe(1);
  });
});

describe.each<BookType>(['xlsx', 'biff8', 'ods'])('the sheet with the table in %s', (bookType) => {
  const text = (count: number) => many(count, (at) => [`${at}. Terms of the use of these data, part ${at}`]);
  const form = [
    ['Order form'],
    ['Company:', 'Nord ApS', null, 'Date:', '2026-05-01'],
    ['Contact:', 'Ann', null, 'Phone:', '+4520304050'],
    ['Address:', 'Vej 1'],
    ['Signature', null, null, 'Approved'],
  ];
  const formLines = [
    ['Projekt', 'Sommer'],
    ['Version', 1.4, 'siehe Blatt 2'],
    ['Stand', '2026-03-12'],
    ['Auskunft bei', 'Frau Vogt'],
  ];
  const plainForm = many(20, (at) => formLines[at % 4] ?? []);
  const explained = [['Report'], ...many(31, (at) => [`Field ${at}`, `what field ${at} means`])];
  const meanings = [
    ['Column', 'Type', 'Description'],
    ['Name', 'text', 'Name of the person'],
    ['Phone', 'text', 'With prefix'],
    ['City', 'text', 'Town'],
  ];
  it.each([
    ['a cover of 32 lines', text(32)],
    ['a longer text', text(45)],
    ['a form', form],
    ['explained words', explained],
    ['a form whose labels have no colon', plainForm],
    ['a list of the columns', meanings],
  ])('is not %s', async (_title, rows) => {
    expect(await read({ Front: { rows }, Data: people }, bookType)).toMatchObject({ sheet: 'Data', rows: 60 });
  });

  it('is the first one with people, however few or narrow', async () => {
    const few = { rows: people.rows.slice(0, 9) };
    const names = { rows: many(40, (at) => [`${of(first, at)} ${of(last, at)}`]) };
    const pairs = {
      rows: [['Firma', 'Adresse'], ...many(40, (at) => [`Nord ${at} ApS`, `Vej ${at}, 7100 ${of(town, at)} Øst`])],
    };
    const phones = { rows: many(40, (at) => [`${of(first, at)} ${of(last, at)}`, at % 12 === 5 ? 'none' : phone(at)]) };
    for (const sheet of [few, names, pairs, phones])
      expect((await read({ First: sheet, Data: people }, bookType)).sheet).toBe('First');
  });
});

describe.each<[BookType, string]>([
  ['xlsx', ','],
  ['biff8', ','],
  ['ods', ','],
  ['csv', ','],
  ['html', ','],
])('rows that stand in one cell each in %s', (bookType) => {
  it('are cut into their values, to the last one', async () => {
    // More than are looked at one by one.
    const rows = Array.from({ length: 20_100 }, (_, at) => [
      `${at % 2 === 0 ? `Bo Berg ${at}` : `"Berg ${at}; Bo"`};+45203${10_000 + at};Ry`,
    ]);
    const found = await read({ Data: { rows: [['Name;Phone;Town'], ...rows] } }, bookType);
    expect(found).toMatchObject({ header: 1, rows: 20_100, names: 'Name|Phone|Town', kinds: ['wholeRows'] });
    // Of a text file, half of the rows are cut at the semicolon by themselves.
    if (bookType !== 'csv')
      expect(found.separator).toBe('Each row stands in one cell, with a semicolon between its values.');
    expect(found.lastRow).toEqual(['Berg 20099; Bo', '+4520330099', 'Ry']);
  });

  it('are cut at the separator that a person chose', async () => {
    const rows = [['Name;Phone;Town'], ['Bo;+4520304050;Ry'], ['Ann;+4520304051;Ry, DK']];
    const found = await read({ Data: { rows } }, bookType, ',', { delimiter: ';' });
    expect(found.names).toBe('Name|Phone|Town');
  });
});
