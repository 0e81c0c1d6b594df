import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { join } from 'node:path';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { openResult } from '../result/open-result.ts';
import { ResultReader } from '../result/result-reader.ts';
import { ResultStore } from '../result/result-store.ts';
import { hitsIn, SearchText } from './search-text.ts';
import { Steps } from './steps.ts';
import { type Cells, signal } from './views-fixture.ts';

const ROWS: readonly Cells[] = [
  ['ÅSE', null],
  ['Åse\u0001B', 'É\u0001'],
  ['@[`{', 'AZaz'],
  ['', null],
  ['x', null],
  ['ÉÈ', null],
  ['10', '漢字'],
];
/** As a search compares them. */
const FOLDED = ROWS.map((row) => row.map((cell) => (cell ?? '').toLowerCase()));

let path: string;
let store: ResultStore;
let database: DatabaseSync;

beforeEach(() => {
  path = join(specFolder('search-text'), 'result.sqlite');
  store = new ResultStore(path);
  store.append(ROWS, 2);
  database = openResult(path);
});
afterEach(() => {
  database.close();
  store.close();
});

const open = (mostRows?: number) => new SearchText(database, new ResultReader(database), mostRows);
const steps = () => new Steps(signal);
/** The cells of a block, column by column. */
const cells = (text: SearchText, block: number, columns: readonly number[], rows = ROWS.length) =>
  [...text.block(block, columns, rows)].map((run) =>
    Buffer.from(run)
      .toString('latin1')
      .split('\u00ff')
      .map((cell) => Buffer.from(cell, 'latin1').toString('utf8')),
  );
const column = (at: number, from: number, to: number) => FOLDED.slice(from, to).map((row) => row[at] ?? '');
const places = () =>
  database
    .prepare('SELECT place FROM search_text ORDER BY place')
    .all()
    .map(({ place }) => place);

it('folds the cells of a block, up to the rows that are wanted', () => {
  const text = open(3);
  expect(text.rowsPerBlock).toBe(3);
  expect(cells(text, 0, [0, 1])).toEqual([column(0, 0, 3), column(1, 0, 3)]);
  expect(cells(text, 1, [1, 0])).toEqual([column(1, 3, 6), column(0, 3, 6)]);
  expect(cells(text, 2, [0])).toEqual([column(0, 6, 7)]);
  expect(cells(text, 0, [0], 2)).toEqual([column(0, 0, 2)]);
  // A block of average rows has 16 MB at most.
  expect(open().rowsPerBlock).toBe(Math.floor((16 * 1024 * 1024) / new ResultReader(database).rowBytes()));
});

it('finds nothing in a column that a result cannot have, where the next block begins', async () => {
  await open(3).keep(steps());
  expect(cells(open(3), 0, [1023, 1024])).toEqual([
    ['', '', ''],
    ['', '', ''],
  ]);
});

it('keeps the blocks that are full, and none of a column without a value', async () => {
  const text = open(3);
  await text.keep(steps());
  // Two blocks, each with its end; the second has nothing in its second column.
  expect(places()).toEqual([-1, 0, 1, 1023, 1024, 1024 + 1023]);
  database.exec("UPDATE search_text SET folded = CAST('kept' AS BLOB) WHERE place = 0");
  const again = open(2);
  expect(again.rowsPerBlock).toBe(3);
  for (const one of [text, again]) {
    expect(cells(one, 0, [0, 1, 7])).toEqual([['kept'], column(1, 0, 3), ['', '', '']]);
    expect(cells(one, 1, [1, 0])).toEqual([['', '', ''], column(0, 3, 6)]);
    expect(cells(one, 2, [0])).toEqual([column(0, 6, 7)]);
  }
});

it('keeps what became full since, and makes all anew when rows have changed', async () => {
  await open(3).keep(steps());
  store.append(
    [
      ['new', null],
      ['NEW', null],
    ],
    2,
  );
  const longer = open(3);
  await longer.keep(steps());
  expect(cells(longer, 2, [0], 9)).toEqual([['10', 'new', 'new']]);
  expect(places().at(-1)).toBe(2 * 1024 + 1023);
  store.replace([{ number: 1, cells: ['Other', null] }], 2);
  database.exec('PRAGMA user_version = 7');
  await longer.keep(steps());
  const changed = open(4);
  expect([changed.rowsPerBlock, cells(changed, 0, [0])[0]?.[0]]).toEqual([4, 'other']);
  await changed.keep(steps());
  expect(places()).toEqual([-1, 0, 1, 1023, 1024, 1025, 1024 + 1023]);
  expect(open(2).rowsPerBlock).toBe(4);
});

it('makes anew what an earlier version has kept, which folded otherwise', async () => {
  await open(3).keep(steps());
  database.exec(`UPDATE search_text SET folded = CAST(json_remove(folded, '$.folding') AS BLOB) WHERE place = -1`);
  const anew = open(2);
  expect(anew.rowsPerBlock).toBe(2);
  await anew.keep(steps());
  expect(open(4).rowsPerBlock).toBe(2);
});

it('leaves the blocks that another program has kept since, of whatever size they are', async () => {
  const [other, smaller, alike] = [open(3), open(2), open(3)];
  await other.keep(steps());
  const kept = places();
  await smaller.keep(steps());
  const stopped = new Steps(AbortSignal.abort());
  await alike.keep(stopped).catch(() => undefined);
  expect(places()).toEqual(kept);
  for (const text of [other, smaller, open(4)]) expect(cells(text, 0, [0])).toEqual([column(0, 0, text.rowsPerBlock)]);
});

it('leaves a block that would have rows of another moment, and what is no text of its own', async () => {
  const text = open(3);
  database.exec('PRAGMA user_version = 7');
  await text.keep(steps());
  expect([places(), cells(text, 0, [0])]).toEqual([[-1], [column(0, 0, 3)]]);
  database.exec("UPDATE search_text SET folded = CAST('{' AS BLOB)");
  expect(open(2).rowsPerBlock).toBe(2);
  const broken = Object.assign(new ResultReader(database), {
    runs(): never {
      throw new Error('damaged');
    },
  });
  await expect(new SearchText(database, broken, 2).keep(steps())).rejects.toThrow('damaged');
  expect(database.isTransaction).toBe(false);
});

it('names the rows of a run whose cells contain a text, each once', () => {
  const run = (...all: readonly string[]) =>
    Uint8Array.from(all.flatMap((cell, index) => [...(index === 0 ? [] : [0xff]), ...Buffer.from(cell)]));
  const hits = (find: string, ...all: readonly string[]) => {
    const rows: number[] = [];
    hitsIn(run(...all), Buffer.from(find), (row) => rows.push(row));
    return rows;
  };
  expect(hits('a', 'aaa', 'b', '', 'ba', 'c', 'ab')).toEqual([0, 3, 5]);
  expect(hits('a', '', '', 'a', '')).toEqual([2]);
  expect(hits('ab', 'a', 'b', 'ab')).toEqual([2]);
  expect(hits('x', 'a')).toEqual([]);
});
