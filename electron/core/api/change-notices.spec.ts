import { expect, it } from 'vitest';
import { ChangeNotices } from './change-notices.ts';
import { VirtualClock } from './simulation/virtual-clock.ts';

function world() {
  const clock = new VirtualClock();
  const notices = new ChangeNotices(clock);
  const told: number[] = [];
  return { clock, notices, told, listen: () => notices.listen(() => told.push(clock.monotonicNow())) };
}

it('tells of many changes at once, ten times a second at most', () => {
  const { clock, notices, told, listen } = world();
  listen();
  notices.changed();
  notices.changed();
  clock.run(50);
  notices.changed();
  clock.run(150);
  notices.changed();
  clock.run(1_000);
  expect(told).toEqual([100, 250]);
});

it('tells nobody of what changed before they listened, or after they stopped', () => {
  const { clock, notices, told, listen } = world();
  notices.changed();
  const stop = listen();
  clock.run(1_000);
  expect(told).toEqual([]);
  notices.changed();
  stop();
  clock.run(2_000);
  expect(told).toEqual([]);
});

it('tells nothing after the end', () => {
  const { clock, notices, told, listen } = world();
  listen();
  notices.changed();
  notices.close();
  notices.changed();
  clock.run(1_000);
  expect(told).toEqual([]);
  const other = world();
  other.listen();
  other.notices.close();
  other.notices.changed();
  other.clock.run(1_000);
  expect(other.told).toEqual([]);
});
