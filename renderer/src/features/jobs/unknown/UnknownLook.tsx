import { Button } from '@mantine/core';
import { useState } from 'react';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import type { JobRowVerdict, JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { endCall, isCancelled, newCallId, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { CancelButton, FailureNote, startWork, StatusWord, toast } from '../../../ui/index.ts';
import classes from '../parts/JobPage.module.css';
import { verdictSum } from '../parts/job-model.ts';
import { capitalized } from '../../../../../shared/domain/words/format.ts';

const rowForms = { one: '# row', other: '# rows' } as const;

/** The findings about unknown rows, by row. */
export function useVerdicts(jobId: string) {
  const { data } = useChannel('job:verdicts', { jobId, offset: 0, limit: PAGE_LIMIT }, { keepPrevious: true });
  return new Map((data?.verdicts ?? []).map((verdict) => [verdict.row, verdict]));
}

interface UnknownLookProps {
  readonly job: JobSummary;
  readonly verdicts: ReadonlyMap<number, JobRowVerdict>;
  /** The rows changed. */
  readonly onApplied: () => void;
}

/** Looks for the rows in the service, and applies the conclusive verdicts. */
export function UnknownLook({ job, verdicts, onApplied }: UnknownLookProps) {
  const look = useChannelMutation('job:look');
  const apply = useChannelMutation('job:applyVerdicts');
  const [hasLooked, setHasLooked] = useState(false);
  const [callId, setCallId] = useState('');
  const { exists, absent, several, unclear } = verdictSum(verdicts.values());
  const isBusy = look.isPending || apply.isPending;
  const failure = isCancelled(look.error) ? apply.error : (look.error ?? apply.error);

  function lookNow(): void {
    if (isBusy) return;
    const next = newCallId();
    setCallId(next);
    // What fails is said below.
    look.mutate({ jobId: job.id, callId: next }, { onSuccess: () => setHasLooked(true) });
  }

  async function applyAll(): Promise<void> {
    if (isBusy) return;
    await apply.mutateAsync({ jobId: job.id });
    toast(
      `Linked ${format.count(exists, rowForms)}`,
      absent === 0 ? undefined : `${format.count(absent, rowForms)} sent once more.`,
    );
    onApplied();
  }

  return (
    <div className={classes['look']}>
      <Button size="xs" variant="default" aria-disabled={isBusy} loading={look.isPending} onClick={lookNow}>
        {hasLooked || verdicts.size > 0
          ? 'Look again'
          : `Look for ${job.counts.unknown === 1 ? 'it' : 'them'} in the service`}
      </Button>
      {look.isPending && <CancelButton size="xs" variant="subtle" onClick={() => endCall(callId)} />}
      {exists + absent > 0 && (
        <Button size="xs" aria-disabled={isBusy} loading={apply.isPending} onClick={() => startWork(applyAll)}>
          {applyWords(exists, absent)}
        </Button>
      )}
      <span className={classes['lookNote']} role="status">
        {look.isPending
          ? 'Lead Console reads the leads of the campaign as soon as requests of the last minute have had time to end.'
          : verdicts.size === 0
            ? 'One request reads the leads of the campaign. Nothing is changed or sent.'
            : `${format.number(exists)} found, ${format.number(absent)} not there, ${format.number(several + unclear)} unclear.`}
      </span>
      {failure !== null && <FailureNote failure={failure} />}
    </div>
  );
}

function applyWords(exists: number, absent: number): string {
  const parts = [
    ...(exists > 0 ? [`link ${format.number(exists)}`] : []),
    ...(absent > 0 ? [`send ${format.number(absent)} once`] : []),
  ];
  return capitalized(parts.join(', '));
}

const WORDS = {
  exists: { status: 'ok', text: 'Found' },
  absent: { status: 'waiting', text: 'Not there' },
  several: { status: 'warning', text: 'Unclear' },
  unclear: { status: 'warning', text: 'Unclear' },
} as const;

/** The verdict about one row, with its evidence. */
export function VerdictLine({ verdict }: { readonly verdict: JobRowVerdict | undefined }) {
  if (verdict === undefined) return null;
  const { status, text } = WORDS[verdict.verdict];
  return (
    <>
      <dt>Found</dt>
      <dd>
        <StatusWord status={status} size="small">
          {text}
        </StatusWord>{' '}
        {verdict.evidence}
      </dd>
    </>
  );
}
