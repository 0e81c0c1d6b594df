import { Button } from '@mantine/core';
import { IconFileDownload, IconPlayerPauseFilled, IconPlayerPlayFilled, IconSquare } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { JobDetail, JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { call, CallError, useActiveAccount, useChannel, useChannelMutation, useSave } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { savedFileWords } from '../../lib/saved-file-words.ts';
import { ConfirmDialog, FailureNote, Page, PageTrail, Skeleton, toast } from '../../ui/index.ts';
import { JobFacts } from './JobFacts.tsx';
import { JobFates } from './JobFates.tsx';
import { actionsOf, needsPassword } from './job-model.ts';
import classes from './JobPage.module.css';
import { PasswordNote } from './PasswordNote.tsx';
import { RefusedRows } from './RefusedRows.tsx';
import { StateWord } from './StateWord.tsx';
import { UnknownTray } from './UnknownTray.tsx';

/** One import: where every row is, how fast it goes, and what needs a person. */
export function JobPage({ jobId }: { readonly jobId: string }) {
  // Reasons and rows a minute are read, not told by events.
  const { data: detail, error, refetch } = useChannel('job:get', { jobId }, { refetchInterval: 5000 });
  if (detail !== undefined) return <OpenJob detail={detail} refetch={refetch} />;
  return (
    <Page
      title={
        <PageTrail parent="Jobs" href="#/jobs">
          Job
        </PageTrail>
      }
      windowTitle="Job"
      palette={false}
    >
      {error === null ? (
        <Skeleton lines={8} label="The job is being read" />
      ) : (
        <FailureNote failure={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

interface OpenJobProps {
  readonly detail: JobDetail;
  readonly refetch: () => Promise<unknown>;
}

function OpenJob({ detail, refetch }: OpenJobProps) {
  const job = detail.summary;
  const account = useActiveAccount();
  const reread = useRereadOn(job);
  useEffect(() => {
    if (reread > 0) void refetch();
  }, [reread, refetch]);
  const isPasswordNeeded =
    account !== undefined && account !== null && actionsOf(job).stop && needsPassword(job, account.signedIn);
  return (
    <Page
      title={
        <PageTrail parent="Jobs" href="#/jobs">
          {job.name}
        </PageTrail>
      }
      windowTitle={job.name}
      context={
        <span className={classes['state']}>
          <StateWord job={job} />
          <span className="truncate" title={job.reason}>
            {job.reason}
          </span>
        </span>
      }
      palette={false}
      actions={<JobActions job={job} />}
    >
      <div className={classes['page']}>
        {isPasswordNeeded && account !== null && <PasswordNote job={job} account={account} />}
        <section className={classes['overview']} aria-label="Where the rows are">
          <JobFates job={job} />
          <JobFacts detail={detail} />
        </section>
        <div className={classes['open']} data-tray={job.counts.unknown > 0 || undefined}>
          {job.counts.unknown > 0 && <UnknownTray job={job} reread={reread} />}
          <RefusedRows detail={detail} reread={reread} />
        </div>
      </div>
    </Page>
  );
}

/** Rises when rows were refused or became unknown: lists of rows are read again then. */
function useRereadOn(job: JobSummary): number {
  const { refused, unknown } = job.counts;
  const [state, setState] = useState({ refused, unknown, count: 0 });
  useEffect(() => {
    setState((known) =>
      known.refused === refused && known.unknown === unknown ? known : { refused, unknown, count: known.count + 1 },
    );
  }, [refused, unknown]);
  return state.count;
}

function JobActions({ job }: { readonly job: JobSummary }) {
  const pause = useChannelMutation('job:pause');
  const resume = useChannelMutation('job:resume');
  const stop = useChannelMutation('job:stop');
  const [isAsking, setIsAsking] = useState(false);
  const { saving, save } = useSave();
  const can = actionsOf(job);

  function tell(failure: unknown): void {
    if (!(failure instanceof CallError)) throw failure;
    toast('That did not work.', failure.message, { tone: 'error' });
  }

  async function saveResult(): Promise<void> {
    try {
      const saved = await save(resultName(job.fileName), (args) => call('job:saveResult', { jobId: job.id, ...args }));
      if (saved === null) return;
      const words = savedFileWords(saved, { one: '# row', other: '# rows' });
      toast(words.title, words.check);
    } catch (failure) {
      tell(failure);
    }
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} stroke={1.75} aria-hidden />}
        disabled={saving !== null}
        onClick={() => void saveResult()}
      >
        Result file
      </Button>
      {can.stop && (
        <Button
          variant="default"
          leftSection={<IconSquare size={14} stroke={2} aria-hidden />}
          onClick={() => setIsAsking(true)}
        >
          Stop…
        </Button>
      )}
      {can.pause && (
        <Button
          className={classes['mainAction'] ?? ''}
          leftSection={<IconPlayerPauseFilled size={14} aria-hidden />}
          disabled={pause.isPending}
          onClick={() => pause.mutate({ jobId: job.id }, { onError: tell })}
        >
          Pause
        </Button>
      )}
      {can.resume && (
        <Button
          className={classes['mainAction'] ?? ''}
          leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
          disabled={resume.isPending}
          onClick={() => resume.mutate({ jobId: job.id }, { onError: tell })}
        >
          Resume
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Stop this job?"
        confirmLabel={`Stop, leave ${format.count(job.counts.waiting, { one: '# row', other: '# rows' })} unsent`}
        danger
        busy={stop.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => stop.mutate({ jobId: job.id }, { onError: tell, onSettled: () => setIsAsking(false) })}
      >
        {format.count(job.counts.waiting, { one: '# waiting row is', other: '# waiting rows are' })} skipped and not
        sent. The {format.count(job.counts.created, { one: '# created lead stays', other: '# created leads stay' })} in
        the campaign. A stopped job cannot go on; pause it if you want to continue later.
      </ConfirmDialog>
    </>
  );
}

function resultName(fileName: string): string {
  return `${fileName.replace(/\.[a-z0-9]{1,5}$/i, '')}-result.csv`;
}
