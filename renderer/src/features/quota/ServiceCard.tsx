import { useId } from 'react';
import type { ServiceQuota } from '../../../../shared/contract/quota/quota.ts';
import { format } from '../../lib/format.ts';
import { dayPace, enoughWords, minuteUse, resetWords, sourceWords } from '../../lib/quota-words.ts';
import { Gauge, Meter, StatusWord } from '../../ui/index.ts';
import { Reserve } from './Reserve.tsx';
import classes from './ServiceCard.module.css';

export interface ServiceCardProps {
  readonly service: ServiceQuota;
  /** Unix milliseconds. */
  readonly now: number;
  readonly zone: string;
}

/** One service: what is left of the day, the minute, the price, the reset, and where the figure comes from. */
export function ServiceCard({ service, now, zone }: ServiceCardProps) {
  const titleId = useId();
  const { daily } = service;
  const minute = minuteUse(service, now);
  const pace = dayPace(service, now);
  const isScarce = daily.limit !== null && daily.remaining !== null && daily.remaining < daily.limit * 0.2;
  return (
    <section className={classes['card']} aria-labelledby={titleId}>
      <div className={classes['head']}>
        <div className={classes['figures']}>
          <h2 className={classes['title']} id={titleId}>
            <span>{service.title}</span> <span className={classes['key']}>{service.service}</span>
          </h2>
          <p className={`${classes['figure']} tabular`}>
            <strong>{format.number(daily.remaining ?? daily.used)}</strong>
            {daily.remaining === null || daily.limit === null ? 'used' : `left of ${format.number(daily.limit)}`}
          </p>
        </div>
        {minute === null ? null : (
          <div className={classes['minute']}>
            <Gauge
              used={minute.used}
              limit={minute.limit}
              label={`${format.number(minute.used)} of ${format.number(minute.limit)} requests used this minute`}
            >
              {format.number(minute.used)}
            </Gauge>
            <span aria-hidden>of {format.number(minute.limit)} / min</span>
          </div>
        )}
      </div>
      <Meter
        used={daily.used}
        limit={daily.limit ?? Infinity}
        height={8}
        tone={isScarce ? 'warning' : 'accent'}
        label={
          daily.limit === null
            ? `${format.number(daily.used)} units used, the limit is not known`
            : `${format.number(daily.used)} of ${format.number(daily.limit)} units used`
        }
        {...(pace === undefined ? {} : { pace })}
      />
      <p className={classes['words']}>{enoughWords(service)}</p>
      <Reserve service={service} />
      <p className={classes['news']}>
        <Blocked service={service} now={now} zone={zone} />
      </p>
      <p className={classes['source']}>
        {sourceWords(service, now, zone)}, {resetWords(service, now, zone)}. {sentWords(service)}
      </p>
    </section>
  );
}

function sentWords(service: ServiceQuota): string {
  return format.count(service.sentLastMinute, {
    one: '# request sent in the last minute.',
    other: '# requests sent in the last minute.',
  });
}

function Blocked({ service, now, zone }: ServiceCardProps) {
  const { blockedUntil, blockedReason, daily } = service;
  if (blockedUntil !== null && blockedUntil > now) {
    return (
      <StatusWord status="warning" size="small">
        {blockedReason} Continues at {format.moment(blockedUntil, now, zone)}.
      </StatusWord>
    );
  }
  if (daily.remaining !== null && daily.remaining < service.price) {
    return (
      <StatusWord status="warning" size="small">
        Used up until the reset
      </StatusWord>
    );
  }
  return null;
}
