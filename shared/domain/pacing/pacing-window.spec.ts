import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../time/time.ts';
import { MinuteWindow, OthersEstimate, SendTimes } from './pacing-window.ts';

/** An answer that left at `sentAt` and travelled for 100 ms. */
const reading = (sentAt: number, remaining: number, secondsLeft: number) => ({
  sentAt,
  receivedAt: sentAt + 100,
  limit: 240,
  remaining,
  secondsLeft,
});

/** The service's minute as these answers show it, one after the other. */
function windowOf(...readings: readonly Parameters<typeof reading>[]): MinuteWindow {
  const window = new MinuteWindow();
  for (const said of readings) window.read(reading(...said));
  return window;
}

describe("the service's minute", () => {
  it('is unknown before the first answer', () => {
    const window = new MinuteWindow();
    expect(window.isKnown).toBe(false);
    expect(window.remaining(0)).toBeNull();
    expect(window.endsBy(0)).toBeNull();
    window.spend();
    expect(window.isKnown).toBe(false);
  });

  it('ends at the latest when the seconds are over that an answer named on arrival', () => {
    const window = windowOf([1_000, 200, 30]);
    expect(window.isKnown).toBe(true);
    expect(window.endsBy(2_000)).toBe(31_100);
    expect(window.remaining(31_100)).toBe(200);
    expect(window.endsBy(31_100)).toBe(31_100);
    expect(window.remaining(31_101)).toBeNull();
    expect(window.endsBy(31_101)).toBeNull();
  });

  it('is narrowed by every answer, and the lowest remainder counts', () => {
    const window = windowOf([1_000, 200, 30]);
    // Ends between 29.9 and 31.0 s by this one.
    window.read(reading(10_900, 190, 20));
    expect(window.endsBy(11_000)).toBe(31_000);
    window.read(reading(12_500, 195, 19));
    expect(window.endsBy(13_000)).toBe(31_000);
    expect(window.remaining(13_000)).toBe(190);
  });

  it('keeps the narrowest beginning of the end, so that a new minute is recognised', () => {
    const window = new MinuteWindow();
    // Ends between 30.0 and 31.1 s, then between 30.9 and 32.0 s: between 30.9 and 31.1 s.
    window.read(reading(1_000, 200, 30));
    window.read(reading(11_900, 190, 20));
    expect(window.endsBy(12_000)).toBe(31_100);
    // This one ends by 30.85 s at the latest: it is of an earlier minute.
    window.read(reading(10_750, 150, 20));
    expect(window.remaining(12_000)).toBe(190);
    // This one ends by 30.9 s at the latest, as late as the minute at the earliest: it is of this minute.
    window.read(reading(10_800, 180, 20));
    expect(window.remaining(12_000)).toBe(180);
    expect(window.endsBy(12_000)).toBe(30_900);
  });

  it('is another one only when it ends later than this one can', () => {
    const window = windowOf([1_000, 5, 30]);
    // From 31.1 s, which this minute can reach, and from 31.2 s, which it cannot.
    window.read(reading(2_100, 100, 30));
    expect(window.remaining(3_000)).toBe(5);
    window.read(reading(2_300, 239, 30));
    expect(window.remaining(3_000)).toBe(239);
    expect(window.endsBy(3_000)).toBe(32_400);
  });

  it('that has begun ignores what an answer of the minute before it says', () => {
    const window = windowOf([1_000, 5, 30], [40_000, 239, 59], [39_000, 4, 2]);
    expect(window.remaining(41_000)).toBe(239);
  });

  it('counts a request whose answer never came, down to none', () => {
    const window = windowOf([1_000, 1, 30]);
    window.spend();
    expect(window.remaining(2_000)).toBe(0);
    window.spend();
    expect(window.remaining(2_000)).toBe(0);
  });

  it('is forgotten whole', () => {
    const window = windowOf([1_000, 5, 30]);
    window.forget();
    expect(window.isKnown).toBe(false);
    // An answer of an earlier minute than the forgotten one is believed.
    window.read(reading(0, 100, 10));
    expect(window.remaining(5_000)).toBe(100);
    expect(window.endsBy(5_000)).toBe(10_100);
  });
});

describe('the estimate of other clients', () => {
  it('is what was used less everything of ours that can be in it', () => {
    const others = new OthersEstimate();
    let asked: [number, number] = [0, 0];
    others.read(reading(100_000, 200, 30), (from, to) => {
      asked = [from, to];
      return 15;
    });
    expect(asked).toEqual([38_500, 100_100]);
    expect(others.perMinute(100_200)).toBe(25);
  });

  it('is never less than nothing, and the most of the last 75 s', () => {
    const others = new OthersEstimate();
    others.read(reading(4_800, 200, 30), () => 60);
    expect(others.perMinute(5_000)).toBe(0);
    others.read(reading(4_850, 200, 30), () => 10);
    others.read(reading(4_870, 200, 30), () => 20);
    expect(others.perMinute(5_000)).toBe(30);
    // The slice from 0 to 5 s counts until 75 s are over.
    expect(others.perMinute(74_999)).toBe(30);
    expect(others.perMinute(75_000)).toBe(0);
  });

  it('drops old slices when a new one comes', () => {
    const others = new OthersEstimate();
    others.read(reading(4_000, 140, 30), () => 0);
    others.read(reading(9_000, 200, 30), () => 0);
    others.read(reading(75_000, 230, 30), () => 0);
    // Asked with an earlier time, the slice from 5 to 10 s is still there, the one before is not.
    expect(others.perMinute(20_000)).toBe(40);
  });

  it('is forgotten', () => {
    const others = new OthersEstimate();
    others.read(reading(1_000, 200, 30), () => 0);
    others.forget();
    expect(others.perMinute(1_200)).toBe(0);
  });
});

describe('the times of own requests', () => {
  it('are counted within both ends, from the newest back', () => {
    const sends = new SendTimes();
    for (const time of [10, 20, 30, 40]) sends.add(time);
    expect(sends.count(20, 30)).toBe(2);
    expect(sends.count(21, 29)).toBe(0);
    expect(sends.count(0, 100)).toBe(4);
    expect(sends.nthLast(1)).toBe(40);
    expect(sends.nthLast(4)).toBe(10);
    expect(sends.nthLast(5)).toBeNull();
  });

  it('are taken back, the newest of equal ones', () => {
    const sends = new SendTimes();
    for (const time of [10, 10, 20]) sends.add(time);
    sends.remove(10);
    expect(sends.count(0, 100)).toBe(2);
    sends.remove(10);
    expect(sends.count(0, 100)).toBe(1);
    sends.remove(99);
    expect(sends.count(0, 100)).toBe(1);
  });

  it('are kept for two minutes at least, and for little more than three', () => {
    const sends = new SendTimes();
    sends.add(5);
    sends.add(MINUTE + 5);
    sends.add(MINUTE + 6);
    sends.add(3 * MINUTE + 5);
    expect(sends.nthLast(4)).toBe(5);
    sends.add(3 * MINUTE + 6);
    expect(sends.all()).toEqual([MINUTE + 6, 3 * MINUTE + 5, 3 * MINUTE + 6]);
  });

  it('are counted right in whatever order and with whatever gaps they come', () => {
    const time = fc.integer({ min: 0, max: 5 * MINUTE });
    fc.assert(
      fc.property(fc.array(time), time, time, (times, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const sends = new SendTimes();
        sends.replace(times.slice(0, 3));
        for (const sent of times.slice(3)) sends.add(sent);
        const held = sends.all();
        expect(held).toEqual(held.toSorted((first, second) => first - second));
        expect(sends.count(from, to)).toBe(held.filter((sent) => sent >= from && sent <= to).length);
      }),
    );
  });
});
