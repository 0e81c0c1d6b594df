import { Menu } from '@mantine/core';
import { IconChevronDown, IconClipboardText, IconDots, IconDownload, IconUserPlus } from '@tabler/icons-react';
import type { SaveFormatName } from '../../../../../shared/contract/exports/save-formats.ts';
import { modifierName } from '../../../lib/shortcuts.ts';
import { KeyCap, SmallButton } from '../../../ui/index.ts';
import { FORMATS } from './formats.ts';
import type { Savable, SavedRows } from './savable.ts';
import { chosenRows, rowChoices } from './SaveDialog.tsx';
import classes from './SaveDialog.module.css';

interface SaveMenuProps {
  readonly savable: Savable;
  readonly rows: SavedRows;
  readonly onRows: (rows: SavedRows) => void;
  /** Saves at once, with the options used last. */
  readonly onSave: (format: SaveFormatName) => void;
  readonly onMore: () => void;
  readonly onCopy: () => void;
  readonly onSegment: () => void;
}

/** The quick way to a file, to the clipboard and to a segment. */
export function SaveMenu({ savable, rows, onRows, onSave, onMore, onCopy, onSegment }: SaveMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal={false} width={300}>
      <Menu.Target>
        <SmallButton
          icon={IconDownload}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          disabled={savable.all === 0}
        >
          Save
        </SmallButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Which rows</Menu.Label>
        <div className={classes['menuRows']} role="group" aria-label="Which rows">
          {rowChoices(savable).map(({ value, label, disabled = false }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              checked={chosenRows(savable, rows) === value}
              checkIcon={null}
              disabled={disabled}
              title={disabled ? 'Choose leads in the grid first' : undefined}
              classNames={{ item: classes['menuRow'] ?? '', itemIndicator: classes['menuCheck'] ?? '' }}
              onChange={() => onRows(value)}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Label>As</Menu.Label>
        {FORMATS.map(({ name, title, icon: Icon }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={17} stroke={1.5} aria-hidden />}
            rightSection={name === 'csv' ? <KeyCap>{`${modifierName} S`}</KeyCap> : null}
            onClick={() => onSave(name)}
          >
            {title}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconClipboardText size={17} stroke={1.5} aria-hidden />}
          rightSection={<KeyCap>{`${modifierName} C`}</KeyCap>}
          onClick={onCopy}
        >
          Copy as a table
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDots size={17} stroke={1.5} aria-hidden />}
          rightSection={<KeyCap>{`${modifierName} Shift S`}</KeyCap>}
          onClick={onMore}
        >
          More options…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUserPlus size={17} stroke={1.5} aria-hidden />} onClick={onSegment}>
          Add to a segment…
        </Menu.Item>
        <p className={classes['menuNote']}>
          {savable.missing === '' ? '' : `${savable.missing} `}The leads in the file are counted after saving.
        </p>
      </Menu.Dropdown>
    </Menu>
  );
}
