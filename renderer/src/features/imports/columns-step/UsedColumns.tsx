import { Select } from '@mantine/core';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import { IconButton } from '../../../ui/index.ts';
import classes from './RuleDialog.module.css';

interface UsedColumnsProps {
  /** In the order in which their values are put together. */
  readonly used: readonly number[];
  readonly columns: readonly ColumnProfile[];
  readonly onAdd: (column: number) => void;
  readonly onRemove: (column: number) => void;
  readonly onMove: (column: number, place: number) => void;
}

/** The columns that fill a field, to add, remove, and put in order by mouse or keys. */
export function UsedColumns({ used, columns, onAdd, onRemove, onMove }: UsedColumnsProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<number | null>(null);
  const label = (column: number) => columns[column]?.label ?? `Column ${column + 1}`;
  useLayoutEffect(() => {
    // A line that changes its place loses the focus.
    if (moved.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-column="${moved.current}"] button`)?.focus();
    moved.current = null;
  }, [used]);

  function onKeyDown(event: KeyboardEvent, column: number, place: number): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const next = place + (event.key === 'ArrowUp' ? -1 : 1);
    if (next < 0 || next >= used.length) return;
    moved.current = column;
    onMove(column, next);
  }

  return (
    <>
      {used.length > 0 && (
        <ol ref={list} className={classes['columns']} aria-label="Columns in their order">
          {used.map((column, place) => (
            // The keys come from the button inside.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={column}
              data-column={column}
              data-drop={(dragged !== null && dragged !== column) || undefined}
              draggable={used.length > 1}
              onKeyDown={(event) => onKeyDown(event, column, place)}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', label(column));
                setDragged(column);
              }}
              onDragOver={(event) => {
                if (dragged !== null) event.preventDefault();
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) onMove(dragged, place);
              }}
              onDragEnd={() => setDragged(null)}
            >
              {used.length > 1 && <IconGripVertical size={14} aria-hidden />}
              <span>{label(column)}</span>
              {used.length > 1 && (
                <IconButton label={`Remove ${label(column)}`} icon={IconX} size={24} onClick={() => onRemove(column)} />
              )}
            </li>
          ))}
        </ol>
      )}
      {used.length > 1 && <p className={classes['hint']}>Drag a column, or press Alt and Up or Down on it.</p>}
      <Select
        // A new list after each choice: the control keeps nothing itself.
        key={used.length}
        label="Add a column"
        placeholder="Choose a column"
        searchable
        // Not left out: with a value of its own it would forget what is typed whenever the step is drawn anew.
        value={null}
        data={columns
          .filter((column) => !used.includes(column.index))
          .map((column) => ({ value: String(column.index), label: column.label }))}
        onChange={(column) => column !== null && onAdd(Number(column))}
      />
    </>
  );
}
