import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { packedBatches } from './packed-batches.ts';

const KIB = 1024;

/** A table of one column with texts of these lengths. */
function tableOf(lengths: readonly number[]): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE leads (number INTEGER PRIMARY KEY, c0 TEXT)');
  const insert = database.prepare('INSERT INTO leads (c0) VALUES (?)');
  database.exec('BEGIN');
  for (const length of lengths) insert.run('x'.repeat(length));
  database.exec('COMMIT');
  return database;
}

/** Rows and bytes of each batch of the whole table, and how many of its bytes are left when the next one is there. */
function batchesOf(database: DatabaseSync, rows: number) {
  let before = new Uint8Array();
  return Array.from(packedBatches(database, ['c0'], rows), (batch) => {
    const left = before.length;
    before = batch.bytes as typeof before;
    return { rows: batch.rows, bytes: batch.bytes.length, left };
  });
}

it('begin small and grow up to two thousand rows, and each is gone when the next one comes', () => {
  const batches = batchesOf(tableOf(new Array<number>(8000).fill(1)), 8000);
  expect(batches.map(({ rows }) => rows)).toEqual([50, 100, 200, 400, 800, 1600, 2000, 2000, 850]);
  expect(batches.every(({ left }) => left === 0)).toBe(true);
});

it('have about 256 KiB', () => {
  const sizes = batchesOf(tableOf(new Array<number>(1000).fill(1000)), 1000).map(({ bytes }) => bytes);
  expect(Math.round(Math.max(...sizes) / KIB)).toBe(256);
});

it('are smaller while they are too large for one value of SQLite, and one row that is too large is an error', () => {
  const database = tableOf([...new Array<number>(50).fill(1000), 6000, 6000]);
  database.limits.length = 10_000;
  const rowsOf = (count: number) => batchesOf(database, count).reduce((sum, { rows }) => sum + rows, 0);
  expect(rowsOf(52)).toBe(52);
  const two = tableOf([6000, 6000]);
  two.limits.length = 10_000;
  expect(batchesOf(two, 2).map(({ rows }) => rows)).toEqual([1, 1]);
  two.limits.length = 3000;
  expect(() => batchesOf(two, 2)).toThrow(/too big/);
});

it('leave out numbers that no row has', () => {
  const database = tableOf([1, 1, 1]);
  const numbers = Int32Array.from({ length: 60 }, (_, index) => index + 3);
  expect(Array.from(packedBatches(database, ['c0'], numbers), ({ rows }) => rows)).toEqual([1]);
});
