import { expect, it } from 'vitest';
import { DEFAULT_TIMEOUTS, timeoutsWithin } from './transport.ts';

it.each([
  [300_000, 300_000],
  [5_000, DEFAULT_TIMEOUTS.headers],
])('a whole answer within %i ms may begin within %i ms', (answer, headers) => {
  expect(timeoutsWithin(answer)).toEqual({ answer, list: answer, headers });
});
