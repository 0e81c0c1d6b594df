import { expect, it } from 'vitest';
import { FATES } from '../result/joined-results.ts';
import { numbersWith } from './match-rows.ts';

it('names every row of a fate, in groups that one statement can take', () => {
  const fates = new Uint8Array(12_002).fill(FATES.gone, 1);
  fates[7] = FATES.both;
  const groups = [...numbersWith(fates, FATES.gone)];
  expect(groups.map((group) => group.length)).toEqual([5000, 5000, 2000]);
  expect(groups.flat()).toEqual([...fates.keys()].filter((number) => number > 0 && number !== 7));
  expect([...numbersWith(fates, FATES.new)]).toEqual([]);
});
