import { expect, it } from 'vitest';
import { afterCalls } from './calls.ts';

const hour = 3_600_000;
const leads = Array.from({ length: 2000 }, (_, index) => index + 1);

it('calls nobody at once, everybody within the hour, and is over after a day', () => {
  expect(leads.filter((sequence) => afterCalls(1, sequence, 0, 2 * 60_000) !== null)).toEqual([]);
  expect(leads.filter((sequence) => afterCalls(1, sequence, 0, hour) === null)).toEqual([]);
  const open = leads.filter((sequence) => afterCalls(1, sequence, 0, 48 * hour)?.status === 'RedialAutomatic');
  expect(open).toEqual([]);
});

it('is the same at every look, and moves on only with the time', () => {
  for (const sequence of leads.slice(0, 100)) {
    const early = afterCalls(7, sequence, 5 * hour, 7 * hour);
    expect(afterCalls(7, sequence, 5 * hour, 7 * hour)).toEqual(early);
    const late = afterCalls(7, sequence, 5 * hour, 30 * hour);
    expect(late?.firstCallAt).toBe(early?.firstCallAt);
    if (early?.status === 'UserProcessed') expect(late).toEqual(early);
  }
});

it('has successes and all the rest in shares that a campaign may have', () => {
  const ends = leads.map((sequence) => afterCalls(3, sequence, 0, 48 * hour));
  const share = (isIt: (end: (typeof ends)[number]) => boolean) => ends.filter(isIt).length / leads.length;
  expect(share((end) => end?.closure === 'Success')).toBeGreaterThan(0.05);
  expect(share((end) => end?.closure === 'Success')).toBeLessThan(0.15);
  expect(share((end) => end?.closure === 'NotInterested')).toBeGreaterThan(0.25);
  expect(share((end) => end?.status === 'Failed')).toBeGreaterThan(0.01);
  expect(share((end) => end?.status === 'DoNotCall')).toBeGreaterThan(0.01);
});
