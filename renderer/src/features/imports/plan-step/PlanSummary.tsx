import { format } from '../../../lib/format.ts';
import { StatusWord } from '../../../ui/index.ts';
import type { Forecast } from './plan-model.ts';
import classes from './PlanStep.module.css';
import { TimeLine } from './TimeLine.tsx';

interface PlanSummaryProps {
  readonly prediction: Forecast;
  readonly now: number;
  readonly zone: string;
  readonly fairUse: boolean;
}

/** "Starts after Nordlys customers (11,377 rows)." */
function aheadWords(jobs: Forecast['jobsAhead'], rows: number): string {
  const [only, ...others] = jobs;
  const count = format.count(rows, { one: '# row', other: '# rows' });
  return only !== undefined && others.length === 0
    ? `Starts after ${only.name} (${count}).`
    : `Starts after the ${count} of ${format.number(jobs.length)} imports.`;
}

/** What each job takes of the day, by its share of the rows that go first. */
function jobParts(jobs: Forecast['jobsAhead'], units: number) {
  const rows = jobs.reduce((sum, job) => sum + job.counts.waiting, 0);
  const taken = jobs
    .filter((job) => job.counts.waiting > 0)
    .map((job) => ({
      id: job.id,
      part: 'running',
      label: `${job.name}, ${job.holdKind === 'planned' ? 'planned' : 'running'}`,
      units: Math.round((units * job.counts.waiting) / rows),
    }));
  if (taken.length <= NAMED) return taken;
  const rest = taken.slice(NAMED).reduce((sum, job) => sum + job.units, 0);
  const others = `${format.number(taken.length - NAMED)} more imports`;
  return [...taken.slice(0, NAMED), { id: 'others', part: 'running', label: others, units: rest }];
}

/** Finish time, cost and what is left of the day, before anything is sent. */
export function PlanSummary({ prediction, now, zone, fairUse }: PlanSummaryProps) {
  const { finishAt, rowsAhead, jobsAhead, daily } = prediction;
  return (
    <div className={classes['summary']}>
      <div>
        <div className={classes['small']}>Finishes about</div>
        <div className={classes['finish']}>
          <span className="tabular">{format.time(finishAt, zone)}</span>
          <span className={classes['day']}>
            {format.dayAndMonth(finishAt, zone)}, {format.zoneName(zone, finishAt)}
          </span>
        </div>
        <p className={classes['ahead']}>
          {rowsAhead === 0 ? 'Nothing else is being sent.' : aheadWords(jobsAhead, rowsAhead)}
        </p>
        <TimeLine prediction={prediction} jobsAhead={jobsAhead} now={now} zone={zone} />
      </div>
      <dl className={classes['figures']}>
        <SummaryFigure label="Requests" value={format.number(prediction.requests)} note="one for each row" />
        <SummaryFigure
          label="Units"
          value={format.number(prediction.units)}
          note={`${fairUse ? 'fair use, ' : ''}${format.number(prediction.pricePerRow)} each`}
        />
        <SummaryFigure
          label="Sending time"
          value={format.duration(prediction.sendingTime)}
          note={`${format.number(prediction.rowsPerMinute)} rows a minute`}
        />
      </dl>
      {daily === null ? (
        <p className={classes['hint']}>
          The daily quota is not known yet. The service states it in its first answer. To ask for it now, open Quota.
        </p>
      ) : (
        <DailyQuota daily={daily} jobsAhead={jobsAhead} rowsTomorrow={prediction.rowsTomorrow} now={now} zone={zone} />
      )}
    </div>
  );
}

function SummaryFigure({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong className="tabular">{value}</strong>
        <span>{note}</span>
      </dd>
    </div>
  );
}

interface DailyQuotaProps {
  readonly daily: NonNullable<Forecast['daily']>;
  readonly jobsAhead: Forecast['jobsAhead'];
  readonly rowsTomorrow: number;
  readonly now: number;
  readonly zone: string;
}

/** Jobs with a line of their own in the legend; the others share one. */
const NAMED = 3;

function DailyQuota({ daily, jobsAhead, rowsTomorrow, now, zone }: DailyQuotaProps) {
  const parts = [
    { id: 'used', part: 'used', label: 'Used so far', units: daily.used },
    ...jobParts(jobsAhead, daily.runningImports),
    { id: 'this', part: 'this', label: 'This import', units: daily.thisImport },
    { id: 'left', part: 'left', label: 'Left afterwards', units: daily.left },
  ];
  const until = daily.resetsAt === null ? '' : `, until ${format.moment(daily.resetsAt, now, zone)}`;
  return (
    <section aria-label="Daily quota">
      <h3 className={classes['quotaTitle']}>Quota for creating leads{until}</h3>
      <div
        className={classes['quotaBar']}
        role="img"
        aria-label={parts.map((part) => `${part.label} ${format.number(part.units)}`).join(', ')}
      >
        {parts.map(
          (part) => part.units > 0 && <span key={part.id} data-part={part.part} style={{ flexGrow: part.units }} />,
        )}
      </div>
      <ul className={classes['legend']}>
        {parts.map((part) => (
          <li key={part.id}>
            <span className={classes['swatch']} data-part={part.part} aria-hidden />
            <span>{part.label}</span>
            <span className="tabular">{format.number(part.units)}</span>
          </li>
        ))}
      </ul>
      <p className={classes['verdict']}>
        {rowsTomorrow > 0 ? (
          <StatusWord status="warning" size="small">
            {format.count(rowsTomorrow, { one: '# row waits', other: '# rows wait' })} for the next day’s quota.
          </StatusWord>
        ) : (
          <StatusWord status="ok" size="small">
            Nothing waits for tomorrow. {format.number(daily.reserve)} stay reserved for people.
          </StatusWord>
        )}
      </p>
    </section>
  );
}
