import { IconCalendarClock, IconPlayerPlay } from '@tabler/icons-react';
import type { PlannedJob } from '../../../../../shared/contract/quota/quota-forecast.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import classes from './HeatMap.module.css';

interface PlannedJobsProps {
  /** Undefined: not known yet. */
  readonly jobs: readonly PlannedJob[] | undefined;
  readonly now: number;
}

/** Jobs that will use the budget, in the order of their start. */
export function PlannedJobs({ jobs, now }: PlannedJobsProps) {
  const sorted = jobs?.toSorted((one, other) => (one.from ?? Infinity) - (other.from ?? Infinity));
  return (
    <section className={classes['planned']} aria-labelledby="planned-jobs">
      <div className={classes['plannedHead']}>
        <h3 id="planned-jobs">Jobs that will use it</h3>
        <a className={classes['another']} href={placeHref('import')}>
          Plan another
        </a>
      </div>
      {sorted?.length === 0 ? <p className="small text2">No job is due to use this budget.</p> : null}
      <ul>
        {sorted?.map((job) => (
          <li key={job.jobId} className={classes['job']}>
            {isRunning(job, now) ? (
              <IconPlayerPlay size={15} stroke={1.75} role="img" aria-label="runs" />
            ) : (
              <IconCalendarClock size={15} stroke={1.75} role="img" aria-label="planned" />
            )}
            <a className={classes['jobName']} href={placeHref('jobs', job.jobId)}>
              {job.name}
            </a>
            <span className="text2 tabular">{whenWords(job, now)}</span>
            <span
              className={`${classes['units'] ?? ''} tabular`}
              title={`${format.count(job.units, { one: '# unit', other: '# units' })} for ${format.count(job.rows, rowForms)}`}
            >
              {format.number(job.units)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function isRunning({ from }: PlannedJob, now: number): boolean {
  return from !== null && from <= now;
}

/** "until 14:10", "14:00 to after the reset". */
function whenWords(job: PlannedJob, now: number): string {
  const { from, to, spillsOver } = job;
  if (from === null) return 'time not known';
  const start = isRunning(job, now) ? 'until' : `${format.moment(from, now)} to`;
  return `${start} ${spillsOver || to === null ? 'after the reset' : format.moment(to, now)}`;
}
