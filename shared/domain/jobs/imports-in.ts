import type { JobSummary } from '../../contract/jobs/jobs.ts';
import { isSameCampaign } from '../service/campaign-code.ts';

export interface ImportsWanted {
  /** Code of a campaign; null: all. */
  readonly campaign: string | null;
  /** When the import began: from this moment on, and before that one. Unix milliseconds; null: at any time. */
  readonly from: number | null;
  readonly until: number | null;
}

/** The imports that created a lead, into the campaign and in the time that are wanted. */
export function importsIn<Job extends Pick<JobSummary, 'campaignCode' | 'createdAt' | 'counts'>>(
  jobs: readonly Job[],
  { campaign, from, until }: ImportsWanted,
): Job[] {
  return jobs.filter(
    ({ campaignCode, createdAt, counts }) =>
      counts.created > 0 &&
      (campaign === null || isSameCampaign(campaign, campaignCode)) &&
      createdAt >= (from ?? Number.NEGATIVE_INFINITY) &&
      createdAt < (until ?? Number.POSITIVE_INFINITY),
  );
}
