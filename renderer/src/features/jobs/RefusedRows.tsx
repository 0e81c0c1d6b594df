import type { ColDef, GetRowIdParams } from 'ag-grid-community';
import { useCallback, useMemo, useState } from 'react';
import type { JobDetail, JobRow } from '../../../../shared/contract/jobs/jobs.ts';
import { call } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { Card, StatusWord } from '../../ui/index.ts';
import { PagedGrid } from '../../ui/grid/PagedGrid.tsx';
import type { LoadRows } from '../../ui/grid/row-pages.ts';
import classes from './JobPage.module.css';

/** Rows a page. The list is short and narrow: a small page shows sooner. */
const PAGE = 100;
// Outside the component: the grid takes another object for a change.
const columnDefaults: ColDef<JobRow> = { sortable: false, suppressMovable: true, resizable: true };
const rowId = ({ data }: GetRowIdParams<JobRow>): string => String(data.row);

/** Rows the service refused, grouped by its reason. */
export function RefusedRows({ detail }: { readonly detail: JobDetail }) {
  const { summary, refusals } = detail;
  const [reason, setReason] = useState<string | null>(null);
  const chosen = refusals.some((refusal) => refusal.reason === reason) ? reason : null;
  const jobId = summary.id;
  const { refused, unknown } = summary.counts;

  const load = useCallback<LoadRows<JobRow>>(
    ({ offset, limit }) =>
      call('job:rows', { jobId, state: 'refused', ...(chosen === null ? {} : { reason: chosen }), offset, limit }),
    [jobId, chosen],
  );
  const columns = useMemo(() => columnsFor(detail.fields), [detail.fields]);

  return (
    <Card
      className={classes['refused']}
      title={<StatusWord status="refused">Refused rows</StatusWord>}
      context={<span className="tabular">{format.number(refused)}</span>}
      flush
    >
      {refused === 0 ? (
        <p className={classes['nothing']}>
          The service has not refused any rows. Refused rows appear here with its reason.
        </p>
      ) : (
        <>
          <div className={classes['reasons']} role="group" aria-label="Reasons">
            {refusals.map((refusal) => (
              <button
                key={refusal.reason}
                type="button"
                className={classes['reason']}
                title={refusal.reason}
                aria-pressed={chosen === refusal.reason}
                onClick={() => setReason(chosen === refusal.reason ? null : refusal.reason)}
              >
                {refusal.reason} <strong className="tabular">{format.number(refusal.count)}</strong>
              </button>
            ))}
          </div>
          <div className={classes['gridBox']}>
            <PagedGrid<JobRow>
              label="Refused rows"
              rows="preview"
              load={load}
              pageSize={PAGE}
              // A person's answer to an unknown row can change the list while its length stays.
              revision={`${refused} ${unknown}`}
              columnDefs={columns}
              defaultColDef={columnDefaults}
              getRowId={rowId}
              enableCellTextSelection
            />
          </div>
        </>
      )}
    </Card>
  );
}

function columnsFor(fields: readonly string[]): ColDef<JobRow>[] {
  return [
    { headerName: 'Line', pinned: 'left', width: 72, type: 'rightAligned', valueGetter: ({ data }) => data?.line },
    {
      headerName: 'Reason',
      width: 260,
      valueGetter: ({ data }) => data?.reason,
      tooltip: ({ data }) => data?.reason,
    },
    ...fields.map((field): ColDef<JobRow> => ({
      headerName: field,
      width: 150,
      valueGetter: ({ data }) => data?.data[field] ?? '',
    })),
  ];
}
