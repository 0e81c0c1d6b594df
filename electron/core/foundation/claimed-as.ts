// Why: decision 0570.
import { hash } from 'node:crypto';
import { campaignKey } from '../../../shared/domain/service/campaign-code.ts';
import type { LeftLead } from './lead-claims.ts';

/** Bytes, as many as the digest of a lead has. */
const LENGTH = 16;

/** By which digest a lead is claimed in a team that sends one lead per phone number and campaign; without a phone by its own. */
export function claimedByPhone({ campaignCode, digest, contacts }: LeftLead): Uint8Array {
  const phone = contacts.find((contact) => contact.startsWith('phone '));
  if (phone === undefined) return digest;
  // Three parts: the text of a lead has two, so no lead has this digest.
  const text = JSON.stringify(['one lead', campaignKey(campaignCode), phone]);
  return hash('sha256', text, 'buffer').subarray(0, LENGTH);
}
