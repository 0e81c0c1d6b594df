import { expect, it } from 'vitest';
import { causeIn, partialReason } from './partial-reason.ts';

const WHAT = 'The connection broke. Check the address.';

it.each([0, 1, 2, 31_402])('what happened is found in the reason of an export that stopped after %d leads', (rows) => {
  expect(partialReason({ rows }, WHAT)).not.toBe(WHAT);
  expect(causeIn(partialReason({ rows }, WHAT))).toBe(WHAT);
});

it.each(['1.200', '1\u00a0200', '1\u202f200', '1’200', '1200'])(
  'a count that another locale wrote is taken as well: %s',
  (count) => {
    expect(causeIn(`${WHAT} The ${count} leads that had arrived are kept, but the list is not complete.`)).toBe(WHAT);
  },
);

it('a reason of what happened alone stays', () => expect(causeIn(WHAT)).toBe(WHAT));

it('what happened is found in what an earlier version kept', () => {
  const kept = 'The 2 leads that had arrived are kept, but the list is not complete; start the export again.';
  expect(causeIn(`${WHAT} ${kept}`)).toBe(WHAT);
});

it('says how many leads are kept of a list that is not complete', () => {
  expect(partialReason({ rows: 0 }, 'It broke.')).toBe('It broke. No leads had arrived.');
  // Where the service counts more leads than it sends, the same export brings the same.
  const kept = 'but the list is not complete.';
  expect(partialReason({ rows: 1 }, 'It broke.')).toBe(`It broke. The 1 lead that had arrived is kept, ${kept}`);
  expect(partialReason({ rows: 1200 }, 'It broke.')).toBe(
    `It broke. The 1,200 leads that had arrived are kept, ${kept}`,
  );
});
