import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import type { JobDetail } from '../../../../../shared/contract/jobs/jobs.ts';
import type { TrialReading } from '../../../../../shared/contract/jobs/trial.ts';
import { dayParts, forecast, type Forecast } from '../../../../../shared/domain/schedule/import-forecast.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Card, QuotaParts } from '../../../ui/index.ts';
import { trialSteps, type TrialStep } from './trial-model.ts';
import classes from './TrialCard.module.css';

/** Shows what happened until now, and what it would mean to send the rest. */
export function TrialSide({ detail }: { readonly detail: JobDetail }) {
  const job = detail.summary;
  const now = useNow(5000);
  const { data: quota } = useChannel('quota:snapshot', {});
  const { data: jobs } = useChannel('job:list', {});
  const { data: trial } = useChannel('job:trial', { jobId: job.id });
  const { data: created } = useChannel('job:rows', { jobId: job.id, state: 'created', offset: 0, limit: MOST });
  const { waiting } = job.counts;
  const ahead =
    quota === undefined ? null : forecast(waiting, quota, jobs?.jobs ?? [], now, { ...job.terms, trial: 0 });
  return (
    <div className="flexColumn gap16">
      <TimeLine
        run={{ ...detail, createdAt: timesOf(created) }}
        reading={trial?.reading ?? null}
        ahead={ahead}
        now={now}
      />
      {ahead !== null && waiting > 0 && <Rest ahead={ahead} waiting={waiting} now={now} />}
    </div>
  );
}

/** The longest page of rows. */
const MOST = 500;

/** When the service answered for each created lead; empty while not all of them are known. */
function timesOf(created: ChannelResult<'job:rows'> | undefined): number[] {
  if (created === undefined || created.rows.length < created.total) return [];
  const times = created.rows.map(({ at }) => at);
  return times.every((at) => at !== null) ? times : [];
}

interface Clock {
  /** Unix milliseconds. */
  readonly now: number;
}

interface TimeLineProps extends Clock {
  readonly run: Parameters<typeof trialSteps>[0];
  readonly reading: TrialReading | null;
  readonly ahead: Forecast | null;
}

function TimeLine({ run, reading, ahead, now }: TimeLineProps) {
  const steps = trialSteps(run, reading, ahead, now);
  return (
    <Card title="Time line" context={format.zoneName(now)}>
      <ol className={classes['steps']} aria-label="Time line">
        {steps.map(({ at, state, title, meaning }) => (
          <li key={title} data-state={state}>
            <span className="tabular">{at === null ? 'now' : timeOf(at, state, now)}</span>
            <strong>{title}</strong>
            <span>{meaning}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** To the second for what happened today; a whole minute is all that is known of some steps. */
function timeOf(at: number, state: TrialStep['state'], now: number): string {
  const isToday = format.date(at) === format.date(now);
  return state === 'done' && isToday && at % MINUTE !== 0 ? format.timeWithSeconds(at) : format.moment(at, now);
}

function Rest({ ahead, waiting, now }: Clock & { readonly ahead: Forecast; readonly waiting: number }) {
  const { daily, finishAt, others, rowsTomorrow } = ahead;
  return (
    <Card title="If you send the rest">
      <div className={classes['rest']}>
        <p className={classes['finish']}>
          <strong className="tabular">{finishAt === null ? 'not known' : format.moment(finishAt, now)}</strong> expected
          end, if you send it now
        </p>
        {daily === null ? (
          <p>The daily quota is not known yet. The service states it in its next answer.</p>
        ) : (
          <QuotaParts parts={dayParts(daily, others, `The remaining ${format.count(waiting, rowForms)}`)} />
        )}
        <p className="text2">
          {daily !== null && rowsTomorrow > 0
            ? `${format.count(rowsTomorrow, { one: '# row waits', other: '# rows wait' })} for the next day’s quota. `
            : ''}
          Units of the quota for creating leads, worked out from what is known of it and of the other imports now.
        </p>
      </div>
    </Card>
  );
}
