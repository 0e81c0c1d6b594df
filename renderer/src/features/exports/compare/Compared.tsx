import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMoodEmpty, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { EmptyState, Pane } from '../../../ui/index.ts';
import { ChangedFields } from './ChangedFields.tsx';
import classes from './Compare.module.css';
import { CompareGrid, type CompareSort } from './CompareGrid.tsx';
import { CompareStatus } from './CompareStatus.tsx';
import {
  apart,
  type CompareView,
  filtersOf,
  firstPart,
  type NamedField,
  namedFields,
  type Part,
  resultNames,
} from './compare-model.ts';
import { FieldPanel } from './FieldPanel.tsx';
import { Parts } from './Parts.tsx';
import { SaveComparison } from './SaveComparison.tsx';

interface ComparedProps {
  /** Which results are compared. */
  readonly head: ReactNode;
  readonly comparison: Comparison;
  readonly before: ExportSummary;
  readonly now: ExportSummary;
  readonly zone: string | undefined;
}

/** A comparison: its parts, what changed, the leads, and one field in numbers. */
export function Compared({ head, comparison, before, now, zone }: ComparedProps) {
  const fields = useMemo(() => namedFields(comparison), [comparison]);
  const [view, setView] = useState<CompareView>(() => ({
    part: firstPart(comparison),
    field: null,
    changes: [],
  }));
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 250);
  const [sort, setSort] = useState<CompareSort>([]);
  const [found, setFound] = useState<number | null>(null);
  const [isPanelOpen, setIsPanelOpen] = useState(true);
  const at = useNow(60_000);
  const names = resultNames(before.startedAt, now.startedAt, at, format, zone);
  const filters = filtersOf(comparison, view);
  const viewKey = JSON.stringify({ filters, search: typed, sort });
  const onFound = useCallback((rows: number) => setFound(rows), []);
  const of = partRows(comparison, view.part);
  const rows = found ?? (view.field === null && typed === '' ? of : null);

  function show(next: CompareView): void {
    setFound(null);
    setView(next);
  }

  return (
    <>
      <Pane label="Comparison" scroll={false}>
        {head}
        <Parts comparison={comparison} results={{ before, now }} names={names} view={view} onShow={show} />
        {view.part === 'changed' && <ChangedFields fields={fields} comparison={comparison} view={view} onShow={show} />}
        <div className={classes['toolbar']}>
          <h2 className={`${classes['count'] ?? ''} tabular`}>
            <strong data-count="compared">{rows === null ? '…' : format.number(rows)}</strong> {partWords(view, fields)}
          </h2>
          <div className={classes['tools']}>
            <TextInput
              aria-label="Search in these leads"
              placeholder="Search"
              w={120}
              maxLength={200}
              leftSection={<IconSearch size={15} aria-hidden />}
              value={search}
              onChange={(event) => {
                setFound(null);
                setSearch(event.currentTarget.value);
              }}
            />
            <SaveComparison
              comparison={comparison}
              name={now.name}
              isWhole={before.state === 'complete' && now.state === 'complete'}
              rows={rows}
              view={{ filters, search: search.trim(), sort }}
            />
          </div>
        </div>
        <div className={classes['grid']}>
          {of === 0 ? (
            <EmptyState icon={IconMoodEmpty} title={emptyWords(view.part)}>
              Choose another part above.
            </EmptyState>
          ) : (
            <CompareGrid
              comparison={comparison}
              fields={fields}
              names={names}
              view={view}
              viewKey={viewKey}
              onSort={setSort}
              onFound={onFound}
            />
          )}
        </div>
        <CompareStatus
          comparison={comparison}
          fields={fields}
          results={{ before, now }}
          names={names}
          shown={rows}
          of={of}
          part={view.part}
          onApart={() => show({ part: 'apart', field: null, changes: [] })}
        />
      </Pane>
      {isPanelOpen && (
        <FieldPanel
          comparison={comparison}
          fields={fields}
          names={names}
          view={view}
          onShow={show}
          onClose={() => setIsPanelOpen(false)}
        />
      )}
    </>
  );
}

function partRows(comparison: Comparison, part: Part): number {
  return part === 'apart' ? apart(comparison) : comparison[part];
}

function partWords(view: CompareView, fields: readonly NamedField[]): string {
  const field = fields.find(({ position }) => position === view.field);
  switch (view.part) {
    case 'changed':
      return field === undefined ? 'changed' : `with another ${inSentence(field)}`;
    case 'new':
      return 'new';
    case 'gone':
      return 'gone';
    case 'same':
      return 'the same';
    case 'apart':
      return 'counted apart';
  }
}

/** Fields of the campaign keep their own name. */
function inSentence({ path, title }: NamedField): string {
  return /^data\./i.test(path) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

function emptyWords(part: Part): string {
  switch (part) {
    case 'changed':
      return 'No lead changed';
    case 'new':
      return 'No lead is new';
    case 'gone':
      return 'No lead is gone';
    case 'same':
      return 'No lead is the same';
    case 'apart':
      return 'Every row has an id of its own';
  }
}
