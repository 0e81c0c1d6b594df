import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { format } from '../../../lib/format.ts';
import { SaveLine } from './SaveLine.tsx';
import type { Savable, SavedColumns } from './savable.ts';
import classes from './SaveDialog.module.css';

interface ColumnsLineProps {
  readonly savable: Savable;
  readonly columns: SavedColumns;
  readonly isFixed: boolean;
  readonly onChange: (columns: SavedColumns) => void;
}

/** Which columns are saved: the shown ones, all, or those that a person chooses one by one. */
export function ColumnsLine({ savable, columns, isFixed, onChange }: ColumnsLineProps) {
  const { shownColumns, allColumns, shownWords, columns: choosable } = savable;
  if (shownColumns === null) return null;
  const chosen = typeof columns === 'string' ? null : columns;
  const shown = () => (choosable ?? []).filter(({ isShown }) => isShown).map(({ index }) => index);
  const choices = [
    { value: 'shown', label: `Shown ${format.number(shownColumns)}`, disabled: shownColumns === 0 },
    { value: 'all', label: `All ${format.number(allColumns)}` },
    ...(choosable === null ? [] : [{ value: 'chosen', label: 'Choose…' }]),
  ];
  return (
    <SaveLine title="Which columns">
      <SegmentedControl
        aria-label="Which columns"
        disabled={isFixed}
        data={choices}
        value={chosen === null ? String(columns) : 'chosen'}
        onChange={(value) => onChange(value === 'chosen' ? shown() : value === 'all' ? 'all' : 'shown')}
      />
      {chosen !== null && choosable !== null && (
        <ColumnList choosable={choosable} chosen={chosen} onChange={onChange} />
      )}
      <p className={classes['hint']}>
        {chosen !== null
          ? `${format.count(chosen.length, { one: '# column', other: '# columns' })}, `
          : columns === 'shown'
            ? `${shownWords}, `
            : 'All, '}
        named and ordered as in the grid.
      </p>
    </SaveLine>
  );
}

interface ColumnListProps {
  readonly choosable: NonNullable<Savable['columns']>;
  readonly chosen: readonly number[];
  readonly onChange: (columns: readonly number[]) => void;
}

function ColumnList({ choosable, chosen, onChange }: ColumnListProps) {
  const [search, setSearch] = useState('');
  const part = search.trim().toLowerCase();
  const fitting = choosable.filter(({ title }) => title.toLowerCase().includes(part));
  return (
    <fieldset className={classes['columnList']}>
      <legend className="visuallyHidden">Columns in the file</legend>
      <TextInput
        size="xs"
        aria-label="Find a column"
        placeholder="Find a column"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list">
        {fitting.map(({ index, title }) => (
          <li key={index}>
            <Checkbox
              label={<bdi>{title}</bdi>}
              checked={chosen.includes(index)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...chosen, index] : chosen.filter((position) => position !== index),
                )
              }
            />
          </li>
        ))}
      </ul>
      {fitting.length === 0 && <p className={classes['hint']}>No column has this in its name.</p>}
    </fieldset>
  );
}
