import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PackedRows, unpackRows } from '../../files/writing/packed-rows.ts';
import { ResultStore } from './result-store.ts';

const newPath = () => join(mkdtempSync(join(tmpdir(), 'lead-console-result-')), 'result.sqlite');
const ALL = { sort: [], search: '' };

function storeOf(rows: (string | null)[][], columns: number): ResultStore {
  const store = new ResultStore(newPath());
  store.append(rows, columns);
  return store;
}

describe('ResultStore', () => {
  it('answers pages in the order of arrival, also while rows are added', () => {
    const store = storeOf([['a'], ['b']], 1);
    expect(store.page(ALL, 0, 500)).toEqual({
      total: 2,
      rows: [
        { number: 1, cells: ['a'] },
        { number: 2, cells: ['b'] },
      ],
    });
    store.append([['c', 'new']], 2);
    expect(store.page(ALL, 1, 500).rows).toEqual([
      { number: 2, cells: ['b', null] },
      { number: 3, cells: ['c', 'new'] },
    ]);
    store.close();
  });

  it('is there again after it was closed', () => {
    const path = newPath();
    const first = new ResultStore(path);
    first.append([['Åsa', null]], 2);
    first.close();
    const second = new ResultStore(path);
    second.append([['Bjørn', 'x']], 2);
    expect(second.rows).toBe(2);
    expect(second.page(ALL, 0, 10).rows.map((row) => row.cells[0])).toEqual(['Åsa', 'Bjørn']);
    second.close();
  });

  it('sorts numbers in text by size and puts empty cells last in both directions', () => {
    const store = storeOf([['row 10'], [''], ['row 9'], [null]], 1);
    const names = (direction: 'asc' | 'desc') =>
      store.page({ sort: [{ column: 0, direction }], search: '' }, 0, 10).rows.map((row) => row.number);
    expect(names('asc')).toEqual([3, 1, 2, 4]);
    expect(names('desc')).toEqual([1, 3, 2, 4]);
    store.close();
  });

  it('searches all columns without regard to case, letters beyond ASCII too, and takes % and _ as they are', () => {
    const store = storeOf(
      [
        ['Åsa', '10%'],
        ['asa', '10 %'],
        ['x_y', 'xay'],
      ],
      2,
    );
    const found = (search: string) => store.page({ sort: [], search }, 0, 10).rows.map((row) => row.number);
    expect(found('åSA')).toEqual([1]);
    expect(found('ASA')).toEqual([2]);
    expect(found('10%')).toEqual([1]);
    expect(found('x_y')).toEqual([3]);
    store.close();
  });

  it('forgets a sorted view when rows arrive', () => {
    const store = storeOf([['b']], 1);
    const view = { sort: [{ column: 0, direction: 'asc' as const }], search: '' };
    expect(store.page(view, 0, 10).total).toBe(1);
    store.append([['a']], 1);
    expect(store.page(view, 0, 10).rows.map((row) => row.cells[0])).toEqual(['a', 'b']);
    store.close();
  });

  it('ignores a sort by a column that is not there', () => {
    const store = storeOf([['a']], 1);
    expect(store.page({ sort: [{ column: 7, direction: 'asc' }], search: '' }, 0, 10).total).toBe(1);
    store.close();
  });

  it('saves the rows of the moment in which it began, and columns that are not there as nothing', () => {
    const names = Array.from({ length: 120 }, (_, index) => `name ${String(index).padStart(3, '0')}`);
    const store = storeOf(
      names.map((name) => [name]),
      1,
    );
    const { total, batches } = store.rowsOf({ sort: [{ column: 0, direction: 'desc' }], search: '' }, [1, 0]);
    const first = batches.next().value as PackedRows;
    expect(first.rows).toBeLessThan(120);
    store.append([['z', 'new']], 2);
    expect([first, ...batches].flatMap(unpackRows)).toEqual(names.toReversed().map((name) => [null, name]));
    expect(total).toBe(120);
    store.close();
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
        const store = storeOf(rows, 900);
        const view = isSorted ? { sort: [{ column: 0, direction: 'desc' as const }], search: '' } : ALL;
        const columns = Array.from({ length: 900 }, (_, index) => index);
        const found = [...store.rowsOf(view, columns).batches].flatMap(unpackRows);
        expect(found).toEqual(isSorted ? rows.toReversed() : rows);
        store.close();
      }),
      { numRuns: 20 },
    );
  });

  it('counts what is filled', () => {
    const store = storeOf(
      [
        ['a', ''],
        ['b', null],
        ['', 'x'],
      ],
      2,
    );
    expect(store.filled()).toEqual([2, 1]);
    store.close();
  });

  it('gives every row exactly once over any pages', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        (values, size, isSorted) => {
          const store = storeOf(
            values.map((value) => [value]),
            1,
          );
          const view = isSorted ? { sort: [{ column: 0, direction: 'desc' as const }], search: '' } : ALL;
          const numbers: number[] = [];
          for (let offset = 0; offset < values.length; offset += size)
            numbers.push(...store.page(view, offset, size).rows.map((row) => row.number));
          expect([...numbers].sort((a, b) => a - b)).toEqual(values.map((_, index) => index + 1));
          // What is saved has the same rows in the same order.
          const { total, batches } = store.rowsOf(view, [0]);
          expect(total).toBe(values.length);
          expect([...batches].flatMap(unpackRows).flat()).toEqual(numbers.map((number) => values[number - 1]));
          store.close();
        },
      ),
      { numRuns: 30 },
    );
  });
});
