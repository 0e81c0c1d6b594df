import { expect, test } from 'vitest';
import { PRACTICE_CAMPAIGNS } from '../../../../shared/domain/service/practice-campaigns.ts';
import { campaignChoices, campaignHint } from './campaign-choices.ts';

const code = PRACTICE_CAMPAIGNS[0].code.toLowerCase();
const remembered = [{ code, lastUsedAt: 1, jobs: 1 }];

test('a campaign is offered once, though its code is written in another case', () => {
  const choices = campaignChoices(remembered, true);
  expect(choices.filter((choice) => choice.toLowerCase() === code)).toEqual([code]);
  expect(choices).toHaveLength(PRACTICE_CAMPAIGNS.length);
});

test('a campaign that was used is not called unused, however its code is written', () => {
  expect(campaignHint(code.toUpperCase(), remembered, false, 1)).toMatch(/^Used once from here/);
  expect(campaignHint('OTHER', remembered, false, 1)).toBe('Not used from here before');
});
