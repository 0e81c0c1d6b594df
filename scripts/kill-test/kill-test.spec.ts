import { expect, it } from 'vitest';
import { brokenPromises, killTest } from './campaign.ts';

it('a program that is killed sends no lead twice, loses no row, and knows what it does not know', async () => {
  const { figures, stood } = await killTest(4, 3, 2);
  expect(stood).toEqual([]);
  // How much is on its way at a kill is the machine's affair.
  expect(brokenPromises({ ...figures, inDoubtPerKill: 0 })).toEqual([]);
  // A test in which nothing arrives would prove nothing.
  expect(figures.accepted).toBeGreaterThan(0);
}, 120_000);
