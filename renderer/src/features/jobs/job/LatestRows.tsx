import { useEffect } from 'react';
import type { JobDetail, JobRow } from '../../../../../shared/contract/jobs/jobs.ts';
import { startRefetch, useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { Card, FailureNote, Skeleton, StatusTitle, TableHead } from '../../../ui/index.ts';
import { rowTitle } from '../../../lib/row-title.ts';
import classes from '../parts/JobPage.module.css';

/** Rows that are listed: what a person looks over; the result file has all. */
const SHOWN = 40;
/** Created rows after which the list is read again: every few seconds at the usual pace. */
const STEP = 8;

/** The leads that were created last, with their ids; before the first one, the rows that go next. */
export function LatestRows({ detail }: { readonly detail: JobDetail }) {
  const { id, counts } = detail.summary;
  const state = counts.created > 0 ? 'created' : counts.waiting > 0 ? 'waiting' : 'all';
  const { data, error, refetch } = useChannel('job:rows', {
    jobId: id,
    state,
    lastFirst: state === 'created',
    offset: 0,
    limit: SHOWN,
  });
  const step = Math.floor(counts.created / STEP);
  const isSettled = counts.waiting === 0;
  useEffect(() => {
    if (step > 0 || isSettled) startRefetch(refetch);
  }, [step, isSettled, refetch]);
  const title = { created: 'Created leads', waiting: 'Next rows', all: 'Rows' }[state];
  return (
    <Card
      className={classes['latest']}
      title={state === 'created' ? <StatusTitle status="created">{title}</StatusTitle> : title}
      context={
        <span className="tabular">
          {state === 'created' && `${format.number(counts.created)}, the last ones first`}
          {state === 'waiting' && 'in the order they are sent'}
          {state === 'all' && 'in the order of the file'}
        </span>
      }
      flush
    >
      <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />
      {data === undefined && error === null && <Skeleton lines={4} label="The rows are loading" />}
      {data !== undefined && (
        <div className={classes['latestBox']} role="group" aria-label={`${title}, list`} tabIndex={0}>
          <table className={classes['latestTable']} aria-label={title} data-times={state === 'created' || undefined}>
            <TableHead names={['Line', 'Lead', ...(state === 'created' ? ['Lead id', 'Time'] : ['Value'])]} />
            <tbody>
              {data.rows.map((row) => (
                <LatestRow key={row.row} row={row} isCreated={state === 'created'} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function LatestRow({ row, isCreated }: { readonly row: JobRow; readonly isCreated: boolean }) {
  const { name, detail } = rowTitle(row.data);
  const last = isCreated ? (row.leadId ?? 'no id was named') : detail;
  return (
    <tr>
      <td className="tabular">{format.number(row.line)}</td>
      <td title={name}>{name}</td>
      <td title={last}>{last === '' && isCreated ? 'no id was named' : last}</td>
      {isCreated && <td className="tabular">{row.at === null ? '' : format.timeWithSeconds(row.at)}</td>}
    </tr>
  );
}
