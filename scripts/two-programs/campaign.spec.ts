import { expect, it } from 'vitest';
import { brokenPromises, twoPrograms } from './campaign.ts';

it('the window and the batch on one data folder keep every promise, whatever both are told', async () => {
  const result = await twoPrograms(0.4, 3);
  const { figures, troubles } = result;
  expect(troubles).toEqual([]);
  expect(brokenPromises(result)).toEqual([]);
  // Programs that do nothing, or never meet, would prove nothing.
  expect(figures.accepted).toBeGreaterThan(0);
  expect(figures.commands - figures.refused).toBeGreaterThan(20);
}, 240_000);
