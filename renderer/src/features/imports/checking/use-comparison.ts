import type { CampaignComparison } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { call } from '../../../bridge/index.ts';
import { startWork } from '../../../ui/index.ts';
import { type LeadReading, useLeadReading } from '../campaign/use-lead-reading.ts';
import type { Check } from './use-check.ts';

/** What the rows are compared with, and by. */
export interface ComparedWith {
  /** Empty: nothing to compare with. */
  readonly campaignCode: string;
  /** A field by which rows are compared, besides phone and e-mail; null: none. */
  readonly key: string | null;
}

export interface ComparisonWork
  extends Pick<LeadReading<CampaignComparison>, 'progress' | 'error' | 'cancel'>, ComparedWith {
  /** Reads the leads of the campaign with one request, and checks the rows again with what was found. */
  readonly compare: () => void;
}

/**
 * Compares the rows of a draft with the leads of its campaign.
 *
 * @param settle saves the draft first; false when that failed
 */
export function useComparison(
  draftId: string,
  { campaignCode, key }: ComparedWith,
  check: Check,
  settle: () => Promise<boolean>,
): ComparisonWork {
  const { read, progress, error, cancel } = useLeadReading<CampaignComparison>();

  async function compare(): Promise<void> {
    if (progress !== null || campaignCode === '' || !(await settle())) return;
    const found = await read((callId) => call('import:compareCampaign', { callId, draftId, key }));
    if (found !== null) check.run();
  }

  return { progress, error, cancel, campaignCode, key, compare: () => startWork(compare) };
}

/** The field by which Check finds rows that repeat, as long as the mapping fills it. */
export function comparedKey({ state }: Check, mapping: Mapping): string | null {
  const key = state.summary?.settings.duplicateKey ?? null;
  return key !== null && mapping.some(({ field, source }) => field === key && source.kind === 'columns') ? key : null;
}
