import { expect, it } from 'vitest';
import { causeIn, partialReason } from './partial-reason.ts';

const WHAT = 'The connection broke. Check the address.';

it.each([0, 1, 2, 31_402])('what happened is found in the reason of an export that stopped after %d leads', (rows) => {
  expect(partialReason({ rows }, WHAT)).not.toBe(WHAT);
  expect(causeIn(partialReason({ rows }, WHAT))).toBe(WHAT);
});

it('a reason of what happened alone stays', () => expect(causeIn(WHAT)).toBe(WHAT));
