import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Reading } from '../../../../shared/contract/imports/reading.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { textRows, xlsxParts, zipOf } from '../workbooks/workbooks-fixture.ts';
import { previewNow, stageNow, type StageProgress } from './reading-job.ts';
import { openStaged } from './staging-file.ts';
import { StagingWriter } from './staging-writer.ts';
import { cellsOf } from '../table/tables-fixture.ts';

let folder = '';
let target = '';
beforeEach(() => {
  folder = specFolder('reading-job');
  target = join(folder, 'rows.sqlite');
});

const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const lines = (count: number) => Array.from({ length: count }, (_, at) => `Person ${at},${20_000_000 + at}\n`).join('');
const book = (rows: number) =>
  zipOf(
    xlsxParts([
      {
        name: 'Leads',
        xml: textRows([
          ['Name', 'Phone'],
          ...Array.from({ length: rows }, (_, at) => [`Person ${at}`, `${20_000_000 + at}`]),
        ]),
      },
    ]),
  );

describe('a preview', () => {
  it('reads a file of 1 MB whole, and of a longer one as much as it needs', async () => {
    const size = 1_048_576;
    const text = `Name,Phone\n${lines(60_000)}`;
    const exact = `${text.slice(0, size - 1)}\n`;
    const whole = await previewNow({ path: file('whole.csv', exact), choices: {}, rows: 3 });
    expect(whole.reading).toMatchObject({ complete: true, size });
    expect(whole.reading.rows).toBeGreaterThan(40_000);
    expect(whole.rows).toEqual([
      { row: 1, line: 2, cells: ['Person 0', '20000000'] },
      { row: 2, line: 3, cells: ['Person 1', '20000001'] },
      { row: 3, line: 4, cells: ['Person 2', '20000002'] },
    ]);
    const part = await previewNow({ path: file('part.csv', `${exact}x`), choices: {}, rows: 300 });
    expect(part.reading).toMatchObject({ complete: false, size: size + 1 });
    expect(part.rows).toHaveLength(300);
    // One piece of 24 KB has them.
    expect(part.reading.rows).toBeLessThan(1500);
    // All rows of the first megabyte, and none behind it.
    const most = await previewNow({ path: file('most.csv', text), choices: {}, rows: 60_000 });
    expect(most.reading.rows).toBe(text.slice(0, size).split('\n').length - 2);
    // One line as long as all that is read.
    const long = await previewNow({
      path: file('long.csv', `a,b\n1,2\n"${'x'.repeat(2 * size)}`),
      choices: {},
      rows: 9,
    });
    expect(long.reading.complete).toBe(false);
  });

  it('of a workbook has the rows that are asked for, and says whether there are more', async () => {
    const path = file('book.xlsx', book(700));
    const few = await previewNow({ path, choices: {}, rows: 10 });
    expect(few.rows.map(({ cells }) => cells[0])).toEqual(Array.from({ length: 10 }, (_, at) => `Person ${at}`));
    expect(few.reading.complete).toBe(false);
    expect((await previewNow({ path, choices: {}, rows: 400 })).rows).toHaveLength(400);
    expect((await previewNow({ path: file('small.xlsx', book(2)), choices: {}, rows: 10 })).reading).toMatchObject({
      ...{ complete: true, rows: 2, format: 'xlsx' },
    });
  });

  it('has as many cells in each row as there are columns', async () => {
    const path = file('ragged.csv', 'a,b,c\n1\n2,3,4,5\n');
    expect((await previewNow({ path, choices: { headerLine: 1 }, rows: 9 })).rows.map(({ cells }) => cells)).toEqual(
      cellsOf('1|||', '2|3|4|5'),
    );
  });
});

describe('staging', () => {
  it('keeps every row, however the file is cut, and tells how far it is', async () => {
    const path = file('leads.csv', `Name,Phone\n${lines(1234)}`);
    for (const chunkBytes of [1000, 100_000]) {
      const seen: StageProgress[] = [];
      const reading = await stageNow({ path, choices: {}, target, chunkBytes }, (progress) => void seen.push(progress));
      expect(reading).toMatchObject({ rows: 1234, complete: true });
      expect(seen.at(-1)).toEqual({ bytesRead: reading.size, bytesTotal: reading.size, rows: expect.any(Number) });
      expect(seen.length).toBe(Math.ceil(reading.size / chunkBytes));
      using staged = openStaged(target);
      const rows = [...staged.iterate(500)].flat();
      expect(rows.map(({ row, line, cells }) => `${row} ${line} ${cells.join()}`)).toEqual(
        Array.from({ length: 1234 }, (_, at) => `${at + 1} ${at + 2} Person ${at},${20_000_000 + at}`),
      );
    }
    expect(readdirSync(folder).sort()).toEqual(['leads.csv', 'rows.sqlite']);
  });

  it('of a workbook tells its rows, and at last the whole file', async () => {
    const seen: StageProgress[] = [];
    const bytes = book(2100);
    const reading = await stageNow(
      { path: file('b.xlsx', bytes), choices: {}, target },
      (progress) => void seen.push(progress),
    );
    expect(reading.rows).toBe(2100);
    expect(seen[0]).toMatchObject({ bytesRead: 0, bytesTotal: bytes.length });
    expect(seen.at(-1)).toEqual({ bytesRead: bytes.length, bytesTotal: bytes.length, rows: 2100 });
    using staged = openStaged(target);
    expect(staged.rows(2099, 5)).toEqual([{ row: 2100, line: 2101, cells: ['Person 2099', '20002099'] }]);
  });

  it.each([
    [
      'a folder',
      () => (mkdirSync(join(folder, 'x.csv')), join(folder, 'x.csv')),
      'directory',
      '"x.csv" is a folder, not a file.',
    ],
    ['nothing', () => join(folder, 'x.csv'), 'missing', 'There is no file "x.csv".'],
    ['no bytes', () => file('x.csv', ''), 'empty', '"x.csv" is empty'],
    ['a picture behind a long name', () => file('x.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47])), 'binary', 'a picture'],
    ['a header alone', () => file('x.csv', 'Name,Phone\n'), 'noRows', 'a header but no rows'],
  ])('of %s leaves nothing', async (_title, make, reason, words) => {
    const path = make();
    await expect(stageNow({ path, choices: {}, target }, () => undefined)).rejects.toMatchObject({
      ...{ reason, message: expect.stringContaining(words) },
    });
    expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false]);
  });

  it('that a mistake of the program ends is not said to be the fault of the file, and leaves nothing', async () => {
    const mistake = new Error('a mistake');
    const staging = stageNow({ path: file('x.csv', 'Name,Phone\nBo,1\n'), choices: {}, target }, () => {
      throw mistake;
    });
    await expect(staging).rejects.toBe(mistake);
    expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false]);
  });

  it.skipIf(process.platform === 'win32')('of what is no ordinary file does not wait for it', async () => {
    await expect(stageNow({ path: '/dev/null', choices: {}, target }, () => undefined)).rejects.toMatchObject({
      ...{ reason: 'unsupported', message: expect.stringContaining('"null" is not an ordinary file.') },
    });
  });
});

describe('a staging file', () => {
  /** What is kept of a reading, as far as it matters here. */
  async function readingOf(rows: number): Promise<Reading> {
    const reading = await stageNow(
      { path: file('r.csv', `Name,Phone\n${lines(3)}`), choices: {}, target },
      () => undefined,
    );
    return { ...reading, rows };
  }

  it('has the rows of a writer in their order, whether they come as cells or as bytes, few or many', async () => {
    for (const count of [1, 199, 200, 201, 450]) {
      const reading = await readingOf(count);
      const writer = new StagingWriter(target);
      for (let row = 1; row <= count; row += 1)
        if (row % 2 === 0) writer.add(row + 5, [`ø ${row}`, '"']);
        else writer.addJson(row + 5, Buffer.from(JSON.stringify([`ø ${row}`, '"'])));
      expect(existsSync(`${target}.part`)).toBe(true);
      writer.finish(reading);
      expect(existsSync(`${target}.part`)).toBe(false);
      using staged = openStaged(target);
      const rows = [...staged.iterate(60)].flat();
      expect(rows.map(({ row, line, cells }) => [row, line, ...cells])).toEqual(
        Array.from({ length: count }, (_, at) => [at + 1, at + 6, `ø ${at + 1}`, '"']),
      );
    }
  });

  it('has rows that are long, too', async () => {
    const reading = await readingOf(3);
    const writer = new StagingWriter(target);
    const long = ['x'.repeat(1_999_996), ''];
    for (let row = 1; row <= 3; row += 1) writer.add(row, long);
    writer.finish(reading);
    using staged = openStaged(target);
    expect(staged.rows(0, 3).map(({ cells }) => cells[0]?.length)).toEqual([1_999_996, 1_999_996, 1_999_996]);
  });

  it('answers pages of five hundred rows at most, columns and rows as they are stored', async () => {
    const path = file('many.csv', `Name,Phone\n${lines(700)}`);
    await stageNow({ path, choices: {}, target }, () => undefined);
    const staged = openStaged(target);
    const numbers = (offset: number, limit: number) => {
      const rows = staged.rows(offset, limit).map(({ row }) => row);
      return [rows[0], rows.at(-1), rows.length];
    };
    expect(numbers(0, 9999)).toEqual([1, 500, 500]);
    expect(numbers(-5, 2)).toEqual([1, 2, 2]);
    expect(numbers(698, 9)).toEqual([699, 700, 2]);
    expect([staged.rows(700, 9), staged.rows(5, 0), staged.rows(5, -1)]).toEqual([[], [], []]);
    expect([...staged.iterate(300)].map((batch) => batch.length)).toEqual([300, 300, 100]);
    expect(staged.columns([1, 0], 698, 9)).toEqual(cellsOf('20000698|20000699', 'Person 698|Person 699'));
    expect(staged.stored(0, 1)).toBe('["Person 0","20000000"]');
    expect([staged.stored(700, 1), staged.stored(3, 0)]).toEqual(['', '']);
    staged.close();
    expect(() => staged.rows(0, 1)).toThrow(/not open|finalized/);
    const database = new DatabaseSync(target);
    database.exec('DELETE FROM rows WHERE n = 5');
    database.close();
    const torn = openStaged(target);
    expect(() => torn.stored(3, 3)).toThrow(/damaged.*Choose the file again/);
    expect(torn.stored(5, 1)).toBe('["Person 5","20000005"]');
    torn.close();
    expect(() => openStaged(`${target}.none`)).toThrow(
      'The prepared copy of the file is missing. Choose the file again.',
    );
  });
});
