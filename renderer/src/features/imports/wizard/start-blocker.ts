/** What the start of an import depends on, beside what is missing in the plan. */
export interface StartFacts {
  /** The file is being read in another way. */
  readonly isReading: boolean;
  /** The last attempt to save the draft worked. */
  readonly isSaved: boolean;
  /** The check of the rows as they are now is over, or was stopped, and so is the comparison with the campaign. */
  readonly isChecked: boolean;
  readonly campaignCode: string;
  /** What is missing in the plan; null: nothing. */
  readonly missing: string | null;
}

/** Why the import cannot start, one sentence; null when it can. */
export function startBlocker({ isReading, isSaved, isChecked, campaignCode, missing }: StartFacts): string | null {
  if (isReading) return 'The file is being read again.';
  if (!isSaved) return 'The draft could not be saved, so it cannot start. Try again above.';
  if (isChecked) return missing;
  return campaignCode === ''
    ? 'The rows are being checked.'
    : `The rows are being compared with the leads sent to ${campaignCode}.`;
}
