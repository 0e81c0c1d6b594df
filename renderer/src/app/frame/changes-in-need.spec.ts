import { expect, test } from 'vitest';
import { exampleSegmentChange } from '../../testing/examples.ts';
import { changesInNeed } from './changes-in-need.ts';

test('a change needs somebody when an answer did not come or when it was paused for a reason', () => {
  const settled = exampleSegmentChange({ batches: [] });
  expect(changesInNeed([settled, { ...settled, state: 'paused' }])).toBe(0);
  expect(changesInNeed([exampleSegmentChange(), exampleSegmentChange({ state: 'running' })])).toBe(1);
  const [batch] = exampleSegmentChange().batches;
  const refused = (changed: object) =>
    exampleSegmentChange({
      state: 'ended',
      batches: batch === undefined ? [] : [{ ...batch, state: 'refused', leads: 500, ...changed }],
    });
  expect(changesInNeed([refused({})])).toBe(1);
  // One lead alone is to blame, and what a person has left needs nobody.
  expect(changesInNeed([refused({ leads: 1 }), refused({ isAccepted: true })])).toBe(0);
  expect(changesInNeed([{ ...refused({}), state: 'stopped' }])).toBe(0);
  expect(changesInNeed([{ ...settled, state: 'paused', reason: 'The service did not accept the password.' }])).toBe(1);
});
