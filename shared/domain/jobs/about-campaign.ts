/** "There is no campaign with the code X", "CampaignCode is not valid": the campaign itself, not something about a lead in it. */
const NO_SUCH_CAMPAIGN =
  /campaign ?code|(?:unknown|invalid|no(?: such)?) ?campaign|campaign\b.{0,80}\b(?:not found|unknown|invalid|does not exist)/i;

/** Whether a refusal, in the service's words, concerns every row of its campaign. */
export function isAboutCampaign(reason: string): boolean {
  return NO_SUCH_CAMPAIGN.test(reason);
}
