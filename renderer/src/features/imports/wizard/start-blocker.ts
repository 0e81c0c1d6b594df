/** The state that the start of an import depends on. */
export interface StartFacts {
  /** The file is being read in another way. */
  readonly isReading: boolean;
  /** The last attempt to save the draft worked. */
  readonly isSaved: boolean;
  /** The check of the rows as they are now is over, or was stopped, and so is the comparison with the campaign. */
  readonly isChecked: boolean;
  /** The leads of the campaign are being read, to find rows that are there already. */
  readonly isReadingLeads: boolean;
  readonly campaignCode: string;
  /** What is missing in the plan; null: nothing. */
  readonly missing: string | null;
}

/** Why the import cannot start, one sentence; null when it can. */
export function startBlocker(facts: StartFacts): string | null {
  const { isReading, isSaved, isChecked, isReadingLeads, campaignCode, missing } = facts;
  if (isReading) return 'The file is being read again.';
  if (!isSaved) return 'The draft could not be saved, so it cannot start. Try again above.';
  if (isReadingLeads) return `The leads of ${campaignCode} are being read. Wait for them, or cancel that.`;
  if (isChecked) return missing;
  return campaignCode === ''
    ? 'The rows are being checked.'
    : `The rows are being compared with the leads sent to ${campaignCode}.`;
}
