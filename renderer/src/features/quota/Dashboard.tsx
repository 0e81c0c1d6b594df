import type { ReactNode } from 'react';
import type { ServiceQuota } from '../../../../shared/contract/quota/quota.ts';
import { type CallError, startRefetch, useChannel } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { FailureNote, Skeleton } from '../../ui/index.ts';
import { ChartCard } from './chart/ChartCard.tsx';
import { HeatCard } from './heat/HeatCard.tsx';
import { PlannedJobs } from './heat/PlannedJobs.tsx';
import { RefusalsCard } from './history/RefusalsCard.tsx';
import { burnDownKind } from './series/burn-down-kind.ts';
import { burnDownModel, burnDownSummary } from './series/burn-down-model.ts';
import { latencyKind, latencyModel, latencySummary } from './series/latency.ts';
import { minutesKind } from './series/minutes-kind.ts';
import { LANES, minutesModel, minutesSummary } from './series/minutes-model.ts';
import { dayAndTime } from './series/times.ts';
import classes from './QuotaPage.module.css';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface BudgetProps {
  readonly service: ServiceQuota;
  readonly now: number;
  readonly zone: string;
}

/** All charts of the chosen budget. They share one cursor, by time. */
export function Dashboard({ service, now, zone }: BudgetProps) {
  return (
    <>
      <BurnDownCard service={service} zone={zone} />
      <div className={classes['row']}>
        <MinutesCard service={service} now={now} zone={zone} />
        <HeatCard service={service.service} now={now}>
          <Planned service={service} now={now} zone={zone} />
        </HeatCard>
      </div>
      <div className={classes['row']}>
        <LatencyCard service={service} now={now} zone={zone} />
        <RefusalsCard
          service={service.service}
          title={service.title}
          lastDay={service.refusedLastDay}
          now={now}
          zone={zone}
        />
      </div>
    </>
  );
}

const BURN_DOWN_LEGEND = [
  { name: 'Left', colour: 'info-fill', shape: 'line' },
  { name: 'Forecast with planned jobs', colour: 'info-fill', shape: 'dashed' },
  { name: 'likely range', colour: 'accent-soft', shape: 'area' },
  { name: 'Even pace', colour: 'text3', shape: 'dotted' },
] as const;

function BurnDownCard({ service, zone }: Omit<BudgetProps, 'now'>) {
  const burnDown = useChannel('quota:burnDown', { service: service.service }, { keepPrevious: true });
  const { data } = burnDown;
  const model = data === undefined ? null : burnDownModel(data, zone);
  return (
    <ChartCard
      title={`${service.title}, until the reset`}
      context={
        model === null
          ? 'units left'
          : `units left, ${dayAndTime(model.from, zone)} to ${dayAndTime(model.to, zone)} ${format.zoneName(zone, model.to)}`
      }
      kind={burnDownKind}
      model={model}
      summary={data === undefined ? '' : burnDownSummary(data, zone)}
      legend={BURN_DOWN_LEGEND}
      height="clamp(232px, 26vh, 420px)"
      fileName={`units left of ${service.title}`}
      empty={
        <Empty query={burnDown} label="The day is loading">
          Nothing to draw yet: the service says limit and reset with its first answer.
        </Empty>
      }
    />
  );
}

function Planned({ service, now, zone }: BudgetProps) {
  const { data } = useChannel('quota:burnDown', { service: service.service }, { keepPrevious: true });
  return <PlannedJobs jobs={data?.planned ?? []} now={now} zone={zone} />;
}

/** The last hour to the minute that runs; the range moves on once a minute. */
function lastHour(now: number): { readonly from: number; readonly to: number } {
  const to = Math.floor(now / MINUTE) * MINUTE + MINUTE;
  return { from: to - HOUR, to };
}

function MinutesCard({ service, now, zone }: BudgetProps) {
  const range = lastHour(now);
  const minutes = useChannel('quota:minutes', { service: service.service, ...range }, { keepPrevious: true });
  const model = minutes.data === undefined ? null : minutesModel(minutes.data, { ...range, now }, zone);
  return (
    <ChartCard
      title="Requests per minute"
      kind={minutesKind}
      model={model}
      summary={model === null ? '' : minutesSummary(model)}
      legend={LANES.toReversed().map(({ id, name, colour }) => ({
        name,
        colour,
        shape: 'area' as const,
        figure: format.number(service.lastMinute[id]),
      }))}
      height="264px"
      fileName={`requests per minute of ${service.title}`}
      empty={
        <Empty query={minutes} label="The minutes are loading">
          No request in the last hour.
        </Empty>
      }
    />
  );
}

const LATENCY_LEGEND = [
  { name: 'Half of the answers within', colour: 'info-fill', shape: 'line' },
  { name: '95 % within', colour: 'text3', shape: 'dashed' },
  { name: 'failed', colour: 'error-fill', shape: 'area' },
] as const;

function LatencyCard({ service, now, zone }: BudgetProps) {
  const range = lastHour(now);
  const latency = useChannel('quota:latency', { service: service.service, ...range }, { keepPrevious: true });
  const model = latency.data === undefined ? null : latencyModel(latency.data, { ...range, now }, zone);
  return (
    <ChartCard
      title="Time to the answer"
      context="last hour"
      kind={latencyKind}
      model={model}
      summary={model === null ? '' : latencySummary(model)}
      legend={LATENCY_LEGEND}
      height="160px"
      fileName={`time to the answer of ${service.title}`}
      empty={
        <Empty query={latency} label="The times are loading">
          No answer in the last hour.
        </Empty>
      }
    />
  );
}

interface EmptyProps {
  readonly query: {
    readonly error: CallError | null;
    readonly isPending: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly label: string;
  readonly children: ReactNode;
}

/** In the place of a chart: that it loads, why it cannot, or that there is nothing. */
function Empty({ query: { error, isPending, refetch }, label, children }: EmptyProps) {
  if (error !== null) return <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />;
  if (isPending) return <Skeleton lines={5} label={label} />;
  return <p className={classes['empty']}>{children}</p>;
}
