import { IconChartBar, IconLayoutSidebarRight } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { exportEnd } from '../../../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { KeptView } from '../../../../../shared/contract/exports/kept-views.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { AsOf, IconButton, TextButton } from '../../../ui/index.ts';
import { ColumnChooser } from '../grid/ColumnChooser.tsx';
import { EndTag } from '../notes/EndTag.tsx';
import { usePause } from '../notes/use-pause.ts';
import { SaveLeads } from '../save/SaveLeads.tsx';
import { emptyHidden, type PageView, type ViewColumn } from '../view/page-view.ts';
import type { ViewArgs } from '../view/view-args.ts';
import { copyLeads } from '../explore/copy-leads.ts';
import { SearchField } from '../explore/SearchField.tsx';
import type { Choice } from '../explore/use-choice.ts';
import type { Rows } from '../explore/use-rows.ts';
import type { Search } from '../explore/use-search.ts';
import type { SidePanelState } from '../explore/use-side-panel.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import explore from '../explore/Explore.module.css';
import classes from './Result.module.css';

export interface ResultParts {
  readonly summary: ExportSummary;
  readonly view: PageView;
  readonly args: ViewArgs;
  readonly columns: readonly ViewColumn[];
  readonly rows: Rows;
  readonly choice: Choice;
  readonly search: Search;
  readonly panel: SidePanelState;
}

interface ResultBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly result: ResultParts;
  readonly isSortWaiting: boolean;
  readonly onSortNow: () => void;
  readonly onChange: (change: (view: PageView) => PageView) => void;
  readonly onApply: (kept: KeptView) => readonly string[];
  /** Opens or closes the count. */
  readonly onQuestion: () => void;
}

/** How many leads there are, and what can be done with them. */
export function ResultBar({ field, result, isSortWaiting, onSortNow, onChange, onApply, onQuestion }: ResultBarProps) {
  const { summary, view, args, columns, rows, choice, search, panel } = result;
  const firstShown = columns.find((column) => column.isShown);
  return (
    <div className={explore['bar']}>
      <h2 className="visuallyHidden">Leads</h2>
      <Count summary={summary} />
      {isSortWaiting && (
        <span className={classes['sortNote']} role="status">
          sorted when complete
          <TextButton onClick={onSortNow}>Sort now</TextButton>
        </span>
      )}
      <div className={explore['tools']}>
        <SearchField
          ref={field}
          find={view.find}
          search={search}
          onlyHits={view.onlyHits}
          onFind={(find) => onChange((former) => ({ ...former, find, onlyHits: find !== '' && former.onlyHits }))}
          onOnlyHits={(onlyHits) => onChange((former) => ({ ...former, onlyHits }))}
        />
        <ColumnChooser columns={columns} emptyHidden={emptyHidden(columns, summary.rows)} onChange={onChange} />
        <ViewsMenu summary={summary} view={view} onApply={onApply} />
        <IconButton
          label={view.question === null ? 'Group and count' : 'Close the count'}
          icon={IconChartBar}
          disabled={firstShown === undefined}
          onClick={onQuestion}
        />
        <IconButton
          label="Values of a column"
          icon={IconLayoutSidebarRight}
          disabled={firstShown === undefined}
          onClick={() => {
            if (panel.shown?.kind === 'column') panel.close();
            else if (firstShown !== undefined) panel.openColumn(firstShown.index);
          }}
        />
        <SaveLeads
          summary={summary}
          args={args}
          rows={rows.total}
          choice={choice}
          columns={columns}
          filters={view.filters}
          onCopy={(leads) => copyLeads(leads, columns)}
        />
      </div>
    </div>
  );
}

/** Leads that the result holds, and how fast they arrive. */
function Count({ summary }: { readonly summary: ExportSummary }) {
  const rows = exportEnd(summary) === 'filtered' ? summary.answered.asked : summary.rows;
  return (
    <>
      <span className={`${explore['total'] ?? ''} tabular`}>
        <strong data-count="leads">{format.number(rows)}</strong> {rows === 1 ? 'lead' : 'leads'}
      </span>
      {summary.state === 'running' && (
        <span className={`${classes['live'] ?? ''} tabular`}>
          <span className={classes['dot']} aria-hidden />
          {summary.rows === 0 ? (
            <Waiting query={summary.query} />
          ) : (
            <Receiving key={summary.rows} perSecond={summary.rowsPerSecond} />
          )}
          <AsOf before=", " />
        </span>
      )}
      <EndTag summary={summary} />
    </>
  );
}

/** Milliseconds without a lead after which the rate so far says nothing of now. */
const SILENCE = 5000;

/** Its key is the number of leads, so that it begins anew when more arrive. */
function Receiving({ perSecond }: { readonly perSecond: number }) {
  const [since] = useState(() => Date.now());
  const silent = useNow(1000) - since;
  if (silent >= SILENCE) return `no lead for ${format.duration(silent)}`;
  return perSecond === 0 ? 'receiving' : `receiving, ${format.number(perSecond)} a second`;
}

/** Why no lead has come yet. */
function Waiting({ query }: Pick<ExportSummary, 'query'>) {
  const pause = usePause(query);
  return pause === null ? 'waiting for the first lead' : `throttled: ${pause}`;
}
