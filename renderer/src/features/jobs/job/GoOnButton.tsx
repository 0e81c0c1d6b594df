import { Button } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { endCall, newCallId, useChannelMutation } from '../../../bridge/index.ts';
import { format, leadForms, rowForms } from '../../../lib/format.ts';
import { ConfirmDialog, Note, startWork, toast } from '../../../ui/index.ts';

/**
 * When it is not known for sure what left this computer, or the service has not said what it counted: a person compares
 * the waiting rows with the campaign first, or sends them all the same.
 */
export function GoOnButton({ job }: { readonly job: JobSummary }) {
  const { id: jobId, campaignCode, counts, reason } = job;
  const resume = useChannelMutation('job:resume');
  const compare = useChannelMutation('job:compareWaiting');
  const [isAsking, setIsAsking] = useState(false);
  const callId = useRef<string | null>(null);
  const rows = format.count(counts.waiting, { one: '# waiting row', other: '# waiting rows' });
  const isUncounted = job.holdKind === 'count';
  const doubt = compare.data?.doubt ?? null;

  async function goOn(): Promise<void> {
    try {
      await resume.mutateAsync({ jobId, goOn: true });
    } finally {
      close();
    }
  }

  async function compareFirst(): Promise<void> {
    const begun = newCallId();
    callId.current = begun;
    const found = await compare.mutateAsync({ jobId, callId: begun });
    // Whoever closed the dialog meanwhile wants nothing sent.
    if (found.doubt !== null || callId.current !== begun) return;
    const leads = format.count(found.leads, leadForms);
    toast(`${format.count(found.leftOut, rowForms)} left out`, `Compared with ${leads} of ${campaignCode}.`);
    await goOn();
  }

  function close(): void {
    if (compare.isPending && callId.current !== null) endCall(callId.current);
    callId.current = null;
    compare.reset();
    setIsAsking(false);
  }

  return (
    <>
      <Button
        miw={isUncounted ? 'auto' : 104}
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
        busy={resume.isPending || compare.isPending}
        first={{
          label: 'Compare, then send the rest',
          isBusy: compare.isPending,
          onClick: () => startWork(compareFirst),
        }}
        onClose={close}
        onConfirm={() => startWork(goOn)}
      >
        <p>{reason} Unknown rows stay as they are.</p>
        <p>
          Compare first: one request reads the leads of {campaignCode}, and waiting rows that it holds are left out.
          Otherwise a row that was sent and is not on record here is sent a second time.
        </p>
        <p role="status">{compare.isPending ? `The leads of ${campaignCode} are being read.` : ''}</p>
        {doubt !== null && (
          <Note tone="warning" title="Nothing was sent">
            {doubt}
          </Note>
        )}
      </ConfirmDialog>
    </>
  );
}
