import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnFilter } from '../../../../shared/contract/exports/views.ts';
import { UnknownSelection } from './result-views.ts';
import { fold, modelOf, numbersOf, resultOf, signal, table, view, viewOf } from './views-fixture.ts';

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
          const inView = modelOf(rows, { ...others, sort: [] });
          for (const number of inView) {
            const cell = rows[number - 1]?.[at] ?? '';
            counts.set(cell, (counts.get(cell) ?? 0) + 1);
          }
          const question = { column: at, find, order: 'rows' as const };
          const found = await views.values(asked, question, { offset: 0, limit: 100 }, signal);
          expect(found.rowsTotal).toBe(inView.length);
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
          const byValue = await views.values(asked, { ...question, order: 'value' }, { offset: 0, limit: 100 }, signal);
          const collator = new Intl.Collator(asked.locale, { numeric: true });
          for (const [index, one] of byValue.values.entries())
            if (index > 0)
              expect(collator.compare(byValue.values[index - 1]?.value ?? '', one.value)).toBeLessThanOrEqual(0);
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);

  it('that are long are cut, and say so', async () => {
    const { views } = resultOf([[`${'x'.repeat(999)}😀 and more`]], 1);
    const found = await views.values(
      viewOf({}),
      { column: 0, find: '', order: 'rows' },
      { offset: 0, limit: 9 },
      signal,
    );
    expect(found.values).toEqual([{ value: 'x'.repeat(999), whole: false, rows: 1 }]);
  });
});

describe('the profile of a column', () => {
  it('counts the rows of the view', async () => {
    const { views } = resultOf(
      [
        ['+45 20304050', 'a'],
        ['+45 2030', 'a'],
        ['', 'a'],
        ['+45 20304050', 'b'],
        ['none', 'b'],
      ],
      2,
    );
    const inA: ColumnFilter = { kind: 'values', column: 1, values: ['a'], empty: false, not: false };
    expect(await views.profile(viewOf({ filters: [inA] }), 0, 'exact', signal)).toEqual({
      isEstimate: false,
      rows: 3,
      rowsTotal: 3,
      filled: 2,
      distinct: 2,
      guess: { kind: 'text', fits: 2 },
      top: [
        { value: '+45 20304050', whole: true, rows: 1 },
        { value: '+45 2030', whole: true, rows: 1 },
      ],
      smallest: '+45 2030',
      sum: null,
      largest: '+45 20304050',
      lengths: { shortest: 8, longest: 12, average: 10 },
      shapes: [{ shape: '+9+ 9+', example: '+45 20304050', rows: 2 }],
      histogram: [],
    });
  });

  it('guesses numbers and dates, with their ends and a histogram that counts every row once', async () => {
    const { views } = resultOf(
      Array.from({ length: 100 }, (_, index) => [
        `2026-11-${String(1 + (index % 28)).padStart(2, '0')}`,
        String(index * 10),
      ]),
      2,
    );
    const dates = await views.profile(viewOf({}), 0, 'exact', signal);
    expect(dates).toMatchObject({
      guess: { kind: 'date', fits: 100 },
      smallest: '2026-11-01',
      largest: '2026-11-28',
      distinct: 28,
    });
    expect(dates.histogram[0]).toMatchObject({ from: '2026-11-01T00:00:00' });
    expect(dates.histogram.at(-1)).toMatchObject({ to: '2026-11-28T00:00:00' });
    expect(dates.histogram.reduce((sum, { rows }) => sum + rows, 0)).toBe(100);
    const numbers = await views.profile(viewOf({}), 1, 'exact', signal);
    expect(numbers).toMatchObject({
      guess: { kind: 'number', fits: 100 },
      smallest: '0',
      largest: '990',
      sum: 49_500,
    });
    expect(numbers.histogram.reduce((sum, { rows }) => sum + rows, 0)).toBe(100);
  });

  it('is called an estimate when not all rows were looked at', async () => {
    const { views } = resultOf(
      Array.from({ length: 20_001 }, (_, index) => [index === 20_000 ? 'last' : 'x', 'y']),
      2,
    );
    expect(await views.profile(viewOf({}), 0, 'estimate', signal)).toMatchObject({
      isEstimate: true,
      rows: 20_000,
      rowsTotal: 20_001,
      filled: 20_000,
      distinct: 1,
    });
    const y: ColumnFilter = { kind: 'text', column: 1, match: 'equals', text: 'Y', not: false };
    expect(await views.profile(viewOf({ filters: [y] }), 0, 'estimate', signal)).toMatchObject({
      isEstimate: true,
      distinct: 1,
    });
    expect(await views.profile(viewOf({}), 0, 'exact', signal)).toMatchObject({ isEstimate: false, distinct: 2 });
  }, 20_000);
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
          const page = await views.page(viewOf({}), { offset: 0, limit: 500, asOf: null, marks: selection }, signal);
          expect(page.rows.filter((row) => row.chosen === true).map((row) => row.number)).toEqual(
            [...wanted].sort((one, other) => one - other),
          );
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);

  it('that is not known is refused', async () => {
    const { views } = resultOf([['a']], 1);
    await expect(views.rows(viewOf({ selection: 'gone' }), null, signal)).rejects.toBeInstanceOf(UnknownSelection);
  });
});
