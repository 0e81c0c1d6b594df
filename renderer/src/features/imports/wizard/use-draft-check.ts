import { useDebouncedValue } from '@mantine/hooks';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { useActiveAccount } from '../../../bridge/index.ts';
import { checkBasis, type Sum, sumOf } from '../checking/check-sum.ts';
import { type Check, useCheck } from '../checking/use-check.ts';
import { comparedKey, type ComparisonWork, useComparison } from '../checking/use-comparison.ts';
import type { DraftChanges } from './use-draft-changes.ts';
import type { WizardState } from './wizard-state.ts';

/** Milliseconds without typing before the rows are compared with a campaign: a code half typed is not a campaign. */
const TYPING_PAUSE = 400;

export interface DraftCheck {
  readonly check: Check;
  /** The comparison with the campaign; it goes on from step to step. */
  readonly comparison: ComparisonWork;
  /** What becomes of the rows when they are sent as they are now. */
  readonly sum: Sum;
  /** The check, or the comparison with the campaign, does not hold for what is shown yet. */
  readonly isChecking: boolean;
}

/** Checks the rows of a draft with its mapping and its campaign, as soon as a step shows what that finds. */
export function useDraftCheck(draft: Draft, state: WizardState, changes: DraftChanges): DraftCheck {
  const account = useActiveAccount();
  const { step } = state;
  const campaignCode = state.plan.campaignCode.trim();
  const [restedCode] = useDebouncedValue(campaignCode, TYPING_PAUSE);
  // Under Plan the code is typed letter by letter; at the other steps it comes whole.
  const comparedCode = step === 'plan' ? restedCode : campaignCode;
  const check = useCheck({
    draftId: draft.id,
    readingId: draft.readingId,
    // The country was chosen here, or the types of fields were read from an export: both ask for another check.
    basis: checkBasis(draft, state.mapping.present, comparedCode, account?.id ?? '', [
      state.countryChoices,
      draft.known.lookUp?.at ?? null,
    ]),
    // What the check reads must be saved first; the retry of a failed attempt brings the check with it.
    isWanted: account !== undefined && (step === 'check' || step === 'plan') && changes.error === null,
    settle: changes.settle,
  });
  const key = comparedKey(check, state.mapping.present);
  const comparison = useComparison(draft.id, { campaignCode, key }, check, changes.settle);
  return {
    check,
    comparison,
    sum: sumOf(draft.reading.rows, check.state.summary),
    isChecking: !check.isSettled || comparedCode !== campaignCode,
  };
}
