import { expect, it } from 'vitest';
import { FATES } from '../result/joined-results.ts';
import { numbersWhere } from './match-rows.ts';

it('names every row that is wanted, in groups that one statement can take', () => {
  const fates = new Uint8Array(12_002).fill(FATES.gone, 1);
  fates[7] = FATES.both;
  const groups = [...numbersWhere(fates.length, (number) => fates[number] === FATES.gone)];
  expect(groups.map((group) => group.length)).toEqual([5000, 5000, 2000]);
  expect(groups.flat()).toEqual([...fates.keys()].filter((number) => number > 0 && number !== 7));
  expect([...numbersWhere(fates.length, (number) => fates[number] === FATES.new)]).toEqual([]);
});
