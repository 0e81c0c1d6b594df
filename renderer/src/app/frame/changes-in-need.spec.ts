import { expect, test } from 'vitest';
import { exampleSegmentChange } from '../../testing/examples.ts';
import { changesInNeed } from './changes-in-need.ts';

test('a change needs somebody when an answer did not come or when it was paused for a reason', () => {
  const settled = exampleSegmentChange({ batches: [] });
  expect(changesInNeed([settled, { ...settled, state: 'paused' }])).toBe(0);
  expect(changesInNeed([exampleSegmentChange(), exampleSegmentChange({ state: 'running' })])).toBe(1);
  expect(changesInNeed([{ ...settled, state: 'paused', reason: 'The service did not accept the password.' }])).toBe(1);
});
