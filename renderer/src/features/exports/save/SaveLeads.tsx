import { useState } from 'react';
import {
  partialName,
  type SaveFormat,
  type SaveFormatName,
} from '../../../../../shared/contract/exports/save-formats.ts';
import { call, useActiveAccount, useChannel, useSave } from '../../../bridge/index.ts';
import { hasModifier, shortcutKey } from '../../../lib/shortcuts.ts';
import { usePageKeys } from '../../../lib/use-page-keys.ts';
import { SmallButton, startWork, toast } from '../../../ui/index.ts';
import type { LeadRow } from '../grid/lead-rows.ts';
import { rowsOf, type ViewArgs } from '../view/view-args.ts';
import { datasetCommand } from './dataset-command.ts';
import { obstacleOf, savedDatasetWords } from './DatasetFolder.tsx';
import { duckDbAction } from './duckdb-action.ts';
import { estimatedBytes } from './estimate.ts';
import { suggestedFileName } from './file-name.ts';
import { keepFormat, rememberedFormat } from './save-choices.ts';
import { savableOf, type SavedColumns, type SavedRows, type ShownLeads } from './savable.ts';
import { type SaveChoice, SaveDialog, SavingBar } from './SaveDialog.tsx';
import { SaveMenu } from './SaveMenu.tsx';
import { SegmentDialog } from './SegmentDialog.tsx';
import { tellSaved } from './tell-saved.ts';
import classes from './SaveDialog.module.css';

interface SaveLeadsProps extends ShownLeads {
  /** Copies these leads. */
  readonly onCopy: (rows: ReturnType<typeof rowsOf>) => Promise<void>;
}

/** Rows from which the size of a file is estimated. */
const SAMPLE = 200;

/** The menu and the dialog that save, and the save itself. */
export function SaveLeads({ onCopy, ...leads }: SaveLeadsProps) {
  const { summary, args, choice, columns } = leads;
  const [open, setOpen] = useState<'dialog' | 'segment' | null>(null);
  const [wantedRows, setWantedRows] = useState<SavedRows>('filtered');
  const { data: preferences } = useChannel('preferences:get', {});
  const { data: host } = useChannel('host:info', {}, { staleTime: Infinity });
  const { saving, save, saveInto } = useSave();
  const account = useActiveAccount();
  const sample = useSample(args, open === 'dialog');
  const savable = savableOf(leads);
  const which: SavedRows = wantedRows === 'chosen' && savable.chosen === 0 ? 'filtered' : wantedRows;
  const columnsOf = (wanted: SavedColumns) =>
    columns.filter(({ index, isShown }) =>
      typeof wanted === 'string' ? wanted === 'all' || isShown : wanted.includes(index),
    );

  function nameFor({ format }: SaveFormat): string {
    const name = suggestedFileName(summary.name, Date.now(), format);
    return summary.state === 'complete' ? name : partialName(name);
  }

  async function saveLeads(wanted: SaveChoice): Promise<void> {
    const { format, name } = wanted;
    const named = columnsOf(wanted.columns);
    let token = '';
    const saved = await save(summary.state === 'complete' ? name : partialName(name), (target) => {
      token = target.token;
      return call('export:save', {
        ...target,
        ...rowsOf(args, wanted.rows, choice.selection),
        format,
        columns: named.map((column) => column.index),
        names: named.map((column) => column.title),
      });
    });
    if (saved === null) return;
    setOpen(null);
    tellSaved(
      saved,
      format.format === 'parquet' ? duckDbAction(token, saved.name, host?.host === 'desktop') : undefined,
    );
    keepFormat(preferences?.saveFormats, format);
  }

  async function saveDataset(): Promise<void> {
    const { id: exportId, query } = summary;
    const saved = await saveInto(async ({ token, callId }) => {
      const { datasetId } = await call('export:openDataset', { token, query, mode: 'sinceLast' });
      return call('export:saveDataset', { callId, datasetId, exportId, isWhole: true });
    });
    if (saved === null) return;
    setOpen(null);
    const said = savedDatasetWords(saved);
    toast(said.title, said.check);
  }

  const quick = (format: SaveFormatName) => {
    const options = rememberedFormat(preferences?.saveFormats, format);
    const columnsOfFile = savable.shownColumns === 0 ? 'all' : 'shown';
    const wanted: SaveChoice = { name: nameFor(options), format: options, rows: which, columns: columnsOfFile };
    startWork(() => saveLeads(wanted), 'The leads were not saved.');
  };
  useSaveKeys({
    isOff: summary.rows === 0 || saving !== null || open !== null,
    onSave: () => quick('csv'),
    onMore: () => setOpen('dialog'),
  });
  return (
    <>
      {saving !== null && open === null ? (
        <div className={classes['quick']}>
          <SavingBar saving={saving} />
          <SmallButton onClick={saving.cancel}>Cancel saving</SmallButton>
        </div>
      ) : (
        <SaveMenu
          savable={savable}
          rows={which}
          onRows={setWantedRows}
          onSave={quick}
          onMore={() => setOpen('dialog')}
          onCopy={() => startWork(() => onCopy(rowsOf(args, which, choice.selection)))}
          onSegment={() => setOpen('segment')}
        />
      )}
      <SaveDialog
        opened={open === 'dialog'}
        savable={savable}
        rows={which}
        onRows={setWantedRows}
        files={{
          nameFor,
          estimate: (format, count, wanted) => estimatedBytes(format.format, sample, count, columnsOf(wanted)),
          used: preferences?.saveFormats,
        }}
        saving={saving}
        onSave={saveLeads}
        folder={{
          rows: summary.answered.asked,
          obstacle: obstacleOf(summary, host?.host),
          command: datasetCommand(summary.query, account?.address ?? ''),
          onSave: saveDataset,
        }}
        onClose={() => {
          saving?.cancel();
          setOpen(null);
        }}
      />
      <SegmentDialog
        opened={open === 'segment'}
        args={rowsOf(args, which, choice.selection)}
        savable={savable}
        rows={which}
        columns={columns}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

/** The first rows of the view, while they are wanted. */
function useSample(args: ViewArgs, isWanted: boolean): readonly LeadRow[] {
  const { data } = useChannel(
    'export:rows',
    { ...args, offset: 0, limit: SAMPLE },
    { enabled: isWanted, staleTime: Infinity },
  );
  return isWanted ? (data?.rows ?? []) : [];
}

interface SaveKeys {
  readonly isOff: boolean;
  readonly onSave: () => void;
  readonly onMore: () => void;
}

/** Ctrl+S saves, Ctrl+Shift+S asks how. */
function useSaveKeys({ isOff, onSave, onMore }: SaveKeys): void {
  usePageKeys((event) => {
    if (!hasModifier(event) || event.altKey || shortcutKey(event) !== 's') return;
    // The browser would save the page.
    event.preventDefault();
    if (event.repeat || isOff || document.querySelector('[role="dialog"]') !== null) return;
    (event.shiftKey ? onMore : onSave)();
  });
}
