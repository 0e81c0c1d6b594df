import { expect, it } from 'vitest';
import { askedAt } from './point-reached.ts';

const ZONE = 'Europe/Copenhagen';

it.each([
  ['a winter day', '2026-11-24T07:15:30Z', '2026-11-24T08:15:30'],
  // On 25 October 2026 the clock goes from 03:00 back to 02:00, at 01:00 UTC.
  ['an hour before the clock goes back', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00'],
  ['the hour that comes again', '2026-10-25T00:50:00Z', '2026-10-25T01:50:00'],
  ['its second time', '2026-10-25T01:50:00Z', '2026-10-25T02:50:00'],
])('a run on %s goes on from a time that no later change is before', (_when, instant, shown) => {
  expect(askedAt(Date.parse(instant), ZONE)).toBe(shown);
});
