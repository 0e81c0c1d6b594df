import { expect, it } from 'vitest';
import type { Lane } from '../../../../shared/domain/pacing/pacing.ts';
import { LaneQueue, lowestFirst, type Waiting } from './lane-queue.ts';

const waiting = (lane: Lane, order: number): Waiting => ({
  service: 'POST leads',
  lane,
  fairUse: true,
  order,
  answer: () => undefined,
});

it('gives the first of each lane, highest lane first', () => {
  const queue = new LaneQueue();
  expect(queue.isEmpty).toBe(true);
  const entries = [waiting('reconcile', 1), waiting('import', 2), waiting('import', 3), waiting('person', 4)];
  for (const entry of entries) queue.add(entry);
  expect(queue.isEmpty).toBe(false);
  expect(queue.heads().map(({ order }) => order)).toEqual([4, 2, 1]);
  expect([queue.count('import'), queue.count('refresh')]).toEqual([2, 0]);
});

it('knows whether a lower lane waits', () => {
  const queue = new LaneQueue();
  queue.add(waiting('import', 1));
  expect((['person', 'refresh', 'import', 'reconcile'] as const).map((lane) => queue.hasBelow(lane))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('removes nothing for a request that no longer waits', () => {
  const queue = new LaneQueue();
  const [one, other] = [waiting('import', 1), waiting('import', 2)];
  queue.add(one);
  queue.add(other);
  queue.remove(one);
  queue.remove(one);
  expect(queue.list()).toEqual([other]);
  expect(queue.removeAll()).toEqual([other]);
  expect(queue.isEmpty).toBe(true);
});

it('lets the lower lanes go by age, and the highest last', () => {
  const [person, refresh, rows, reconcile] = [
    waiting('person', 1),
    waiting('refresh', 9),
    waiting('import', 5),
    waiting('reconcile', 7),
  ];
  expect(lowestFirst([person, refresh, rows, reconcile])).toEqual([rows, reconcile, refresh, person]);
  expect(lowestFirst([rows])).toEqual([rows]);
  expect(lowestFirst([])).toEqual([]);
});
