import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PackedRows, unpackRows } from '../../files/writing/packed-rows.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { openResult } from './open-result.ts';
import { CELL_END, ResultReader } from './result-reader.ts';
import { ResultStore } from './result-store.ts';

const newPath = () => join(specFolder('result'), 'result.sqlite');

function storeOf(rows: readonly (readonly (string | null)[])[], columns: number, path = newPath()): ResultStore {
  const store = new ResultStore(path);
  store.append(rows, columns);
  return store;
}

/** Reads with a connection of its own, as another thread does. */
function reading<Answer>(path: string, read: (reader: ResultReader) => Answer): Answer {
  using database = openResult(path);
  return read(new ResultReader(database));
}

describe('ResultStore', () => {
  it('is there again after it was closed', () => {
    const path = newPath();
    const first = storeOf([['Åsa', null]], 2, path);
    expect(existsSync(`${path}-wal`)).toBe(true);
    first.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    using second = storeOf([['Bjørn', 'x']], 2, path);
    expect(second.rows).toBe(2);
    expect(reading(path, (reader) => reader.between(1, 10)).map((row) => row.cells[0])).toEqual(['Åsa', 'Bjørn']);
  });

  it('keeps the order of any number of rows, of none, one and hundreds of columns', () => {
    for (const columns of [0, 1, 7, 119, 121, 300]) {
      const rows = Array.from({ length: 1_003 }, (_, row) => Array.from({ length: columns }, (__, c) => `${row} ${c}`));
      const path = newPath();
      using store = storeOf(rows, columns, path);
      // Shorter than the others: what is missing is nothing.
      store.append([[]], columns);
      const kept = reading(path, (reader) => reader.between(1, 2_000));
      expect(kept.map(({ number }) => number)).toEqual(Array.from({ length: 1_004 }, (_, row) => row + 1));
      expect(kept.map(({ cells }) => cells)).toEqual([...rows, new Array<null>(columns).fill(null)]);
    }
  });

  it('writes all that belongs together, or nothing of it', () => {
    const path = newPath();
    using store = storeOf([['first']], 1, path);
    const numbers = store.numbers();
    expect(() =>
      store.together(() => {
        store.append([['second', 'wide']], 2);
        numbers.add([['id', 2]]);
        throw new Error('the disk is full');
      }),
    ).toThrow('the disk is full');
    expect([store.rows, numbers.find('id')]).toEqual([1, undefined]);
    expect(
      store.together(() => {
        store.append([['third', 'wide']], 2);
        return 'done';
      }),
    ).toBe('done');
    expect(reading(path, (reader) => reader.between(1, 9)).map(({ cells }) => cells)).toEqual([
      ['first', null],
      ['third', 'wide'],
    ]);
  });

  it('reads the first rows as they were when it began, and columns that are not there as nothing', () => {
    const names = Array.from({ length: 120 }, (_, index) => `name ${index}`);
    using store = storeOf(
      names.map((name) => [name]),
      1,
    );
    const batches = store.rowsAt([1, 0], 120);
    const first = batches.next().value as PackedRows;
    expect(first.rows).toBeLessThan(120);
    const firstRows = unpackRows(first);
    store.append([['z', 'new']], 2);
    expect([...firstRows, ...Array.from(batches, unpackRows).flat()]).toEqual(names.map((name) => [null, name]));
  });

  it('packs rows of any texts, in any order, with as many columns as there can be', () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.constantFrom('', '\0', 'a\0b', '\ufeff', '\uffff', 'x'.repeat(300_000)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), fc.boolean(), (cells, isSorted) => {
        const rows = cells.map(([first, last], index) => [`${index}`, first, ...new Array<null>(897).fill(null), last]);
        using store = storeOf(rows, 900);
        const picked = isSorted ? Int32Array.from(rows, (_, index) => rows.length - index) : rows.length;
        const columns = Array.from({ length: 900 }, (_, index) => index);
        const found = Array.from(store.rowsAt(columns, picked), unpackRows).flat();
        expect(found).toEqual(isSorted ? rows.toReversed() : rows);
      }),
      // Nine hundred columns take a while to make.
      { numRuns: 4 },
    );
  });

  it('counts what is filled', () => {
    using store = storeOf(
      [
        ['a', ''],
        ['b', null],
        ['', 'x'],
      ],
      2,
    );
    expect(store.filled()).toEqual([2, 1]);
    expect(storeOf([['a'], [null]], 1).filled()).toEqual([1]);
    expect(storeOf([[]], 0).filled()).toEqual([]);
  });

  it('puts other cells into rows that are there, also in new columns, and counts an edit', () => {
    const path = newPath();
    using store = storeOf([['a'], ['b'], ['c']], 1, path);
    expect(store.edits()).toBe(0);
    store.replace(
      [
        { number: 2, cells: ['B', null, 'new'] },
        { number: 3, cells: [] },
      ],
      3,
    );
    expect(store.between(1, 3).map(({ cells }) => cells)).toEqual([
      ['a', null, null],
      ['B', null, 'new'],
      [null, null, null],
    ]);
    store.append([['d', 'e', 'f']], 3);
    expect(store.filled()).toEqual([3, 1, 2]);
    expect(reading(path, (reader) => reader.edits())).toBe(1);
  });

  it('marks rows before and after they came, takes a mark away, and counts an edit of those that are there', () => {
    using store = storeOf([['a'], ['b']], 1);
    expect([store.missed(), store.askedNumbers()]).toEqual([[], null]);
    store.mark([]);
    store.mark([[3, 5]]);
    // No row of it is there.
    expect([store.edits(), store.missed()]).toEqual([0, []]);
    store.append([['c'], ['d']], 1);
    store.mark([[1, 1]]);
    expect(store.edits()).toBe(1);
    expect([store.missed(), [...(store.askedNumbers() ?? [])]]).toEqual([
      [
        { mask: 1, rows: 1 },
        { mask: 5, rows: 1 },
      ],
      [2, 4],
    ]);
    store.mark([
      [1, 0],
      [4, 5],
    ]);
    expect([store.missed(), [...(store.askedNumbers() ?? [])]]).toEqual([[{ mask: 5, rows: 2 }], [1, 2]]);
  });

  it('takes back the columns and rows of what was not written', () => {
    using store = storeOf([['first']], 1);
    const fails = () =>
      store.together(() => {
        store.name(['first', 'lost']);
        store.append([['second', 'wide']], 2);
        throw new Error('the disk is full');
      });
    expect(fails).toThrow('the disk is full');
    expect([store.rows, store.filled(), store.paths()]).toEqual([1, [1], []]);
    store.name(['first', 'other']);
    expect(store.paths()).toEqual(['first', 'other']);
  });

  it('is read while somebody adds rows, without waiting', () => {
    const path = newPath();
    using store = storeOf([['a'], ['b']], 1, path);
    const database = openResult(path);
    const rows = database.prepare('SELECT c0 FROM leads').iterate();
    expect(rows.next().value).toEqual({ c0: 'a' });
    store.append([['c']], 1);
    expect(Array.from(rows)).toEqual([{ c0: 'b' }]);
    database.close();
  });

  it('finds rows by the id of their lead and keeps late values, in one order, until nobody asks', () => {
    const path = newPath();
    using store = storeOf([['a'], ['b']], 1, path);
    const numbers = store.numbers();
    numbers.add([
      ['id-1', 1],
      ['id-2', 2],
      ['id-1', 3],
    ]);
    expect(['id-1', 'id-2', 'id-3'].map((id) => numbers.find(id))).toEqual([3, 2, undefined]);
    const late = [1, 2, 3].map((number) => ({ number, path: 'data.Phone', value: `${number}` }));
    numbers.keepLate([...late.toReversed(), { number: 2, path: 'data.Name', value: 'Bo' }]);
    numbers.sortLate();
    expect(numbers.late(1, 2)).toEqual([late[0], { number: 2, path: 'data.Name', value: 'Bo' }, late[1]]);
    numbers.drop();
    expect(() => numbers.find('id-1')).toThrow(/no such table/);
  });
});

describe('ResultReader', () => {
  it('reads runs of one column, of none, and of a result whose leads brought none', () => {
    const path = newPath();
    storeOf([['a'], ['b']], 1, path).close();
    expect(reading(path, (reader) => reader.runs([0], 1, 2)).map(cellsOf)).toEqual([[[0x61], [0x62]]]);
    expect(reading(path, (reader) => reader.runs([], 1, 2))).toEqual([]);
    const empty = newPath();
    storeOf([[], []], 0, empty).close();
    expect(reading(empty, (reader) => reader.runs([0], 1, 2)).map(cellsOf)).toEqual([[[], []]]);
  });

  it('reckons the bytes of a row from the size of the file', () => {
    const path = newPath();
    using store = storeOf([['a']], 1, path);
    const bytes = reading(path, (reader) => reader.rowBytes());
    store.append([['b']], 1);
    expect(reading(path, (reader) => reader.rowBytes())).toBe(bytes / 2);
  });

  it('reads rows and columns that arrive while it is open', () => {
    const path = newPath();
    using store = storeOf([['a'], ['b']], 1, path);
    reading(path, (reader) => {
      expect(reader.rows()).toBe(2);
      expect(reader.columns()).toBe(1);
      store.append([['c', 'new']], 2);
      expect(reader.rows()).toBe(3);
      expect(reader.between(2, 9)).toEqual([
        { number: 2, cells: ['b', null] },
        { number: 3, cells: ['c', 'new'] },
      ]);
      expect(reader.at([3, 1])).toEqual([
        { number: 3, cells: ['c', 'new'] },
        { number: 1, cells: ['a', null] },
      ]);
    });
  });

  it('joins the cells of a column, whatever is in them', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(null, '', '\0', 'a\0b', '\u0001', `');DROP TABLE leads;--`, 'ÿ', '\ufffd', '\ufeff', '😀'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }), (rows) => {
        const path = newPath();
        storeOf(rows, 2, path).close();
        const [second = new Uint8Array(), none = new Uint8Array()] = reading(path, (reader) =>
          reader.runs([1, 7], 1, rows.length),
        );
        const expected = rows.map((row) => Buffer.from(row[1] ?? '', 'utf8'));
        expect(cellsOf(second)).toEqual(expected.map((bytes) => [...bytes]));
        expect(cellsOf(none)).toEqual(rows.map(() => []));
      }),
      { numRuns: 40 },
    );
  });

  it('knows the leads that were not asked for, in a result that says so', () => {
    const path = newPath();
    storeOf([['a'], ['b'], ['c']], 1, path).close();
    expect(reading(path, (reader) => reader.asked(3))).toBeNull();
    const database = openResult(path);
    database.exec('INSERT INTO missed (number, mask) VALUES (2, 5)');
    database.close();
    expect(reading(path, (reader) => [...(reader.asked(3) ?? [])])).toEqual([1, 0, 1]);
    expect(reading(path, (reader) => [reader.columns(), reader.at([2, 3])])).toEqual([
      1,
      [
        { number: 2, cells: ['b'] },
        { number: 3, cells: ['c'] },
      ],
    ]);
  });
});

function cellsOf(run: Uint8Array): number[][] {
  const cells: number[][] = [[]];
  for (const byte of run)
    if (byte === CELL_END) cells.push([]);
    else cells.at(-1)?.push(byte);
  return cells;
}
