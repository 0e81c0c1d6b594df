import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../shared/domain/time/time.ts';
import { brokerWorld as world, minute } from '../simulation/broker-world.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';

/** Writes down for how long each timer was set, and how many were called off. */
class WatchedClock extends VirtualClock {
  readonly delays: number[] = [];
  calledOff = 0;

  override after(delay: number, callback: () => void): { cancel(): void } {
    this.delays.push(delay);
    const timer = super.after(delay, callback);
    const cancel = () => {
      this.calledOff++;
      timer.cancel();
    };
    return { cancel };
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
    const { broker, clock, exchange, granted, state } = world();
    exchange('person', () => minute(120));
    clock.run(1_000);
    broker.heardClock(6 * MINUTE);
    broker.suspend();
    exchange('person', () => null);
    clock.run(50_000);
    expect([granted.length, state().window.isKnown]).toEqual([1, true]);
    broker.resume();
    expect([granted.length, state().window.isKnown]).toEqual([2, false]);
    // The clock of this computer may have been set meanwhile: a budget that is new hears nothing of the difference.
    expect(broker.state('GET users').daily.clockOffset).toBeNull();
  });
});

describe("a clock of this computer that was set: the service's, heard again", () => {
  it('moves the end of a block, and what waits for it leaves at once', () => {
    const { ask, broker, changes, clock, granted, state } = world();
    broker.heardClock(0);
    state().day.block(clock.wallNow() + 8 * MINUTE, 'minute');
    ask('import');
    clock.sleep(-6 * MINUTE);
    clock.run(8 * MINUTE);
    expect(granted).toEqual([]);
    const before = changes();
    broker.heardClock(6 * MINUTE);
    expect(granted).toHaveLength(1);
    // The new end of the block, and that the request has left.
    expect(changes() - before).toBe(2);
  });

  it('holds for a budget that is used for the first time after it', () => {
    const { broker } = world();
    broker.heardClock(6 * MINUTE);
    expect(broker.state('GET users').daily.clockOffset).toBe(6 * MINUTE);
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

  it('are called off at the end, and not set again after it', () => {
    const clock = new WatchedClock();
    const { ask, open, broker, wakes } = world({ clock });
    ask('person');
    ask('import');
    const before = clock.delays.length;
    const calledOff = clock.calledOff;
    broker.close();
    expect([before, clock.calledOff - calledOff]).toEqual([2, 2]);
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

  it('notice a sleep within a second while a request waits', () => {
    const { ask, broker, clock, wakes } = world();
    broker.hold(true);
    ask('import');
    clock.run(4_000);
    clock.sleep(3_000);
    clock.run(5_000);
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
