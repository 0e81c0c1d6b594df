/** The campaign that all of them name; '' when one has none, or they differ. */
export function oneCampaign(codes: readonly string[]): string {
  const [code = '', ...others] = new Set(codes);
  return others.length === 0 ? code : '';
}
