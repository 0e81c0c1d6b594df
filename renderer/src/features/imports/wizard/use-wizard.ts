import { useDebouncedValue } from '@mantine/hooks';
import type { Draft, DraftStep, Plan } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { type CallError, useActiveAccount, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { navigate } from '../../../lib/navigation.ts';
import { useMachine } from '../../../lib/use-machine.ts';
import { startWork, toast } from '../../../ui/index.ts';
import { checkBasis, type Sum, sumOf } from '../checking/check-sum.ts';
import { type Check, useCheck } from '../checking/use-check.ts';
import { duplicateFields } from '../mapping-model/columns-model.ts';
import { mappingChanges } from '../mapping-model/mapping-changes.ts';
import { whatIsMissing } from '../plan-step/plan-model.ts';
import { type ReadingOfFiles, useReading } from '../reading/use-reading.ts';
import { startBlocker } from './start-blocker.ts';
import { type DraftChanges, useDraftChanges } from './use-draft-changes.ts';
import { openWizard, reduceWizard, stepIndex, type WizardState } from './wizard-state.ts';

/** Milliseconds without typing before the rows are compared with a campaign: a code half typed is no campaign. */
const TYPING_PAUSE = 400;

/** One draft in the wizard: its state, what runs for it, and everything a person can change until Start. */
export interface Wizard {
  readonly state: WizardState;
  readonly reading: ReadingOfFiles;
  readonly changes: DraftChanges;
  readonly check: Check;
  /** What becomes of the rows when they are sent as they are now. */
  readonly sum: Sum;
  /** The check, or the comparison with the campaign, does not hold for what is shown yet. */
  readonly isChecking: boolean;
  /** Why the import cannot start; null when it can. */
  readonly blocker: string | null;
  /** The start failed. */
  readonly startError: CallError | null;
  readonly goTo: (step: DraftStep) => void;
  readonly readAgain: (choices: ReadingChoices) => void;
  readonly changeMapping: (mapping: Mapping) => void;
  /** False when there was nothing to undo. */
  readonly undoMapping: () => boolean;
  readonly changePlan: (plan: Plan) => void;
  /** Null: guessed from the file. */
  readonly chooseCountry: (country: string | null) => void;
  /** The fields of the campaign were read from its leads: suggestions may be others now. */
  readonly suggestAgain: () => void;
  readonly start: () => void;
}

export function useWizard(draft: Draft): Wizard {
  const { state, send, now } = useMachine(reduceWizard, () => openWizard(draft));
  const changes = useDraftChanges(draft.id, followSuggestions);
  const reading = useReading();
  const starting = useChannelMutation('import:start');
  const account = useActiveAccount();
  const { step, plan } = state;
  const mapping = state.mapping.present;

  const campaignCode = plan.campaignCode.trim();
  const [restedCode] = useDebouncedValue(campaignCode, TYPING_PAUSE);
  // Under Plan the code is typed letter by letter; at the other steps it comes whole.
  const comparedCode = step === 'plan' ? restedCode : campaignCode;
  const check = useCheck({
    draftId: draft.id,
    // The country was chosen here, or the types of fields were read from an export: both ask for another check.
    basis: checkBasis(draft, mapping, comparedCode, account?.id ?? '', [
      state.countryChoices,
      draft.known.lookUp?.at ?? null,
    ]),
    // What the check reads must be saved first; the retry of a failed attempt brings the check with it.
    isWanted: account !== undefined && (step === 'check' || step === 'plan') && changes.error === null,
    settle: changes.settle,
  });
  const isChecking = !check.isSettled || comparedCode !== campaignCode;
  const sum = sumOf(draft.reading.rows, check.state.summary);
  const blocker = startBlocker({
    isReading: reading.progress !== null,
    isSaved: changes.error === null,
    isChecked: !isChecking,
    campaignCode,
    missing: whatIsMissing(plan, mapping.length, duplicateFields(mapping), draft.reading.rows, sum.goOn),
  });

  async function readAgain(choices: ReadingChoices): Promise<void> {
    await changes.settle();
    const read = await reading.read({ kind: 'again', draft, choices });
    if (read !== null) send({ kind: 'fileReadAgain', mapping: read.mapping });
  }

  function changeMapping(next: Mapping): void {
    const before = now();
    if (send({ kind: 'mappingChanged', mapping: next }) !== before) changes.save({ mapping: next });
  }

  /** Suggestions follow a campaign; changes at a later step are announced, because nobody sees the columns there. */
  function followSuggestions(saved: Draft): void {
    const before = now().mapping.present;
    if (isSameMapping(before, saved.mapping)) return;
    send({ kind: 'mappingChanged', mapping: saved.mapping });
    if (stepIndex(draft.step) <= stepIndex('columns')) return;
    const changed = mappingChanges(before, saved.mapping, draft.reading.columns).length;
    toast(
      `${format.count(changed, { one: '# field follows', other: '# fields follow' })} ${saved.campaignCode} now.`,
      'They were suggested before that campaign was named. What you chose stays.',
      { action: { label: 'Undo', onClick: () => changeMapping(before) } },
    );
  }

  async function start(): Promise<void> {
    if (now().isStarting || !send({ kind: 'startPressed', blocker }).isStarting) return;
    if (!(await changes.settle())) {
      send({ kind: 'startEnded' });
      return;
    }
    starting.mutate(
      { draftId: draft.id },
      {
        onSuccess: (job) => navigate('jobs', job.id, { replace: true }),
        onSettled: () => {
          send({ kind: 'startEnded' });
        },
      },
    );
  }

  return {
    state,
    reading,
    changes,
    check,
    sum,
    isChecking,
    blocker,
    startError: starting.error,
    goTo: (next) => {
      const before = now();
      if (send({ kind: 'wentTo', step: next }) !== before) changes.save({ step: next });
    },
    readAgain: (choices) => startWork(() => readAgain(choices)),
    changeMapping,
    undoMapping: () => {
      const before = now();
      const after = send({ kind: 'mappingUndone' });
      if (after === before) return false;
      changes.save({ mapping: after.mapping.present });
      return true;
    },
    changePlan: (next) => {
      send({ kind: 'planChanged', plan: next });
      changes.save({ plan: { ...next, poolName: next.poolName === '' ? null : next.poolName } });
    },
    chooseCountry: (phoneCountry) => {
      send({ kind: 'countryChosen' });
      changes.save({ phoneCountry });
    },
    suggestAgain: () => changes.save({ suggestAgain: true }),
    start: () => startWork(start),
  };
}

function isSameMapping(one: Mapping, other: Mapping): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
