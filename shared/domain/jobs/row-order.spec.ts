import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderIn, placesInOrder } from './row-order.ts';

/** Places of the rows, and how often other work had a turn meanwhile. */
function placed(cells: readonly string[], descending: boolean) {
  const work = placesInOrder(
    cells.map((cell, index) => ({ n: index + 1, cell })),
    { descending },
  );
  for (let turns = 0; ; turns += 1) {
    const step = work.next();
    if (step.done === true) return { places: step.value, turns };
  }
}

/** Cells in the order in which their rows go out. */
function inOrder(cells: readonly string[], descending = false): string[] {
  return [...placed(cells, descending).places]
    .sort(([, one], [, other]) => one - other)
    .map(([n]) => cells[n - 1] ?? '');
}

it('compares numbers by size, with a point or a comma', () => {
  expect(inOrder(['10', '9', '-2,5', '1.25', '1.5'])).toEqual(['-2,5', '1.25', '1.5', '9', '10']);
  expect(inOrder(['10', '9', '11'], true)).toEqual(['11', '10', '9']);
});

it('compares text without letter case, and the digits in it as numbers', () => {
  expect(inOrder(['zone 10', 'Zone 9', 'area 12', 'Årø'])).toEqual(['area 12', 'Årø', 'Zone 9', 'zone 10']);
});

it('puts empty cells last in both directions, and keeps equal ones as in the file', () => {
  const numbered = (cells: string[], descending: boolean) => [...placed(cells, descending).places.keys()];
  expect(numbered(['', 'b', ' ', 'a', 'B'], false)).toEqual([4, 2, 5, 1, 3]);
  expect(numbered(['', 'b', ' ', 'a', 'B'], true)).toEqual([2, 5, 4, 1, 3]);
});

it('stops in between, and places many rows as one sort would', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 7_000 }), fc.integer({ min: 1, max: 9_000 }), (rows, different) => {
      const cells = Array.from({ length: rows }, (_, index) => String((index * 7_919) % different));
      const { places, turns } = placed(cells, false);
      const sorted = cells.map((cell, index) => ({ n: index + 1, size: Number(cell) }));
      sorted.sort((one, other) => one.size - other.size || one.n - other.n);
      expect([...places]).toEqual(sorted.map(({ n }, index) => [n, index + 1]));
      // Once for each thousand cells that are looked at, sorted, and given a place.
      expect(turns).toBeGreaterThanOrEqual(3 * Math.floor(rows / 1_000));
    }),
    { numRuns: 20 },
  );
});

it('stops after each thousand cells that are read, sorted, joined and given a place', () => {
  const turnsOf = (count: number) =>
    placed(
      Array.from({ length: count }, (_, index) => String(index)),
      false,
    ).turns;
  expect([0, 999, 1_000, 2_000].map(turnsOf)).toEqual([0, 1, 3, 8]);
});

it('follows its column by name when the file is read again with other columns', () => {
  const order = { column: 1, descending: true, label: 'City' };
  expect(orderIn(order, ['Name', 'City'])).toBe(order);
  expect(orderIn(order, ['City', 'Name'])).toEqual({ ...order, column: 0 });
  expect(orderIn(order, ['Name', 'Town'])).toBeNull();
  expect(orderIn(order, ['City', 'Name', 'City'])).toBeNull();
  expect(orderIn(order, ['City', 'City'])).toBe(order);
  expect(orderIn({ column: 1 }, ['Name', 'Town'])).toEqual({ column: 1 });
  expect(orderIn({ column: 2 }, ['Name', 'Town'])).toBeNull();
  expect(orderIn(null, ['Name'])).toBeNull();
});
