import { expect, it } from 'vitest';
import { RowSet } from './row-set.ts';
import { Selections } from './selections.ts';

it('stay known while thirty others are made, and longer when they are asked for', () => {
  const selections = new Selections();
  selections.begin(0);
  const rows = new RowSet(null, 8);
  const ids = Array.from({ length: 30 }, () => selections.add(rows));
  const isKnown = (place: number) => selections.find(ids[place] ?? '') !== undefined;
  expect(isKnown(0)).toBe(true);
  selections.add(rows);
  expect([isKnown(0), isKnown(1), isKnown(2)]).toEqual([true, false, true]);
});

it('are forgotten when rows have other numbers, and only then', () => {
  const selections = new Selections();
  selections.begin(1);
  const rows = new RowSet(null, 8);
  const id = selections.add(rows);
  selections.begin(1);
  expect(selections.find(id)).toBe(rows);
  selections.begin(2);
  expect(selections.find(id)).toBeUndefined();
});

it('are sets of rows: a set made from another one has its rows, and room for later ones', () => {
  const before = new RowSet(null, 7);
  for (const number of [1, 7]) before.set(number, true);
  expect([before.has(7), before.has(800)]).toEqual([true, false]);
  const set = new RowSet(before, 64);
  for (const [number, isIn] of [
    [64, true],
    [64, true],
    [17, true],
    [18, true],
    [7, false],
    [7, false],
    [8, false],
  ] as const)
    set.set(number, isIn);
  expect(Array.from({ length: 70 }, (_, number) => number).filter((number) => set.has(number))).toEqual([
    1, 17, 18, 64,
  ]);
  expect([set.size, before.size, before.has(7)]).toEqual([4, 2, true]);
  // Fewer rows than before: none of it is lost.
  expect(new RowSet(set, 1).has(64)).toBe(true);
});
