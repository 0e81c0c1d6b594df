import { IconPlayerStop } from '@tabler/icons-react';
import { format } from '../../../lib/format.ts';
import { CancelButton, EmptyState, FailureNote, SecondaryButton } from '../../../ui/index.ts';
import explore from '../explore/Explore.module.css';
import classes from './Compare.module.css';
import type { Comparing as State } from './use-comparison.ts';

/** Before there is a comparison to show: how far it is, or why there is none. */
export function Comparing({ known }: { readonly known: Exclude<State, { readonly state: 'done' | 'none' }> }) {
  if (known.state === 'failed')
    return (
      <FailureNote
        className={classes['failure']}
        failure={known.failure}
        onRetry={known.again}
        retryLabel="Compare again"
      />
    );
  if (known.state === 'cancelled')
    return (
      <EmptyState
        icon={IconPlayerStop}
        title="Not compared"
        action={<SecondaryButton onClick={known.again}>Compare</SecondaryButton>}
      >
        You cancelled it. Both results are as they were.
      </EmptyState>
    );
  return (
    <>
      <div className={classes['parts']} aria-hidden>
        {['New', 'Changed', 'Gone', 'Same'].map((title) => (
          <div key={title} className={classes['part']}>
            <span className={classes['partTitle']}>{title}</span>
            <strong className={classes['partCount']}>–</strong>
          </div>
        ))}
      </div>
      <div className={explore['bar']}>
        <span role="status" className="tabular">
          {known.part === 0 ? 'Comparing' : `Comparing, ${format.wholePercent(known.part, 1)}`}
        </span>
        <div className={explore['tools']}>
          <CancelButton onClick={known.cancel} />
        </div>
      </div>
    </>
  );
}
