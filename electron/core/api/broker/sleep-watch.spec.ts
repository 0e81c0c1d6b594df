import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { SleepWatch } from './sleep-watch.ts';

function world() {
  const clock = new VirtualClock();
  const watch = new SleepWatch(clock);
  watch.hasSlept(true);
  return { clock, watch };
}

describe('a sleep', () => {
  it('is not seen by the first look', () => {
    const clock = new VirtualClock();
    clock.run(60_000);
    expect(new SleepWatch(clock).hasSlept(true)).toBe(false);
  });

  it('is seen when the wall clock went on for more than two seconds alone', () => {
    const { clock, watch } = world();
    clock.sleep(2_000);
    expect(watch.hasSlept(true)).toBe(false);
    clock.sleep(2_001);
    expect(watch.hasSlept(true)).toBe(true);
    expect(watch.hasSlept(true)).toBe(false);
  });

  it('is seen when the wall clock was set back', () => {
    const { clock, watch } = world();
    clock.sleep(-2_001);
    expect(watch.hasSlept(false)).toBe(true);
  });

  it('is seen when a look that was due came more than eight seconds late', () => {
    const { clock, watch } = world();
    clock.freeze(8_000);
    expect(watch.hasSlept(true)).toBe(false);
    clock.freeze(8_001);
    expect(watch.hasSlept(false)).toBe(false);
    clock.freeze(8_001);
    expect(watch.hasSlept(true)).toBe(true);
  });
});
