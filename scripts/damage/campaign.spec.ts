import { expect, it } from 'vitest';
import { damageCampaign, isBroken } from './campaign.ts';
import { DAMAGES } from './damages.ts';

it('a damaged data folder sends no lead twice, loses no row, and says what is not known', async () => {
  const results = await damageCampaign(DAMAGES.length, 11);
  expect(results.map(({ damage }) => damage)).toEqual(DAMAGES.map(({ name }) => name));
  expect(results.filter(isBroken)).toEqual([]);
  // A campaign in which nothing is in doubt would prove nothing.
  expect(results.filter(({ isAllKnown }) => !isAllKnown).length).toBeGreaterThan(5);
}, 180_000);
