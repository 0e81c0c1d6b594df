import { Button } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { ConfirmDialog, showFailure } from '../../ui/index.ts';
import classes from './JobPage.module.css';

/**
 * What left this computer is not known for sure, or the service has not said what it counted: a person says that the waiting
 * rows are sent all the same.
 */
export function GoOnButton({ job }: { readonly job: JobSummary }) {
  const resume = useChannelMutation('job:resume');
  const [isAsking, setIsAsking] = useState(false);
  const rows = format.count(job.counts.waiting, { one: '# waiting row', other: '# waiting rows' });
  const isUncounted = job.holdKind === 'count';
  return (
    <>
      <Button
        className={isUncounted ? '' : (classes['mainAction'] ?? '')}
        variant={isUncounted ? 'default' : 'filled'}
        leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Go on…
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={isUncounted ? 'Go on without the service’s count?' : 'Go on although it is not known what was sent?'}
        confirmLabel={`Send ${rows}`}
        danger
        busy={resume.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() =>
          resume.mutate(
            { jobId: job.id, goOn: true },
            { onError: (failure: unknown) => showFailure(failure), onSettled: () => setIsAsking(false) },
          )
        }
      >
        {job.reason} Unknown rows stay as they are. A waiting row that left without a trace here is sent a second time.
      </ConfirmDialog>
    </>
  );
}
