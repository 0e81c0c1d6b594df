import { IconDatabaseOff, IconFilterOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { KeptView } from '../../../../../shared/contract/exports/kept-views.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { EmptyState, SecondaryButton, Skeleton, TextButton } from '../../../ui/index.ts';
import { LeadGrid, type LeadGridHandle } from '../grid/LeadGrid.tsx';
import { ChoiceOfAllContext } from '../grid/ChoiceHeader.tsx';
import { filtersWords, namedWords } from '../view/filters.ts';
import { editionOf } from '../view/known-at.ts';
import {
  foldedPaths,
  type PageView,
  searchedColumns,
  type ViewColumn,
  viewColumns,
  withLooks,
} from '../view/page-view.ts';
import { viewArgs } from '../view/view-args.ts';
import { firstQuestion } from '../questions/question-model.ts';
import { QuestionPanel } from '../questions/QuestionPanel.tsx';
import type { Picked } from '../questions/QuestionTable.tsx';
import { Conditions } from './Conditions.tsx';
import { ResultBar } from './ResultBar.tsx';
import { EndAnnouncer, ResultStatus } from './ResultStatus.tsx';
import { SidePanel } from './SidePanel.tsx';
import { ChosenFacts } from './ChosenFacts.tsx';
import { CellMenu } from '../explore/CellMenu.tsx';
import type { MenuCell } from '../grid/grid-link.ts';
import { choiceOfAll } from '../explore/choice-of-all.ts';
import { useOwnTask } from '../../../ui/layout/use-own-task.ts';
import { useGridNews } from '../explore/use-grid-news.ts';
import { usePageView } from './use-page-view.ts';
import { useChoice } from '../explore/use-choice.ts';
import { useResultKeys } from '../explore/use-result-keys.ts';
import { useRows } from '../explore/use-rows.ts';
import { useSearch } from '../explore/use-search.ts';
import { type KeptColumn, useResultPanel } from '../explore/use-side-panel.ts';
import explore from '../explore/Explore.module.css';
import classes from './Result.module.css';

interface ResultProps {
  readonly summary: ExportSummary;
  readonly keptColumn: KeptColumn;
}

/** The leads of an export, while they arrive and afterwards. It opens as it was left. */
export function Result({ summary, keptColumn }: ResultProps) {
  const { view, change, apply } = usePageView(summary);
  if (view === null) {
    return <Skeleton className="pad16" lines={8} label="Leads are loading" />;
  }
  return <OpenResult {...{ summary, keptColumn, view }} onChange={change} onApply={apply} />;
}

interface OpenResultProps extends ResultProps {
  readonly view: PageView;
  readonly onChange: (change: (view: PageView) => PageView) => void;
  readonly onApply: (kept: KeptView) => readonly string[];
}

function OpenResult({ summary, keptColumn, view, onChange, onApply }: OpenResultProps) {
  const isRunning = summary.state === 'running';
  const isGridDue = useOwnTask();
  const [sortedNow, setSortedNow] = useState(false);
  const grid = useRef<LeadGridHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const columns = viewColumns(summary.columns, summary.rows, view, !isRunning);
  const [picked, setPicked] = useState<Picked | null>(null);
  // Sorting while leads arrive would make them jump: it waits for the end, or for "Sort now".
  const keeps = summary.answered.keeps === 'asked' ? 'asked' : 'all';
  const counted = viewArgs(summary.id, view, keeps, !isRunning || sortedNow);
  const args = picked === null ? counted : { ...counted, filters: [...counted.filters, ...picked.filters] };
  const edition = editionOf(summary);
  const choice = useChoice(args, edition);
  const rows = useRows(summary, args, choice.selection, choice.revision);
  const search = useSearch(args, view.find, searchedColumns(columns), edition, {
    isDue: isGridDue,
    firstVisible: () => grid.current?.firstVisible() ?? 0,
    reveal: (hit) => grid.current?.reveal(hit),
  });
  const panel = useResultPanel(grid, columns, keptColumn);
  const [cell, setCell] = useState<MenuCell | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const news = useGridNews({ args, columns, choice, panel, grid, onChange, onMenu: setCell, onFocus: setFocused });
  /** The column of the cell whose menu has changed the filters, until they are shown. */
  const filteredFrom = useRef<number | null>(null);
  // Not only for other rows: when they were filtered so already, the focus would follow a later change.
  useEffect(() => {
    if (filteredFrom.current !== null) grid.current?.focusFirst(filteredFrom.current);
    filteredFrom.current = null;
  });
  const { filters: shownBy, onlyHits } = view;
  /** What was last seen to leave leads in the grid; null: nothing yet. */
  const [fitting, setFitting] = useState<Restriction | null>(null);
  useEffect(() => {
    if (rows.total !== null && rows.total > 0) setFitting({ filters: shownBy, onlyHits });
  }, [rows.total, shownBy, onlyHits]);
  const inFocus = columns.find(({ index }) => index === focused);
  useResultKeys({ field, search, panel, hasSearch: view.find.trim() !== '' });
  const filters = useStable(view.filters.map((filter) => filter.column));
  const filtered = useMemo(() => new Set(filters), [filters]);
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
          onQuestion={() => {
            setPicked(null);
            onChange((former) => ({ ...former, question: former.question === null ? firstQuestion(columns) : null }));
          }}
        />
        <Conditions
          filters={view.filters}
          result={{ summary, args, columns }}
          onColumn={panel.openColumn}
          onFilters={(next) => onChange((former) => ({ ...former, filters: next(former.filters) }))}
        />
        {view.question !== null && (
          <QuestionPanel
            question={view.question}
            args={counted}
            edition={edition}
            columns={columns}
            name={summary.name}
            picked={picked}
            onPick={setPicked}
            onChange={(question) => onChange((former) => ({ ...former, question }))}
          />
        )}
        {picked !== null && (
          <PickedLeads picked={picked} total={rows.total} columns={columns} onClear={() => setPicked(null)} />
        )}
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
          {rows.total === 0 && summary.rows > 0 && (
            <NothingFits view={view} fitting={fitting} columns={columns} onChange={onChange} />
          )}
        </div>
        <ResultStatus
          summary={summary}
          shown={rows.total}
          choice={choice}
          search={search}
          facts={
            inFocus !== undefined &&
            choice.selection !== null && (
              <ChosenFacts args={args} selection={choice.selection} column={inFocus} edition={edition} />
            )
          }
          columns={columns}
          onUnfold={() => onChange((former) => withLooks(former, columns, foldedPaths(columns), { shown: true }))}
        />
      </section>
      <SidePanel panel={panel} result={{ summary, view, args, columns }} onChange={onChange} />
      {cell !== null && (
        <CellMenu
          cell={cell}
          columns={columns}
          onChange={onChange}
          onFilter={(column) => {
            filteredFrom.current = column;
          }}
          onClose={() => setCell(null)}
        />
      )}
      <EndAnnouncer summary={summary} />
    </div>
  );
}

/** What of a view may leave no lead. */
type Restriction = Pick<PageView, 'filters' | 'onlyHits'>;

const NO_RESTRICTION: Restriction = { filters: [], onlyHits: false };

interface NothingFitsProps {
  readonly view: PageView;
  readonly fitting: Restriction | null;
  readonly columns: readonly ViewColumn[];
  readonly onChange: (change: (view: PageView) => PageView) => void;
}

/** The grid is empty although leads are here: what hides them, and the way back. */
function NothingFits({ view, fitting, columns, onChange }: NothingFitsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const takeFocus = useEffectEvent(() => {
    const focused = document.activeElement;
    // The cell that had the focus is gone, or about to go. While the leads were read the title of the page may have got it.
    const isLost =
      focused === null ||
      focused === document.body ||
      focused.closest('[role="treegrid"]') !== null ||
      (fitting !== null && focused.matches('h1'));
    if (isLost) button.current?.focus();
  });
  useEffect(() => takeFocus(), []);
  const words = [
    ...(view.filters.length > 0 ? [filtersWords(view.filters, columns)] : []),
    ...(view.onlyHits ? [`a cell contains “${view.find}”`] : []),
  ];
  if (words.length === 0) return null;
  // Other words to find, or other leads, may be what leaves none: then going back to what is shown now helps nobody.
  const isOther = fitting !== null && (fitting.filters !== view.filters || fitting.onlyHits !== view.onlyHits);
  const back = isOther ? fitting : NO_RESTRICTION;
  return (
    <div className={classes['nothing']}>
      <EmptyState
        icon={IconFilterOff}
        title="No lead matches"
        action={
          <SecondaryButton ref={button} onClick={() => onChange((former) => ({ ...former, ...back }))}>
            {back.filters.length > 0 || back.onlyHits ? 'Take back the last filter' : 'Clear'}
          </SecondaryButton>
        }
      >
        {words.join(' and ')}
      </EmptyState>
    </div>
  );
}

interface PickedLeadsProps {
  readonly picked: Picked;
  /** Null while they are counted. */
  readonly total: number | null;
  readonly columns: readonly ViewColumn[];
  readonly onClear: () => void;
}

/** Which of the counted leads the grid below shows. */
function PickedLeads({ picked, total, columns, onClear }: PickedLeadsProps) {
  const words = picked.filters.map((filter) => namedWords(filter, columns));
  return (
    <div className={classes['picked']} role="status">
      <strong className="tabular">{total === null ? '…' : format.count(total, leadForms)}</strong>
      <span>{words.length === 0 ? 'all that were counted' : words.join(', ')}</span>
      <TextButton onClick={onClear}>Show all</TextButton>
    </div>
  );
}

function NoLeads({ state }: { readonly state: ExportSummary['state'] }) {
  // A note above the result says why the export broke off.
  if (state === 'partial') return null;
  return state === 'cancelled' ? (
    <EmptyState icon={IconDatabaseOff} title="Cancelled before a lead arrived">
      Nothing was kept. Fetch again to have the leads.
    </EmptyState>
  ) : (
    <EmptyState icon={IconDatabaseOff} title="No leads match">
      The service answered with an empty list. Choose more projects, an earlier day or more statuses, and fetch again.
    </EmptyState>
  );
}
