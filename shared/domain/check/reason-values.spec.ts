import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReasonValues, shapeNumber } from './reason-values.ts';
import { RowSet } from './row-set.ts';

function reasonOf(values: readonly string[], mostValues?: number) {
  const rows = new RowSet(values.length);
  const known = new ReasonValues(mostValues);
  for (const [index, value] of values.entries()) {
    rows.add(index + 1);
    known.add(index + 1, value);
  }
  const inOrder = () => [...known.oddestFirst(rows)].map((row) => values[row - 1]);
  return { rows, known, inOrder };
}

describe('the values of a reason', () => {
  it('come with the oddest first: rare shapes, then rare values, the same ones together', () => {
    const { inOrder, known } = reasonOf([
      ...['398840', '493070', '398840', '517 35520', '901838210', '398840', '#REF!', '901838211', '762860', '#REF!'],
    ]);
    expect(inOrder()).toEqual([
      ...['517 35520', '901838210', '901838211', '#REF!', '#REF!', '493070', '762860', '398840', '398840', '398840'],
    ]);
    expect(known).toMatchObject({ size: 7, hasOddest: true });
  });

  it('are not ordered when there is one', () => {
    expect(reasonOf(['none', 'none']).known.hasOddest).toBe(false);
  });

  it('are told apart by shape alone when there are too many, and not at all when shapes are too many', () => {
    const shapes = reasonOf(['11', '222', '12', '13', '14'], 3);
    expect(shapes.known).toMatchObject({ size: null, hasOddest: true });
    expect(shapes.inOrder()).toEqual(['222', '11', '12', '13', '14']);
    expect([...shapes.known.entries()]).toEqual([]);
    const nothing = reasonOf(['1', '22', '333', '4444', '55555'], 3);
    expect(nothing.known).toMatchObject({ size: null, hasOddest: false });
    expect(nothing.inOrder()).toEqual(['1', '22', '333', '4444', '55555']);
  });

  const value = fc.constantFrom('1', '22', '22', '2 2', 'a', 'abc', 'é', '', '+1', '33', '44');
  // Few rows, so that one is often changed again, and some that lie in other blocks; null: the row leaves the reason.
  const row = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }) },
    fc.constantFrom(1023, 1024, 2999, 3000),
  );
  const change = fc.record({ row, value: fc.option(value) });

  it('know after any changes what a fresh look knows', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), fc.constantFrom(3, 6, 100), (changes, mostValues) => {
        const rows = new RowSet(3000);
        const known = new ReasonValues(mostValues);
        const now = new Map<number, string>();
        for (const { row, value: next } of changes) {
          if (rows.remove(row)) known.remove(row);
          if (next === null) continue;
          rows.add(row);
          known.add(row, next);
          now.set(row, next);
          // An order that is known is not kept over a change.
          expect(known.oddestFirst(rows)).toHaveLength(rows.size);
        }
        const fresh = new ReasonValues();
        for (const row of rows) fresh.add(row, now.get(row) ?? '');
        const order = [...known.oddestFirst(rows)];
        expect(order.toSorted((one, other) => one - other)).toEqual([...rows]);
        if (known.size === null) return;
        expect(known).toMatchObject({ size: fresh.size, hasOddest: fresh.hasOddest });
        expect([...rows].map((at) => known.valueOf(at))).toEqual([...rows].map((at) => now.get(at)));
        expect(new Map(known.entries())).toEqual(new Map(fresh.entries()));
        expect(order).toEqual([...fresh.oddestFirst(rows)]);
      }),
    );
  });

  it('may all be different', () => {
    const { known, rows } = reasonOf(
      Array.from({ length: 100_000 }, (_, row) => `${row % 7 === 0 ? '+' : ''}${row * 37}`),
    );
    expect(known.size).toBe(100_000);
    expect(new Set(known.oddestFirst(rows)).size).toBe(100_000);
  });
});

describe('a shape', () => {
  it.each([
    ['398840', '493070', true],
    ['517 35520', '51735520', false],
    ['¿a', 'aa', false],
    ['Àa', 'aa', true],
    ['x:', 'x/', false],
    ['0', '9', true],
    ['@', 'a', false],
    ['[', 'z', false],
    ['Anna', 'Børge', true],
    ['Anna 12', 'Bo 34', true],
    ['a@b.de', 'anna@schule.de', true],
    ['a@b.de', 'a(at)b.de', false],
    ['03/04/2026', '25/12/2026', true],
    ['03/04/2026', '03.04.2026', false],
  ])('of %s and %s', (one, other, isAlike) => expect(shapeNumber(one) === shapeNumber(other)).toBe(isAlike));
});
