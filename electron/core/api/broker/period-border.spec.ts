import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { PeriodBorder } from './period-border.ts';

function world() {
  const clock = new VirtualClock();
  const border = new PeriodBorder(clock);
  const wallAt = (monotonic: number) => clock.wallNow() - clock.monotonicNow() + monotonic;
  return { clock, border, wallAt };
}

describe('units that a figure may lack', () => {
  it('are those under way, and those that came back since it was asked for', () => {
    const { clock, border } = world();
    border.began(4);
    border.began(2);
    clock.run(1_000);
    border.ended(4);
    // What came back in the very millisecond may have been counted later.
    expect([999, 1_000, 1_001].map((asked) => border.uncounted(asked))).toEqual([6, 6, 2]);
    border.ended(2);
    expect(border.uncounted(1_001)).toBe(0);
  });

  it('of another program are those that it debited in the last two seconds', () => {
    const { clock, border } = world();
    border.foreign(3);
    expect([2_000, 2_001].map((asked) => border.uncounted(asked, true))).toEqual([3, 0]);
    expect(border.uncounted(0)).toBe(0);
    clock.run(MINUTE);
    border.foreign(1);
    expect(border.uncounted(0, true)).toBe(4);
  });

  it('are not those that came back a minute ago', () => {
    const { clock, border } = world();
    border.began(3);
    border.ended(1);
    clock.run(1);
    border.ended(1);
    clock.run(MINUTE);
    border.ended(1);
    expect(border.uncounted(0)).toBe(2);
  });
});

describe('the end of a period', () => {
  it('leaves open where the requests of its last three seconds are counted, and those under way', () => {
    const { clock, border, wallAt } = world();
    for (const at of [6_999, 7_000, 9_000]) {
      clock.run(at);
      border.began(1);
      border.ended(1);
    }
    border.began(5);
    clock.run(10_000);
    expect(border.crossed(wallAt(10_000))).toBe(7);
  });

  it('tells which answers and debits are of the period before', () => {
    const { clock, border, wallAt } = world();
    expect([border.isOfPeriodBefore(0), border.wasDebitedBefore(0)]).toEqual([false, false]);
    clock.run(11_000);
    border.crossed(wallAt(10_000));
    expect([9_999, 10_000].map((sentAt) => border.wasDebitedBefore(sentAt))).toEqual([true, false]);
    expect([11_999, 12_000].map((sentAt) => border.isOfPeriodBefore(sentAt))).toEqual([true, false]);
  });
});

it('a period is taken to be begun by others only within an hour since it was last known not to be', () => {
  const { border, wallAt } = world();
  border.crossed(wallAt(0));
  expect(border.begunByOthers(8, HOUR)).toBeCloseTo(wallAt(0.95 * HOUR), 3);
  expect(border.begunByOthers(8, HOUR + 1)).toBeNull();
});

describe('jobs wait', () => {
  it('for two seconds at most when a clock that was days ahead is set right: the period has ended by now', () => {
    const { clock, border, wallAt } = world();
    clock.run(10_000);
    border.crossed(wallAt(3 * 24 * HOUR));
    expect(border.quietUntil(null)).toBe(12_000);
    expect([border.wasDebitedBefore(10_000), border.isOfPeriodBefore(12_000)]).toEqual([false, false]);
  });

  it('not while no end is known', () => {
    const { border } = world();
    expect(border.quietUntil(null)).toBe(-Infinity);
  });

  it('from five seconds before the end to two seconds after it', () => {
    const { clock, border, wallAt } = world();
    clock.run(4_999);
    expect(border.quietUntil(wallAt(10_000))).toBe(-Infinity);
    clock.run(5_000);
    expect(border.quietUntil(wallAt(10_000))).toBe(12_000);
    clock.run(11_999);
    expect(border.quietUntil(null)).toBe(12_000);
    clock.run(12_000);
    expect(border.quietUntil(null)).toBe(-Infinity);
  });

  it('for two seconds after an end at which nobody asked', () => {
    const { clock, border, wallAt } = world();
    clock.run(10_500);
    border.crossed(wallAt(10_000));
    expect(border.quietUntil(null)).toBe(12_000);
    clock.run(12_000);
    expect(border.quietUntil(null)).toBe(-Infinity);
  });

  it('again only an hour later, whatever end the service names', () => {
    const { clock, border, wallAt } = world();
    clock.run(5_000);
    border.quietUntil(wallAt(10_000));
    clock.run(12_000 + HOUR - 1);
    expect(border.quietUntil(wallAt(12_000 + HOUR + 3_000))).toBe(-Infinity);
    clock.run(12_000 + HOUR);
    expect(border.quietUntil(wallAt(12_000 + HOUR + 3_000))).toBe(12_000 + HOUR + 5_000);
  });
});

describe('borders that are taken over', () => {
  /** One that goes on from two; the second has been told nothing unless `tell` does. */
  function after(tell: (one: PeriodBorder, other: PeriodBorder, at: ReturnType<typeof world>) => void) {
    const at = world();
    const other = new PeriodBorder(at.clock);
    at.clock.run(1_000);
    tell(at.border, other, at);
    const joined = new PeriodBorder(at.clock);
    joined.takeOver([at.border, other]);
    return { ...at, joined };
  }

  it('know what came back of both, the oldest first', () => {
    const { joined } = after((one, other, { clock }) => {
      one.began(3);
      other.began(2);
      one.ended(1);
      clock.run(2_000);
      other.ended(2);
      clock.run(3_000);
      one.ended(2);
    });
    expect([1_000, 1_001, 2_001, 3_001].map((asked) => joined.uncounted(asked))).toEqual([5, 4, 2, 0]);
  });

  it('stay quiet as long as one of them was to be', () => {
    const { joined } = after((one, other, { wallAt }) => {
      expect(one.quietUntil(wallAt(4_000))).toBe(6_000);
      expect(other.quietUntil(null)).toBe(Number.NEGATIVE_INFINITY);
    });
    expect(joined.quietUntil(null)).toBe(6_000);
  });

  it('know when others began a period only when both saw that it had not begun', () => {
    for (const [isSeenByBoth, knows] of [
      [true, true],
      [false, false],
    ]) {
      const { clock, joined } = after((one, other) => {
        one.begunByOthers(0, 1_000);
        if (isSeenByBoth) other.begunByOthers(0, 900);
      });
      clock.run(5 * MINUTE);
      expect(joined.begunByOthers(80, 5 * MINUTE) !== null).toBe(knows);
    }
  });
});
