// Why: decision 0352.
import { Button } from '@mantine/core';
import {
  IconArrowsExchange,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconReceipt,
  IconSquare,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { navigate, placeHref } from '../../../lib/navigation.ts';
import { Changes, ConfirmDialog, couldNot, MainButton, SecondaryButton } from '../../../ui/index.ts';
import { GoOnButton } from './GoOnButton.tsx';
import { actionsOf, stopWords } from '../parts/job-model.ts';
import { JobMenu } from '../parts/JobMenu.tsx';
import classes from '../parts/JobPage.module.css';
import { ResultFileButton } from '../result-file/ResultFileButton.tsx';

interface JobActionsProps {
  readonly job: JobSummary;
  /** The service refuses the campaign, so resuming would not help. */
  readonly isWrong: boolean;
}

/** What can be done with a job in its state: save its result, stop, pause or resume it. */
export function JobActions({ job, isWrong }: JobActionsProps) {
  const pause = useChannelMutation('job:pause');
  const resume = useChannelMutation('job:resume');
  const can = actionsOf(job);
  return (
    <>
      <JobMenu job={job} />
      <ResultFileButton job={job} isSmall={job.holdKind === 'trial'} />
      {/* After a trial its ways on take the room; the receipt is in the menu, too. */}
      {job.holdKind !== 'trial' && (
        <Button
          component="a"
          className={classes['wideOnly'] ?? ''}
          variant="default"
          href={placeHref('jobs', job.id, 'receipt')}
          leftSection={<IconReceipt size={16} stroke={1.75} aria-hidden />}
        >
          Receipt
        </Button>
      )}
      <Changes>
        {can.stop && <StopButton job={job} />}
        {can.resume && job.holdKind === 'trial' && <ChangeMappingButton job={job} />}
        {can.pause && (
          <MainButton
            miw={104}
            icon={IconPlayerPauseFilled}
            disabled={pause.isPending}
            onClick={() => pause.mutate({ jobId: job.id }, couldNot)}
          >
            Pause
          </MainButton>
        )}
        {can.resume && job.holdKind === 'older' && <GoOnButton job={job} />}
        {can.resume && job.holdKind !== 'older' && (
          <Button
            miw={104}
            variant={isWrong ? 'default' : 'filled'}
            title={isWrong ? 'The service would refuse the rows again.' : undefined}
            leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
            disabled={resume.isPending}
            onClick={() => resume.mutate({ jobId: job.id }, couldNot)}
          >
            {job.holdKind === 'trial' ? `Send the other ${format.count(job.counts.waiting, rowForms)}` : 'Resume'}
          </Button>
        )}
      </Changes>
    </>
  );
}

/** The rows that wait go on in a new draft; what the trial created stays. */
function ChangeMappingButton({ job }: { readonly job: JobSummary }) {
  const goOn = useChannelMutation('job:correctCampaign');
  return (
    <SecondaryButton
      className={classes['iconOnly'] ?? ''}
      icon={IconArrowsExchange}
      disabled={goOn.isPending}
      title="The rows that wait go on as a new draft, with everything you chose. The created leads stay as they are."
      onClick={() =>
        goOn.mutate(
          { jobId: job.id, campaignCode: job.campaignCode },
          { ...couldNot, onSuccess: (draft) => navigate('import', draft.id, { part: 'columns' }) },
        )
      }
    >
      Change the mapping
    </SecondaryButton>
  );
}

/** Stopping cannot be undone: the dialog says what happens to the rows. */
function StopButton({ job }: { readonly job: JobSummary }) {
  const stop = useChannelMutation('job:stop');
  const [isAsking, setIsAsking] = useState(false);
  const { created } = job.counts;
  const { rest, words } = stopWords(job);
  return (
    <>
      <SecondaryButton
        className={classes['iconOnly'] ?? ''}
        title="Stop…"
        leftSection={<IconSquare size={14} stroke={2} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Stop…
      </SecondaryButton>
      <ConfirmDialog
        opened={isAsking}
        title="Stop this job?"
        confirmLabel={`Stop, leave ${rest} unsent`}
        danger
        busy={stop.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => stop.mutate({ jobId: job.id }, { ...couldNot, onSettled: () => setIsAsking(false) })}
      >
        {words} The {format.count(created, { one: '# created lead stays', other: '# created leads stay' })} in the
        campaign. A stopped job cannot be resumed; pause it if you want to continue later.
      </ConfirmDialog>
    </>
  );
}
