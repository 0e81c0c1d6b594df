import { Button } from '@mantine/core';
import { IconArrowRight, IconPlayerPlay } from '@tabler/icons-react';
import type { Draft, DraftStep, Plan } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { format } from '../../../lib/format.ts';
import { StatusWord } from '../../../ui/index.ts';
import type { Sum } from '../checking/check-sum.ts';
import { duplicateFields, mappingSums } from '../mapping-model/columns-model.ts';
import { whatIsMissing } from '../plan-step/plan-model.ts';
import { linesLeftOut } from '../file-step/reading-model.ts';
import { SaveMapping } from '../columns-step/SaveMapping.tsx';
import classes from './Wizard.module.css';

interface WizardFootProps {
  readonly draft: Draft;
  readonly step: DraftStep;
  readonly mapping: Mapping;
  readonly plan: Plan;
  /** What becomes of the rows when they are sent as they are now. */
  readonly sum: Sum;
  readonly reading: boolean;
  readonly checking: boolean;
  /** Rows that the campaign has already, as far as this program knows. */
  readonly sentAgain: number;
  readonly starting: boolean;
  readonly onStep: (step: DraftStep) => void;
  readonly onStart: () => void;
}

const rowForms = { one: '# row', other: '# rows' };

/** The running sum at the left, the way on at the right. */
export function WizardFoot(props: WizardFootProps) {
  return (
    <div className={classes['foot']}>
      {props.step === 'file' && <FileFoot {...props} />}
      {props.step === 'columns' && <ColumnsFoot {...props} />}
      {props.step === 'check' && <CheckFoot {...props} />}
      {props.step === 'plan' && <PlanFoot {...props} />}
    </div>
  );
}

function FileFoot({ draft, reading, onStep }: WizardFootProps) {
  const { rows, columns } = draft.reading;
  const notData = linesLeftOut(draft.reading);
  return (
    <>
      <p className={classes['sum']}>
        <span>
          <strong className="tabular">
            {format.count(rows, rowForms)} and {format.count(columns.length, { one: '# column', other: '# columns' })}{' '}
            go on.
          </strong>{' '}
          {notData === 0
            ? 'Nothing is left out at this step.'
            : `${format.count(notData, { one: '# line is', other: '# lines are' })} no data and left out.`}
        </span>
      </p>
      <Button variant="default" component="a" href="#/import">
        Choose another file
      </Button>
      <Button
        rightSection={<IconArrowRight size={15} aria-hidden />}
        disabled={reading || rows === 0}
        onClick={() => onStep('columns')}
      >
        Columns
      </Button>
    </>
  );
}

function ColumnsFoot({ draft, mapping, onStep }: WizardFootProps) {
  const sums = mappingSums(draft.reading.columns, mapping);
  const duplicates = duplicateFields(mapping);
  const isReady = sums.fields > 0 && duplicates.size === 0;
  return (
    <>
      <p className={`${classes['sum'] ?? ''} tabular`}>
        <StatusWord status={isReady ? 'ok' : 'warning'}>
          {`${format.number(sums.columnsUsed)} of ${format.count(sums.columns, { one: '# column', other: '# columns' })} used`}
        </StatusWord>
        <span>
          {format.count(sums.fields, { one: '# field filled', other: '# fields filled' })}
          {sums.constants === 0 ? '' : `, ${format.number(sums.constants)} of them constant`}
        </span>
        <span>{format.count(sums.columnsUnused, { one: '# column not used', other: '# columns not used' })}</span>
        {duplicates.size > 0 && (
          <StatusWord status="error">
            {format.count(duplicates.size, { one: '# field is filled twice', other: '# fields are filled twice' })}
          </StatusWord>
        )}
      </p>
      <SaveMapping draft={draft} mapping={mapping} isReady={isReady} />
      <Button variant="default" onClick={() => onStep('file')}>
        Back
      </Button>
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

function CheckFoot({ sum, checking, onStep }: WizardFootProps) {
  const { goOn, leftOut, withProblem } = sum;
  return (
    <>
      <p className={`${classes['sum'] ?? ''} tabular`} data-sum="check">
        {checking ? (
          <span>All rows are being checked.</span>
        ) : (
          <>
            <strong>{format.count(goOn, { one: '# row goes on', other: '# rows go on' })}</strong>
            <span>{format.number(leftOut)} left out</span>
            <StatusWord status={withProblem === 0 ? 'ok' : 'warning'}>
              {format.number(withProblem)} with problems
            </StatusWord>
          </>
        )}
      </p>
      <Button variant="default" onClick={() => onStep('columns')}>
        Back
      </Button>
      <Button
        rightSection={<IconArrowRight size={15} aria-hidden />}
        disabled={!checking && goOn === 0}
        onClick={() => onStep('plan')}
      >
        Plan
      </Button>
    </>
  );
}

function PlanFoot(props: WizardFootProps) {
  const { draft, mapping, plan, sum, reading, checking, sentAgain, starting, onStep, onStart } = props;
  const campaignCode = plan.campaignCode.trim();
  const missing = reading
    ? 'The file is being read again.'
    : checking
      ? campaignCode === ''
        ? 'The rows are being checked.'
        : `The rows are being compared with what was sent to ${campaignCode}.`
      : whatIsMissing(plan, mapping.length, duplicateFields(mapping), draft.reading.rows, sum.goOn);
  return (
    <>
      <p className={classes['sum']} role="status">
        {missing === null && sentAgain > 0 && (
          <StatusWord status="warning">
            {format.count(sentAgain, { one: '# row is sent again', other: '# rows are sent again' })}
          </StatusWord>
        )}
        <span>{missing ?? 'You can pause or stop at any row. Rows already created stay in the campaign.'}</span>
      </p>
      <Button variant="default" onClick={() => onStep('check')}>
        Back
      </Button>
      <Button
        leftSection={<IconPlayerPlay size={15} aria-hidden />}
        disabled={missing !== null || starting}
        onClick={onStart}
      >
        Start, send {format.count(sum.goOn, rowForms)}
      </Button>
    </>
  );
}
