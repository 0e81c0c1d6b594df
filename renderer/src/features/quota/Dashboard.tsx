import { Fragment, memo, type ReactNode, useMemo } from 'react';
import type { ServiceQuota } from '../../../../shared/contract/quota/quota.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/time.ts';
import { type CallError, startRefetch, useChannel } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { FailureNote, Skeleton } from '../../ui/index.ts';
import { ChartCard } from './chart/ChartCard.tsx';
import { HeatCard } from './heat/HeatCard.tsx';
import { PlannedJobs } from './heat/PlannedJobs.tsx';
import { RefusalsCard } from './cards/RefusalsCard.tsx';
import { burnDownKind } from './series/burn-down-kind.ts';
import { burnDownModel, burnDownSummary, type LeftNow, withNewest } from './series/burn-down-model.ts';
import { latencyKind, latencyModel, latencySummary } from './series/latency.ts';
import { minutesKind } from './series/minutes-kind.ts';
import { LANES, minutesModel, minutesSummary } from './series/minutes-model.ts';
import { dayAndTime } from './series/times.ts';
import classes from './QuotaPage.module.css';

interface DashboardProps {
  readonly service: ServiceQuota;
  readonly now: number;
}

/**
 * All charts of the chosen budget. They share one cursor, by time. The figures above change twice a second; the charts
 * get only what they show, so that they are redrawn only when it changes.
 */
export function Dashboard({ service: { service, title, daily, lastMinute, refusedLastDay }, now }: DashboardProps) {
  const minute = Math.floor(now / MINUTE) * MINUTE;
  return (
    // The cards keep times in words; another window may choose another zone for the account.
    <Fragment key={format.zone()}>
      <BurnDownCard
        service={service}
        title={title}
        limit={daily.limit}
        resetsAt={daily.resetsAt}
        remaining={daily.remaining}
      />
      <div className={classes['row']}>
        <MinutesCard service={service} title={title} lastMinute={lastMinute} minute={minute} />
        <RoomCard service={service} minute={minute} />
      </div>
      <div className={classes['row']}>
        <LatencyCard service={service} title={title} minute={minute} />
        <RefusalsCard service={service} title={title} lastDay={refusedLastDay} now={minute} />
      </div>
    </Fragment>
  );
}

interface BudgetProps {
  /** Key of the budget. */
  readonly service: string;
  readonly title: string;
  /** Start of the minute that runs, Unix milliseconds. */
  readonly minute: number;
}

const BURN_DOWN_LEGEND = [
  { name: 'Left', colour: 'info-fill', shape: 'line' },
  { name: 'Forecast with known jobs', colour: 'info-fill', shape: 'dashed' },
  { name: 'likely range', colour: 'accent-soft', shape: 'area' },
  { name: 'Even pace', colour: 'text3', shape: 'dotted' },
] as const;

type BurnDownProps = Omit<BudgetProps, 'minute'> & LeftNow;

const BurnDownCard = memo(function BurnDownCard({ service, title, limit, resetsAt, remaining }: BurnDownProps) {
  const burnDown = useChannel('quota:burnDown', { service }, { keepPrevious: true });
  const { data } = burnDown;
  const { model, summary } = useMemo(() => {
    if (data === undefined) return { model: null, summary: '' };
    const day = withNewest(data, { limit, resetsAt, remaining });
    return { model: burnDownModel(day), summary: burnDownSummary(day) };
  }, [data, limit, resetsAt, remaining]);
  return (
    <ChartCard
      title={`${title}, until the reset`}
      context={
        model === null
          ? 'units left'
          : `units left, ${dayAndTime(model.from)} to ${dayAndTime(model.to)} ${format.zoneName(model.to)}`
      }
      kind={burnDownKind}
      model={model}
      summary={summary}
      legend={BURN_DOWN_LEGEND}
      height="clamp(184px, 20.5vh, 420px)"
      fileName={`units left of ${title}`}
      failure={<Unread query={burnDown} />}
      empty={
        <Empty query={burnDown} label="The day is loading">
          Nothing to draw yet: the day of a budget begins with its first request.
        </Empty>
      }
    />
  );
});

/** In which hours there is room, and what is planned to use it. */
const RoomCard = memo(function RoomCard({ service, minute }: Omit<BudgetProps, 'title'>) {
  const { data } = useChannel('quota:burnDown', { service }, { keepPrevious: true });
  return (
    <HeatCard service={service} now={minute}>
      <PlannedJobs jobs={data?.planned} now={data?.now ?? minute} />
    </HeatCard>
  );
});

/** The last hour with the minute that runs; the range moves on once a minute. */
function lastHour(minute: number): { readonly from: number; readonly to: number } {
  const to = minute + MINUTE;
  return { from: to - HOUR, to };
}

interface MinutesCardProps extends BudgetProps {
  readonly lastMinute: ServiceQuota['lastMinute'];
}

const MinutesCard = memo(function MinutesCard({ service, title, lastMinute, minute }: MinutesCardProps) {
  const minutes = useChannel('quota:minutes', { service, ...lastHour(minute) }, { keepPrevious: true });
  const { data } = minutes;
  const { model, summary } = useMemo(() => {
    const made = data === undefined ? null : minutesModel(data, { ...lastHour(minute), now: minute });
    return { model: made, summary: made === null ? '' : minutesSummary(made) };
  }, [data, minute]);
  return (
    <ChartCard
      title="Requests per minute"
      kind={minutesKind}
      model={model}
      summary={summary}
      legend={LANES.toReversed().map(({ id, name, colour }) => ({
        name,
        colour,
        shape: 'area' as const,
        figure: format.number(lastMinute[id]),
      }))}
      height="clamp(184px, 20.5vh, 264px)"
      fileName={`requests per minute of ${title}`}
      failure={<Unread query={minutes} />}
      empty={
        <Empty query={minutes} label="The minutes are loading">
          No request in the last hour.
        </Empty>
      }
    />
  );
});

const LATENCY_LEGEND = [
  { name: 'Half of the answers within', colour: 'info-fill', shape: 'line' },
  { name: '95 % within', colour: 'text3', shape: 'dashed' },
  { name: 'failed', colour: 'error-fill', shape: 'area' },
] as const;

const LatencyCard = memo(function LatencyCard({ service, title, minute }: BudgetProps) {
  const latency = useChannel('quota:latency', { service, ...lastHour(minute) }, { keepPrevious: true });
  const { data } = latency;
  const { model, summary } = useMemo(() => {
    const made = data === undefined ? null : latencyModel(data, { ...lastHour(minute), now: minute });
    return { model: made, summary: made === null ? '' : latencySummary(made) };
  }, [data, minute]);
  return (
    <ChartCard
      title="Time to the answer"
      context="last hour"
      kind={latencyKind}
      model={model}
      summary={summary}
      legend={LATENCY_LEGEND}
      height="160px"
      fileName={`time to the answer of ${title}`}
      failure={<Unread query={latency} />}
      empty={
        <Empty query={latency} label="The times are loading">
          No answer in the last hour.
        </Empty>
      }
    />
  );
});

interface QueryProps {
  readonly query: {
    readonly error: CallError | null;
    readonly isPending: boolean;
    readonly refetch: () => Promise<unknown>;
  };
}

function Unread({ query: { error, refetch } }: QueryProps) {
  return error === null ? null : <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />;
}

interface EmptyProps extends QueryProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** In the place of a chart: that it loads, or that there is nothing. */
function Empty({ query: { error, isPending }, label, children }: EmptyProps) {
  if (error !== null) return null;
  if (isPending) return <Skeleton lines={5} label={label} />;
  return <p className={classes['empty']}>{children}</p>;
}
