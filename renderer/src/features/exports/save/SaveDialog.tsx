import { Progress, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { SaveFormat } from '../../../../../shared/contract/exports/save-formats.ts';
import { CallError, useChannel } from '../../../bridge/index.ts';
import { format as words, leadForms } from '../../../lib/format.ts';
import { FailureNote, MainButton, Modal, Note, SecondaryButton, showFailure } from '../../../ui/index.ts';
import { DatasetOptions, type FolderOffer } from './DatasetFolder.tsx';
import { ColumnsLine } from './ColumnsLine.tsx';
import { type FormatCard, FormatCards } from './FormatCards.tsx';
import { FormatOptions } from './FormatOptions.tsx';
import { SaveLine } from './SaveLine.tsx';
import type { Savable, SavedColumns, SavedRows } from './savable.ts';
import { rememberedFormat } from './save-choices.ts';
import classes from './SaveDialog.module.css';

export interface SaveChoice {
  readonly name: string;
  readonly format: SaveFormat;
  readonly rows: SavedRows;
  readonly columns: SavedColumns;
}

interface FileWords {
  /** Bytes of a file, an estimate; null: not known. */
  readonly estimate: (format: SaveFormat, rows: number, columns: SavedColumns) => number | null;
  /** The name of a file in this format. */
  readonly nameFor: (format: SaveFormat) => string;
  /** Formats with their options as used before, the latest first. */
  readonly used: readonly SaveFormat[] | undefined;
}

interface SaveDialogProps {
  readonly opened: boolean;
  readonly savable: Savable;
  /** The rows that were chosen in the menu. */
  readonly rows: SavedRows;
  readonly onRows: (rows: SavedRows) => void;
  readonly files: FileWords;
  readonly saving: { readonly rows: number; readonly rowsTotal: number; readonly cancel: () => void } | null;
  /** Fails when nothing was saved. */
  readonly onSave: (choice: SaveChoice) => Promise<void>;
  /** Left out: no dataset is offered. */
  readonly folder?: FolderOffer;
  readonly onClose: () => void;
}

/** Which leads and columns are saved, and how. While it saves, it shows how far it is. */
export function SaveDialog(props: SaveDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Save leads" size={720}>
      <SaveForm {...props} />
    </Modal>
  );
}

function SaveForm(props: SaveDialogProps) {
  const { savable, saving, folder } = props;
  const { used, nameFor, estimate } = props.files;
  const { data: host } = useChannel('host:info', {}, { staleTime: Infinity });
  const [format, setFormat] = useState<SaveFormat>(() => used?.[0] ?? rememberedFormat(used, 'csv'));
  const [isFolder, setIsFolder] = useState(false);
  const [edited, setEdited] = useState<readonly SaveFormat[]>([]);
  const [wantedColumns, setColumns] = useState<SavedColumns>((savable.shownColumns ?? 0) === 0 ? 'all' : 'shown');
  const [typedName, setTypedName] = useState<string | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  // A dataset is of the whole result: of a part nobody could say what is missing.
  const rows = isFolder ? 'all' : props.rows;
  const columns = isFolder ? 'all' : wantedColumns;
  const count = isFolder ? folder?.rows : rowCount(savable, rows);
  const name = typedName ?? nameFor(format);

  /** Said here, where the choices stay: a note in the corner may lie on the button that tries again. */
  function save(work: Promise<void> | undefined): void {
    setFailure(null);
    work?.then(undefined, (error: unknown) =>
      error instanceof CallError ? setFailure(error) : showFailure(error, NOT_SAVED),
    );
  }

  /** The options of a format in this dialog are there when it is chosen again. */
  function choose(wanted: FormatCard): void {
    setIsFolder(wanted === 'dataset');
    if (wanted === 'dataset') return;
    setEdited([format, ...edited.filter((known) => known.format !== format.format)]);
    const next = rememberedFormat([...edited.filter((known) => known.format === wanted), ...(used ?? [])], wanted);
    setFormat(next);
    if (typedName !== null) setTypedName(withEnding(typedName, format.format, next.format));
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (saving !== null) return;
        if (isFolder) save(folder?.onSave());
        else save(props.onSave({ name: name.trim() === '' ? nameFor(format) : name.trim(), format, rows, columns }));
      }}
    >
      <fieldset className={classes['fields']} disabled={saving !== null}>
        <legend className="visuallyHidden">What is saved, and how</legend>
        <SaveLine title="Which rows">
          <RowsControl savable={savable} rows={rows} isFixed={isFolder} onChange={props.onRows} />
          <p className={classes['hint']}>
            {isFolder ? 'A dataset holds every lead of the result that was asked for.' : savable.rowWords}
          </p>
        </SaveLine>
        <ColumnsLine savable={savable} columns={columns} isFixed={isFolder} onChange={setColumns} />
        <SaveLine title="Format">
          <FormatCards
            chosen={isFolder ? 'dataset' : format.format}
            hasFolder={folder !== undefined}
            onChoose={choose}
          />
        </SaveLine>
        <SaveLine title={isFolder ? 'Dataset' : `${OPTIONS_OF[format.format]} options`}>
          <div className={classes['options']}>
            {isFolder ? (
              <DatasetOptions obstacle={folder?.obstacle ?? null} command={folder?.command ?? ''} />
            ) : (
              <FormatOptions format={format} onChange={setFormat} />
            )}
          </div>
        </SaveLine>
        {isFolder && folder?.obstacle !== null ? null : isFolder ? (
          <SaveLine title="Place">
            <p className={classes['hint']}>The folder is asked next. It is empty, or holds this dataset already.</p>
          </SaveLine>
        ) : (
          <SaveLine title="Name">
            <TextInput
              aria-label="Name of the file"
              // Enter saves from here; on the button that closes, which would have the focus, it would close.
              data-autofocus
              maxLength={200}
              value={name}
              onChange={(event) => setTypedName(event.currentTarget.value)}
            />
            <p className={classes['hint']}>
              {host?.host === 'browser' ? 'It goes to the downloads of your browser.' : 'You choose the folder next.'} A
              complete file is never replaced by a partial one.
            </p>
          </SaveLine>
        )}
      </fieldset>
      {savable.missing !== '' && !isFolder && (
        <Note tone="warning" title={savable.missing}>
          The file name gets “.partial”. It never takes the place of a complete file.
        </Note>
      )}
      <div className={classes['foot']}>
        <FailureNote className={classes['failure']} failure={failure} title={NOT_SAVED} />
        {saving === null ? (
          <Facts
            savable={savable}
            count={count}
            columns={columns}
            size={count === undefined || isFolder ? null : estimate(format, count, columns)}
          />
        ) : (
          <SavingBar saving={saving} />
        )}
        <SecondaryButton onClick={saving === null ? props.onClose : saving.cancel}>
          {saving === null ? 'Cancel' : 'Cancel saving'}
        </SecondaryButton>
        <MainButton
          type="submit"
          icon={IconDownload}
          disabled={saving !== null || !count || columns.length === 0 || (isFolder && folder?.obstacle !== null)}
        >
          {count === undefined ? 'Save leads' : `Save ${words.count(count, leadForms)}`}
        </MainButton>
      </div>
    </form>
  );
}

const NOT_SAVED = 'The leads were not saved.';
const OPTIONS_OF = { csv: 'CSV', xlsx: 'Workbook', json: 'JSON', jsonl: 'JSON Lines', parquet: 'Parquet' } as const;

/** Rows of a choice; undefined while they are counted. */
export function rowCount(savable: Savable, rows: SavedRows): number | undefined {
  if (rows === 'chosen') return savable.chosen ?? 0;
  return rows === 'filtered' && savable.filtered !== null ? savable.filtered : savable.all;
}

function withEnding(name: string, former: string, next: string): string {
  return name.toLowerCase().endsWith(`.${former}`) ? `${name.slice(0, -former.length)}${next}` : name;
}

interface RowsControlProps {
  readonly savable: Savable;
  readonly rows: SavedRows;
  readonly isFixed: boolean;
  readonly onChange: (rows: SavedRows) => void;
}

/** All, filtered or chosen leads, each with its number. */
function RowsControl({ savable, rows, isFixed, onChange }: RowsControlProps) {
  return (
    <Tooltip label="Choose leads in the grid first" disabled={savable.chosen !== 0 || isFixed} position="right">
      <SegmentedControl
        aria-label="Which rows"
        disabled={isFixed}
        data={rowChoices(savable)}
        value={chosenRows(savable, rows)}
        onChange={onChange}
      />
    </Tooltip>
  );
}

/** Rows that can be told apart, with their numbers. */
export function rowChoices({
  all,
  filtered,
  chosen,
}: Savable): { value: SavedRows; label: string; disabled?: boolean }[] {
  return [
    { value: 'all', label: `All ${words.number(all)}` },
    ...(filtered === null
      ? []
      : [
          {
            value: 'filtered' as const,
            label: filtered === undefined ? 'Filtered' : `Filtered ${words.number(filtered)}`,
          },
        ]),
    ...(chosen === null
      ? []
      : [{ value: 'chosen' as const, label: `Chosen ${words.number(chosen)}`, disabled: chosen === 0 }]),
  ];
}

/** Without a filter the filtered rows are all of them. */
export function chosenRows({ filtered }: Savable, rows: SavedRows): SavedRows {
  return rows === 'filtered' && filtered === null ? 'all' : rows;
}

interface FactsProps {
  readonly savable: Savable;
  readonly count: number | undefined;
  readonly columns: SavedColumns;
  readonly size: number | null;
}

function Facts({ savable, count, columns, size }: FactsProps) {
  const { allColumns, shownColumns } = savable;
  const columnCount =
    typeof columns === 'string' ? (columns === 'all' ? allColumns : (shownColumns ?? allColumns)) : columns.length;
  return (
    <p className={`${classes['facts'] ?? ''} tabular`} role="status">
      <strong>{count === undefined ? '…' : words.number(count)}</strong> {count === 1 ? 'lead' : 'leads'},{' '}
      <strong>{words.number(columnCount)}</strong> {columnCount === 1 ? 'column' : 'columns'}
      {size === null ? '' : `, about ${words.bytes(size)}`}
      <span>{size === null ? '' : 'The size is an estimate. '}The leads in the file are counted afterwards.</span>
    </p>
  );
}

/** How far a save is. */
export function SavingBar({ saving }: { readonly saving: { readonly rows: number; readonly rowsTotal: number } }) {
  const { rows, rowsTotal } = saving;
  return (
    <div className={`${classes['facts'] ?? ''} tabular`} role="status">
      <span>
        Saving {words.number(rows)} of {words.number(rowsTotal)}
      </span>
      <Progress value={rowsTotal === 0 ? 0 : (rows / rowsTotal) * 100} size={6} aria-label="Leads saved" />
    </div>
  );
}
