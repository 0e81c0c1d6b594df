import { ActionIcon, Checkbox, Popover, TextInput, Tooltip } from '@mantine/core';
import { IconColumns3, IconGripVertical, IconPin, IconPinFilled } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { format } from '../../../lib/format.ts';
import { type PageView, type ViewColumn, withLooks, withOrder } from '../view/page-view.ts';
import { SmallButton, TextButton } from '../../../ui/index.ts';
import classes from './ColumnChooser.module.css';

interface ColumnChooserProps {
  /** In the order of the grid. */
  readonly columns: readonly ViewColumn[];
  /** Columns that are hidden because they are empty. */
  readonly emptyHidden: number;
  readonly onChange: (change: (view: PageView) => PageView) => void;
}

/** Which columns are shown, pinned and in which order. Files can be saved with these or with all. */
export function ColumnChooser(props: ColumnChooserProps) {
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Tooltip label="Choose columns">
          <ActionIcon aria-label="Choose columns" disabled={props.columns.length === 0}>
            <IconColumns3 size={17} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Choose columns">
        <Choices {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices({ columns, emptyHidden, onChange }: ColumnChooserProps) {
  const [search, setSearch] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const wanted = search.trim().toLowerCase();
  const listed = columns.filter(({ title, path }) => `${title}\n${path}`.toLowerCase().includes(wanted));
  const paths = listed.map((column) => column.path);
  const show = (which: readonly string[], shown: boolean | null) =>
    onChange((view) => withLooks(view, columns, which, { shown }));

  /** Puts a column in the place of another one. */
  function move(path: string, target: string | undefined): void {
    if (target === undefined || target === path) return;
    const order = columns.map((column) => column.path);
    const to = order.indexOf(target);
    const rest = order.filter((other) => other !== path);
    rest.splice(to, 0, path);
    onChange((view) => withOrder(view, columns, rest));
  }

  return (
    <div className={classes['chooser']}>
      <TextInput
        aria-label="Search columns"
        placeholder="Search columns"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className="buttonRow">
        <SmallButton onClick={() => show(paths, true)}>Show all</SmallButton>
        <SmallButton onClick={() => show(paths, false)}>Hide all</SmallButton>
        <TextButton onClick={() => onChange((view) => ({ ...view, looks: [] }))}>Reset</TextButton>
      </div>
      {emptyHidden > 0 && (
        <p className="aside">
          {format.count(emptyHidden, { one: '# empty column is hidden.', other: '# empty columns are hidden.' })}
        </p>
      )}
      <ul className={classes['chooserList']} aria-label="Columns in their order">
        {listed.map((column) => (
          <Line
            key={column.path}
            column={column}
            isDropPlace={dragged !== null && dragged !== column.path}
            onShow={(shown) => show([column.path], shown)}
            onPin={() => onChange((view) => withLooks(view, columns, [column.path], { pinned: !column.isPinned }))}
            onMove={(step) =>
              move(column.path, columns[columns.findIndex(({ path }) => path === column.path) + step]?.path)
            }
            onDrag={() => setDragged(column.path)}
            onDrop={() => {
              if (dragged !== null) move(dragged, column.path);
              setDragged(null);
            }}
          />
        ))}
      </ul>
      {listed.length === 0 && <p className="aside">No column has this in its name.</p>}
      <p className="aside">Alt and Up or Down move the column.</p>
    </div>
  );
}

interface LineProps {
  readonly column: ViewColumn;
  readonly isDropPlace: boolean;
  readonly onShow: (shown: boolean) => void;
  readonly onPin: () => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onDrag: () => void;
  readonly onDrop: () => void;
}

function Line({ column, isDropPlace, onShow, onPin, onMove, onDrag, onDrop }: LineProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }
  const { title, path, filled, isPinned } = column;
  return (
    // The keys come from the box and the pin inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes['line']}
      draggable
      onKeyDown={onKeyDown}
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', title);
        onDrag();
      }}
      onDragOver={(event) => {
        if (isDropPlace) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <IconGripVertical size={14} aria-hidden className={classes['grip']} />
      <Checkbox
        className="grow"
        label={
          <span title={path}>
            {title} <span className="aside">{filled === 0 ? 'empty' : format.number(filled)}</span>
          </span>
        }
        checked={column.isShown}
        onChange={(event) => onShow(event.currentTarget.checked)}
      />
      <ActionIcon size={24} aria-label={`Pin ${title}`} aria-pressed={isPinned} onClick={onPin}>
        {isPinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
      </ActionIcon>
    </li>
  );
}
