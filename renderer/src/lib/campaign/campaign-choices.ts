import type { ChannelResult } from '../../../../shared/contract/channels.ts';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import { PRACTICE_CAMPAIGNS } from '../../../../shared/domain/service/practice-campaigns.ts';
import { format } from '../format.ts';

export type RememberedCampaign = ChannelResult<'import:campaigns'>['campaigns'][number];

/** Campaigns used from here come first; to practise, those of the simulated service are offered, too. */
export function campaignChoices(remembered: readonly RememberedCampaign[], isPractice: boolean): string[] {
  const offered = isPractice ? PRACTICE_CAMPAIGNS.map((campaign) => campaign.code) : [];
  const codes = [...remembered.map((campaign) => campaign.code), ...offered];
  return codes.filter((code, place) => codes.findIndex((other) => isSameCampaign(other, code)) === place);
}

/** What is known here of the campaign with this code. */
export function campaignHint(
  code: string,
  remembered: readonly RememberedCampaign[],
  isPractice: boolean,
  now: number,
): string {
  const known = remembered.find((campaign) => isSameCampaign(campaign.code, code));
  if (known !== undefined && known.lastUsedAt !== null) {
    const often = known.jobs === 1 ? 'once' : format.count(known.jobs, { one: '# time', other: '# times' });
    return `Used ${often} from here, last ${format.ago(known.lastUsedAt, now)}`;
  }
  const offered = isPractice ? PRACTICE_CAMPAIGNS.find((campaign) => isSameCampaign(campaign.code, code)) : undefined;
  if (offered !== undefined) return `${offered.name}, a practice campaign`;
  if (code !== '') return 'Not used from here before';
  return isPractice ? 'Choose one of the practice campaigns' : 'The code as the dialler shows it';
}
