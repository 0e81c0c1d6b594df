import { Button, Modal, Radio, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { SaveFormat, SaveFormatName } from '../../../../../shared/contract/exports/save-formats.ts';
import { format as words } from '../../../lib/format.ts';
import { Note } from '../../../ui/index.ts';
import { FormatOptions } from './FormatOptions.tsx';
import { rememberedFormat } from './save-choices.ts';
import classes from './SaveDialog.module.css';

export interface SaveChoice {
  readonly format: SaveFormat;
  readonly rows: 'all' | 'filtered';
  readonly columns: 'all' | 'shown';
}

interface SaveDialogProps {
  readonly opened: boolean;
  /** Rows of the result. */
  readonly all: number;
  /** Rows that match the search: null without a search, undefined while they are counted. */
  readonly filtered: number | null | undefined;
  readonly allColumns: number;
  readonly shownColumns: number;
  /** Whether the grid has an order of its own. */
  readonly isSorted: boolean;
  /** Why leads are missing in the file; empty when none are. */
  readonly missing: string;
  /** Formats with their options as used before, the latest first. */
  readonly used: readonly SaveFormat[] | undefined;
  readonly saving: { readonly rows: number; readonly rowsTotal: number; readonly cancel: () => void } | null;
  readonly onSave: (choice: SaveChoice) => void;
  readonly onClose: () => void;
}

const formats: readonly { name: SaveFormatName; title: string; hint: string }[] = [
  { name: 'csv', title: 'CSV, safe for Excel', hint: 'Opens with a double click' },
  { name: 'xlsx', title: 'Excel workbook', hint: 'Phones stay text, dates are dates' },
  { name: 'json', title: 'JSON', hint: 'One list of all leads' },
  { name: 'jsonl', title: 'JSON Lines', hint: 'One lead a line' },
  { name: 'parquet', title: 'Parquet', hint: 'For DuckDB, Spark and data lakes' },
];

/** Which leads and columns are saved, and how. While it saves, it shows how far it is. */
export function SaveDialog(props: SaveDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title="Save leads"
      size={720}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <SaveForm {...props} />
    </Modal>
  );
}

function SaveForm(props: SaveDialogProps) {
  const { all, filtered, allColumns, shownColumns, used, saving } = props;
  const [format, setFormat] = useState<SaveFormat>(() => used?.[0] ?? rememberedFormat(used, 'csv'));
  const [edited, setEdited] = useState<readonly SaveFormat[]>([]);
  const [rows, setRows] = useState<SaveChoice['rows']>('filtered');
  const [columns, setColumns] = useState<SaveChoice['columns']>('all');
  const hasSearch = filtered !== null;
  const count = hasSearch && rows === 'filtered' ? filtered : all;

  /** What was set for a format in this dialog is there when it is chosen again. */
  function choose(name: string): void {
    const chosen = formats.find((known) => known.name === name);
    if (chosen === undefined) return;
    setEdited([format, ...edited.filter((known) => known.format !== format.format)]);
    setFormat(rememberedFormat([...edited.filter((known) => known.format === name), ...(used ?? [])], chosen.name));
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (saving === null) props.onSave({ format, rows: hasSearch ? rows : 'all', columns });
      }}
    >
      <fieldset className={classes['fields']} disabled={saving !== null}>
        <legend className="visuallyHidden">What is saved, and how</legend>
        {hasSearch && (
          <Line title="Which rows">
            <SegmentedControl
              aria-label="Which rows"
              data={[
                { value: 'all', label: `All ${words.number(all)}` },
                {
                  value: 'filtered',
                  label: filtered === undefined ? 'Filtered' : `Filtered ${words.number(filtered)}`,
                },
              ]}
              value={rows}
              onChange={setRows}
            />
            <p className={classes['hint']}>{orderWords(props.isSorted)}</p>
          </Line>
        )}
        <Line title="Which columns">
          <SegmentedControl
            aria-label="Which columns"
            data={[
              { value: 'all', label: `All ${words.number(allColumns)}` },
              { value: 'shown', label: `Shown ${words.number(shownColumns)}`, disabled: shownColumns === 0 },
            ]}
            value={columns}
            onChange={setColumns}
          />
          {!hasSearch && <p className={classes['hint']}>{orderWords(props.isSorted)}</p>}
        </Line>
        <Line title="Format">
          <Radio.Group aria-label="Format" value={format.format} onChange={choose}>
            <div className={classes['formats']}>
              {formats.map(({ name, title, hint }) => (
                <Radio.Card key={name} value={name} className={classes['format'] ?? ''} aria-label={title}>
                  <strong>{title}</strong>
                  <span className={classes['hint']}>{hint}</span>
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
        </Line>
        <Line title="Options">
          <div className={classes['options']}>
            <FormatOptions format={format} onChange={setFormat} />
          </div>
        </Line>
      </fieldset>
      {props.missing !== '' && (
        <Note tone="warning" title={props.missing}>
          The file name gets “.partial”. It never takes the place of a complete file.
        </Note>
      )}
      <div className={classes['foot']}>
        <p className={`${classes['facts'] ?? ''} tabular`} role="status">
          {saving === null
            ? 'The leads in the file are counted afterwards.'
            : `Saving ${words.number(saving.rows)} of ${words.number(saving.rowsTotal)}`}
        </p>
        <Button variant="default" onClick={saving === null ? props.onClose : saving.cancel}>
          {saving === null ? 'Cancel' : 'Cancel saving'}
        </Button>
        <Button
          type="submit"
          leftSection={<IconDownload size={15} aria-hidden />}
          disabled={saving !== null || count === 0}
        >
          {count === undefined ? 'Save leads' : `Save ${words.count(count, { one: '# lead', other: '# leads' })}`}
        </Button>
      </div>
    </form>
  );
}

function Line({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classes['line']}>
      <span className={classes['title']} aria-hidden>
        {title}
      </span>
      <div>{children}</div>
    </div>
  );
}

function orderWords(isSorted: boolean): string {
  return isSorted ? 'In the order of the grid.' : 'In the order they arrived.';
}
