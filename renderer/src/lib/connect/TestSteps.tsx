import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleDashed, IconMinus, IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import { assertNever } from '../../../../shared/contract/errors.ts';
import type { TestStep } from '../../../../shared/contract/account/discovery.ts';
import { Note } from '../../ui/index.ts';
import { format } from '../format.ts';
import { splitSentences } from '../sentences.ts';
import classes from './TestSteps.module.css';

export interface TestStepsProps {
  readonly steps: readonly TestStep[];
  /** `lines`: one line a step, on the first screen. `columns`: title and detail in two columns, on the account page. */
  readonly look: 'lines' | 'columns';
}

/** The steps of a connection test, in order, with how long each took. */
export function TestSteps({ steps, look }: TestStepsProps) {
  return (
    <ol className={classes['steps']} data-look={look} aria-label="Connection test" aria-live="polite">
      {steps.map((step) => (
        <li key={step.id} className={classes['step']} data-state={step.state}>
          <StepMark state={step.state} />
          <span className={classes['text']}>
            <span className={classes['title']}>{step.title}</span>
            {step.detail === '' || (look === 'lines' && isTrouble(step)) ? null : (
              <span className={classes['detail']} title={look === 'lines' ? step.detail : undefined}>
                <Breakable text={step.detail} />
              </span>
            )}
          </span>
          <span className={`${classes['time']} tabular`}>
            {step.milliseconds === null ? '' : format.duration(step.milliseconds)}
            {look === 'lines' || step.state === 'running' || step.state === 'waiting' ? null : (
              <span className="block">{step.request === null ? 'free' : `request ${step.request}`}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A path may break after its slashes, before a line ends in the middle of a word. */
function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function isTrouble(step: TestStep): boolean {
  return step.state === 'failed' || step.state === 'warning';
}

/** What the test found wrong, in full sentences. */
export function TestTrouble({ steps }: { readonly steps: readonly TestStep[] }) {
  const failed = steps.find((step) => step.state === 'failed');
  if (failed === undefined) return null;
  const { first, rest } = splitSentences(failed.detail === '' ? `${failed.title} failed.` : failed.detail);
  return (
    <Note tone="error" title={first} role="alert">
      {rest === '' ? undefined : rest}
    </Note>
  );
}

function StepMark({ state }: { readonly state: TestStep['state'] }) {
  const icon = { size: 15, stroke: 2, role: 'img' } as const;
  switch (state) {
    case 'waiting':
      return <IconCircleDashed {...icon} aria-label="Waiting" className={classes['mark']} />;
    case 'running':
      return <Loader size={14} role="img" aria-label="Being tried" className={classes['mark'] ?? ''} />;
    case 'ok':
      return <IconCheck {...icon} aria-label="Works" className={classes['mark']} />;
    case 'absent':
      return <IconMinus {...icon} aria-label="Not there, and not needed" className={classes['mark']} />;
    case 'warning':
      return <IconAlertTriangle {...icon} aria-label="Warning" className={classes['mark']} />;
    case 'failed':
      return <IconX {...icon} aria-label="Failed" className={classes['mark']} />;
    default:
      return assertNever(state);
  }
}
