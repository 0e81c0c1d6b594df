import { expect, it } from 'vitest';
import { EMPTY_TALLY, countsOf } from './job-row.ts';
import { type ImportsWanted, importsIn } from './imports-in.ts';
import { oneCampaign } from './one-campaign.ts';

const job = (campaignCode: string, createdAt: number, created = 1) => ({
  campaignCode,
  createdAt,
  counts: countsOf(created, { ...EMPTY_TALLY, created }),
});
const JOBS = [job('SPRING', 10), job(' spring', 20), job('FALL', 20), job('SPRING', 30, 0)];
const found = (wanted: Partial<ImportsWanted>) =>
  importsIn(JOBS, { campaign: null, from: null, until: null, ...wanted }).map((one) => JOBS.indexOf(one));

it('imports are those that created a lead, into the campaign and from the first moment to before the last', () => {
  expect(found({})).toEqual([0, 1, 2]);
  expect(found({ campaign: 'Spring ' })).toEqual([0, 1]);
  expect(found({ from: 20 })).toEqual([1, 2]);
  expect(found({ until: 20 })).toEqual([0]);
});

it('imports have one campaign when all of them name it', () => {
  expect([
    oneCampaign([]),
    oneCampaign(['A']),
    oneCampaign(['A', 'A']),
    oneCampaign(['A', 'B']),
    oneCampaign(['']),
  ]).toEqual(['', 'A', 'A', '', '']);
});
