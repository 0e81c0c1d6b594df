import { Stepper } from '@mantine/core';
import { IconCheck, IconFileSpreadsheet } from '@tabler/icons-react';
import type { Draft, DraftStep } from '../../../../../shared/contract/imports/imports.ts';
import classes from './Wizard.module.css';
import { stepIndex, WIZARD_STEPS } from './wizard-state.ts';

interface WizardHeadProps {
  readonly draft: Draft;
  readonly step: DraftStep;
  readonly reached: DraftStep;
  readonly onStep: (step: DraftStep) => void;
}

/** The file, and the steps: those that were reached can be opened. */
export function WizardHead({ draft, step, reached, onStep }: WizardHeadProps) {
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
        className="rigid"
        classNames={{
          steps: classes['steps'] ?? '',
          step: classes['step'] ?? '',
          stepIcon: classes['stepIcon'] ?? '',
          stepCompletedIcon: 'ok',
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
