import {
  IconCheck,
  IconClock,
  IconHelpCircle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  type TablerIcon,
} from '@tabler/icons-react';
import type { JobState, JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { AsOf, type StatusName, StatusTitle } from '../../../ui/index.ts';
import { shownState, stateWord } from './job-model.ts';

const LOOK: Readonly<Record<JobState, { readonly status: StatusName; readonly icon: TablerIcon }>> = {
  running: { status: 'info', icon: IconPlayerPlayFilled },
  waiting: { status: 'waiting', icon: IconClock },
  paused: { status: 'warning', icon: IconPlayerPauseFilled },
  needsYou: { status: 'unknown', icon: IconHelpCircle },
  stopped: { status: 'skipped', icon: IconPlayerStopFilled },
  complete: { status: 'ok', icon: IconCheck },
};

/** State of a job: icon and word. */
export function StateWord({ job }: { readonly job: Pick<JobSummary, 'state' | 'counts' | 'holdKind'> }) {
  const state = shownState(job);
  const { status, icon } = LOOK[state];
  return (
    <StatusTitle status={status} icon={icon}>
      {stateWord(job)}
      {(state === 'running' || state === 'waiting') && <AsOf before=", " />}
    </StatusTitle>
  );
}
