import { describe, expect, it } from 'vitest';
import { Reachability } from './reachability.ts';
import { ServerClock } from './server-clock.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function world() {
  const clock = new VirtualClock();
  const tried: number[] = [];
  const told: boolean[] = [];
  let canReach = false;
  const reachability = new Reachability({
    clock,
    log: { bug: (where, error) => expect.unreachable(`${where}: ${String(error)}`), note: () => undefined },
    // Full jitter at its longest.
    random: () => 0.999_999,
    reach: async () => {
      tried.push(Math.round(clock.monotonicNow() / 1000));
      return canReach;
    },
    onChange: (isReachable) => told.push(isReachable),
  });
  return { clock, reachability, tried, told, comeBack: () => void (canReach = true) };
}

describe('a service out of reach', () => {
  it('is noticed after three requests that never left, and tried ever more rarely without a request', async () => {
    const { clock, reachability, tried, told } = world();
    reachability.failed('No way.');
    reachability.failed('No way.');
    expect(reachability.isOpen).toBe(false);
    reachability.failed('No way.');
    expect(reachability.trouble).toBe('No way.');
    await clock.runAsync(200_000, settle);
    expect(told).toEqual([false]);
    expect(tried).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
    reachability.close();
  });

  it('is told to be back as soon as a connection opens, and doubted again after one more failure', async () => {
    const { clock, reachability, told, tried, comeBack } = world();
    for (let index = 0; index < 3; index++) reachability.failed('No way.');
    comeBack();
    await clock.runAsync(2_000, settle);
    expect(told).toEqual([false, true]);
    reachability.failed('No way.');
    expect(told).toEqual([false, true, false]);
    // The next try is two seconds later, not one: the wait goes on doubling.
    expect(tried).toEqual([1]);
    await clock.runAsync(3_900, settle);
    expect(tried).toEqual([1]);
    await clock.runAsync(4_100, settle);
    expect(tried).toEqual([1, 4]);
    reachability.close();
  });

  it('is tried at once when the network comes back', async () => {
    const { clock, reachability, told, comeBack } = world();
    for (let index = 0; index < 3; index++) reachability.failed('No way.');
    await clock.runAsync(500_000, settle);
    comeBack();
    reachability.tryNow();
    await settle();
    expect(told.at(-1)).toBe(true);
  });

  it('is tried on once, however often a wake had it tried while a connection was being opened', async () => {
    const { clock, reachability, tried } = world();
    for (let index = 0; index < 3; index++) reachability.failed('No way.');
    reachability.tryNow();
    reachability.tryNow();
    await clock.runAsync(40_000, settle);
    expect(tried).toEqual([0, 0, 2, 6, 14, 30]);
    reachability.close();
  });

  it('is forgotten by an answer of any request', () => {
    const { reachability } = world();
    reachability.failed('No way.');
    reachability.failed('No way.');
    reachability.reached();
    reachability.failed('No way.');
    reachability.failed('No way.');
    expect(reachability.isOpen).toBe(false);
  });
});

describe('a try', () => {
  /** Out of reach, with a try whose end the spec decides. */
  function trying() {
    const clock = new VirtualClock();
    const told: boolean[] = [];
    const ends: ((isReached: boolean | Error) => void)[] = [];
    const reachability = new Reachability({
      clock,
      log: { bug: (where, error) => expect.unreachable(`${where}: ${String(error)}`), note: () => undefined },
      random: () => 1,
      reach: () =>
        new Promise((resolve, reject) => {
          ends.push((isReached) => (isReached instanceof Error ? reject(isReached) : resolve(isReached)));
        }),
      onChange: (isReachable) => told.push(isReachable),
    });
    return { clock, reachability, told, ends };
  }
  const open = (reachability: Reachability) => {
    for (let index = 0; index < 3; index++) reachability.failed('No way.');
  };

  it('is made for nothing while the service is in reach', () => {
    const { reachability, told, ends } = trying();
    reachability.tryNow();
    reachability.reached();
    expect([told, ends]).toEqual([[], []]);
  });

  it('that fails with an error changes nothing', async () => {
    const { reachability, clock, told, ends } = trying();
    open(reachability);
    reachability.tryNow();
    ends[0]?.(new Error('no network'));
    await clock.runAsync(1_000, settle);
    expect(told).toEqual([false]);
    expect(ends).toHaveLength(2);
    reachability.close();
  });

  it.each([true, false])(
    'whose end (%s) comes after an answer of another request starts no other',
    async (isReached) => {
      const { reachability, clock, told, ends } = trying();
      open(reachability);
      reachability.tryNow();
      reachability.reached();
      ends[0]?.(isReached);
      await clock.runAsync(200_000, settle);
      expect(told).toEqual([false, true]);
      expect(ends).toHaveLength(1);
    },
  );

  it.each([true, false])('whose end (%s) comes after the end of the client is the last', async (isReached) => {
    const { reachability, clock, told, ends } = trying();
    open(reachability);
    reachability.tryNow();
    reachability.close();
    ends[0]?.(isReached);
    await clock.runAsync(200_000, settle);
    expect(told).toEqual([false]);
    expect(ends).toHaveLength(1);
  });

  it('is not begun after the end of the client', async () => {
    for (const isOpenFirst of [true, false]) {
      const { reachability, clock, ends } = trying();
      if (isOpenFirst) open(reachability);
      reachability.close();
      if (!isOpenFirst) open(reachability);
      await clock.runAsync(200_000, settle);
      expect(ends).toEqual([]);
    }
  });
});

describe("the service's clock", () => {
  it('is known within the second after a few answers, whatever ours shows', () => {
    const clock = new VirtualClock();
    const server = new ServerClock(clock);
    expect(server.offset).toBeNull();
    for (let at = 100; at < 5_000; at += 370) {
      clock.run(at);
      const serverNow = clock.wallNow() - 40 + 125_000;
      server.read(
        new Date(Math.floor(serverNow / 1000) * 1000).toUTCString(),
        clock.monotonicNow() - 80,
        clock.monotonicNow(),
      );
    }
    expect(Math.abs((server.offset ?? 0) - 125_000)).toBeLessThan(300);
  });

  it('ignores dates that are none and believes a clock that was put right', () => {
    const clock = new VirtualClock();
    const server = new ServerClock(clock);
    server.read('yesterday', 0, 0);
    expect(server.offset).toBeNull();
    server.read(new Date(clock.wallNow()).toUTCString(), 0, 0);
    server.read(new Date(clock.wallNow() + 3_600_000).toUTCString(), 0, 0);
    expect(server.offset).toBeGreaterThan(3_590_000);
  });
});
