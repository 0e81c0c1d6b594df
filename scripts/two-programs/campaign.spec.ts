import { expect, it } from 'vitest';
import { brokenPromises, twoPrograms } from './campaign.ts';

it('the window and the batch on one data folder keep every promise, whatever both are told', async () => {
  const { figures, troubles } = await twoPrograms(0.4, 3);
  expect(troubles).toEqual([]);
  expect(brokenPromises(figures)).toEqual([]);
  // Programs that do nothing, or never meet, would prove nothing.
  expect(figures.accepted).toBeGreaterThan(0);
  expect(figures.commands - figures.refused).toBeGreaterThan(20);
}, 240_000);
