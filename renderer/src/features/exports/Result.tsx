import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDatabaseOff, IconDownload, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import { call, CallError, useActiveAccount, useSave } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { savedFileWords } from '../../lib/saved-file-words.ts';
import { splitSentences } from '../../lib/sentences.ts';
import { EmptyState, ErrorNote, LiveRegion, StatusWord, toast } from '../../ui/index.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { CopyRows } from './CopyRows.tsx';
import { initiallyShown, stoppedTitle, suggestedFileName } from './export-model.ts';
import classes from './ExportPage.module.css';
import { LeadGrid } from './LeadGrid.tsx';
import type { GridView, LeadRow } from './lead-rows.ts';

interface ResultProps {
  readonly summary: ExportSummary;
  readonly onFetchAgain: () => void;
}

/** The leads that came, while they come and after. */
export function Result({ summary, onFetchAgain }: ResultProps) {
  const account = useActiveAccount();
  const isRunning = summary.state === 'running';
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 250);
  const [chosenColumns, setChosenColumns] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [wantedSort, setWantedSort] = useState<GridView['sort']>([]);
  const [sortNow, setSortNow] = useState<GridView['sort']>([]);
  const [found, setFound] = useState<number | null>(null);
  const [selected, setSelected] = useState<readonly LeadRow[]>([]);
  const [isKept, setIsKept] = useState(false);
  const { saving, save } = useSave();

  // Sorting while rows arrive would make them jump: it waits for the end, or for the person's word.
  const sort = isRunning ? sortNow : wantedSort;
  const isSortWaiting = isRunning && JSON.stringify(sortNow) !== JSON.stringify(wantedSort);
  const view: GridView = { search: typed, sort };
  const isShown = (path: string) => {
    const column = summary.columns.find((known) => known.path === path);
    return chosenColumns.get(path) ?? (column === undefined || initiallyShown(column, summary.rows));
  };
  const shownCount = summary.columns.filter((column) => isShown(column.path)).length;
  const zone = account?.dialect.timeZone;
  // The rest of the core's words says what stands here in the page's own.
  const reason = splitSentences(summary.reason).first;

  async function saveCsv(): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    try {
      const saved = await save(suggestedFileName(summary.name, day), (args) =>
        call('export:save', { ...args, exportId: summary.id, search: search.trim(), sort: [...sort] }),
      );
      if (saved === null) return;
      const words = savedFileWords(saved, { one: '# lead', other: '# leads' });
      toast(words.title, isRunning ? `${words.check} Leads still arriving are not in the file.` : words.check);
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      toast('The leads were not saved.', failure.message, { tone: 'error' });
    }
  }

  return (
    <>
      {summary.state === 'partial' && !isKept && (
        <div className={classes['message']}>
          <ErrorNote
            title={stoppedTitle(summary.rows, format.number)}
            details={stopDetails(summary, zone)}
            actions={
              <>
                <Button size="xs" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onFetchAgain}>
                  Fetch again
                </Button>
                <Button size="xs" variant="default" onClick={() => setIsKept(true)}>
                  Keep as partial
                </Button>
              </>
            }
          >
            {reason} {summary.rows > 0 && 'What arrived is kept and marked as partial, but leads are missing. '}
            Fetching again starts from the beginning and uses 1 request.
          </ErrorNote>
        </div>
      )}
      <div className={classes['bar']}>
        <h2 className="visuallyHidden">Leads</h2>
        <span className={`${classes['total'] ?? ''} tabular`}>
          <strong data-count="leads">{format.number(summary.rows)}</strong> {summary.rows === 1 ? 'lead' : 'leads'}
        </span>
        {isRunning && (
          <span className={`${classes['live'] ?? ''} tabular`}>
            <span className={classes['dot']} aria-hidden />
            {summary.rows === 0
              ? 'waiting for the first lead'
              : `receiving, ${format.number(summary.rowsPerSecond)} a second`}
          </span>
        )}
        {summary.state === 'partial' && (
          <span className={classes['tag']}>
            <StatusWord status="error" size="small">
              Partial
            </StatusWord>
          </span>
        )}
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
          <ColumnChooser
            columns={summary.columns}
            isShown={isShown}
            onChange={(paths, shown) =>
              setChosenColumns(new Map([...chosenColumns, ...paths.map((path) => [path, shown] as const)]))
            }
          />
          <CopyRows summary={summary} view={view} isShown={isShown} selected={selected} />
          {saving === null ? (
            <Button
              variant="default"
              miw={120}
              leftSection={<IconDownload size={15} aria-hidden />}
              disabled={summary.rows === 0}
              onClick={() => void saveCsv()}
            >
              Save as CSV
            </Button>
          ) : (
            <Button variant="default" miw={120} onClick={saving.cancel}>
              Cancel saving
            </Button>
          )}
        </div>
      </div>
      <div className={classes['grid']}>
        {summary.rows === 0 && !isRunning ? (
          <NoLeads state={summary.state} />
        ) : (
          <LeadGrid
            summary={summary}
            view={view}
            isShown={isShown}
            onSort={setWantedSort}
            onFound={setFound}
            onSelect={setSelected}
          />
        )}
      </div>
      <StatusBar
        summary={summary}
        found={typed === '' ? null : found}
        selected={selected.length}
        shownCount={shownCount}
        zone={zone}
      />
      <EndAnnouncer summary={summary} />
    </>
  );
}

function NoLeads({ state }: { readonly state: ExportSummary['state'] }) {
  // Why an export broke stands above, with the way to try again.
  if (state === 'partial') return null;
  return state === 'cancelled' ? (
    <EmptyState icon={IconDatabaseOff} title="Cancelled before a lead came">
      Nothing is kept here. Fetch asks the service once more and uses 1 request.
    </EmptyState>
  ) : (
    <EmptyState icon={IconDatabaseOff} title="No lead fits">
      The service answered with an empty list. Widen the projects, the day or the statuses, and fetch again.
    </EmptyState>
  );
}

function stopDetails(summary: ExportSummary, zone: string | undefined): string {
  return [
    `Request: ${summary.request}`,
    `Received: ${format.bytes(summary.bytes)}, ${format.number(summary.rows)} leads`,
    `Ended: ${summary.endedAt === null ? '' : `${format.date(summary.endedAt, zone)} ${format.timeWithSeconds(summary.endedAt, zone)}`}`,
    `Reason: ${summary.reason}`,
  ].join('\n');
}

interface StatusBarProps {
  readonly summary: ExportSummary;
  readonly found: number | null;
  readonly selected: number;
  readonly shownCount: number;
  readonly zone: string | undefined;
}

function StatusBar({ summary, found, selected, shownCount, zone }: StatusBarProps) {
  return (
    <div className={`${classes['status'] ?? ''} tabular`}>
      <span>
        <strong>{format.number(found ?? summary.rows)}</strong> of {format.number(summary.rows)} shown
      </span>
      {selected > 0 && <span>{format.number(selected)} chosen</span>}
      <span>
        {format.count(summary.columns.length, { one: '# column', other: '# columns' })}
        {shownCount < summary.columns.length ? `, ${format.number(shownCount)} shown` : ''}
      </span>
      <span className={classes['end']} title={summary.reason}>
        <EndWords summary={summary} zone={zone} />
      </span>
    </div>
  );
}

function EndWords({ summary, zone }: { readonly summary: ExportSummary; readonly zone: string | undefined }) {
  const at = summary.endedAt === null ? '' : format.time(summary.endedAt, zone);
  switch (summary.state) {
    case 'running':
      return (
        <StatusWord status="info" size="small">
          Not complete yet
        </StatusWord>
      );
    case 'complete':
      return (
        <StatusWord status="ok" size="small">
          Complete at {at}
        </StatusWord>
      );
    case 'cancelled':
      return (
        <StatusWord status="skipped" size="small">
          Cancelled at {at}, leads are missing
        </StatusWord>
      );
    case 'partial':
      return (
        <StatusWord status="error" size="small">
          Partial: {splitSentences(summary.reason).first}
        </StatusWord>
      );
  }
}

/** Says once how an export ended, to people who hear the page. */
function EndAnnouncer({ summary }: { readonly summary: ExportSummary }) {
  const wasRunning = useRef(false);
  const [text, setText] = useState('');
  const { state, rows } = summary;
  useEffect(() => {
    if (state === 'running') {
      wasRunning.current = true;
      setText('Leads are arriving.');
    } else if (wasRunning.current) {
      wasRunning.current = false;
      setText(
        `${state === 'complete' ? 'Complete' : state === 'partial' ? 'Partial' : 'Cancelled'}: ${format.count(rows, { one: '# lead', other: '# leads' })}.`,
      );
    }
  }, [state, rows]);
  return <LiveRegion text={text} />;
}
