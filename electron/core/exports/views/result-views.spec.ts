import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ColumnMemory } from './column-memory.ts';
import { openResult } from '../result/open-result.ts';
import { ResultViews } from './result-views.ts';
import { fold, modelOf, numbersOf, resultOf, signal, table, text, view, viewOf } from './views-fixture.ts';

describe('a view', () => {
  it('has the rows and the order of the model, whatever is in the cells', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.array(view, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (rows, asked, keeps) => {
          const { views } = resultOf(rows, 3);
          if (keeps) await views.prepare(signal);
          for (const one of asked) expect(await numbersOf(views, one)).toEqual(modelOf(rows, one));
        },
      ),
      { numRuns: 50 },
    );
  }, 60_000);

  it('follows the rows that arrive, and stays as it was for a page that asks for that moment', async () => {
    await fc.assert(
      fc.asyncProperty(table, table, view, fc.boolean(), async (first, second, asked, keeps) => {
        const { store, views } = resultOf(first, 3);
        if (keeps) await views.prepare(signal);
        const before = await views.rows(asked, null, signal);
        store.append(second, 3);
        expect(await views.rows(asked, before.asOf, signal)).toBe(before);
        const all = [...first, ...second];
        expect(await numbersOf(views, asked)).toEqual(modelOf(all, asked));
        await views.prepare(signal);
        expect(await numbersOf(views, { ...asked, search: 'a' })).toEqual(modelOf(all, { ...asked, search: 'a' }));
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  it('is read in pages, each row once and with its cells', async () => {
    await fc.assert(
      fc.asyncProperty(table, view, fc.integer({ min: 1, max: 20 }), async (rows, asked, limit) => {
        const { views } = resultOf(rows, 3);
        const wanted = modelOf(rows, asked);
        const read: number[] = [];
        for (let offset = 0; offset <= wanted.length; offset += limit) {
          const page = await views.page(asked, { offset, limit, asOf: null, marks: null }, signal);
          expect(page.total).toBe(wanted.length);
          for (const row of page.rows) {
            read.push(row.number);
            expect(row.cells.map((cell) => cell?.toWellFormed())).toEqual(
              rows[row.number - 1]?.map((cell) => cell ?? undefined),
            );
          }
        }
        expect(read).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it('leaves out the leads that were not asked for', async () => {
    const { path, views } = resultOf([['b'], ['a'], ['c']], 1);
    const database = openResult(path);
    database.exec('INSERT INTO missed (number, mask) VALUES (3, 1)');
    database.close();
    const sort = [{ column: 0, direction: 'desc' as const }];
    expect(await numbersOf(views, viewOf({ keeps: 'asked', sort }))).toEqual([1, 2]);
    expect(await numbersOf(views, viewOf({ keeps: 'all', sort }))).toEqual([3, 1, 2]);
  });

  it('of an empty result is empty, before a lead has come', async () => {
    const { views } = resultOf([], 0);
    const sort = [{ column: 0, direction: 'asc' as const }];
    expect(await numbersOf(views, viewOf({ sort, search: 'a' }))).toEqual([]);
    expect((await views.page(viewOf({}), { offset: 0, limit: 500, asOf: null, marks: null }, signal)).rows).toEqual([]);
  });

  it('keeps order and search of columns that came late', async () => {
    const { store, views } = resultOf(
      Array.from({ length: 10 }, (_, index) => [`${index}`]),
      1,
    );
    await views.prepare(signal);
    store.append([['x', 'Late']], 2);
    expect(await numbersOf(views, viewOf({ search: 'late' }))).toEqual([11]);
    expect((await numbersOf(views, viewOf({ sort: [{ column: 1, direction: 'asc' }] })))[0]).toBe(11);
  });

  it('begins anew when rows are given other cells, and reads no text that was kept of the old ones', async () => {
    const { path, store, views } = resultOf(
      Array.from({ length: 20 }, (_, index) => [`row ${index}`, index === 3 ? 'needle' : 'hay']),
      2,
    );
    await views.prepare(signal);
    const needle = { find: 'needle', columns: null };
    const view = viewOf({ sort: [{ column: 0, direction: 'desc' }] });
    expect((await numbersOf(views, view))[0]).toBe(20);
    expect((await views.countHits(view, needle, signal)).counted.hits).toBe(1);
    store.replace([{ number: 4, cells: ['row 99', 'hay'] }], 2);
    store.replace([{ number: 5, cells: ['row 0', 'needle'] }], 2);
    expect((await numbersOf(views, view))[0]).toBe(4);
    expect((await views.hit(viewOf({}), needle, { by: 'ordinal', ordinal: 0 }, signal)).hit).toMatchObject({
      number: 5,
    });
    expect(await numbersOf(views, viewOf({ search: 'needle' }))).toEqual([5]);
    const reopened = new ResultViews(path, new ColumnMemory(), undefined, 7);
    expect(await numbersOf(reopened, viewOf({ search: 'needle' }))).toEqual([5]);
    await reopened.prepare(signal);
    expect(await numbersOf(reopened, viewOf({ search: 'needle' }))).toEqual([5]);
    reopened[Symbol.dispose]();
  });

  it('asks anew which leads were asked for when their marks change', async () => {
    const { store, views } = resultOf([['a'], ['b']], 1);
    store.mark([[1, 2]]);
    expect(await numbersOf(views, viewOf({ keeps: 'asked' }))).toEqual([2]);
    store.mark([[1, 0]]);
    expect(await numbersOf(views, viewOf({ keeps: 'asked' }))).toEqual([1, 2]);
  });

  it('can be cancelled, and is computed anew afterwards', async () => {
    const { views } = resultOf(
      Array.from({ length: 40_000 }, (_, index) => [`${index} ø`, 'x']),
      2,
    );
    const controller = new AbortController();
    const view = viewOf({ sort: [{ column: 0, direction: 'desc' }], search: 'ø' });
    const cancelled = views.rows(view, null, controller.signal);
    controller.abort();
    await expect(cancelled).rejects.toThrow('abort');
    expect((await numbersOf(views, view)).slice(0, 2)).toEqual([40_000, 39_999]);
  }, 20_000);

  it('answers pages while another view is being sorted', async () => {
    const { views } = resultOf(
      Array.from({ length: 60_000 }, (_, index) => [`${(index * 7919) % 60_000} ø`]),
      1,
    );
    let isSorted = false;
    const sorted = views.rows(viewOf({ sort: [{ column: 0, direction: 'asc' }] }), null, signal).then(() => {
      isSorted = true;
    });
    let pages = 0;
    while (!isSorted) {
      await views.page(viewOf({}), { offset: pages * 100, limit: 100, asOf: null, marks: null }, signal);
      await new Promise((resolve) => setImmediate(resolve));
      pages += 1;
    }
    await sorted;
    expect(pages).toBeGreaterThan(3);
  }, 20_000);
});

describe('what stays computed', () => {
  it('are six views, the latest ones', async () => {
    const { views } = resultOf([['a'], ['b']], 1);
    const rows = (search: string) => views.rows(viewOf({ search }), null, signal);
    const first = await rows('0');
    for (const search of '12345') await rows(search);
    expect(await rows('0')).toBe(first);
    await rows('6');
    expect(await rows('0')).not.toBe(first);
  });

  it('are two searches, the latest ones', async () => {
    const { views } = resultOf(
      Array.from({ length: 20 }, () => ['abc']),
      1,
    );
    const isCounted = async (find: string) =>
      (await views.hit(viewOf({}), { find, columns: null }, { by: 'ordinal', ordinal: 0 }, signal)).isWhole;
    await views.countHits(viewOf({}), { find: 'a', columns: null }, signal);
    await isCounted('b');
    expect(await isCounted('a')).toBe(true);
    await isCounted('b');
    await isCounted('c');
    expect(await isCounted('a')).toBe(false);
  });

  it('is nothing of a result that is closed', async () => {
    const { path } = resultOf(
      Array.from({ length: 60_000 }, (_, index) => [`${index} ø`]),
      1,
    );
    const views = new ResultViews(path, new ColumnMemory());
    const sorted = views.rows(viewOf({ sort: [{ column: 0, direction: 'desc' }] }), null, signal);
    setImmediate(() => views[Symbol.dispose]());
    await expect(sorted).rejects.toThrow('abort');
  });
});

describe('hits', () => {
  it('are counted a hundred thousand rows at a time', async () => {
    const { path } = resultOf(new Array<string[]>(110_000).fill(['x']), 1);
    using views = new ResultViews(path, new ColumnMemory());
    const count = async () => (await views.countHits(viewOf({}), { find: 'x', columns: null }, signal)).counted;
    // In blocks of 4096.
    expect([(await count()).searched, (await count()).searched]).toEqual([102_400, 110_000]);
  });

  it('are every cell of the view that contains the text, in the order of the view and of the columns', async () => {
    await fc.assert(
      fc.asyncProperty(table, view, text, fc.boolean(), async (rows, asked, find, keeps) => {
        const { views } = resultOf(rows, 3);
        if (keeps) await views.prepare(signal);
        const columns = [2, 0];
        const wanted = modelOf(rows, asked).flatMap((number, position) =>
          columns
            .filter((at) => fold(rows[number - 1]?.[at] ?? '').includes(fold(find)))
            .map((at) => ({ position, number, column: at })),
        );
        const look = { find, columns };
        const first = await views.hit(asked, look, { by: 'ordinal', ordinal: 0 }, signal);
        expect(first.hit).toEqual(wanted[0] === undefined ? null : { ordinal: 0, ...wanted[0] });
        for (const [ordinal, hit] of wanted.entries()) {
          expect((await views.hit(asked, look, { by: 'ordinal', ordinal }, signal)).hit).toEqual({ ordinal, ...hit });
          const from = await views.hit(asked, look, { by: 'position', position: hit.position }, signal);
          expect(from.hit).toMatchObject({ position: hit.position, number: hit.number });
        }
        const past = await views.hit(asked, look, { by: 'position', position: rows.length }, signal);
        expect(past.hit).toEqual(first.hit);
        const beyond = await views.hit(asked, look, { by: 'ordinal', ordinal: wanted.length }, signal);
        expect(beyond).toMatchObject({ hit: null, isWhole: true });
        const { counted, isWhole } = await views.countHits(asked, look, signal);
        const total = modelOf(rows, asked).length;
        expect({ counted, isWhole }).toEqual({
          counted: {
            hits: wanted.length,
            rows: new Set(wanted.map((hit) => hit.number)).size,
            searched: total,
            rowsTotal: total,
          },
          isWhole: true,
        });
      }),
      { numRuns: 35 },
    );
  }, 60_000);

  it('come before everything was looked at', async () => {
    const { views } = resultOf(
      Array.from({ length: 500 }, (_, index) => [index === 3 || index === 400 ? 'needle' : 'hay']),
      1,
    );
    const { hit, counted, isWhole } = await views.hit(
      viewOf({}),
      { find: 'NEEDLE', columns: null },
      { by: 'ordinal', ordinal: 0 },
      signal,
    );
    expect(hit).toEqual({ ordinal: 0, position: 3, number: 4, column: 0 });
    expect({ counted, isWhole }).toEqual({
      counted: { hits: 1, rows: 1, searched: 7, rowsTotal: 500 },
      isWhole: false,
    });
  });
});

it('shows the leads whose value another lead has too, in whatever form', async () => {
  const cells = [
    '+45 20 30 40 50',
    '004520304050',
    '20304050',
    'Anna@X.dk',
    'anna@x.dk ',
    '',
    '',
    null,
    'once',
    'twice',
    'twice',
  ];
  const { views } = resultOf(
    cells.map((cell) => [cell]),
    1,
  );
  const repeated = viewOf({ filters: [{ kind: 'repeated', column: 0 }] });
  // A number without its prefix may be another country's.
  expect(await numbersOf(views, repeated)).toEqual([1, 2, 4, 5, 10, 11]);
});
