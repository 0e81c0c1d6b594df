import { expect, test } from 'vitest';
import { HOUR } from '../../../../../shared/domain/time/time.ts';
import { format } from '../../../lib/format.ts';
import { timeLine } from './time-line.ts';

/** Tuesday 17 November 2026, 14:00 there. */
const now = Date.parse('2026-11-17T13:00:00Z');

test('a short run is drawn on eight hours, with what is left of production hours, and no midnight', () => {
  const line = timeLine({ now, startsAt: now, finishAt: now + HOUR, jobs: [] });
  expect(line.own).toEqual({ from: 0, to: 1 / 8 });
  expect(line.production).toEqual([{ from: 0, to: 7 / 8, isNamed: true }]);
  expect(line.midnights).toEqual([]);
  expect(line.marks.map(({ time }) => time)).toEqual([now + 2 * HOUR, now + 5 * HOUR, now + 8 * HOUR]);
  const odd = timeLine({ now: now + 20 * 60_000, startsAt: now, finishAt: now + HOUR, jobs: [] });
  expect(odd.marks.map(({ time }) => time)).toEqual([now + 3 * HOUR, now + 5 * HOUR, now + 8 * HOUR]);
});

test('a run over midnight has its midnight, the other imports, and the production hours of two days', () => {
  const jobs = [
    { id: 'a', name: 'First', from: now + HOUR, to: now + 2 * HOUR },
    { id: 'b', name: 'Not known', from: null, to: null },
    { id: 'c', name: 'Later', from: now + 30 * HOUR, to: now + 40 * HOUR },
  ];
  const line = timeLine({ now, startsAt: now + 2 * HOUR, finishAt: now + 20 * HOUR, jobs });
  expect(line.jobs).toEqual([{ id: 'a', name: 'First', from: 1 / 23, to: 2 / 23 }]);
  expect(line.own?.from).toBeCloseTo(2 / 23);
  expect(line.midnights.map((at) => Math.round(at * 23))).toEqual([10]);
  // No hour is named where midnight is.
  expect(line.marks.map(({ time }) => time)).toEqual([now + 15 * HOUR, now + 23 * HOUR]);
  expect(line.production.map(({ from, to }) => [Math.round(from * 23), Math.round(to * 23)])).toEqual([
    [0, 7],
    [18, 23],
  ]);
});

test.each(['2027-03-28T00:00:00Z', '2026-10-25T00:00:00Z'])(
  'production hours are 8 to 21 where the clock changes, %s',
  (day) => {
    const at = Date.parse(day);
    const { production } = timeLine({ now: at, startsAt: at, finishAt: at + 20 * HOUR, jobs: [] });
    const [hours] = production;
    const time = (place = 0) => format.time(Math.round(at + place * 23 * HOUR));
    expect([production.length, time(hours?.from), time(hours?.to)]).toEqual([1, '08:00', '21:00']);
  },
);

test('a run of days is drawn for a day and a half; one that begins later is not drawn', () => {
  const days = 24 * HOUR;
  expect(timeLine({ now, startsAt: now, finishAt: now + 5 * days, jobs: [] }).own).toEqual({ from: 0, to: 1 });
  expect(timeLine({ now, startsAt: now + 4 * days, finishAt: now + 5 * days, jobs: [] }).own).toBeNull();
});

test('no two words meet, whenever it is and however long the run takes', () => {
  // Shares of 319 pixels, with words that are a third longer.
  const [nowWidth, hour, midnight, production] = [0.1, 0.1, 0.17, 0.38];
  for (let minute = 0; minute < 24 * 60; minute += 5)
    for (const hours of [1, 11, 20, 40]) {
      const at = now + minute * 60_000;
      const line = timeLine({ now: at, startsAt: at, finishAt: at + hours * HOUR, jobs: [] });
      const middle = (place: number, width: number) => [place - width / 2, place + width / 2] as const;
      const words = [
        [0, nowWidth] as const,
        ...line.marks.map(({ at: place, isLast }) => (isLast ? ([place - hour, place] as const) : middle(place, hour))),
        ...(line.midnightWord === null ? [] : [middle(line.midnightWord, midnight)]),
      ].toSorted(([one], [other]) => one - other);
      for (const { from, to, isNamed } of line.production) expect(isNamed ? to - from : 1).toBeGreaterThan(production);
      for (const [index, [, end]] of words.entries()) {
        expect(end).toBeLessThanOrEqual(1);
        expect(words[index + 1]?.[0] ?? 1).toBeGreaterThanOrEqual(end);
      }
    }
});
