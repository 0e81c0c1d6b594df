import { memo } from 'react';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import { call, startRefetch, useChannel } from '../../../bridge/index.ts';
import { serviceTitle, isServiceId } from '../../../../../shared/domain/service/services.ts';
import { format } from '../../../lib/format.ts';
import { Card, FailureNote, Skeleton, TableHead } from '../../../ui/index.ts';
import { SaveMenu } from '../chart/ChartCard.tsx';
import { wallText } from '../series/times.ts';
import classes from './RefusalsCard.module.css';

/** Rows that are shown; the file has them all. */
const SHOWN = 100;

async function allRefusals(service: string): Promise<ChannelResult<'quota:refusals'>['refusals']> {
  const all: ChannelResult<'quota:refusals'>['refusals'] = [];
  for (let offset = 0; ; offset += PAGE_LIMIT) {
    const { refusals } = await call('quota:refusals', { service, offset, limit: PAGE_LIMIT });
    // Those that came since the page before stand in front, and moved its last ones onto this page.
    const last = JSON.stringify(all.at(-1));
    all.push(...refusals.slice(refusals.findLastIndex((one) => JSON.stringify(one) === last) + 1));
    if (refusals.length < PAGE_LIMIT) return all;
  }
}

interface RefusalsCardProps {
  readonly service: string;
  readonly title: string;
  readonly lastDay: number;
  readonly now: number;
}

/** When the service answered "too many requests", to what, and how long the budget was held. */
export const RefusalsCard = memo(function RefusalsCard({ service, title, lastDay, now }: RefusalsCardProps) {
  const refusals = useChannel('quota:refusals', { service, offset: 0, limit: SHOWN }, { keepPrevious: true });
  const { data } = refusals;
  const rows = data?.refusals ?? [];
  const today = format.date(now);
  return (
    <Card
      title="Throttled (429)"
      context={lastDay === 0 ? 'none in the last 24 hours' : `${format.number(lastDay)} in the last 24 hours`}
      actions={
        <SaveMenu
          title="Throttled"
          fileName={`429 answers of ${title}`}
          picture={null}
          content={
            rows.length === 0
              ? null
              : async () => ({
                  columns: ['Time', 'Endpoint', 'Lane', 'Limit of the', 'Held for, s'],
                  rows: (await allRefusals(service)).map(({ at, endpoint, lane, period, pause }) => [
                    wallText(at),
                    endpoint,
                    lane,
                    period,
                    Math.round(pause / 1000),
                  ]),
                })
          }
        />
      }
      flush
    >
      <FailureNote className="pad16" failure={refusals.error} onRetry={() => startRefetch(refusals.refetch)} />
      {refusals.isPending ? (
        <Skeleton className="pad16" lines={3} label="The 429 answers are loading" />
      ) : data === undefined ? null : rows.length === 0 ? (
        <p className={classes['none']}>
          The service has not throttled {title}. A 429 alone does not mean that someone else uses the account.
        </p>
      ) : (
        <div className={classes['frame']} tabIndex={0} role="group" aria-label="429 answers">
          <table className={`${classes['table'] ?? ''} tabular`}>
            <TableHead names={['Time', 'Endpoint', 'Lane', 'Limit', 'Held for']} />
            <tbody>
              {rows.map(({ at, endpoint, lane, period, pause }, index) => (
                // Two answers may come in the same millisecond; the list is replaced as a whole.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={`${at} ${index}`}>
                  <td>
                    {format.date(at) === today ? '' : `${format.dayAndMonth(at)} `}
                    {format.timeWithSeconds(at)}
                  </td>
                  <td>{isServiceId(endpoint) ? serviceTitle(endpoint) : endpoint}</td>
                  <td>{lane}</td>
                  <td>{period === 'day' ? 'day' : 'minute'}</td>
                  <td>{format.duration(pause)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {data.total > rows.length ? (
            <p className={classes['none']}>
              The newest {rows.length} of {format.number(data.total)}.
            </p>
          ) : null}
        </div>
      )}
    </Card>
  );
});
