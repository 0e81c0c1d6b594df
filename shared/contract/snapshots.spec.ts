import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChangeSnapshot, newest, withNewest, withSnapshot } from './snapshots.ts';

const item = (id: string, sequence: number) => ({ id, sequence });

test('an older snapshot never takes the place of a newer one', () => {
  const list = [item('a', 5)];
  expect(withSnapshot(list, item('a', 4))).toBe(list);
  expect(withSnapshot(list, item('a', 6))).toEqual([item('a', 6)]);
  expect(withSnapshot(list, item('b', 1))).toEqual([item('b', 1), item('a', 5)]);
});

test('in whatever order snapshots arrive, the newest stays', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1 }), (sequences) => {
      const last = sequences.reduce<ReturnType<typeof item>[]>(
        (list, sequence) => withSnapshot(list, item('a', sequence)),
        [],
      );
      expect(last).toEqual([item('a', Math.max(...sequences))]);
    }),
  );
});

test('a list that was read keeps its members and order, with newer figures from events', () => {
  type List = { jobs: ReturnType<typeof item>[] };
  const each = ({ jobs }: List, change: ChangeSnapshot): List => ({ jobs: jobs.map(change) });
  const known = { jobs: [item('a', 9), item('gone', 3)] };
  expect(withNewest(each, known, { jobs: [item('b', 1), item('a', 7)] })).toEqual({
    jobs: [item('b', 1), item('a', 9)],
  });
  expect(newest(undefined, item('a', 0))).toEqual(item('a', 0));
});
