import type { JobDetail } from '../../../../shared/contract/jobs/jobs.ts';
import { startRefetch, useActiveAccount, useChannel } from '../../bridge/index.ts';
import { FailureNote, Page, PageTrail, Skeleton } from '../../ui/index.ts';
import { JobActions } from './JobActions.tsx';
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
  const { data: detail, error, refetch } = useChannel('job:get', { jobId });
  if (detail !== undefined) return <OpenJob detail={detail} />;
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
        <Skeleton lines={8} label="The job is loading" />
      ) : (
        <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />
      )}
    </Page>
  );
}

function OpenJob({ detail }: { readonly detail: JobDetail }) {
  const job = detail.summary;
  const account = useActiveAccount();
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
          {job.counts.unknown > 0 && <UnknownTray job={job} />}
          <RefusedRows detail={detail} />
        </div>
      </div>
    </Page>
  );
}
