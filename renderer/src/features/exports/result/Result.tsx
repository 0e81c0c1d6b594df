import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDatabaseOff, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { useActiveAccount } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/index.ts';
import { ColumnChooser } from '../columns/ColumnChooser.tsx';
import { CopyRows } from './CopyRows.tsx';
import { initiallyShown } from '../columns/column-names.ts';
import classes from './Result.module.css';
import { EndTag } from '../notes/EndTag.tsx';
import { LeadGrid } from '../grid/LeadGrid.tsx';
import type { GridView, LeadRow } from '../grid/lead-rows.ts';
import { EndAnnouncer, ResultStatus } from './ResultStatus.tsx';
import { SaveLeads } from '../save/SaveLeads.tsx';

interface ResultProps {
  readonly summary: ExportSummary;
}

/** The leads of an export, while they arrive and afterwards. */
export function Result({ summary }: ResultProps) {
  const account = useActiveAccount();
  const isRunning = summary.state === 'running';
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 250);
  const [wantedSort, setWantedSort] = useState<GridView['sort']>([]);
  const [sortNow, setSortNow] = useState<GridView['sort']>([]);
  const [found, setFound] = useState<number | null>(null);
  const [selected, setSelected] = useState<readonly LeadRow[]>([]);

  // Sorting while leads arrive would make them jump: it waits for the end, or for "Sort now".
  const sort = isRunning ? sortNow : wantedSort;
  const isSortWaiting = isRunning && JSON.stringify(sortNow) !== JSON.stringify(wantedSort);
  const view: GridView = { search: typed, sort };
  const columns = useShownColumns(summary);
  const zone = account?.dialect.timeZone;
  return (
    <>
      <div className={classes['bar']}>
        <h2 className="visuallyHidden">Leads</h2>
        <Count summary={summary} />
        {isSortWaiting && (
          <span className={classes['sortNote']} role="status">
            sorted when complete
            <Button size="xs" variant="subtle" onClick={() => setSortNow(wantedSort)}>
              Sort now
            </Button>
          </span>
        )}
        <div className={classes['tools']}>
          <TextInput
            aria-label="Search in these leads"
            placeholder="Search in these"
            w={160}
            maxLength={200}
            leftSection={<IconSearch size={15} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <ColumnChooser columns={summary.columns} isShown={columns.isShown} onChange={columns.show} />
          <CopyRows summary={summary} view={view} isShown={columns.isShown} selected={selected} />
          <SaveLeads
            summary={summary}
            search={search.trim()}
            sort={sort}
            found={typed === search.trim() ? found : null}
            isShown={columns.isShown}
          />
        </div>
      </div>
      <div className={classes['grid']}>
        {summary.rows === 0 && !isRunning ? (
          <NoLeads state={summary.state} />
        ) : (
          <LeadGrid
            summary={summary}
            view={view}
            isShown={columns.isShown}
            onSort={setWantedSort}
            onFound={setFound}
            onSelect={setSelected}
          />
        )}
      </div>
      <ResultStatus
        summary={summary}
        found={typed === '' ? null : found}
        selected={selected.length}
        shownCount={columns.count}
        zone={zone}
      />
      <EndAnnouncer summary={summary} />
    </>
  );
}

/** Which columns are shown: as the person chose, otherwise those with values. */
function useShownColumns(summary: ExportSummary) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isShown = (path: string): boolean => {
    const column = summary.columns.find((known) => known.path === path);
    return chosen.get(path) ?? (column === undefined || initiallyShown(column, summary.rows));
  };
  return {
    isShown,
    count: summary.columns.filter((column) => isShown(column.path)).length,
    show: (paths: readonly string[], shown: boolean) =>
      setChosen(new Map([...chosen, ...paths.map((path) => [path, shown] as const)])),
  };
}

/** Leads so far, and how fast they arrive. */
function Count({ summary }: { readonly summary: ExportSummary }) {
  return (
    <>
      <span className={`${classes['total'] ?? ''} tabular`}>
        <strong data-count="leads">{format.number(summary.rows)}</strong> {summary.rows === 1 ? 'lead' : 'leads'}
      </span>
      {summary.state === 'running' && (
        <span className={`${classes['live'] ?? ''} tabular`}>
          <span className={classes['dot']} aria-hidden />
          {summary.rows === 0
            ? 'waiting for the first lead'
            : `receiving, ${format.number(summary.rowsPerSecond)} a second`}
        </span>
      )}
      <EndTag summary={summary} />
    </>
  );
}

function NoLeads({ state }: { readonly state: ExportSummary['state'] }) {
  // The note above says why the export broke off.
  if (state === 'partial') return null;
  return state === 'cancelled' ? (
    <EmptyState icon={IconDatabaseOff} title="Cancelled before a lead arrived">
      Nothing was kept. Fetching again uses 1 request.
    </EmptyState>
  ) : (
    <EmptyState icon={IconDatabaseOff} title="No leads match">
      The service answered with an empty list. Choose more projects, an earlier day or more statuses, and fetch again.
    </EmptyState>
  );
}
