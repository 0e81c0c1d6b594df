import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Measure } from '../../../../shared/contract/exports/questions.ts';
import { ask, byValue, expectEachRowOnce } from './question-fixture.ts';
import { resultOf, signal, table, view } from './views-fixture.ts';

/* Any questions about any tables: they take seconds. */

describe('a question', () => {
  it('counts every row of the view once, in groups, inner groups and across, whatever the cells hold', async () => {
    const column = fc.integer({ min: 0, max: 2 });
    const columns = fc.tuple(column, column, column);
    const measure: fc.Arbitrary<Measure> = fc.record({ kind: fc.constantFrom('distinct', 'sum', 'mean'), column });
    await fc.assert(
      fc.asyncProperty(table, view, columns, measure, async (rows, seen, asked, wanted) =>
        expectEachRowOnce(rows, resultOf(rows, 3).views, seen, asked, wanted),
      ),
      { numRuns: 150 },
    );
  });

  it('counts rows alone as it does beside other figures', async () => {
    await fc.assert(
      fc.asyncProperty(table, view, async (rows, seen) => {
        const { views } = resultOf(rows, 3);
        const groups = [byValue(0), byValue(1)];
        const plain = await views.answer(seen, ask(groups), signal);
        const beside = await views.answer(seen, ask(groups, { measure: { kind: 'distinct', column: 2 } }), signal);
        const rowsOf = (answer: typeof plain) => [
          answer.total.rows,
          answer.groups.map((group) => [group.value, group.rows, group.groups.map((one) => [one.value, one.rows])]),
        ];
        expect(rowsOf(plain)).toEqual(rowsOf(beside));
      }),
      { numRuns: 50 },
    );
  });
});
