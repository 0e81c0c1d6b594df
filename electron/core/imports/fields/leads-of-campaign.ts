import { asText, field, isObject } from '../../../../shared/domain/service/answers/answers.ts';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import type { AppError } from '../../../../shared/contract/errors.ts';
import type { ApiClient } from '../../api/client.ts';
import { leadsOf, type LeadStreamPart } from '../../api/reads/leads-of.ts';

interface Reading {
  readonly lane: 'person' | 'reconcile';
  readonly signal: AbortSignal;
}

/**
 * Leads of a campaign, and perhaps of others: `Campaigns` is a filter that the specification does not have. Some services
 * ignore it, so each lead has to be asked for its campaign (`isOfCampaign`); one that refuses it is asked again without.
 * The last part is always `end`.
 *
 * @param modifiedFrom as the service writes times; null: whenever
 */
export async function* leadsOfCampaign(
  api: Pick<ApiClient, 'exportSimpleLeads'>,
  { campaignCode, modifiedFrom }: { readonly campaignCode: string; readonly modifiedFrom: string | null },
  reading: Reading,
): AsyncGenerator<LeadStreamPart, void> {
  const everybody = { projects: [], modifiedFrom, statuses: [], closures: [], extra: [] };
  const own = { ...everybody, extra: [{ name: 'Campaigns', value: campaignCode }] };
  for await (const part of leadsOf(api.exportSimpleLeads(own, reading))) {
    if (part.kind !== 'end' || part.error === null || !isRefusedFilter(part.error, campaignCode)) yield part;
    else yield* leadsOf(api.exportSimpleLeads(everybody, reading));
  }
}

/** Words that name the campaign are about the campaign, and not about the filter. */
function isRefusedFilter(error: AppError, campaignCode: string): boolean {
  if (error.code !== 'rejected' || (error.status !== 400 && error.status !== 422)) return false;
  return !`${error.message} ${error.detail ?? ''}`.toLowerCase().includes(campaignCode.toLowerCase());
}

/** Asks the lead itself: some services ignore the filter. */
export function isOfCampaign(lead: unknown, campaignCode: string): boolean {
  return isSameCampaign(campaignOf(lead) ?? '', campaignCode);
}

/** Code of the campaign that a lead names; null when it names none. */
export function campaignOf(lead: unknown): string | null {
  if (!isObject(lead)) return null;
  const campaign = field(lead, 'campaign', 'campaignCode');
  const code = isObject(campaign) ? asText(field(campaign, 'code')) : asText(campaign);
  return code?.trim() || null;
}
