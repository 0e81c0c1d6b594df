import { IconCalendarClock, IconPlayerPlay } from '@tabler/icons-react';
import type { PlannedJob } from '../../../../../shared/contract/quota/quota-forecast.ts';
import { format } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import classes from './HeatMap.module.css';

interface PlannedJobsProps {
  readonly jobs: readonly PlannedJob[];
  readonly now: number;
  readonly zone: string;
}

/** Jobs that will use the budget, in the order of their start. */
export function PlannedJobs({ jobs, now, zone }: PlannedJobsProps) {
  const sorted = jobs.toSorted((one, other) => one.from - other.from);
  return (
    <section className={classes['planned']} aria-labelledby="planned-jobs">
      <div className={classes['plannedHead']}>
        <h3 id="planned-jobs">Jobs that will use it</h3>
        <a className={classes['another']} href={placeHref('import')}>
          Plan another
        </a>
      </div>
      {sorted.length === 0 ? <p className="small text2">No job runs or is planned.</p> : null}
      <ul>
        {sorted.map(({ jobId, name, from, to, units, rows, spillsOver }) => (
          <li key={jobId} className={classes['job']}>
            {from <= now ? (
              <IconPlayerPlay size={15} stroke={1.75} role="img" aria-label="runs" />
            ) : (
              <IconCalendarClock size={15} stroke={1.75} role="img" aria-label="planned" />
            )}
            <a className={`${classes['jobName'] ?? ''} truncate`} href={placeHref('jobs', jobId)} title={name}>
              {name}
            </a>
            <span className={`${classes['when'] ?? ''} tabular`}>
              {from <= now ? 'until' : `${format.moment(from, now, zone)} to`}{' '}
              {spillsOver ? 'after the reset' : format.moment(to, now, zone)}
            </span>
            <span
              className={`${classes['units'] ?? ''} tabular`}
              title={`${format.count(units, { one: '# unit', other: '# units' })} for ${format.count(rows, { one: '# row', other: '# rows' })}`}
            >
              {format.number(units)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
