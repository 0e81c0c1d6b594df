import { expect, test } from 'vitest';
import { isAboutCampaign } from './about-campaign.ts';

test.each([
  'There is no campaign with the code "X".',
  'CampaignCode is not valid',
  'The CampaignCode field is required.',
  'Campaign code X does not exist.',
  'Campaign X was not found.',
  'The campaign "DK ENERGI" is unknown.',
  'Campaign DK-1 invalid',
  'Invalid campaign',
  'Unknown campaign: X',
  'No such campaign',
  'Campaign DK-1 is closed.',
  'The campaign is not active',
  'Campaign "DK ENERGI" is inactive; ask its administrator.',
])('names the campaign itself: %s', (reason) => expect(isAboutCampaign(reason)).toBe(true));

test.each([
  'A lead of the campaign DK-1 needs a phone number.',
  'A lead of the campaign DK-1 has an invalid phone.',
  'Campaign code DK-1: the phone is not valid.',
  'Phone is missing for campaign code DK-1',
  'The lead exists in campaign DK-1 already; unknown field Fax',
  'In campaign DK-1 the phone is required.',
  'In campaign DK-1 the phone is not valid.',
  'Campaign DK-1 has a required field: Phone',
  'Phone is not valid',
  'The lead of campaign DK-1 was archived.',
  'Campaign DK-1: this lead is closed.',
])('is about a lead, whatever campaign it names: %s', (reason) => expect(isAboutCampaign(reason)).toBe(false));
