/** "Unknown campaign", "There is no campaign with the code X". */
const NAMED_AFTER = /\b(?:unknown|invalid|no(?: such)?) ?campaign\b/i;
/** "CampaignCode is not valid", "Campaign X was not found": said of the campaign itself, not of a lead or a field in it. */
const NAMED_BEFORE =
  /campaign ?(?:code)?(?: field)?\b(?:(?!\b(?:the|an?|its|leads?|phones?|fields?|values?)\b)[^:;,]){0,80}?\b(?:not found|does not exist|required|(?:unknown|invalid|not valid)\s*(?:$|[.;,!]))/i;

/** "Campaign X is closed": where the sentence begins with it, because a lead of a campaign may be closed, too. */
const CLOSED =
  /^\W*(?:the )?campaign\b(?:(?!\b(?:leads?|phones?|fields?|values?)\b)[^:;,]){0,80}?\b(?:closed|inactive|not active|disabled|archived)\s*(?:$|[.;,!])/i;

/** Whether a refusal, in the service's words, concerns every row of its campaign. */
export function isAboutCampaign(reason: string): boolean {
  return NAMED_AFTER.test(reason) || NAMED_BEFORE.test(reason) || CLOSED.test(reason);
}
