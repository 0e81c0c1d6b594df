import { useState } from 'react';

/**
 * The code in a field of a campaign while a person types. A template or another page changes the campaign, too: without that
 * in the field, leaving it would put back what stood there before.
 */
export function useTypedCampaign(campaignCode: string): readonly [typed: string, setTyped: (code: string) => void] {
  const [typed, setTyped] = useState(campaignCode);
  const [known, setKnown] = useState(campaignCode);
  if (known !== campaignCode) {
    setKnown(campaignCode);
    setTyped(campaignCode);
  }
  return [typed, setTyped];
}
