import { expect, it } from 'vitest';
import { brokenPromises, twoPrograms } from './campaign.ts';

/** Commands. */
const FEWEST = 21;

it(
  'the window and the batch on one data folder keep every promise, whatever both are told',
  { tags: ['long'], timeout: 480_000 },
  async () => {
    // Programs that do nothing, or never meet, would prove nothing.
    const result = await twoPrograms(0.4, 3, () => undefined, FEWEST);
    const { figures, troubles } = result;
    expect(troubles).toEqual([]);
    expect(brokenPromises(result)).toEqual([]);
    expect(figures.accepted).toBeGreaterThan(0);
    expect(figures.commands - figures.refused).toBeGreaterThanOrEqual(FEWEST);
  },
);
