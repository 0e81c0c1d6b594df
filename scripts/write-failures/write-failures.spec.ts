import { expect, it } from 'vitest';
import { walkWrites } from './campaign.ts';

it('keeps its promises when a write fails, and goes on when there is room again', async () => {
  const attempts = await walkWrites({
    seed: 0,
    only: { imports: [31, 124, 235], exports: [31, 60], ledger: [40, 98, 117], account: [9], team: [40] },
  });
  expect(attempts.filter(({ broken }) => broken.length > 0)).toEqual([]);
  // A write that none reaches would prove nothing.
  expect(attempts.filter(({ statement }) => statement === '')).toEqual([]);
  expect(new Set(attempts.map(({ kind }) => kind)).size).toBe(3);
}, 480_000);
