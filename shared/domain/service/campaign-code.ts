/**
 * By which campaigns are told apart. Whether the service minds the case of a code is not known: two ways to write one code
 * name one campaign here, so that what was sent under one of them counts for the other.
 */
export function campaignKey(code: string): string {
  return code.trim().toLowerCase();
}

/** Whether two codes name one campaign. */
export function isSameCampaign(code: string, other: string): boolean {
  return campaignKey(code) === campaignKey(other);
}
