import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { isStarting } from '../../../../shared/domain/jobs/job-row.ts';
import { useChannel } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { placeHref } from '../../lib/navigation.ts';
import { useNow } from '../../lib/use-now.ts';
import { AsOf, Bar } from '../../ui/index.ts';
import classes from './Rail.module.css';

/** Running jobs; the one that ends next comes first. */
function jobsAtWork(jobs: readonly JobSummary[]): JobSummary[] {
  return jobs
    .filter((job) => job.state === 'running' || job.state === 'waiting')
    .sort((one, other) => (one.finishAt ?? Infinity) - (other.finishAt ?? Infinity) || one.createdAt - other.createdAt);
}

/** The running job under the pages: name, bar, rate and finish; hidden when nothing runs. */
export function RunningJob() {
  const { data } = useChannel('job:list', {});
  const now = useNow(5000);
  const [job, ...others] = jobsAtWork(data?.jobs ?? []);
  if (job === undefined) return null;
  const done = job.counts.rows - job.counts.waiting;
  const rate =
    job.state === 'waiting'
      ? 'waiting'
      : job.ratePerMinute > 0
        ? format.count(job.ratePerMinute, { one: '# row/min', other: '# rows/min' })
        : isStarting(job.counts)
          ? 'starting'
          : 'rate not known yet';
  return (
    <a className={classes['block']} href={placeHref('jobs', job.id)}>
      <span className={classes['line']}>
        <span className={`${classes['name']} truncate`} title={job.name}>
          {job.name}
        </span>
        <span className={`${classes['fixed']} tabular`}>
          {others.length > 0 ? `+${others.length}` : format.wholePercent(done, job.counts.rows)}
        </span>
      </span>
      <div className={classes['meter']}>
        <Bar counts={job.counts} height={6} />
      </div>
      <span className={classes['line']}>
        <span className="tabular">{rate}</span>
        <span className="tabular">
          <AsOf>
            {job.finishAt === null ? (
              'no finish time yet'
            ) : (
              <>
                done <span className={classes['value']}>{format.moment(job.finishAt, now)}</span>
              </>
            )}
          </AsOf>
        </span>
      </span>
    </a>
  );
}
