import { CloseButton, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconEyeOff, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { ColumnFilter, SortKey } from '../../../../../shared/contract/exports/views.ts';
import { filterOf } from '../view/filters.ts';
import { editionOf } from '../view/known-at.ts';
import type { PageView, ViewColumn } from '../view/page-view.ts';
import type { ViewArgs } from '../view/view-args.ts';
import { ColumnFacts } from './ColumnFacts.tsx';
import { ColumnFilterForm } from './ColumnFilterForm.tsx';
import { OtherColumns } from './OtherColumns.tsx';
import { useProfile } from './use-profile.ts';
import { ValueList } from './ValueList.tsx';
import { MenuEntry, MoreMenu } from '../../../ui/index.ts';
import classes from './ColumnPanel.module.css';

interface ColumnPanelProps {
  readonly result: { readonly summary: ExportSummary; readonly args: ViewArgs };
  readonly column: ViewColumn;
  readonly columns: readonly ViewColumn[];
  readonly view: Pick<PageView, 'filters' | 'sort'>;
  /** False: the focus stays where it is when the panel appears. */
  readonly takesFocus?: boolean;
  readonly onColumn: (column: number) => void;
  readonly onFilter: (column: number, filter: ColumnFilter | null) => void;
  readonly onSort: (sort: SortKey[]) => void;
  readonly onLook: (look: { readonly shown: boolean } | { readonly pinned: boolean }) => void;
  readonly onClose: () => void;
}

/** What a column holds in the leads that are shown, and the filter on it. Under it, other columns that tell much. */
export function ColumnPanel(props: ColumnPanelProps) {
  const { result, column, columns, onColumn, onFilter } = props;
  const { filters } = props.view;
  const { args, summary } = result;
  const profile = useProfile(args, column.index, editionOf(summary));
  const filter = filterOf(filters, column.index);
  return (
    <aside className={classes['panel']} aria-label={`Column ${column.title}`} data-pane data-side-panel tabIndex={-1}>
      <PanelHead {...props} />
      <div
        className="flexColumn scrolls fill gap12 padLine"
        tabIndex={0}
        role="group"
        aria-label={`About ${column.title}`}
      >
        <ColumnFacts profile={profile} />
        <ValueList
          key={column.index}
          args={args}
          edition={editionOf(summary)}
          column={column}
          filter={filter}
          onFilter={(next) => onFilter(column.index, next)}
        />
        <ColumnFilterForm
          key={`filter ${column.index}`}
          column={column.index}
          kind={profile.profile?.guess.kind ?? 'text'}
          filter={filter}
          onFilter={(next) => onFilter(column.index, next)}
        />
        <OtherColumns
          result={result}
          column={column}
          columns={columns}
          filters={filters}
          onColumn={onColumn}
          onFilter={onFilter}
        />
      </div>
    </aside>
  );
}

function PanelHead({ column, columns, view, takesFocus = true, onColumn, onSort, onLook, onClose }: ColumnPanelProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const [isAskedFor] = useState(takesFocus);
  useEffect(() => {
    // A panel that was opened takes the focus; going on to another column leaves it where it is.
    if (isAskedFor) title.current?.focus({ preventScroll: true });
  }, [isAskedFor]);
  const rest = view.sort.filter((key) => key.column !== column.index);
  const sortBy = (direction: SortKey['direction']) =>
    onSort([{ column: column.index, direction }, ...rest].slice(0, 1));
  return (
    <div className={classes['head']}>
      <h3 ref={title} tabIndex={-1} className={classes['headTitle']}>
        Column
      </h3>
      <Select
        aria-label="Column"
        className="grow"
        searchable
        data={columns.map(({ index, title }) => ({ value: String(index), label: title }))}
        value={String(column.index)}
        onChange={(value) => {
          if (value !== null) onColumn(Number(value));
        }}
      />
      <MoreMenu label="Sort, pin or hide the column" isSmall>
        <MenuEntry icon={IconArrowUp} label="Sort ascending" onClick={() => sortBy('asc')} />
        <MenuEntry icon={IconArrowDown} label="Sort descending" onClick={() => sortBy('desc')} />
        <MenuEntry
          icon={column.isPinned ? IconPinnedOff : IconPin}
          label={column.isPinned ? 'Unpin' : 'Pin at the left'}
          onClick={() => onLook({ pinned: !column.isPinned })}
        />
        <MenuEntry
          icon={IconEyeOff}
          label={column.isShown ? 'Hide' : 'Show'}
          onClick={() => onLook({ shown: !column.isShown })}
        />
      </MoreMenu>
      <CloseButton aria-label="Close the panel" onClick={onClose} />
    </div>
  );
}
