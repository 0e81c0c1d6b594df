import { Menu } from '@mantine/core';
import { IconCopy, IconFilter, IconFilterOff, IconHash, IconTable } from '@tabler/icons-react';
import { VALUE_LENGTH_LIMIT } from '../../../../../shared/contract/exports/plain-words.ts';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { columnWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import { modifierName } from '../../../lib/shortcuts.ts';
import { KeyCap, MenuEntry, startWork } from '../../../ui/index.ts';
import type { MenuCell } from '../grid/grid-link.ts';
import { filterOf, withFilter } from '../view/filters.ts';
import type { PageView, ViewColumn } from '../view/page-view.ts';
import { copyCell } from './copy-leads.ts';
import classes from './Explore.module.css';

interface CellMenuProps {
  readonly cell: MenuCell;
  readonly columns: readonly ViewColumn[];
  readonly onChange: (change: (view: PageView) => PageView) => void;
  /** The cell may be gone with the rows that are shown no more. */
  readonly onFilter: (column: number) => void;
  readonly onClose: () => void;
}

/** What can be done with the value of one cell. Opens where it was asked for, by mouse or by key. */
export function CellMenu({ cell, columns, onChange, onFilter, onClose }: CellMenuProps) {
  const { index, value, left, top } = cell;
  const column = columns.find((one) => one.index === index);
  if (column === undefined) return null;
  const { path, title } = column;
  const text = value ?? '';
  const shown = text === '' ? 'empty' : columnWords(path, text);
  const isTooLong = text.length > VALUE_LENGTH_LIMIT;
  const filterBy = (not: boolean) => {
    onFilter(index);
    onChange((view) => ({ ...view, filters: filteredBy(view.filters, index, text, not) }));
  };
  return (
    <Menu opened onClose={onClose} position="bottom-start" width={272} returnFocus>
      <Menu.Target>
        <span className={classes['cellPlace']} style={{ left, top }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={`${title}: ${shown.slice(0, 60)}`}>
        <Menu.Label>
          {title}: <bdi>{shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}</bdi>
        </Menu.Label>
        <MenuEntry icon={IconFilter} label="Only this value" disabled={isTooLong} onClick={() => filterBy(false)} />
        <MenuEntry
          icon={IconFilterOff}
          label="Without this value"
          disabled={isTooLong}
          onClick={() => filterBy(true)}
        />
        <Menu.Divider />
        <MenuEntry
          icon={IconTable}
          label={`Group by ${title}`}
          onClick={() =>
            onChange((view) => ({
              ...view,
              question: { groups: [{ path, by: 'value' }], across: null, measure: null },
            }))
          }
        />
        <MenuEntry
          icon={IconCopy}
          label="Copy for people"
          rightSection={<KeyCap>{`${modifierName} C`}</KeyCap>}
          disabled={text === ''}
          onClick={() => startWork(() => copyCell(shown))}
        />
        <MenuEntry
          icon={IconHash}
          label="Copy for programs"
          rightSection={<KeyCap>{`${modifierName} Shift C`}</KeyCap>}
          disabled={text === ''}
          onClick={() => startWork(() => copyCell(text))}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Only the value, or one more that is left out. */
function filteredBy(
  filters: readonly ColumnFilter[],
  column: number,
  text: string,
  not: boolean,
): readonly ColumnFilter[] {
  const known = filterOf(filters, column);
  const others = not && known?.kind === 'values' && known.not ? known : null;
  return withFilter(filters, column, {
    kind: 'values',
    column,
    values: [...new Set([...(others?.values ?? []), ...(text === '' ? [] : [text])])],
    empty: text === '' || others?.empty === true,
    not,
  });
}
