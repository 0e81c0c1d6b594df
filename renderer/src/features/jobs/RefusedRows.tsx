import type { ColDef, IDatasource } from 'ag-grid-community';
import { useMemo, useState } from 'react';
import type { JobDetail, JobRow } from '../../../../shared/contract/jobs/jobs.ts';
import { call, CallError } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { Card, FailureNote, StatusWord } from '../../ui/index.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import classes from './JobPage.module.css';

interface RefusedRowsProps {
  readonly detail: JobDetail;
  /** Rises when the list has to be read again. */
  readonly reread: number;
}

const BLOCK = 100;

/** Rows the service said no to, gathered by its reason. */
export function RefusedRows({ detail, reread }: RefusedRowsProps) {
  const { summary, refusals } = detail;
  const [reason, setReason] = useState<string | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const chosen = refusals.some((refusal) => refusal.reason === reason) ? reason : null;
  const jobId = summary.id;

  const source = useMemo<IDatasource>(
    () => ({
      getRows: ({ startRow, endRow, successCallback, failCallback }) => {
        call('job:rows', {
          jobId,
          state: 'refused',
          ...(chosen === null ? {} : { reason: chosen }),
          offset: startRow,
          limit: endRow - startRow,
        }).then(
          ({ rows, total }) => {
            setFailure(null);
            successCallback(rows, total);
          },
          (error: unknown) => {
            failCallback();
            if (!(error instanceof CallError)) throw error;
            setFailure(error);
          },
        );
      },
    }),
    // A new source makes the grid read again; `reread` says when that is needed.
    // oxlint-disable-next-line react/exhaustive-deps
    [jobId, chosen, reread],
  );

  const columns = useMemo(() => columnsFor(detail.fields), [detail.fields]);

  return (
    <Card
      className={classes['refused']}
      title={<StatusWord status="refused">Refused rows</StatusWord>}
      context={<span className="tabular">{format.number(summary.counts.refused)}</span>}
      flush
    >
      {summary.counts.refused === 0 ? (
        <p className={classes['nothing']}>
          The service has refused nothing so far. Rows it says no to appear here with its reason.
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
          {failure !== null && <FailureNote failure={failure} />}
          <div className={classes['gridBox']}>
            <DataGrid<JobRow>
              label="Refused rows"
              rows="preview"
              rowModelType="infinite"
              datasource={source}
              cacheBlockSize={BLOCK}
              columnDefs={columns}
              defaultColDef={{ sortable: false, suppressMovable: true, resizable: true }}
              getRowId={({ data }) => String(data.row)}
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
      tooltipValueGetter: ({ data }) => data?.reason,
    },
    ...fields.map((field): ColDef<JobRow> => ({
      headerName: field,
      width: 150,
      valueGetter: ({ data }) => data?.data[field] ?? '',
    })),
  ];
}
