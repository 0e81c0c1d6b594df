import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import type { JobRowVerdict, JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { endCall, isCancelled, newCallId, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { CancelButton, FailureNote, SmallButton, startWork, StatusWord, toast } from '../../../ui/index.ts';
import classes from '../parts/JobPage.module.css';
import { capitalized } from '../../../../../shared/domain/words/format.ts';

export interface Verdicts {
  /** By row: those about the first rows. */
  readonly byRow: ReadonlyMap<number, JobRowVerdict>;
  /** All of them, as they are applied. */
  readonly sums: ChannelResult<'job:verdicts'>['sums'];
}

/** What a look found out about unknown rows. */
export function useVerdicts(jobId: string): Verdicts {
  const { data } = useChannel('job:verdicts', { jobId, offset: 0, limit: PAGE_LIMIT }, { keepPrevious: true });
  return {
    byRow: new Map((data?.verdicts ?? []).map((verdict) => [verdict.row, verdict])),
    sums: data?.sums ?? { exists: 0, absent: 0, several: 0, unclear: 0 },
  };
}

interface UnknownLookProps {
  readonly job: JobSummary;
  readonly sums: Verdicts['sums'];
  /** The rows changed. */
  readonly onApplied: () => void;
}

/** Looks for the rows in the service, and applies the conclusive verdicts. */
export function UnknownLook({ job, sums, onApplied }: UnknownLookProps) {
  const look = useChannelMutation('job:look');
  const apply = useChannelMutation('job:applyVerdicts');
  const [hasLooked, setHasLooked] = useState(false);
  const { exists, absent, several, unclear } = sums;
  const isKnown = exists + absent + several + unclear > 0;
  const isBusy = look.isPending || apply.isPending;
  const failure = isCancelled(look.error) ? apply.error : (look.error ?? apply.error);

  function lookNow(): void {
    if (isBusy) return;
    // What fails is said below.
    look.mutate({ jobId: job.id, callId: newCallId() }, { onSuccess: () => setHasLooked(true) });
  }

  async function applyAll(): Promise<void> {
    if (isBusy) return;
    await apply.mutateAsync({ jobId: job.id });
    const linked = exists === 0 ? [] : [`Linked ${format.count(exists, rowForms)}`];
    // A job that is paused sends them later.
    const queued = absent === 0 ? [] : [`${format.count(absent, rowForms)} in the queue, to be sent once`];
    const [title = '', more] = [...linked, ...queued];
    toast(title, more);
    onApplied();
  }

  return (
    <div className={classes['look']}>
      <SmallButton aria-disabled={isBusy} loading={look.isPending} onClick={lookNow}>
        {hasLooked || isKnown ? 'Look again' : `Look for ${job.counts.unknown === 1 ? 'it' : 'them'} in the service`}
      </SmallButton>
      {look.isPending && (
        <CancelButton size="xs" variant="subtle" onClick={() => endCall(look.variables.callId ?? '')} />
      )}
      {exists + absent > 0 && (
        <Button size="xs" aria-disabled={isBusy} loading={apply.isPending} onClick={() => startWork(applyAll)}>
          {applyWords(exists, absent)}
        </Button>
      )}
      <span className={classes['lookNote']} role="status">
        {look.isPending
          ? 'Lead Console reads the leads of the campaign as soon as requests of the last minute have had time to end.'
          : isKnown
            ? `${format.number(exists)} found, ${format.number(absent)} not there, ${format.number(several + unclear)} unclear.`
            : 'One request reads the leads of the campaign. Nothing is changed or sent.'}
      </span>
      <FailureNote failure={failure} />
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
        <StatusWord status={status}>{text}</StatusWord> {verdict.evidence}
      </dd>
    </>
  );
}
