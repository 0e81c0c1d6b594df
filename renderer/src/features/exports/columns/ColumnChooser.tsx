import { ActionIcon, Button, Checkbox, Popover, TextInput, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportColumn } from '../../../../../shared/contract/exports/exports.ts';
import { format } from '../../../lib/format.ts';
import { columnOrder } from './column-names.ts';
import classes from './ColumnChooser.module.css';

interface ColumnChooserProps {
  readonly columns: readonly ExportColumn[];
  readonly isShown: (path: string) => boolean;
  readonly onChange: (paths: readonly string[], shown: boolean) => void;
}

/** Which columns are shown. The dialog that saves asks whether these or all are saved. */
export function ColumnChooser({ columns, isShown, onChange }: ColumnChooserProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const listed = columnOrder(columns).filter((column) => column.path.toLowerCase().includes(wanted));
  const paths = listed.map((column) => column.path);
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Tooltip label="Choose columns">
          <ActionIcon aria-label="Choose columns" disabled={columns.length === 0}>
            <IconColumns3 size={17} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Choose columns">
        <div className={classes['chooser']}>
          <TextInput
            aria-label="Search columns"
            placeholder="Search columns"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <div className={classes['chooserButtons']}>
            <Button size="xs" variant="default" onClick={() => onChange(paths, true)}>
              Show all
            </Button>
            <Button size="xs" variant="default" onClick={() => onChange(paths, false)}>
              Hide all
            </Button>
          </div>
          <div className={classes['chooserList']}>
            {listed.map((column) => (
              <Checkbox
                key={column.path}
                label={`${column.path} (${format.number(column.filled)} filled)`}
                checked={isShown(column.path)}
                onChange={(event) => onChange([column.path], event.currentTarget.checked)}
              />
            ))}
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
