import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import type { ServiceQuota } from '../../../../shared/contract/quota/quota.ts';
import { useChannel } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { placeHref, usePlace } from '../../lib/navigation.ts';
import { budgetFor, dayPace, minuteUse, resetTime } from '../../lib/quota-words.ts';
import { useNow } from '../../lib/use-now.ts';
import { AsOf, Meter } from '../../ui/index.ts';
import classes from './Rail.module.css';

/** Minute and day of the budget that the page uses, on every screen; links to the Quota page. */
export function QuotaPulse({ account }: { readonly account: AccountSummary }) {
  const { data, isPending } = useChannel('quota:snapshot', {}, { enabled: account.signedIn });
  const now = useNow(1000);
  const { page } = usePlace();
  const service = data === undefined ? undefined : budgetFor(page, data.services);
  if (!account.signedIn) return null;
  if (service === undefined) {
    return (
      <a className={classes['block']} href={placeHref('quota')}>
        <span className={classes['line']}>Quota</span>
        <span className={classes['line']}>{isPending ? '' : 'Not known yet'}</span>
      </a>
    );
  }
  return (
    <a className={classes['block']} href={placeHref('quota')}>
      <span className="visuallyHidden">Quota. </span>
      <MinuteLine service={service} now={now} />
      <DayLine service={service} now={now} />
      <span className={`${classes['line']} ${classes['foot']} micro`}>
        <span className={classes['title']} title={service.title}>
          {service.title}
        </span>
        <span className={`${classes['fixed']} tabular`}>
          <AsOf>{resetTime(service, now)}</AsOf>
        </span>
      </span>
    </a>
  );
}

function MinuteLine({ service, now }: { readonly service: ServiceQuota; readonly now: number }) {
  const use = minuteUse(service, now);
  return (
    <>
      <span className={classes['line']}>
        <span>This minute</span>
        <span className="tabular">
          <span className={classes['value']}>
            {use === null ? format.number(service.sentLastMinute) : format.number(use.used)}
          </span>
          {use === null ? ' sent' : ` of ${format.number(use.limit)}`}
        </span>
      </span>
      <div className={classes['meter']} aria-hidden>
        <Meter used={use?.used ?? 0} limit={use?.limit ?? 1} label="Used this minute" />
      </div>
    </>
  );
}

function DayLine({ service, now }: { readonly service: ServiceQuota; readonly now: number }) {
  const { daily } = service;
  const pace = dayPace(service, now);
  return (
    <>
      <span className={classes['line']}>
        <span>{daily.remaining === null ? 'Used today' : 'Left today'}</span>
        <span className={`${classes['value']} tabular`}>{format.number(daily.remaining ?? daily.used)}</span>
      </span>
      <div className={classes['meter']} aria-hidden>
        <Meter
          used={daily.used}
          limit={daily.limit ?? Infinity}
          label="Used today"
          {...(pace === undefined ? {} : { pace })}
        />
      </div>
    </>
  );
}
