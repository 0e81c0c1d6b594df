import { join } from 'node:path';
import { utils, write, type BookType } from '@e965/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { previewNow } from '../staging/reading-job.ts';
import { stagedAs } from '../staging/staged-fixture.ts';
import { cellsOf } from '../table/tables-fixture.ts';

let folder = '';
beforeEach(() => void (folder = specFolder('cover')));

const table = [['Name', 'Phone', 'City'], ...Array.from({ length: 60 }, (_, at) => [`Bob ${at}`, '+4520304050', 'Ry'])];
const cover = [['Leads of May'], [], ['Contact:', 'Ann Olsen'], ['Do not pass on.']];
const pairs = cellsOf('Name|Phone', 'Bob|+4520304050', 'Ann|+4521314151', 'Ida|+4522324252');
const phones = [['Phone'], ...Array.from({ length: 45 }, (_, at) => [`+45 20 30 40 ${at + 10}`])];

/** The sheet chosen by the preview and by the whole reading. */
async function chosen(sheets: Record<string, unknown[][]>, bookType: BookType) {
  const book = utils.book_new();
  for (const [name, cells] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(cells), name);
  const path = join(folder, `a.${bookType}`);
  const whole = await stagedAs(path, write(book, { type: 'buffer', bookType, compression: true }) as Buffer);
  const preview = await previewNow({ path, choices: {}, rows: 20 });
  return [preview, whole].map(({ reading }) => reading.sheet.value);
}

describe.each<BookType>(['xlsx', 'xlsb', 'biff8', 'ods'])('in %s', (bookType) => {
  it('a cover or notes before a table are passed over', async () => {
    expect(await chosen({ Front: cover, Data: table }, bookType)).toEqual(['Data', 'Data']);
  });

  it('the first sheet is taken when it holds rows, however narrow', async () => {
    expect(await chosen({ People: pairs, Lists: table }, bookType)).toEqual(['People', 'People']);
    expect(await chosen({ Phones: table.map((row) => [row[1]]), Lists: table }, bookType)).toEqual([
      'Phones',
      'Phones',
    ]);
    expect(await chosen({ May: table, June: table }, bookType)).toEqual(['May', 'May']);
  });

  it('a cover before a list of two columns, or of phones, is passed over', async () => {
    expect(await chosen({ Front: cover, People: pairs }, bookType)).toEqual(['People', 'People']);
    expect(await chosen({ Front: cover, People: pairs.slice(1) }, bookType)).toEqual(['People', 'People']);
    expect(await chosen({ Front: cover, Phones: phones.slice(0, 5) }, bookType)).toEqual(['Phones', 'Phones']);
    expect(
      await chosen(
        {
          Front: cover,
          Codes: cellsOf('Code|Name', '1|Open'),
          Data: table,
        },
        bookType,
      ),
    ).toEqual(['Data', 'Data']);
  });

  it('phones are not words of a sentence, and few of them are no cover', async () => {
    for (const list of [phones, phones.slice(0, 4), phones.slice(1, 12)])
      expect(await chosen({ Phones: list, Lists: table }, bookType)).toEqual(['Phones', 'Phones']);
    const contact = [['Leads of May'], ['Ann Olsen'], ['+45 20 30 40 50'], ['ann@example.com']];
    expect(await chosen({ Front: contact, Data: table }, bookType)).toEqual(['Data', 'Data']);
  });

  it('a cover without a table behind it is read', async () => {
    expect(await chosen({ Front: cover, Notes: [['x']] }, bookType)).toEqual(['Front', 'Front']);
  });
});
