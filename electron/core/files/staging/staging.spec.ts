import { getEventListeners, once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readingSchema } from '../../../../shared/contract/imports/reading.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { stageNow, type StageProgress } from './reading-job.ts';
import { FileTrouble, openStaged, previewFile, ReadingThreads, stageFile } from './staging.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { textRows, troubleOf, xlsxParts, zipOf } from '../workbooks/workbooks-fixture.ts';
import { isBoundByModes } from '../../foundation/this-system-fixture.ts';
import { cellsOf } from '../table/tables-fixture.ts';

// Files are read and written for real; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';
beforeAll(() => void (folder = specFolder('staging')));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const leads = (count: number) =>
  `Name;Phone;Email\n${Array.from({ length: count }, (_, index) => `Person ${index};+45${10_000_000 + index};p${index}@x.dk`).join('\n')}\n`;

describe('staging in a thread', () => {
  it('counts numbers that a spreadsheet program shortened, wherever they stand', async () => {
    const rows = leads(30_000).split('\n');
    for (const line of [3, 25_000, 29_999]) rows[line] = 'Someone;4,17E+10;a@x.dk';
    rows[7] = 'Someone;4.530901838E+9;Block E+ 3';
    const { reading } = await stageFile(
      {
        ...{ path: file('shortened.csv', rows.join('\n')), choices: {}, chunkBytes: 4096 },
        target: join(folder, 'shortened.sqlite'),
      },
      { onProgress: () => undefined },
    );
    expect(reading.problems.find(({ kind }) => kind === 'shortened')).toMatchObject({
      count: 3,
      examples: [{ line: 4, column: 'Phone', text: '4,17E+10' }, { line: 25_001 }, { line: 30_000 }],
    });
  });

  it('reads a file once and answers its rows in pages', async () => {
    const path = file('leads.csv', leads(1200));
    const target = join(folder, 'leads.sqlite');
    const seen: number[] = [];
    const { reading } = await stageFile(
      { path, choices: {}, target, chunkBytes: 4096 },
      { onProgress: (progress) => seen.push(progress.bytesRead) },
    );
    expect(readingSchema.parse(reading)).toMatchObject({ rows: 1200, complete: true, format: 'csv' });
    expect(seen.at(-1)).toBe(reading.size);
    using staged = openStaged(target);
    expect(staged.reading).toEqual(reading);
    expect(staged.rows(0, 2)).toEqual([
      { row: 1, line: 2, cells: ['Person 0', '+4510000000', 'p0@x.dk'] },
      { row: 2, line: 3, cells: ['Person 1', '+4510000001', 'p1@x.dk'] },
    ]);
    expect(staged.rows(1199, 10)).toHaveLength(1);
    expect([staged.rows(0, 0), staged.rows(0, -1)]).toEqual([[], []]);
    expect([staged.stored(1199, 10), staged.stored(1200, 10)]).toEqual([
      '["Person 1199","+4510001199","p1199@x.dk"]',
      '',
    ]);
    expect(staged.rows(0, 100_000)).toHaveLength(500);
    expect([...staged.iterate(333)].flat()).toHaveLength(1200);
  });

  it('tells of a workbook how many rows it has read, again and again, and at last the whole file', async () => {
    const rows = Array.from({ length: 6_200 }, (_, index) => [`Person ${index}`, `${20_000_000 + index}`]);
    const sheet = { name: 'Leads', xml: textRows([['Name', 'Phone'], ...rows]) };
    const seen: StageProgress[] = [];
    const { reading } = await stageFile(
      { path: file('long.xlsx', zipOf(xlsxParts([sheet]))), choices: {}, target: join(folder, 'workbook.sqlite') },
      { onProgress: (progress) => void seen.push(progress) },
    );
    // Three times, and at the end.
    expect(new Set(seen.map((progress) => progress.rows)).size).toBe(4);
    expect(seen.at(-1)).toEqual({ bytesRead: reading.size, bytesTotal: reading.size, rows: 6200 });
  });

  it('reads the many rows behind the first 20,000 as exactly as those', async () => {
    const odd: Record<number, string> = {
      25_000: ' ;+45 1;"a ""b""\nc"',
      25_001: 'short',
      25_002: 'Zoë "Z" 😀;\\;\t',
      25_003: '"open;1;2',
      25_004: '',
      25_005: `${'long '.repeat(50)};;`,
      29_000: 'x;y;z;too many',
    };
    const lines = Array.from({ length: 30_000 }, (_, index) => odd[index] ?? `Person ${index};;p${index}@x.dk`);
    const path = file('many.csv', `Name;Phone;Email\r\n${lines.join('\r\n')}\r\n`);
    const target = join(folder, 'many.sqlite');
    const { reading } = await stageFile({ path, choices: {}, target, chunkBytes: 5000 });
    using staged = openStaged(target);
    const rows = [...staged.iterate(500)].flat();
    const cellsOf = (index: number) => rows.find((row) => row.line === index + 2)?.cells;
    expect(rows).toHaveLength(29_999);
    expect(rows.at(-1)).toMatchObject({ row: 29_999, line: 30_001 });
    expect(cellsOf(24_999)).toEqual(['Person 24999', '', 'p24999@x.dk', '']);
    expect(cellsOf(25_000)).toEqual([' ', '+45 1', 'a "b"\nc', '']);
    expect(cellsOf(25_001)).toEqual(['short', '', '', '']);
    expect(cellsOf(25_002)).toEqual(['Zoë "Z" 😀', '\\', '\t', '']);
    expect(cellsOf(25_003)).toEqual(['"open', '1', '2', '']);
    expect(cellsOf(25_004)).toBeUndefined();
    expect(cellsOf(29_000)).toEqual(['x', 'y', 'z', 'too many']);
    expect(cellsOf(29_999)).toEqual(['Person 29999', '', 'p29999@x.dk', '']);
    expect(reading.columns.map((column) => column.filled)).toEqual([29_998, 4, 29_996, 1]);
    expect(reading.columns[0]?.longest).toBe('long '.repeat(50).trim());
    expect(Object.fromEntries(reading.problems.map((problem) => [problem.kind, problem.count]))).toEqual({
      onlySpaces: 2,
      ragged: 2,
      innerQuote: 1,
      quote: 1,
      blankRows: 1,
      emptyHeader: 1,
    });
  });

  it('gives every row as many cells as there are columns', async () => {
    const target = join(folder, 'ragged.sqlite');
    await stageFile({ path: file('ragged.csv', 'a,b,c\n1\n2,3,4,5\n'), choices: { headerLine: 1 }, target });
    using staged = openStaged(target);
    expect(staged.rows(0, 10).map((row) => row.cells)).toEqual(cellsOf('1|||', '2|3|4|5'));
  });

  it('replaces an earlier staging when a choice changes', async () => {
    const path = file('again.csv', 'a;b\n1;2\n');
    const target = join(folder, 'again.sqlite');
    await stageFile({ path, choices: {}, target });
    const { reading } = await stageFile({ path, choices: { delimiter: ',', headerLine: null }, target });
    expect(reading.columns).toHaveLength(1);
    expect(reading.rows).toBe(2);
  });

  it('leaves nothing behind when it is cancelled', async () => {
    const path = file('long.csv', leads(60_000));
    const target = join(folder, 'long.sqlite');
    const controller = new AbortController();
    const running = stageFile(
      { path, choices: {}, target },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect((await troubleOf(running)).reason).toBe('cancelled');
    expect(readdirSync(folder).filter((name) => name.startsWith('long.sqlite'))).toEqual([]);
    expect((await troubleOf(stageFile({ path, choices: {}, target }, { signal: AbortSignal.abort() }))).reason).toBe(
      'cancelled',
    );
  });

  it('listens no longer to a signal that goes on for the next file, and leaves nothing of one that is broken', async () => {
    const { signal } = new AbortController();
    await stageFile({ path: file('next.csv', leads(1)), choices: {}, target: join(folder, 'next.sqlite') }, { signal });
    const broken = {
      path: file('nothing.xlsx', 'PK\u0003\u0004'),
      choices: {},
      target: join(folder, 'nothing.sqlite'),
    };
    const left = () => readdirSync(folder).filter((name) => name.startsWith('nothing.sqlite'));
    await troubleOf(stageNow(broken, () => undefined));
    expect(left()).toEqual([]);
    await troubleOf(stageFile(broken, { signal }));
    expect(left()).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('does not take a torn staging file for a whole one', async () => {
    const target = join(folder, 'torn.sqlite');
    await stageFile({ path: file('torn.csv', leads(2000)), choices: {}, target });
    const bytes = readFileSync(target);
    for (const torn of [Buffer.alloc(0), bytes.subarray(0, 20_000), Buffer.alloc(bytes.length)]) {
      writeFileSync(target, torn);
      expect(() => openStaged(target)).toThrow(/damaged.*Choose the file again/);
    }
  });

  it('says that a copy with a damaged row is damaged', async () => {
    const target = join(folder, 'row.sqlite');
    await stageFile({ path: file('row.csv', leads(3)), choices: {}, target });
    const database = new DatabaseSync(target);
    database.exec(`UPDATE rows SET cells = '["An' WHERE n = 2`);
    database.close();
    using staged = openStaged(target);
    expect(() => staged.rows(0, 5)).toThrow(/damaged.*Choose the file again/);
    expect(staged.rows(0, 1)).toHaveLength(1);
  });

  it('keeps an earlier whole staging when the next one fails', async () => {
    const target = join(folder, 'kept.sqlite');
    await stageFile({ path: file('kept.csv', leads(3)), choices: {}, target });
    await troubleOf(stageFile({ path: file('empty.csv', ''), choices: {}, target }));
    using staged = openStaged(target);
    expect(staged.reading.rows).toBe(3);
  });
});

describe('a preview', () => {
  it('is answered from the head of a long file', async () => {
    const path = file('big.csv', leads(60_000));
    const { reading, rows } = await previewFile({ path, choices: {}, rows: 100 });
    expect(rows).toHaveLength(100);
    expect(rows[99]).toMatchObject({ row: 100, line: 101 });
    expect(reading).toMatchObject({ complete: false, headerLine: { value: 1 } });
    expect(reading.lastDataLine.certainty).toBe('guess');
  });

  it('reads a large file no further than its rows need, wherever the table begins', async () => {
    const note = 'called twice, asks for an offer '.repeat(4);
    for (const title of [0, 150]) {
      const lines = Array.from({ length: 20_000 }, (_, index) => `Name ${index},${30_000_000 + index},${note}`);
      const text = `${'A title that is no table\r\n'.repeat(title)}Name,Phone,Note\r\n${lines.join('\r\n')}\r\n`;
      const { reading, rows } = await previewFile({ path: file(`far-${title}.csv`, text), choices: {}, rows: 100 });
      expect(rows).toHaveLength(100);
      expect(reading.rows).toBeLessThan(400);
    }
  });

  it('is the whole when the file is short', async () => {
    expect((await previewFile({ path: file('short.csv', leads(3)), choices: {}, rows: 100 })).reading.complete).toBe(
      true,
    );
  });
});

describe('files that cannot be read get one plain sentence', () => {
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(200, 3)]);

  it.each<[string, () => string, string]>([
    ['missing', () => join(folder, 'nowhere.csv'), 'missing'],
    [
      'a folder',
      () => (mkdirSync(join(folder, 'a-folder.csv'), { recursive: true }), join(folder, 'a-folder.csv')),
      'directory',
    ],
    ['0 bytes', () => file('zero.csv', ''), 'empty'],
    ['a picture called .csv', () => file('picture.csv', png), 'binary'],
    ['a web page called .xls', () => file('page.xls', '<html><body>No leads today'), 'unsupported'],
    ['a header only', () => file('header.csv', 'Name,Phone\n'), 'noRows'],
    ['a zip cut off', () => file('cut.xlsx', Buffer.from('PK\u0003\u0004 and no more', 'latin1')), 'truncated'],
  ])('%s', async (_title, make, reason) => {
    const path = make();
    const target = join(folder, 'never.sqlite');
    const trouble = await troubleOf(stageFile({ path, choices: {}, target }));
    expect(trouble.reason).toBe(reason);
    expect(trouble.message).toMatch(/^[^!]+\.$/);
    expect(trouble.message).not.toContain(folder);
    expect(existsSync(target)).toBe(false);
    expect(existsSync(`${target}.part`)).toBe(false);
    expect((await troubleOf(previewFile({ path, choices: {}, rows: 10 }))).reason).toBe(reason);
  });

  it.runIf(isBoundByModes)('no permission (skipped for root, who may read everything, and on Windows)', async () => {
    const path = file('private.csv', leads(1));
    chmodSync(path, 0o000);
    expect((await troubleOf(previewFile({ path, choices: {}, rows: 10 }))).reason).toBe('unreadable');
  });

  it('says what is allowed', () => {
    expect(spreadsheetLimits).toMatchObject({ rows: 5_000_000, columns: 16_384, cellCharacters: 1_000_000 });
  });
});

describe('threads that wait for a file', () => {
  it('read one file each, as a new thread would', async () => {
    const said: unknown[] = [];
    process.once('worker', (thread) => void thread.once('message', (message: unknown) => said.push(message)));
    using threads = new ReadingThreads();
    await threads.ready();
    expect(said).toEqual([{ kind: 'ready' }]);
    const path = file('leads.csv', 'Name,Phone\nAnna,1\nBent,2\n');
    const request = { path, choices: {}, rows: 100 };
    const alone = await previewFile(request);
    for (let times = 0; times < 3; times += 1) expect(await previewFile(request, { threads })).toEqual(alone);
    const both = await Promise.all([previewFile(request, { threads }), previewFile(request, { threads })]);
    expect(both).toEqual([alone, alone]);
  });

  it('and say late that they are ready have not answered with that', async () => {
    using threads = new ReadingThreads();
    const take = vi.spyOn(threads, 'take');
    const reading = previewFile({ path: file('late.csv', 'Name,Phone\nAnna,1\n'), choices: {}, rows: 9 }, { threads });
    const [taken] = take.mock.results;
    (taken?.value as Worker | undefined)?.emit('message', { kind: 'ready' });
    expect((await reading).rows).toHaveLength(1);
  });

  it('keep nobody from going on: one that died is not missed, and none outlives its owner', async () => {
    const begun: Worker[] = [];
    const see = (thread: Worker) => void begun.push(thread);
    process.on('worker', see);
    using threads = new ReadingThreads();
    threads.keepOne();
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.emit('error', new Error('It cannot start.'));
    await begun[0]?.terminate();
    const path = file('leads.csv', 'Name,Phone\nAnna,1\n');
    expect((await previewFile({ path, choices: {}, rows: 10 }, { threads })).rows).toHaveLength(1);
    await expect.poll(() => begun.length).toBe(3);
    const waiting = begun[2] as Worker;
    const end = once(waiting, 'exit', { signal: AbortSignal.timeout(20_000) });
    threads[Symbol.dispose]();
    const late = threads.take();
    expect(late).not.toBe(waiting);
    await end;
    await late.terminate();
    process.off('worker', see);
  });

  it('have the memory that the sentence about a file too large for them names', async () => {
    using threads = new ReadingThreads();
    const thread = threads.take();
    expect(thread.resourceLimits?.maxOldGenerationSizeMb).toBe(1024);
    await thread.terminate();
  });

  it('follow each other: after a file was read, the next thread waits', async () => {
    using threads = new ReadingThreads();
    threads.keepOne();
    await previewFile({ path: file('leads.csv', 'Name,Phone\nAnna,1\n'), choices: {}, rows: 10 }, { threads });
    const next = threads.take();
    // One that is started for a file says nothing before it has one.
    expect(await once(next, 'message', { signal: AbortSignal.timeout(20_000) })).toEqual([{ kind: 'ready' }]);
    await next.terminate();
  });

  it('are not hurt by what a file did to the one before', async () => {
    using threads = new ReadingThreads();
    await threads.ready();
    const broken = file('broken.xlsx', 'PK\u0003\u0004 no workbook');
    await expect(previewFile({ path: broken, choices: {}, rows: 10 }, { threads })).rejects.toThrow(FileTrouble);
    const cancelled = AbortSignal.abort();
    await expect(
      previewFile({ path: broken, choices: {}, rows: 10 }, { threads, signal: cancelled }),
    ).rejects.toMatchObject({ reason: 'cancelled' });
    const path = file('leads.csv', 'Name,Phone\nAnna,1\n');
    expect((await previewFile({ path, choices: {}, rows: 10 }, { threads })).rows).toHaveLength(1);
  });
});
