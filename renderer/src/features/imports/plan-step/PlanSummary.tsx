import { useChannelMutation } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { couldNot, QuotaParts, SmallButton, StatusWord } from '../../../ui/index.ts';
import { dayParts, type Forecast } from '../../../../../shared/domain/schedule/import-forecast.ts';
import { DAY } from '../../../../../shared/domain/time/time.ts';
import { rowsAfterMidnight } from './plan-model.ts';
import classes from './PlanStep.module.css';
import { TimeLine } from './TimeLine.tsx';
import type { TwoWays } from './two-ways.ts';
import { TwoWaysTable } from './TwoWaysTable.tsx';

/** Milliseconds. How far the forecast looks ahead. */
const YEAR = 365 * DAY;

interface PlanSummaryProps {
  readonly prediction: Forecast;
  readonly now: number;
  readonly fairUse: boolean;
  /** Null: there is one way only, or it is not known yet. */
  readonly ways: TwoWays | null;
}

/** "Shares the pace with Nordlys customers (11,377 rows)." */
function othersWords(others: Forecast['others'], rows: number): string {
  const [only, ...more] = others;
  const count = format.count(rows, rowForms);
  return only !== undefined && more.length === 0
    ? `Shares the pace with ${only.name} (${count}).`
    : `Shares the pace with ${format.number(others.length)} imports (${count}).`;
}

/** Finish time, cost and what is left of the day, before anything is sent. */
export function PlanSummary({ prediction, now, fairUse, ways }: PlanSummaryProps) {
  const { finishAt, otherRows, others, daily } = prediction;
  if (prediction.requests === 0)
    return (
      <div className={classes['summary']}>
        <p className={classes['ahead']}>Nothing would be sent, so it takes no time and costs nothing.</p>
      </div>
    );
  return (
    <div className={classes['summary']}>
      <div>
        <div className="quiet">Finishes about</div>
        <div className={classes['finish']}>
          {finishAt === null ? (
            <span className={classes['day']}>
              {prediction.startAt > now + YEAR
                ? 'not within a year, as it starts after that'
                : 'not within a year: the day’s quota leaves it no room'}
            </span>
          ) : (
            <>
              <span className="tabular">{format.time(finishAt)}</span>
              <span className={classes['day']}>
                {format.weekday(finishAt)} {format.dayAndMonth(finishAt)}, {format.zoneName(finishAt)}
              </span>
            </>
          )}
        </div>
        <p className={classes['ahead']}>
          {otherRows === 0 ? 'No other import is being sent.' : othersWords(others, otherRows)}
        </p>
        {finishAt !== null && <TimeLine startsAt={prediction.startAt} finishAt={finishAt} others={others} now={now} />}
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
          note={format.count(prediction.rowsPerMinute, { one: '# row a minute', other: '# rows a minute' })}
        />
      </dl>
      {daily === null ? (
        <UnknownQuota />
      ) : (
        <DailyQuota
          daily={daily}
          others={others}
          rowsTomorrow={prediction.rowsTomorrow}
          afterMidnight={rowsAfterMidnight(prediction, now)}
          now={now}
        />
      )}
      {ways !== null && <TwoWaysTable ways={ways} isFair={fairUse} now={now} />}
    </div>
  );
}

/** Without the quota nobody knows what is left afterwards, nor what the other way would cost. */
function UnknownQuota() {
  const refresh = useChannelMutation('quota:refresh');
  return (
    <div>
      <p className="quiet">The daily quota is not known yet. The service states it in its first answer.</p>
      <SmallButton mt={8} disabled={refresh.isPending} onClick={() => refresh.mutate({}, couldNot)}>
        Ask for it now
      </SmallButton>
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
  readonly others: Forecast['others'];
  readonly rowsTomorrow: number;
  readonly afterMidnight: number;
  readonly now: number;
}

function DailyQuota({ daily, others, rowsTomorrow, afterMidnight, now }: DailyQuotaProps) {
  const until = daily.resetsAt === null ? '' : `, until ${format.moment(daily.resetsAt, now)}`;
  return (
    <section aria-label="Daily quota">
      <h3 className="below8">Quota for creating leads{until}</h3>
      <QuotaParts parts={dayParts(daily, others, 'This import')} />
      <p className={classes['verdict']}>
        {rowsTomorrow > 0 ? (
          <StatusWord status="warning">
            {format.count(rowsTomorrow, { one: '# row waits', other: '# rows wait' })} for the next day’s quota.
          </StatusWord>
        ) : (
          <StatusWord status="ok">
            {afterMidnight > 0
              ? `About ${format.count(afterMidnight, { one: '# row goes', other: '# rows go' })} after midnight. The quota holds all.`
              : 'Nothing waits for tomorrow.'}{' '}
            {format.number(daily.reserve)} stay reserved for people.
          </StatusWord>
        )}
      </p>
    </section>
  );
}
