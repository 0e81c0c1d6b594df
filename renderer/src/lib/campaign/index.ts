export { campaignHint } from './campaign-choices.ts';
export { CampaignInput, useCampaigns } from './CampaignInput.tsx';
