import type { CandidateLead } from '../../../../../shared/domain/jobs/reconcile.ts';
import {
  asText,
  exportedIdOf,
  field,
  isObject,
  textsOf,
} from '../../../../../shared/domain/service/answers/answers.ts';
import { formatServiceTime, serviceInstant, wallClockAt } from '../../../../../shared/domain/service/service-time.ts';
import type { ApiClient } from '../../../api/client.ts';
import { Failure } from '../../../foundation/failure.ts';
import { poolOf } from '../../fields/lead-pool.ts';
import { campaignOf, isOfCampaign, leadsOfCampaign } from '../../fields/leads-of-campaign.ts';

/** Milliseconds. Leads are read from this long before the first request: a wrong zone is off by 26 hours at most. */
export const LOOK_BACK = 27 * 60 * 60_000;

export interface CampaignLead extends CandidateLead {
  /** Name of its lead pool; null when the service does not say it. */
  readonly pool: string | null;
  /** Unix milliseconds; null when the service does not say it. */
  readonly modifiedAt: number | null;
  /** As the service shows them; null when it does not. */
  readonly status: string | null;
  readonly closure: string | null;
  readonly campaign: string | null;
}

interface LeadsRead {
  readonly leads: readonly CampaignLead[];
  /** Leads of another campaign or of none, such as leads that were moved. Converted only when it is called. */
  readonly elsewhere: () => Iterable<CampaignLead>;
  /** All leads that came, and of these the leads that name no campaign. */
  readonly looked: number;
  readonly unnamed: number;
}

interface ReadTools {
  readonly api: Pick<ApiClient, 'exportSimpleLeads'>;
  /** Zone of the service's times. */
  readonly zone: string;
  readonly signal: AbortSignal;
}

/**
 * Reads the leads of a campaign that were modified since `from` (Unix milliseconds; null: all). A service that does not
 * filter by campaign sends others too: they are not in `leads`, but `looked` counts them. Stopping early ends the request.
 *
 * @throws Failure what the service answered, also when the leads did not come whole
 */
export async function* campaignLeads(
  { api, zone, signal }: ReadTools,
  { campaignCode, from, lane }: { campaignCode: string; from: number | null; lane: 'person' | 'reconcile' },
): AsyncGenerator<LeadsRead, void> {
  const modifiedFrom = from === null ? null : formatServiceTime(wallClockAt(from, zone));
  for await (const part of leadsOfCampaign(api, { campaignCode, modifiedFrom }, { lane, signal })) {
    if (part.kind === 'end') {
      if (part.error !== null) throw new Failure(part.error);
      return;
    }
    const objects = part.leads.filter(isObject);
    const ours = objects.filter((lead) => isOfCampaign(lead, campaignCode));
    const others = objects.filter((lead) => !isOfCampaign(lead, campaignCode));
    yield {
      leads: ours.map((lead) => campaignLead(lead, zone)),
      elsewhere: () => others.map((lead) => campaignLead(lead, zone)),
      looked: part.leads.length,
      unnamed: part.leads.filter((lead) => campaignOf(lead) === null).length,
    };
  }
}

function campaignLead(lead: Readonly<Record<string, unknown>>, zone: string): CampaignLead {
  return {
    id: exportedIdOf(lead),
    uploadedAt: momentOf(lead, 'uploadTime', zone),
    modifiedAt: momentOf(lead, 'lastModifiedTime', zone),
    data: textsOf(lead),
    pool: poolOf(lead),
    status: asText(field(lead, 'status')),
    closure: asText(field(lead, 'closure')),
    campaign: campaignOf(lead),
  };
}

function momentOf(lead: Readonly<Record<string, unknown>>, name: string, zone: string): number | null {
  return serviceInstant(asText(field(lead, name)) ?? '', zone);
}
