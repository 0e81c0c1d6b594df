import { IconDeviceFloppy } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { draftStepSchema, type Draft, type DraftStep } from '../../../../../shared/contract/imports/imports.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { navigate, type Place, usePlace } from '../../../lib/navigation.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Changes, ConfirmDialog, FailureNote, Page, startWork, useIsReadOnly } from '../../../ui/index.ts';
import { CheckStep } from '../check-step/CheckStep.tsx';
import { ColumnsStep } from '../columns-step/ColumnsStep.tsx';
import { FileStep } from '../file-step/FileStep.tsx';
import { PlanStep } from '../plan-step/PlanStep.tsx';
import { TemplateBanner } from '../templates/TemplateBanner.tsx';
import { useWizard, type Wizard as WizardOfDraft } from './use-wizard.ts';
import classes from './Wizard.module.css';
import { WizardFoot } from './WizardFoot.tsx';
import { WizardHead } from './WizardHead.tsx';
import { canGoTo, stepIndex, WIZARD_STEPS } from './wizard-state.ts';

/** One file on its way to becoming a job. Everything can be changed until Start, and every change is saved. */
export function Wizard({ draft }: { readonly draft: Draft }) {
  const wizard = useWizard(draft);
  const content = useRef<HTMLDivElement>(null);
  const { changes, startError } = wizard;
  const { step, reached } = wizard.state;

  const place = usePlace();
  const isReadOnly = useIsReadOnly();

  function goTo(next: DraftStep): void {
    if (!canGoTo(wizard.state, next)) return;
    wizard.goTo(next);
    if (next !== step) navigate('import', draft.id, { part: next });
    // The new step is read from its beginning.
    content.current?.focus();
  }

  // Back, Forward, a reload or a bookmark name the step; one that is not open yet gives way to the one that is.
  const followAddress = useEffectEvent(({ page, id, part: named }: Place) => {
    // The address may name another page already, as after Start.
    if (page !== 'import' || id !== draft.id || named === step) return;
    const wanted = draftStepSchema.safeParse(named);
    if (wanted.success && canGoTo(wizard.state, wanted.data)) wizard.goTo(wanted.data);
    else navigate('import', draft.id, { part: step, replace: true });
  });
  useEffect(() => followAddress(place), [place]);

  // The button that used a template, or took it back, is gone with its banner.
  const template = draft.template?.name ?? null;
  const shownTemplate = useRef(template);
  useEffect(() => {
    if (shownTemplate.current === template) return;
    shownTemplate.current = template;
    content.current?.focus();
  }, [template]);

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
          {isReadOnly ? 'Read only. ' : ''}
          {changes.error === null ? <SavedWords at={draft.savedAt} /> : 'Draft not saved'}
        </span>
      }
      foot={<WizardFoot draft={draft} wizard={wizard} onStep={goTo} />}
    >
      <div
        ref={content}
        tabIndex={-1}
        className={classes['content']}
        aria-label={`Step ${stepIndex(step) + 1} of ${WIZARD_STEPS.length}`}
        role="group"
      >
        <FailureNote failure={changes.error} onRetry={() => startWork(() => changes.settle())} />
        <FailureNote failure={startError} />
        <StepContent draft={draft} wizard={wizard} onStep={goTo} />
        {wizard.sentBefore !== null && (
          <ConfirmDialog
            opened
            title="Send rows again that were sent before?"
            confirmLabel={`Send ${format.count(wizard.sum.goOn, rowForms)} again`}
            danger
            onConfirm={wizard.sentBefore.sendAgain}
            onClose={wizard.sentBefore.leave}
          >
            {wizard.sentBefore.message} Sent again, each of them becomes a second lead. “Only new” in the plan compares
            the rows with the leads of the campaign and leaves out those that are there.
          </ConfirmDialog>
        )}
      </div>
    </Page>
  );
}

/** Names the day, when it was another one. */
function SavedWords({ at }: { readonly at: number }) {
  return `Draft saved ${format.moment(at, useNow(60_000))}`;
}

interface StepContentProps {
  readonly draft: Draft;
  readonly wizard: WizardOfDraft;
  readonly onStep: (step: DraftStep) => void;
}

function StepContent({ draft, wizard, onStep }: StepContentProps) {
  const { plan, step } = wizard.state;
  const mapping = wizard.state.mapping.present;
  // A step is rendered in slices between keys and wheel; the head and the foot change at once.
  const shown = useDeferredValue<DraftStep | null>(step, null);
  switch (shown) {
    case null:
      return null;
    case 'file':
      return (
        <FileStep
          draft={draft}
          mapping={mapping}
          reading={wizard.reading}
          templates={wizard.templates}
          onChoose={wizard.readAgain}
        />
      );
    case 'columns':
      return (
        <ColumnsStep
          draft={draft}
          mapping={mapping}
          campaignCode={plan.campaignCode}
          templates={wizard.templates}
          onChange={wizard.changeMapping}
          onUndo={wizard.undoMapping}
          onCampaign={(campaignCode) => wizard.changePlan({ ...plan, campaignCode })}
          onCountry={wizard.chooseCountry}
          onLookedUp={wizard.suggestAgain}
        />
      );
    case 'check':
      return (
        <CheckStep
          draft={draft}
          mapping={mapping}
          check={wizard.check}
          comparison={wizard.comparison}
          onMapping={wizard.changeMapping}
          onCountry={wizard.chooseCountry}
          onColumns={() => onStep('columns')}
        />
      );
    case 'plan':
      return (
        <Changes>
          {draft.template !== null && <TemplateBanner draft={draft} mapping={mapping} work={wizard.templates} />}
          <PlanStep
            draft={draft}
            mapping={mapping}
            plan={plan}
            sum={wizard.sum}
            check={wizard.check}
            comparison={wizard.comparison}
            isComparing={wizard.isChecking}
            onChange={wizard.changePlan}
            onColumns={() => onStep('columns')}
            onCheck={() => onStep('check')}
          />
        </Changes>
      );
  }
}
