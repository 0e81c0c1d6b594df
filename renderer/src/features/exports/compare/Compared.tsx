import { IconMoodEmpty } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { useNow } from '../../../lib/use-now.ts';
import { EmptyState, Pane } from '../../../ui/index.ts';
import { LeadDetails } from '../details/LeadDetails.tsx';
import { choiceOfAll } from '../explore/choice-of-all.ts';
import explore from '../explore/Explore.module.css';
import { useOwnTask } from '../../../ui/layout/use-own-task.ts';
import { ChoiceOfAllContext } from '../grid/ChoiceHeader.tsx';
import type { LeadGridHandle } from '../grid/LeadGrid.tsx';
import { knownAt } from '../view/known-at.ts';
import { ChangedFields } from './ChangedFields.tsx';
import { CompareBar } from './CompareBar.tsx';
import { CompareGrid } from './CompareGrid.tsx';
import classes from './Compare.module.css';
import { CompareStatus } from './CompareStatus.tsx';
import { type Part, resultNames } from './compare-model.ts';
import { FieldPanel } from './FieldPanel.tsx';
import { Parts } from './Parts.tsx';
import { useCompared } from './use-compared.ts';

interface ComparedProps {
  /** Which results are compared. */
  readonly head: ReactNode;
  readonly comparison: Comparison;
  readonly before: ExportSummary;
  readonly now: ExportSummary;
}

const NO_FILTER: ReadonlySet<number> = new Set();

const EMPTY_WORDS: Readonly<Record<Part, string>> = {
  changed: 'No lead changed',
  new: 'No lead is new',
  gone: 'No lead is gone',
  same: 'No lead is the same',
  apart: 'Every row has an id of its own',
};

/** A comparison: its parts, what changed, the leads, and one field in numbers. */
export function Compared({ head, comparison, before, now }: ComparedProps) {
  const at = useNow(60_000);
  const names = resultNames(knownAt(before), knownAt(now), at);
  const isGridDue = useOwnTask();
  const grid = useRef<LeadGridHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const state = useCompared(comparison, names, { grid, field });
  const { fields, compared, show, columns, choice, search, panel, news, of, total } = state;
  const lead = panel.shown?.kind === 'lead' ? panel.shown.row : null;

  return (
    <>
      <Pane label="Comparison" scroll={false}>
        {head}
        <Parts comparison={comparison} results={{ before, now }} names={names} view={compared} onShow={show} />
        {compared.part === 'changed' && (
          <ChangedFields fields={fields} comparison={comparison} view={compared} onShow={show} />
        )}
        <div className={explore['centre']}>
          <CompareBar field={field} comparison={comparison} results={{ before, now }} state={state} />
          <div className={`${explore['grid'] ?? ''} ${classes['cells'] ?? ''}`}>
            {of === 0 && (
              <EmptyState icon={IconMoodEmpty} title={EMPTY_WORDS[compared.part]}>
                Choose another part above.
              </EmptyState>
            )}
            {of > 0 && isGridDue && (
              <ChoiceOfAllContext value={choiceOfAll(choice, total ?? 0, news.onChooseAll)}>
                <CompareGrid
                  ref={grid}
                  columns={columns}
                  fields={fields}
                  names={names}
                  isChanged={compared.part === 'changed'}
                  rows={state.rows}
                  sort={state.page.sort}
                  marks={{ needle: search.needle, hit: search.hit, filtered: NO_FILTER, openRow: lead?.number ?? null }}
                  news={news}
                />
              </ChoiceOfAllContext>
            )}
          </div>
          <CompareStatus
            comparison={comparison}
            fields={fields}
            results={{ before, now }}
            names={names}
            shown={total}
            of={of}
            part={compared.part}
            choice={choice}
            onApart={() => show({ part: 'apart', field: null, changes: [] })}
          />
        </div>
      </Pane>
      {lead !== null && <LeadDetails key={lead.number} row={lead} columns={state.values} onClose={panel.close} />}
      {lead === null && state.isPanelOpen && (
        <FieldPanel
          comparison={comparison}
          fields={fields}
          names={names}
          view={compared}
          onShow={show}
          onClose={() => state.setIsPanelOpen(false)}
        />
      )}
    </>
  );
}
