import { IconDatabaseOff } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { KeptView } from '../../../../../shared/contract/exports/kept-views.ts';
import { useActiveAccount } from '../../../bridge/index.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { EmptyState, Skeleton } from '../../../ui/index.ts';
import { LeadGrid, type LeadGridHandle } from '../grid/LeadGrid.tsx';
import { ChoiceOfAllContext } from '../grid/ChoiceHeader.tsx';
import { editionOf } from '../view/known-at.ts';
import { type PageView, viewColumns } from '../view/page-view.ts';
import { viewArgs } from '../view/view-args.ts';
import { FilterChips } from './FilterChips.tsx';
import { ResultBar } from './ResultBar.tsx';
import { EndAnnouncer, ResultStatus } from './ResultStatus.tsx';
import { SidePanel } from './SidePanel.tsx';
import { choiceOfAll } from '../explore/choice-of-all.ts';
import { useGridDue } from '../../../ui/grid/use-grid-due.ts';
import { useGridNews } from '../explore/use-grid-news.ts';
import { usePageView } from './use-page-view.ts';
import { useChoice } from '../explore/use-choice.ts';
import { useResultKeys } from '../explore/use-result-keys.ts';
import { useRows } from '../explore/use-rows.ts';
import { useSearch } from '../explore/use-search.ts';
import { useSidePanel } from '../explore/use-side-panel.ts';
import explore from '../explore/Explore.module.css';
import classes from './Result.module.css';

interface ResultProps {
  readonly summary: ExportSummary;
}

/** The leads of an export, while they arrive and afterwards. It opens as it was left. */
export function Result({ summary }: ResultProps) {
  const { view, change, apply } = usePageView(summary);
  if (view === null) {
    return (
      <div className={classes['wait']}>
        <Skeleton lines={8} label="Leads are loading" />
      </div>
    );
  }
  return <OpenResult summary={summary} view={view} onChange={change} onApply={apply} />;
}

interface OpenResultProps {
  readonly summary: ExportSummary;
  readonly view: PageView;
  readonly onChange: (change: (view: PageView) => PageView) => void;
  readonly onApply: (kept: KeptView) => readonly string[];
}

function OpenResult({ summary, view, onChange, onApply }: OpenResultProps) {
  const isRunning = summary.state === 'running';
  const isGridDue = useGridDue();
  const [sortedNow, setSortedNow] = useState(false);
  const grid = useRef<LeadGridHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const columns = viewColumns(summary.columns, summary.rows, view);
  const shown = columns.filter((column) => column.isShown).map((column) => column.index);
  // Sorting while leads arrive would make them jump: it waits for the end, or for "Sort now".
  const keeps = summary.answered.keeps === 'asked' ? 'asked' : 'all';
  const args = viewArgs(summary.id, view, keeps, !isRunning || sortedNow);
  const edition = editionOf(summary);
  const choice = useChoice(args, edition);
  const rows = useRows(summary, args, choice.selection, choice.revision);
  const search = useSearch(args, view.find, shown, edition, {
    firstVisible: () => grid.current?.firstVisible() ?? 0,
    reveal: (hit) => grid.current?.reveal(hit),
  });
  const panel = useSidePanel(grid);
  const news = useGridNews({ args, columns, choice, panel, grid, onChange });
  useResultKeys({ field, search, panel, hasSearch: view.find.trim() !== '' });
  const filters = useStable(view.filters.map((filter) => filter.column));
  const filtered = useMemo(() => new Set(filters), [filters]);
  const zone = useActiveAccount()?.dialect.timeZone;
  const openRow = panel.shown?.kind === 'lead' ? panel.shown.row.number : null;
  return (
    <div className={classes['result']}>
      <section className={explore['centre']} aria-label="Leads" data-pane tabIndex={-1}>
        <ResultBar
          field={field}
          result={{ summary, view, args, columns, rows, choice, search, panel }}
          isSortWaiting={isRunning && !sortedNow && view.sort.length > 0}
          onSortNow={() => setSortedNow(true)}
          onChange={onChange}
          onApply={onApply}
        />
        <FilterChips
          filters={view.filters}
          columns={columns}
          onColumn={panel.openColumn}
          onRemove={(column) =>
            onChange((former) => ({ ...former, filters: former.filters.filter((filter) => filter.column !== column) }))
          }
          onClear={() => onChange((former) => ({ ...former, filters: [] }))}
        />
        <div className={explore['grid']}>
          {summary.rows === 0 && !isRunning && <NoLeads state={summary.state} />}
          {(summary.rows > 0 || isRunning) && isGridDue && (
            <ChoiceOfAllContext value={choiceOfAll(choice, rows.total ?? 0, news.onChooseAll)}>
              <LeadGrid
                ref={grid}
                label="Leads"
                columns={columns}
                rows={rows.source}
                sort={view.sort}
                marks={{ needle: search.needle, hit: search.hit, filtered, openRow }}
                news={news}
              />
            </ChoiceOfAllContext>
          )}
        </div>
        <ResultStatus
          summary={summary}
          shown={rows.total}
          choice={choice}
          search={search}
          columns={columns}
          zone={zone}
        />
      </section>
      <SidePanel panel={panel} result={{ summary, view, args, columns }} onChange={onChange} />
      <EndAnnouncer summary={summary} />
    </div>
  );
}

function NoLeads({ state }: { readonly state: ExportSummary['state'] }) {
  // A note above the result says why the export broke off.
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
