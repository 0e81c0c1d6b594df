import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/time.ts';
import { brokerWorld as world, minute } from '../simulation/broker-world.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';

/** Writes down for how long each timer was set. */
class WatchedClock extends VirtualClock {
  readonly delays: number[] = [];

  override after(delay: number, callback: () => void): { cancel(): void } {
    this.delays.push(delay);
    return super.after(delay, callback);
  }
}

describe('sleep', () => {
  it('is noticed by the clocks, and forgets the minute without a burst', () => {
    const { clock, exchange, granted, wakes, state } = world();
    const again = () => exchange('import', () => minute(120));
    for (let index = 0; index < 3_000; index++) again();
    clock.run(10_000);
    clock.sleep(30 * 60_000);
    const before = granted.length;
    clock.run(11_100);
    expect(wakes()).toBe(1);
    expect(granted.length - before).toBeLessThanOrEqual(5);
    expect(state().window.isKnown).toBe(true);
  });

  it('that is announced stops everything until it is over', () => {
    const { broker, clock, exchange, granted } = world();
    broker.suspend();
    exchange('person', () => null);
    clock.run(60_000);
    expect(granted).toEqual([]);
    broker.resume();
    expect(granted).toHaveLength(1);
  });
});

describe('the timers', () => {
  it('are for a time that comes, and are none without work', () => {
    const clock = new WatchedClock();
    const { ask, open, broker } = world({ clock });
    ask('import');
    ask('import');
    clock.run(10_000);
    for (const ticket of open) ticket.settle({ kind: 'lost' });
    expect(clock.delays.filter((delay) => !Number.isFinite(delay))).toEqual([]);
    clock.run(11_000);
    const before = clock.delays.length;
    clock.run(HOUR);
    broker.pump();
    expect(clock.delays.length).toBe(before);
  });

  it('are not set again after the end', () => {
    const clock = new WatchedClock();
    const { ask, open, broker, wakes } = world({ clock });
    ask('person');
    ask('person');
    broker.close();
    const before = clock.delays.length;
    clock.sleep(HOUR);
    open[0]?.settle({ kind: 'lost' });
    clock.run(HOUR);
    expect(wakes()).toBe(0);
    expect(clock.delays.length).toBe(before);
  });

  it('notice a sleep while a request is under way: nothing is known of the minute then', () => {
    const { ask, exchange, clock, wakes, state } = world();
    exchange('import', () => minute(120));
    clock.run(5_000);
    ask('import');
    expect(state().window.isKnown).toBe(true);
    clock.sleep(3_000);
    clock.run(6_100);
    expect(wakes()).toBe(1);
    expect(state().window.isKnown).toBe(false);
  });

  it('notice a sleep while a request waits', () => {
    const { ask, broker, clock, wakes } = world();
    broker.hold(true);
    ask('import');
    clock.run(5_000);
    clock.sleep(3_000);
    clock.run(6_100);
    expect(wakes()).toBe(1);
  });

  it('take a late look for a sleep only while they were set', () => {
    const { ask, broker, clock, wakes } = world();
    broker.pump();
    clock.freeze(9_000);
    broker.pump();
    expect(wakes()).toBe(0);
    ask('import');
    clock.freeze(9_000);
    broker.pump();
    expect(wakes()).toBe(1);
  });
});
