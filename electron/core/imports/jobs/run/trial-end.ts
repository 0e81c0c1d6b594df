import type { Terms } from '../../../../../shared/contract/imports/imports.ts';
import type { Hold } from '../../../../../shared/domain/jobs/job-state.ts';
import { format } from '../../../../../shared/domain/words/format.ts';

/** The job waits for a person, who looks at the leads of its trial. */
export function trialOver({ trial }: Pick<Terms, 'trial'>): Hold {
  const rows = trial === 1 ? 'The trial row is sent' : `The ${format.number(trial)} trial rows are sent`;
  return {
    kind: 'trial',
    reason: `${rows}. Look at the leads, then resume to send the rest.`,
    resumeAt: null,
  };
}
