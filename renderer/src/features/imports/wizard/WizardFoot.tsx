import { Button } from '@mantine/core';
import { IconArrowRight, IconDeviceFloppy, IconReport } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { type Draft, type DraftStep, type Terms, USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { navigate, placeHref } from '../../../lib/navigation.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { CancelButton, Changes, Meter, SecondaryButton, startWork, StatusTitle, toast } from '../../../ui/index.ts';
import { leftOutWords, sumWords } from '../checking/check-sum.ts';
import { SentAnywayChips } from '../checking/SentAnywayChips.tsx';
import { SaveTemplate } from '../templates/TemplateDialog.tsx';
import { linesLeftOut } from '../file-step/reading-model.ts';
import { duplicateFields, mappingSums } from '../mapping-model/columns-model.ts';
import { countryPrefix } from '../mapping-model/phone-countries.ts';
import type { Forecast } from '../../../../../shared/domain/schedule/import-forecast.ts';
import { type Spill, startsWhen, startWords } from '../plan-step/plan-model.ts';
import { usePrediction } from '../plan-step/use-prediction.ts';
import { StartButton } from './StartButton.tsx';
import type { Making } from './use-start.ts';
import type { Wizard } from './use-wizard.ts';
import classes from './Wizard.module.css';

interface WizardFootProps {
  readonly draft: Draft;
  readonly wizard: Wizard;
  readonly onStep: (step: DraftStep) => void;
}

/** The running sum at the left, the way on at the right. */
export function WizardFoot(props: WizardFootProps) {
  const Foot = FEET[props.wizard.state.step];
  return (
    <div className={classes['foot']}>
      <Foot {...props} />
    </div>
  );
}

const FEET: Readonly<Record<DraftStep, ComponentType<WizardFootProps>>> = {
  file: FileFoot,
  columns: ColumnsFoot,
  check: CheckFoot,
  plan: PlanFoot,
};

function FileFoot({ draft, wizard, onStep }: WizardFootProps) {
  const { rows, columns } = draft.reading;
  const notData = linesLeftOut(draft.reading);
  // If it is a result file, only the rows that are still open.
  const open = draft.result === null ? rows : draft.result.refused + draft.result.waiting;
  return (
    <>
      <p data-toast-line className={classes['sum']}>
        <span>
          <strong className="tabular">
            {format.count(open, rowForms)} and {format.count(columns.length, { one: '# column', other: '# columns' })}{' '}
            go on.
          </strong>{' '}
          {open < rows && `${format.count(rows - open, { one: '# row is', other: '# rows are' })} answered. `}
          {notData === 0
            ? 'Nothing is left out at this step.'
            : `${format.count(notData, { one: '# line is not data and is', other: '# lines are not data and are' })} left out.`}
        </span>
      </p>
      <SecondaryButton href="#/import">Choose another file</SecondaryButton>
      <Button
        rightSection={<IconArrowRight size={15} aria-hidden />}
        disabled={wizard.reading.progress !== null || rows === 0}
        onClick={() => onStep('columns')}
      >
        Columns
      </Button>
    </>
  );
}

function ColumnsFoot({ draft, wizard, onStep }: WizardFootProps) {
  const mapping = wizard.state.mapping.present;
  const sums = mappingSums(draft.reading.columns, mapping);
  const duplicates = duplicateFields(mapping);
  const isReady = sums.fields > 0 && duplicates.size === 0;
  return (
    <>
      <p data-toast-line className={`${classes['sum'] ?? ''} tabular`}>
        <StatusTitle status={isReady ? 'ok' : 'warning'}>
          {`${format.number(sums.columnsUsed)} of ${format.count(sums.columns, { one: '# column', other: '# columns' })} used`}
        </StatusTitle>
        <span>
          {format.count(sums.fields, { one: '# field filled', other: '# fields filled' })}
          {sums.constants === 0 ? '' : `, ${format.number(sums.constants)} of them constant`}
        </span>
        <span>{format.count(sums.columnsUnused, { one: '# column not used', other: '# columns not used' })}</span>
        {duplicates.size > 0 && (
          <StatusTitle status="error">
            {format.count(duplicates.size, { one: '# field is filled twice', other: '# fields are filled twice' })}
          </StatusTitle>
        )}
      </p>
      <Changes>
        <SaveTemplate draftId={draft.id} isReady={isReady} settle={wizard.changes.settle} />
      </Changes>
      <SecondaryButton onClick={() => onStep('file')}>Back</SecondaryButton>
      <Button
        rightSection={<IconArrowRight size={15} aria-hidden />}
        disabled={!isReady}
        onClick={() => onStep('check')}
      >
        Check
      </Button>
    </>
  );
}

function CheckFoot({ draft, wizard, onStep }: WizardFootProps) {
  const { isChecking } = wizard;
  const { goOn, leftOut, withProblem } = wizard.sum;
  const { summary } = wizard.check.state;
  const { cleanedPhones: cleaned = 0, country } = summary ?? {};
  const adds = summary === null ? null : sumWords(summary);
  return (
    <>
      <p data-toast-line className={`${classes['sum'] ?? ''} tabular`} data-sum="check">
        {isChecking ? (
          <span>All rows are being checked.</span>
        ) : (
          <>
            <strong>{format.count(goOn, { one: '# row goes on', other: '# rows go on' })}</strong>
            <span>{summary === null ? `${format.number(leftOut)} left out` : leftOutWords(summary)}</span>
            <SentAnywayChips check={wizard.check} />
            {cleaned > 0 && (
              <span
                title={`Sent in international form${country?.value == null ? '' : `, such as ${countryPrefix(country.value)}…`}; what cannot be read is sent as it is.`}
              >
                {format.count(cleaned, { one: '# phone cleaned', other: '# phones cleaned' })}
              </span>
            )}
            <StatusTitle status={withProblem === 0 ? 'ok' : 'warning'}>
              {format.number(withProblem)} with problems
            </StatusTitle>
            {adds !== null && <StatusTitle status="ok">{adds}</StatusTitle>}
          </>
        )}
      </p>
      <SecondaryButton icon={IconReport} href={placeHref('import', draft.id, 'report')}>
        Report
      </SecondaryButton>
      <SecondaryButton onClick={() => onStep('columns')}>Back</SecondaryButton>
      <Button
        rightSection={<IconArrowRight size={15} aria-hidden />}
        disabled={!isChecking && goOn === 0}
        onClick={() => onStep('plan')}
      >
        Plan
      </Button>
    </>
  );
}

function PlanFoot(props: WizardFootProps) {
  const { making, cancelStart } = props.wizard;
  const isSlow = useDelayed(making !== null, 500);
  return making !== null && isSlow ? <MakingFoot making={making} onCancel={cancelStart} /> : <ReadyFoot {...props} />;
}

interface MakingFootProps {
  readonly making: Making;
  readonly onCancel: () => void;
}

/** Start was pressed, and the job does not have all its rows yet. */
function MakingFoot({ making: { rows, rowsTotal }, onCancel }: MakingFootProps) {
  const total = Math.max(1, rowsTotal);
  const done = format.wholePercent(rows, total);
  return (
    <>
      <div className={classes['making']} role="status">
        <span>Making the import. Nothing is sent before it has all its rows.</span>
        <Meter used={rows} limit={total} label={`Rows in the import: ${done}`} />
        <span className="tabular">
          {rowsTotal === 0 ? '' : `${format.number(rows)} of ${format.number(rowsTotal)}`}
        </span>
      </div>
      <CancelButton onClick={onCancel} />
    </>
  );
}

function ReadyFoot({ draft, wizard, onStep }: WizardFootProps) {
  const { blocker, check, state, sum } = wizard;
  const { prediction, now } = usePrediction(state.plan, sum.goOn);
  const { terms = USUAL_TERMS } = state.plan;
  const start = startLabel(terms, sum.goOn, startsWhen(terms, now), spillOf(prediction, now));
  return (
    <>
      <p data-toast-line className={classes['sum']} role="status">
        {!wizard.isChecking && <SentAnywayChips check={check} />}
        <span>{blocker ?? 'You can pause or stop at any row. Rows already created stay in the campaign.'}</span>
      </p>
      <Changes>
        <div className={classes['templateWideOnly']}>
          <SaveTemplate draftId={draft.id} isReady settle={wizard.changes.settle} />
        </div>
      </Changes>
      <SecondaryButton className={classes['whole'] ?? ''} onClick={() => onStep('check')}>
        Back
      </SecondaryButton>
      <Changes>
        <SecondaryButton
          className={classes['wideOnly'] ?? ''}
          icon={IconDeviceFloppy}
          onClick={() => startWork(() => leaveAsDraft(wizard))}
        >
          Save as draft
        </SecondaryButton>
        <StartButton wizard={wizard} label={start} />
      </Changes>
    </>
  );
}

/** A draft saves itself; this waits until it has, and goes to the list of drafts. */
async function leaveAsDraft({ changes }: Wizard): Promise<void> {
  if (!(await changes.settle())) return;
  toast('Saved as a draft', 'Nothing was sent. It goes on from here.');
  navigate('import');
}

/** Null: all rows go before the quota is used up, or nobody knows. */
function spillOf({ requests, rowsTomorrow, daily }: Forecast, now: number): Spill | null {
  if (rowsTomorrow === 0) return null;
  const before = requests - rowsTomorrow;
  const resetsAt = daily?.resetsAt ?? null;
  return {
    before: before <= 0 ? null : format.count(before, rowForms),
    from: resetsAt === null ? 'after the reset' : `from ${format.moment(resetsAt, now)} on`,
  };
}

function startLabel({ trial }: Terms, goOn: number, when: string | null, spill: Spill | null): string {
  const trialRows = trial > 0 && trial < goOn ? format.count(trial, rowForms) : null;
  return startWords(format.count(goOn, rowForms), trialRows, when, spill);
}
