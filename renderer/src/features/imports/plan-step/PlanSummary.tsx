import { format } from '../../../lib/format.ts';
import { StatusWord } from '../../../ui/index.ts';
import type { Forecast } from './plan-model.ts';
import classes from './PlanStep.module.css';

interface PlanSummaryProps {
  readonly prediction: Forecast;
  readonly now: number;
  readonly zone: string;
  readonly fairUse: boolean;
}

/** Finish time, cost and what is left of the day, before anything is sent. */
export function PlanSummary({ prediction, now, zone, fairUse }: PlanSummaryProps) {
  const { finishAt, rowsAhead, daily } = prediction;
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
          {rowsAhead === 0
            ? 'Nothing else is being sent.'
            : `Starts after the ${format.count(rowsAhead, { one: '# row', other: '# rows' })} of the imports that are running.`}
        </p>
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
        <DailyQuota daily={daily} rowsTomorrow={prediction.rowsTomorrow} now={now} zone={zone} />
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
  readonly rowsTomorrow: number;
  readonly now: number;
  readonly zone: string;
}

function DailyQuota({ daily, rowsTomorrow, now, zone }: DailyQuotaProps) {
  const parts = [
    { id: 'used', label: 'Used so far', units: daily.used },
    { id: 'running', label: 'Running imports', units: daily.runningImports },
    { id: 'this', label: 'This import', units: daily.thisImport },
    { id: 'left', label: 'Left afterwards', units: daily.left },
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
          (part) => part.units > 0 && <span key={part.id} data-part={part.id} style={{ flexGrow: part.units }} />,
        )}
      </div>
      <ul className={classes['legend']}>
        {parts.map((part) => (
          <li key={part.id}>
            <span className={classes['swatch']} data-part={part.id} aria-hidden />
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
