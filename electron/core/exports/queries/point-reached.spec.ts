import { expect, it } from 'vitest';
import { ServerClock } from '../../api/requests/server-clock.ts';
import { askedAt, serviceTime } from './point-reached.ts';

const ZONE = 'Europe/Copenhagen';

it.each([
  ['a winter day', '2026-11-24T07:20:30Z', '2026-11-24T08:15:30'],
  // On 25 October 2026 the clock goes from 03:00 back to 02:00, at 01:00 UTC.
  ['an hour before the clock goes back', '2026-10-25T00:05:00Z', '2026-10-25T01:00:00'],
  ['the hour that comes again', '2026-10-25T00:55:00Z', '2026-10-25T01:50:00'],
  ['its second time', '2026-10-25T01:55:00Z', '2026-10-25T02:50:00'],
])('a run on %s goes on from a time that no later change is before', (_when, instant, shown) => {
  expect(askedAt(Date.parse(instant), ZONE)).toBe(shown);
});

it('a run whose only answer took minutes, so that the clock of the service is hardly known, goes on from before it', () => {
  const asked = Date.parse('2026-11-24T07:20:30Z');
  const minutes = 4 * 60_000;
  const clock = new ServerClock({ wallNow: () => asked + minutes, monotonicNow: () => minutes, after: expect.fail });
  // The service's clock shows the same as ours, and its answer is dated when it is sent.
  clock.read(new Date(asked + minutes).toUTCString(), 0, minutes);
  expect(clock.offset).toBeGreaterThan(minutes / 2 - 1000);
  expect(askedAt(asked + (clock.offset ?? 0), ZONE) <= serviceTime(asked, ZONE)).toBe(true);
});
