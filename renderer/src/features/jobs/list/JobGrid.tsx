import type { ColDef, GetRowIdParams, ICellRendererParams } from 'ag-grid-community';
import { useMemo } from 'react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { call } from '../../../bridge/index.ts';
import { format, leadForms, rowForms } from '../../../lib/format.ts';
import { navigate, placeHref } from '../../../lib/navigation.ts';
import { useNow } from '../../../lib/use-now.ts';
import { AsOf, Bar, startWork, StatusWord } from '../../../ui/index.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { useOwnTask } from '../../../ui/layout/use-own-task.ts';
import { actionsOf, shownState, stateReason } from '../parts/job-model.ts';
import classes from './JobListPage.module.css';
import { JobMenu } from '../parts/JobMenu.tsx';
import { StateWord } from '../parts/StateWord.tsx';

type CellProps = ICellRendererParams<JobSummary>;

function NameCell({ data: job }: CellProps) {
  if (job === undefined) return null;
  return (
    <div className={classes['cell']}>
      <a className={classes['name']} href={placeHref('jobs', job.id)} tabIndex={-1}>
        {job.name}
      </a>
      <span className={classes['second']}>
        {/* A job has the name of its file until somebody renames it. */}
        <span className="truncate" title={job.fileName}>
          {job.name === job.fileName ? format.count(job.counts.rows, rowForms) : job.fileName}
        </span>
      </span>
    </div>
  );
}

function StateCell({ data: job }: CellProps) {
  if (job === undefined) return null;
  const why = stateReason(job);
  return (
    <div className={classes['cell']}>
      <StateWord job={job} />
      <span className={classes['second']}>
        <span className="truncate" title={why}>
          {job.holdKind === 'trial' ? trialWords(job.counts.created) : why}
        </span>
      </span>
    </div>
  );
}

/** What the reason asks for, as short as the column is. */
function trialWords(created: number): string {
  return created === 0 ? 'No lead was created' : `${format.count(created, leadForms)} to look at`;
}

function ProgressCell({ data: job }: CellProps) {
  if (job === undefined) return null;
  const { counts } = job;
  return (
    <div className={`${classes['cell'] ?? ''} ${classes['progress'] ?? ''}`}>
      <Bar counts={counts} height={8} />
      <span className={`${classes['second'] ?? ''} tabular`}>
        <span>
          <strong>{format.number(counts.created)}</strong> of {format.number(counts.rows)} created
        </span>
        {counts.unknown > 0 ? (
          <StatusWord status="unknown">{format.number(counts.unknown)} unknown</StatusWord>
        ) : (
          <span>{counts.refused > 0 ? `${format.number(counts.refused)} refused` : ''}</span>
        )}
      </span>
    </div>
  );
}

function CampaignCell({ data: job }: CellProps) {
  if (job === undefined) return null;
  return (
    <div className={classes['cell']}>
      <span>{job.campaignCode}</span>
      <span className={classes['second']}>
        <span className="truncate" title={job.poolName ?? undefined}>
          {job.poolName ?? 'automatic pool'}
        </span>
      </span>
    </div>
  );
}

function StartedCell({ data: job }: CellProps) {
  if (job === undefined) return null;
  return (
    <div className={`${classes['cell'] ?? ''} tabular`}>
      <span>{format.time(job.createdAt)}</span>
      <span className={classes['second']}>{format.dayAndMonth(job.createdAt)}</span>
    </div>
  );
}

function ByCell({ data: job }: CellProps) {
  return job === undefined ? null : (
    <div className={classes['cell']}>
      <span title={job.by}>{job.by === '' ? 'not known' : job.by}</span>
    </div>
  );
}

function FinishCell({ data: job }: CellProps) {
  const now = useNow(MINUTE);
  if (job === undefined) return null;
  const at = job.endedAt ?? job.finishAt;
  return (
    <div className={`${classes['cell'] ?? ''} tabular`}>
      <span>{at === null ? 'not known' : format.time(at)}</span>
      <span className={classes['second']}>
        {at !== null && (job.endedAt === null ? <AsOf>{finishDay(at, now)}</AsOf> : format.dayAndMonth(at))}
      </span>
    </div>
  );
}

function MoreCell({ data: job }: CellProps) {
  return job === undefined ? null : (
    <div className={classes['cell']}>
      <JobMenu job={job} />
    </div>
  );
}

/** An import that has ended names its day; an estimate does unless it is today. */
function finishDay(at: number, now: number): string {
  return format.daysAhead(at, now) === 0 ? 'about' : `about, ${format.dayAndMonth(at)}`;
}

type Value = (job: JobSummary) => string | number;

/** Sorted by its value; what is shown comes from its renderer. */
function sorted(value: Value): Pick<ColDef<JobSummary>, 'valueGetter' | 'comparator' | 'getQuickFilterText'> {
  return {
    valueGetter: ({ data }) => (data === undefined ? '' : value(data)),
    comparator: (one: string | number, other: string | number) =>
      typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other)),
  };
}

const columns: ColDef<JobSummary>[] = [
  {
    colId: 'name',
    headerName: 'Import',
    flex: 4,
    minWidth: 170,
    cellRenderer: NameCell,
    ...sorted((job) => job.name),
  },
  {
    colId: 'state',
    headerName: 'State',
    flex: 3,
    minWidth: 160,
    cellRenderer: StateCell,
    ...sorted((job) => shownState(job)),
  },
  {
    colId: 'progress',
    headerName: 'Progress',
    flex: 4,
    minWidth: 240,
    cellRenderer: ProgressCell,
    ...sorted(({ counts }) => (counts.rows === 0 ? 0 : counts.created / counts.rows)),
  },
  {
    colId: 'campaign',
    headerName: 'Campaign',
    flex: 2,
    minWidth: 150,
    cellRenderer: CampaignCell,
    ...sorted((job) => job.campaignCode),
  },
  {
    colId: 'started',
    headerName: 'Started',
    width: 104,
    cellRenderer: StartedCell,
    ...sorted((job) => job.createdAt),
  },
  {
    colId: 'finish',
    headerName: 'Finish',
    width: 104,
    cellRenderer: FinishCell,
    ...sorted((job) => job.endedAt ?? job.finishAt ?? Number.MAX_SAFE_INTEGER),
  },
  { colId: 'by', headerName: 'By', width: 112, cellRenderer: ByCell, ...sorted((job) => job.by) },
  {
    colId: 'more',
    headerName: 'More',
    headerTooltip: 'More',
    width: 64,
    resizable: false,
    sortable: false,
    cellRenderer: MoreCell,
  },
];

async function toggle(job: JobSummary): Promise<void> {
  const { pause, resume } = actionsOf(job);
  // To resume it is to send all other rows: its page says how many, beside what became of the first ones.
  if (job.holdKind === 'trial') navigate('jobs', job.id);
  else if (pause) await call('job:pause', { jobId: job.id });
  else if (resume) await call('job:resume', { jobId: job.id });
}

// Outside the component: the grid takes another function, or another object, for a change.
const defaults: ColDef<JobSummary> = { sortable: true, suppressMovable: true };
const rowId = ({ data }: GetRowIdParams<JobSummary>): string => data.id;

export function JobGrid({ jobs }: { readonly jobs: readonly JobSummary[] }) {
  const rows = useMemo(() => [...jobs].sort((one, other) => other.createdAt - one.createdAt), [jobs]);
  return (
    <DataGrid<JobSummary>
      // Cells keep their times; another window may choose another zone for the account.
      key={format.zone()}
      label="Jobs"
      isDue={useOwnTask()}
      rows="two lines"
      rowData={rows}
      columnDefs={columns}
      defaultColDef={defaults}
      getRowId={rowId}
      rowClass={classes['row'] ?? ''}
      onCellClicked={({ data, column }) => {
        if (data !== undefined && column.getColId() !== 'more') navigate('jobs', data.id);
      }}
      onCellKeyDown={({ data, event }) => {
        if (data === undefined || !(event instanceof KeyboardEvent)) return;
        // The button of the menu has the focus after its menu closed; its keys are its own.
        if (event.target instanceof Element && event.target.closest('button') !== null) return;
        if (event.key === 'Enter') navigate('jobs', data.id);
        if (event.key === ' ') {
          event.preventDefault();
          if (!event.repeat) startWork(() => toggle(data));
        }
      }}
    />
  );
}
