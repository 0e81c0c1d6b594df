import type { Draft, DraftStep, Plan } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import type { CallError } from '../../../bridge/index.ts';
import { useMachine } from '../../../lib/use-machine.ts';
import { startWork } from '../../../ui/index.ts';
import { findingsOf } from '../checking/check-state.ts';
import { duplicateFields } from '../mapping-model/columns-model.ts';
import { asChosen, whatIsMissing, withUsualTerms } from '../plan-step/plan-model.ts';
import { tagQuestion } from '../plan-step/tag-question.ts';
import { nothingRead, reduceReading } from '../reading/reading-state.ts';
import { type ReadingOfFiles, useReading } from '../reading/use-reading.ts';
import { startBlocker, type StartFacts } from './start-blocker.ts';
import type { DraftChanges } from './use-draft-changes.ts';
import { type DraftCheck, useDraftCheck } from './use-draft-check.ts';
import { useDraftMapping } from './use-draft-mapping.ts';
import { type Making, type SentBefore, useStart } from './use-start.ts';
import type { TemplateWork } from '../templates/template-work.ts';
import { useTemplates } from './use-templates.ts';
import { openWizard, reduceWizard, type WizardState } from './wizard-state.ts';

/** One draft in the wizard: its state, what runs for it, and everything a person can change until Start. */
export interface Wizard extends DraftCheck {
  readonly state: WizardState;
  readonly reading: ReadingOfFiles;
  readonly changes: DraftChanges;
  /** Why the import cannot start; null when it can. */
  readonly blocker: string | null;
  /** The start failed. */
  readonly startError: CallError | null;
  readonly goTo: (step: DraftStep) => void;
  readonly readAgain: (choices: ReadingChoices) => void;
  /** A function gets the mapping as it is by now. */
  readonly changeMapping: (next: Mapping | ((present: Mapping) => Mapping)) => void;
  /** False when there was nothing to undo. */
  readonly undoMapping: () => boolean;
  readonly changePlan: (plan: Plan) => void;
  /** Null: guessed from the file. */
  readonly chooseCountry: (country: string | null) => void;
  /** The fields of the campaign were read from its leads: suggestions may be others now. */
  readonly suggestAgain: () => void;
  readonly templates: TemplateWork;
  readonly start: () => void;
  /** How far the job is that is being made; null while none is, and in its first moments. */
  readonly making: Making | null;
  /** Ends the start: no job is made then. */
  readonly cancelStart: () => void;
  /** Rows of this very file were sent to the campaign by an import that is known no more; null when none were. */
  readonly sentBefore: SentBefore | null;
}

export function useWizard(draft: Draft): Wizard {
  const machine = useMachine(reduceWizard, () => openWizard(draft));
  const { state, send, now } = machine;
  const { changes, change: changeMapping, undo: undoMapping } = useDraftMapping(draft, machine);
  const reading = useReading(useMachine(reduceReading, nothingRead));
  const checking = useDraftCheck(draft, state, changes);
  const { check, comparison, sum, isChecking } = checking;
  const blocker = blockerOf(draft, state, {
    isReading: reading.progress !== null,
    isSaved: changes.error === null,
    isChecked: !isChecking,
    isReadingLeads: comparison.progress !== null,
    goOn: sum.goOn,
  });
  const isKnown = draft.campaignCode === state.plan.campaignCode.trim();
  const plan = withUsualTerms(state.plan, isKnown ? draft.known.imports : null);
  const starting = useStart(draft.id, machine, changes, blocker, findingsOf(check.state)?.country.value);

  async function readAgain(choices: ReadingChoices): Promise<void> {
    await changes.settle();
    const revision = changes.revision();
    const read = await changes.during(['mapping'], () => reading.read({ kind: 'again', draft, choices, revision }));
    if (read !== null) send({ kind: 'fileReadAgain', mapping: read.mapping });
  }

  const templates = useTemplates(draft, machine, changes);

  function savePlan(next: Plan): void {
    send({ kind: 'planChanged', plan: next });
    changes.save({ plan: { ...next, poolName: next.poolName === '' ? null : next.poolName } });
  }

  return {
    state: { ...state, plan },
    reading,
    changes,
    ...checking,
    blocker,
    startError: starting.error,
    goTo: (next) => {
      const before = now();
      if (send({ kind: 'wentTo', step: next }) !== before) changes.save({ step: next });
    },
    readAgain: (choices) => startWork(() => readAgain(choices)),
    changeMapping,
    undoMapping,
    changePlan: (next) => savePlan(asChosen(next)),
    chooseCountry: (phoneCountry) => {
      send({ kind: 'countryChosen' });
      changes.save({ phoneCountry });
    },
    suggestAgain: () => changes.save({ suggestAgain: true }),
    templates,
    start: () => {
      // The import sends exactly what the page showed.
      if (plan !== state.plan) savePlan(plan);
      startWork(() => starting.start());
    },
    making: starting.making,
    cancelStart: starting.cancel,
    sentBefore: starting.sentBefore,
  };
}

interface Readiness extends Pick<StartFacts, 'isReading' | 'isSaved' | 'isChecked' | 'isReadingLeads'> {
  /** Rows that would be sent. */
  readonly goOn: number;
}

function blockerOf(draft: Draft, { plan, mapping }: WizardState, { goOn, ...readiness }: Readiness): string | null {
  const { present } = mapping;
  const campaignCode = plan.campaignCode.trim();
  const fields = draft.campaignCode === campaignCode ? draft.fields : null;
  const missing = whatIsMissing(plan, present.length, duplicateFields(present), draft.reading.rows, goOn);
  const tag = tagQuestion(plan, present, fields);
  return startBlocker({
    ...readiness,
    campaignCode,
    missing: missing ?? (tag === null ? null : `${tag.title} Look at the tag.`),
  });
}
