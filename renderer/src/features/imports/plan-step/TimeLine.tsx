import { format } from '../../../lib/format.ts';
import type { Forecast } from '../../../../../shared/domain/schedule/import-forecast.ts';
import classes from './TimeLine.module.css';
import { type Span, timeLine } from './time-line.ts';

interface TimeLineProps {
  /** Unix milliseconds, as all other times. */
  readonly startsAt: number;
  readonly finishAt: number;
  readonly others: Forecast['others'];
  readonly now: number;
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
const place = ({ from, to }: Span) => ({ left: percent(from), width: percent(Math.max(0, to - from)) });

/** From now to the finish: production hours, the other imports, this one, midnight. */
export function TimeLine({ startsAt, finishAt, others, now }: TimeLineProps) {
  const line = timeLine({ now, startsAt, finishAt, jobs: others });
  const before = others
    .flatMap(({ name, to }) => (to === null ? [] : [`${name} is sent until ${format.moment(to, now)}. `]))
    .join('');
  return (
    <div
      className="above12"
      role="img"
      aria-label={`${before}This import is sent from ${format.moment(startsAt, now)} to ${format.moment(finishAt, now)}.`}
    >
      <div className={classes['track']}>
        {line.production.map((span) => (
          <span key={span.from} className={classes['production']} style={place(span)} title="Production hours, 8 to 21">
            {span.isNamed && 'production hours'}
          </span>
        ))}
        {line.jobs.map((job) => (
          <span key={job.id} className={classes['job']} style={place(job)} title={job.name} />
        ))}
        {line.own !== null && <span className={classes['own']} style={place(line.own)} title="This import" />}
        {line.midnights.map((at) => (
          <span key={at} className={classes['midnight']} style={{ left: percent(at) }} />
        ))}
      </div>
      <div className={`${classes['marks'] ?? ''} tabular`}>
        <strong>now</strong>
        {line.marks.map(({ at, time, isLast }) => (
          <span key={at} className={classes['hour']} style={{ left: percent(at) }} data-last={isLast || undefined}>
            {format.time(time)}
          </span>
        ))}
        {line.midnightWord !== null && (
          <span className={classes['midnightWord']} style={{ left: percent(line.midnightWord) }}>
            midnight
          </span>
        )}
      </div>
    </div>
  );
}
