import { Popover } from '@mantine/core';
import { memo } from 'react';
import type { QuotaSnapshot, ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { format } from '../../../lib/format.ts';
import { dayPace, enoughWords, minuteUse, resetWords } from '../../../lib/quota-words.ts';
import { Gauge, Meter, StatusWord } from '../../../ui/index.ts';
import {
  endpointWords,
  groupingWords,
  moreWords,
  originWords,
  outlookWords,
  priceWords,
  shortSource,
} from './budget-words.ts';
import classes from './BudgetCard.module.css';

export interface BudgetCardProps {
  readonly service: ServiceQuota;
  readonly quota: QuotaSnapshot;
  /** Unix milliseconds. */
  readonly now: number;
  readonly isChosen: boolean;
  /** One of many cards: then the sources of its figures say what the budget is enough for. */
  readonly isNarrow: boolean;
  readonly onChoose: (service: string) => void;
}

/** One budget: what is left of the day, the minute, what it buys, whether it lasts, and where the figures come from. */
export const BudgetCard = memo(function BudgetCard({
  service,
  quota,
  now,
  isChosen,
  isNarrow,
  onChoose,
}: BudgetCardProps) {
  const { daily } = service;
  const outlook = outlookWords(service, now);
  const enough = `${enoughWords(service)} ${priceWords(service, quota, now)}`;
  const minute = minuteUse(service, now);
  const isScarce = outlook.status === 'warning' || outlook.status === 'error';
  return (
    <li className={classes['card']} data-chosen={isChosen || undefined} data-narrow={isNarrow || undefined}>
      <div className={classes['head']}>
        <div className="grow">
          <h2 className={classes['title']}>
            <button
              type="button"
              aria-pressed={isChosen}
              className={classes['choose']}
              onClick={() => onChoose(service.service)}
            >
              {service.title}
            </button>
          </h2>
          <p className={`${classes['figure'] ?? ''} tabular`}>
            <strong>{format.number(daily.remaining ?? daily.used)}</strong>
            {daily.remaining === null || daily.limit === null ? 'used' : `left of ${format.number(daily.limit)}`}
          </p>
        </div>
        {minute === null || isNarrow ? null : <Minute {...minute} />}
      </div>
      <DayMeter service={service} now={now} isScarce={isScarce} />
      <p className={classes['endpoints']}>{endpointWords(service)}</p>
      {isNarrow ? null : <p className="quiet above6 room32">{enough}</p>}
      <p className={classes['news']} title={outlook.more}>
        <StatusWord status={outlook.status}>{outlook.text}</StatusWord>
      </p>
      <p className={classes['source']}>
        {minute === null || !isNarrow
          ? ''
          : `${format.number(minute.used)} of ${format.number(minute.limit)} this minute. `}
        {shortSource(service, now)} <Sources service={service} enough={enough} now={now} />
      </p>
    </li>
  );
});

type NowProps = Pick<BudgetCardProps, 'service' | 'now'>;

function DayMeter({ service, now, isScarce }: NowProps & { readonly isScarce: boolean }) {
  const { used, limit } = service.daily;
  const pace = dayPace(service, now);
  return (
    <Meter
      used={used}
      limit={limit ?? Infinity}
      height={8}
      tone={isScarce ? 'warning' : 'accent'}
      label={
        limit === null
          ? `${format.count(used, { one: '# unit', other: '# units' })} used, the limit is not known`
          : `${format.number(used)} of ${format.count(limit, { one: '# unit', other: '# units' })} used`
      }
      {...(pace === undefined ? {} : { pace })}
    />
  );
}

function Minute({ used, limit }: { readonly used: number; readonly limit: number }) {
  return (
    <div className={classes['minute']}>
      <Gauge
        used={used}
        limit={limit}
        label={`${format.number(used)} of ${format.number(limit)} requests used this minute`}
      >
        {format.number(used)}
      </Gauge>
      <span aria-hidden>of {format.number(limit)} / min</span>
    </div>
  );
}

/** Each figure with its source and age. */
function Sources({ service, enough, now }: NowProps & { readonly enough: string }) {
  const { origins, daily, minute } = service;
  const more = moreWords(service);
  const lines = [
    { name: 'Limit', figure: daily.limit, origin: origins.limit },
    { name: 'Used', figure: daily.used, origin: origins.used },
    { name: 'Minute', figure: minute?.limit ?? null, origin: origins.minute },
  ];
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <button type="button" className={classes['sources']} aria-label={`Sources of the figures of ${service.title}`}>
          Sources
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Sources of the figures of ${service.title}`}>
        <div className={classes['origins']} tabIndex={0} role="group" aria-label="Figures and their sources">
          <dl>
            {lines.map(({ name, figure, origin }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="tabular">{figure === null ? '–' : format.number(figure)}</dd>
                <dd>{originWords(origin, now)}</dd>
              </div>
            ))}
            <div>
              <dt>Reset</dt>
              <dd className="tabular">{daily.resetsAt === null ? '–' : format.time(daily.resetsAt)}</dd>
              <dd>{originWords(origins.resetsAt, now)}</dd>
            </div>
          </dl>
          <p>
            Own use {format.number(daily.own)}, other clients at least {format.number(daily.others)};{' '}
            {resetWords(service, now)}.
          </p>
          {more === '' ? null : <p>{more}</p>}
          <p>{groupingWords(service)}</p>
          <p>{enough}</p>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
