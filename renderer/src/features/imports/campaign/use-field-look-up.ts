import type { FieldLookUp } from '../../../../../shared/contract/imports/imports.ts';
import { call } from '../../../bridge/index.ts';
import { type LeadReading, useLeadReading } from './use-lead-reading.ts';

export interface FieldLookUpState extends Omit<LeadReading<FieldLookUp>, 'read'> {
  /** Resolves to null when it failed or was cancelled. */
  readonly lookUp: (campaignCode: string) => Promise<FieldLookUp | null>;
}

/** Reads a campaign's import names from its leads. */
export function useFieldLookUp(): FieldLookUpState {
  const { read, ...reading } = useLeadReading<FieldLookUp>();
  return {
    ...reading,
    lookUp: (campaignCode) => read((callId) => call('import:lookUpFields', { callId, campaignCode })),
  };
}
