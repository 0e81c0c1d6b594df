import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ColumnMemory } from './column-memory.ts';
import { ResultViews } from './result-views.ts';
import { fold, modelOf, numbersOf, resultOf, signal, table, text, view, viewOf } from './views-fixture.ts';

/* Any views of any tables, and tables of many rows: they take seconds. */

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

  it('follows the rows that arrive', async () => {
    await fc.assert(
      fc.asyncProperty(table, table, view, fc.boolean(), async (first, second, asked, keeps) => {
        const { store, views } = resultOf(first, 3);
        if (keeps) await views.prepare(signal);
        await views.rows(asked, signal);
        store.append(second, 3);
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
          const page = await views.page(asked, { offset, limit, marks: null }, signal);
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

  it('can be cancelled, and is computed anew afterwards', async () => {
    const { views } = resultOf(
      Array.from({ length: 40_000 }, (_, index) => [`${index} ø`, 'x']),
      2,
    );
    const controller = new AbortController();
    const view = viewOf({ sort: [{ column: 0, direction: 'desc' }], search: 'ø' });
    const cancelled = views.rows(view, controller.signal);
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
    const sorted = views.rows(viewOf({ sort: [{ column: 0, direction: 'asc' }] }), signal).then(() => {
      isSorted = true;
    });
    let pages = 0;
    while (!isSorted) {
      await views.page(viewOf({}), { offset: pages * 100, limit: 100, marks: null }, signal);
      await new Promise((resolve) => setImmediate(resolve));
      pages += 1;
    }
    await sorted;
    expect(pages).toBeGreaterThan(3);
  }, 20_000);
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
});

describe('the values of a column', () => {
  it('are counted under the other filters, paged, searched, and the chosen ones are always there', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        view,
        fc.constantFrom('', 'a', 'ø'),
        fc.integer({ min: 0, max: 2 }),
        async (rows, asked, find, at) => {
          const { views } = resultOf(rows, 3);
          // Alternatives to a filter of the column go with it: they would hide values that it may be set to.
          let last = 0;
          const groups = asked.filters.map(({ or }) => (or === true ? last : (last += 1)));
          const own = new Set(groups.filter((_, place) => asked.filters[place]?.column === at));
          const others = { ...asked, filters: asked.filters.filter((_, place) => !own.has(groups[place] ?? 0)) };
          const chosen = asked.filters.flatMap((one) => (one.kind === 'values' && one.column === at ? one.values : []));
          const counts = new Map<string, number>();
          for (const number of modelOf(rows, { ...others, sort: [] })) {
            const cell = rows[number - 1]?.[at] ?? '';
            counts.set(cell, (counts.get(cell) ?? 0) + 1);
          }
          const question = { column: at, find };
          const found = await views.values(asked, question, { offset: 0, limit: 100 }, signal);
          expect(found.empty).toBe(counts.get('') ?? 0);
          expect(found.chosen.map((one) => [one.value, one.rows])).toEqual(
            [...new Set(chosen)].map((one) => [one, counts.get(one) ?? 0]),
          );
          const wanted = [...counts].filter(
            ([one]) => one !== '' && !chosen.includes(one) && fold(one).includes(fold(find)),
          );
          expect(new Map(found.values.map((one) => [one.value, one.rows]))).toEqual(new Map(wanted));
          expect(found.valuesTotal).toBe(wanted.length);
          const sizes = found.values.map((one) => one.rows);
          expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
          const page = await views.values(asked, question, { offset: 1, limit: 2 }, signal);
          expect(page.values).toEqual(found.values.slice(1, 3));
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);
});

describe('a selection', () => {
  it('has what was added and not taken out again, in any view', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.array(
          fc.tuple(view, fc.boolean(), fc.integer({ min: 0, max: 45 }), fc.integer({ min: 0, max: 45 }), fc.nat(2)),
          {
            minLength: 1,
            maxLength: 5,
          },
        ),
        async (rows, acts) => {
          const { views } = resultOf(rows, 3);
          const wanted = new Set<number>();
          let selection: string | null = null;
          for (const [asked, adds, first, last, kind] of acts) {
            const shown = modelOf(rows, asked);
            const numbers = [1 + (first % rows.length), 1 + (last % rows.length)];
            const choice =
              kind === 0
                ? ({ kind: 'view' } as const)
                : kind === 1
                  ? ({ kind: 'positions', first, last } as const)
                  : ({ kind: 'numbers', numbers } as const);
            const meant = kind === 0 ? shown : kind === 1 ? shown.slice(first, last + 1) : numbers;
            for (const one of meant)
              if (adds) wanted.add(one);
              else wanted.delete(one);
            const answer = await views.choose(asked, selection, adds ? 'add' : 'remove', choice, signal);
            ({ selection } = answer);
            expect(answer.chosen).toBe(wanted.size);
            expect(answer.chosenInView).toBe(shown.filter((one) => wanted.has(one)).length);
          }
          expect(selection === null).toBe(wanted.size === 0);
          if (selection === null) return;
          expect(await numbersOf(views, viewOf({ selection }))).toEqual([...wanted].sort((one, other) => one - other));
          const page = await views.page(viewOf({}), { offset: 0, limit: 500, marks: selection }, signal);
          expect(page.rows.filter((row) => row.chosen === true).map((row) => row.number)).toEqual(
            [...wanted].sort((one, other) => one - other),
          );
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);
});
