import { Stepper } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconDeviceFloppy, IconFileSpreadsheet } from '@tabler/icons-react';
import { useDeferredValue, useRef, useState } from 'react';
import type { Draft, DraftStep, Plan } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { useActiveAccount, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { navigate } from '../../../lib/navigation.ts';
import { FailureNote, Page, toast } from '../../../ui/index.ts';
import { checkBasis, sumOf } from '../checking/check-sum.ts';
import { CheckStep } from '../check-step/CheckStep.tsx';
import { useCheck } from '../checking/use-check.ts';
import { ColumnsStep } from '../columns-step/ColumnsStep.tsx';
import { FileStep } from '../file-step/FileStep.tsx';
import { change, startHistory, undo } from './history-model.ts';
import { mappingChanges } from '../mapping-model/mapping-changes.ts';
import { knownRows } from '../plan-step/plan-notes.ts';
import { PlanStep } from '../plan-step/PlanStep.tsx';
import { useDraftChanges } from './use-draft-changes.ts';
import { useReading } from '../reading/use-reading.ts';
import classes from './Wizard.module.css';
import { WizardFoot } from './WizardFoot.tsx';
import { furtherStep, stepIndex, WIZARD_STEPS } from './wizard-model.ts';

/** Milliseconds that typing a campaign rests before the rows are compared with it. */
const TYPING_REST = 400;

/** One file on its way to becoming a job. Everything can be changed until Start, and every change is written down. */
export function Wizard({ draft }: { readonly draft: Draft }) {
  const [step, setStep] = useState<DraftStep>(draft.step);
  // A step is drawn in slices between keys and wheel; the head and the foot say at once where one is.
  const shown = useDeferredValue<DraftStep | null>(step, null);
  const [reached, setReached] = useState<DraftStep>(draft.step);
  const [mapping, setMapping] = useState(() => startHistory(draft.mapping));
  const [plan, setPlan] = useState(draft.plan);
  const [countryChoices, setCountryChoices] = useState(0);
  const changes = useDraftChanges(draft.id, followSuggestions);
  const reading = useReading();
  const start = useChannelMutation('import:start');
  const content = useRef<HTMLDivElement>(null);
  const account = useActiveAccount();
  const campaignCode = plan.campaignCode.trim();
  const [restedCode] = useDebouncedValue(campaignCode, TYPING_REST);
  // Under Plan the code is typed letter by letter; at the other steps it comes whole.
  const comparedCode = step === 'plan' ? restedCode : campaignCode;
  const basis = withFacts(
    checkBasis(draft, mapping.present, comparedCode, account?.id ?? ''),
    // The country was chosen here, or the types of fields were read from an export: both make another check.
    [countryChoices, draft.known.lookUp?.at ?? null],
  );
  const check = useCheck({
    draftId: draft.id,
    basis,
    isWanted: account !== undefined && (step === 'check' || step === 'plan'),
    settle: changes.settle,
  });
  const isChecking = check.progress !== null || comparedCode !== campaignCode;
  const sum = sumOf(draft.reading.rows, check.summary);

  function goTo(next: DraftStep): void {
    setStep(next);
    setReached((known) => furtherStep(known, next));
    changes.save({ step: next });
    // The new step is read from its beginning.
    content.current?.focus();
  }

  async function readAgain(choices: ReadingChoices): Promise<void> {
    await changes.settle();
    const read = await reading.read({ kind: 'again', draft, choices });
    if (read !== null) setMapping(startHistory(read.mapping));
  }

  function changeMapping(next: Mapping): void {
    const changed = change(mapping, next);
    setMapping(changed);
    if (changed !== mapping) changes.save({ mapping: next });
  }

  /** What came from a suggestion follows a campaign; one that was changed at a later step is told when it shows. */
  function followSuggestions(saved: Draft): void {
    const before = mapping.present;
    if (isSameMapping(before, saved.mapping)) return;
    setMapping((known) => change(known, saved.mapping));
    if (stepIndex(draft.step) <= stepIndex('columns')) return;
    const changed = mappingChanges(before, saved.mapping, draft.reading.columns).length;
    toast(
      `${format.count(changed, { one: '# field follows', other: '# fields follow' })} ${saved.campaignCode} now.`,
      'They were suggested before that campaign was named. What you chose stays.',
      {
        action: {
          label: 'Undo',
          onClick: () => {
            setMapping((known) => change(known, before));
            changes.save({ mapping: before });
          },
        },
      },
    );
  }

  function undoMapping(): boolean {
    const before = undo(mapping);
    if (before === mapping) return false;
    setMapping(before);
    changes.save({ mapping: before.present });
    return true;
  }

  function changePlan(next: Plan): void {
    setPlan(next);
    changes.save({ plan: { ...next, poolName: next.poolName === '' ? null : next.poolName } });
  }

  function chooseCountry(phoneCountry: string | null): void {
    setCountryChoices((count) => count + 1);
    changes.save({ phoneCountry });
  }

  async function send(): Promise<void> {
    if (!(await changes.settle())) return;
    start.mutate({ draftId: draft.id }, { onSuccess: (job) => navigate('jobs', job.id, { replace: true }) });
  }

  return (
    <Page
      title="Import"
      windowTitle={`Import ${draft.fileName}`}
      palette={false}
      layout="fill"
      head={<WizardHead draft={draft} step={step} reached={reached} onStep={goTo} />}
      actions={
        <span className={classes['saved']} role="status">
          <IconDeviceFloppy size={15} stroke={1.75} aria-hidden />
          {changes.error === null ? `Draft saved ${format.time(draft.savedAt)}` : 'Draft not saved'}
        </span>
      }
      foot={
        <WizardFoot
          draft={draft}
          step={step}
          mapping={mapping.present}
          plan={plan}
          sum={sum}
          reading={reading.progress !== null}
          checking={isChecking}
          sentAgain={knownRows(check.summary, campaignCode)?.again ?? 0}
          starting={start.isPending}
          onStep={goTo}
          onStart={() => void send()}
        />
      }
    >
      <div
        ref={content}
        tabIndex={-1}
        className={classes['content']}
        aria-label={`Step ${stepIndex(step) + 1} of ${WIZARD_STEPS.length}`}
        role="group"
      >
        {changes.error !== null && <FailureNote failure={changes.error} onRetry={() => void changes.settle()} />}
        {start.error !== null && <FailureNote failure={start.error} />}
        {shown === 'file' && (
          <FileStep draft={draft} reading={reading} onChoose={(choices) => void readAgain(choices)} />
        )}
        {shown === 'columns' && (
          <ColumnsStep
            draft={draft}
            mapping={mapping.present}
            campaignCode={plan.campaignCode}
            onChange={changeMapping}
            onUndo={undoMapping}
            onCampaign={(campaignCode) => changePlan({ ...plan, campaignCode })}
            onCountry={chooseCountry}
            onLookedUp={() => changes.save({ suggestAgain: true })}
          />
        )}
        {shown === 'check' && (
          <CheckStep draft={draft} mapping={mapping.present} check={check} onMapping={changeMapping} />
        )}
        {shown === 'plan' && (
          <PlanStep
            draft={draft}
            mapping={mapping.present}
            plan={plan}
            sum={sum}
            check={check}
            isComparing={isChecking}
            onChange={changePlan}
            onColumns={() => goTo('columns')}
          />
        )}
      </div>
    </Page>
  );
}

function isSameMapping(one: Mapping, other: Mapping): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withFacts<Basis extends { readonly rows: string }>(basis: Basis, facts: readonly unknown[]): Basis {
  return { ...basis, rows: JSON.stringify([basis.rows, facts]) };
}

interface WizardHeadProps {
  readonly draft: Draft;
  readonly step: DraftStep;
  readonly reached: DraftStep;
  readonly onStep: (step: DraftStep) => void;
}

function WizardHead({ draft, step, reached, onStep }: WizardHeadProps) {
  return (
    <div className={classes['head']}>
      <span className={classes['file']} title={draft.fileName}>
        <IconFileSpreadsheet size={16} stroke={1.75} aria-hidden />
        <span>{draft.fileName}</span>
      </span>
      <Stepper
        active={stepIndex(step)}
        onStepClick={(index) => {
          const chosen = WIZARD_STEPS[index]?.id;
          if (chosen !== undefined && chosen !== 'run') onStep(chosen);
        }}
        size="xs"
        iconSize={20}
        completedIcon={<IconCheck size={13} aria-hidden />}
        className={classes['stepper'] ?? ''}
        classNames={{
          steps: classes['steps'] ?? '',
          step: classes['step'] ?? '',
          stepIcon: classes['stepIcon'] ?? '',
          stepCompletedIcon: classes['stepCompletedIcon'] ?? '',
          stepLabel: classes['stepLabel'] ?? '',
          separator: classes['separator'] ?? '',
        }}
      >
        {WIZARD_STEPS.map(({ id, label }, index) => (
          <Stepper.Step
            key={id}
            label={label}
            allowStepSelect={id !== 'run' && index <= stepIndex(reached)}
            aria-current={id === step ? 'step' : undefined}
            disabled={id === 'run' || index > stepIndex(reached)}
          />
        ))}
      </Stepper>
    </div>
  );
}
