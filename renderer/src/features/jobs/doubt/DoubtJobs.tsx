import { IconClockPause } from '@tabler/icons-react';
import type { Doubt } from '../../../../../shared/contract/jobs/doubt.ts';
import type { JobLook, JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { Card, StatusWord, TableHead } from '../../../ui/index.ts';
import classes from './Doubt.module.css';
import { countedMore, type DoubtJob } from './doubt-model.ts';
import { momentWords, rowsWords, spanWords } from './doubt-words.ts';

interface DoubtJobsProps {
  readonly doubt: Doubt;
  readonly jobs: readonly DoubtJob[];
  readonly summaries: ReadonlyMap<string, JobSummary>;
  readonly looks: ReadonlyMap<string, JobLook>;
}

/** Every job that is held or of which the witness names rows. */
export function DoubtJobs({ doubt, jobs, summaries, looks }: DoubtJobsProps) {
  return (
    <Card title="Jobs in doubt" context={doubt.held.length > 0 ? 'held jobs send nothing' : ''} flush>
      {/* A scrolling table takes the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="scrolls" tabIndex={0} role="region" aria-label="Table of jobs in doubt">
        <table className={classes['table']}>
          <TableHead names={['Job', 'Left to send', 'In doubt', 'State']} />
          <tbody>
            {jobs.map((job) => (
              <tr key={job.jobId}>
                <th scope="row">
                  <JobName job={job} summary={summaries.get(job.jobId)} />
                </th>
                <td className="tabular">
                  {job.held === null ? '–' : `${format.number(job.held.waiting)} of ${format.number(job.held.rows)}`}
                </td>
                <td>
                  <InDoubt
                    doubt={doubt}
                    job={job}
                    unknown={summaries.get(job.jobId)?.counts.unknown}
                    look={looks.get(job.jobId)}
                  />
                </td>
                <td>
                  {job.held === null ? (
                    <span className="quiet">not held</span>
                  ) : (
                    <StatusWord status="waiting" icon={IconClockPause}>
                      held
                    </StatusWord>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function JobName({ job, summary }: { readonly job: DoubtJob; readonly summary: JobSummary | undefined }) {
  const campaign = job.campaignCode ?? summary?.campaignCode ?? null;
  const second = job.lost === null ? campaign : `known only by its witness: ${format.count(job.lost.rows, rowForms)}`;
  const hasPage = job.lost === null || job.lost.isKept;
  return (
    <>
      {hasPage ? (
        <a href={placeHref('jobs', job.jobId)} className={classes['jobName']}>
          {job.name}
        </a>
      ) : (
        <span className={classes['jobName']}>{job.name}</span>
      )}
      {second !== null && <span className={classes['second']}>{second}</span>}
    </>
  );
}

interface InDoubtProps {
  readonly doubt: Doubt;
  readonly job: DoubtJob;
  /** Rows of the job that are unknown now. */
  readonly unknown: number | undefined;
  readonly look: JobLook | undefined;
}

function InDoubt({ doubt, job: { named }, unknown, look }: InDoubtProps) {
  if (named === null)
    return (
      <>
        <span>no row on record</span>
        <span className={classes['second']}>{whyHeld(doubt)}</span>
      </>
    );
  const { count, rows } = named;
  const times = timesOf(named);
  return (
    <>
      <StatusWord status={unknown === 0 ? 'ok' : 'unknown'}>
        {format.count(count, rowForms)}
        {unknown === undefined
          ? ''
          : unknown === 0
            ? ', none unknown any more'
            : `, ${format.number(unknown)} unknown in the job`}
      </StatusWord>
      <span className={classes['second']}>{rows === null ? times : `${rowsWords(rows)}, ${times}`}</span>
      {look !== undefined && (
        <span className={classes['second']}>
          compared: {format.number(look.exists)} found, {format.number(look.absent)} not there,{' '}
          {format.number(look.several + look.unclear)} unclear
        </span>
      )}
    </>
  );
}

function timesOf({ firstAt, lastAt }: NonNullable<DoubtJob['named']>): string {
  if (firstAt === null) return 'times not known';
  return lastAt === null ? `the first sent ${momentWords(firstAt)}` : `sent ${spanWords(firstAt, lastAt)}`;
}

function whyHeld({ service, witness, setAside }: Doubt): string {
  const more = countedMore({ service });
  if (more > 0) return `perhaps some of the ${format.number(more)}`;
  if (witness !== null || setAside !== null) return 'whether one left is not known';
  return 'a pause or a stop of it may be lost';
}
