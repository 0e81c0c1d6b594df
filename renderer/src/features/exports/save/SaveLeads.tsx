import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { partialName } from '../../../../../shared/contract/exports/save-formats.ts';
import { call, useChannel, useSave } from '../../../bridge/index.ts';
import { savedFileWords } from '../../../lib/saved-file-words.ts';
import { startWork, toast } from '../../../ui/index.ts';
import { columnOrder } from '../columns/column-names.ts';
import type { GridView } from '../grid/lead-rows.ts';
import { suggestedFileName } from './file-name.ts';
import { rememberFormat } from './save-choices.ts';
import { type SaveChoice, SaveDialog } from './SaveDialog.tsx';

interface SaveLeadsProps {
  readonly summary: ExportSummary;
  readonly search: string;
  readonly sort: GridView['sort'];
  /** Leads that match the search; null while they are counted. Without a search it means nothing. */
  readonly found: number | null;
  readonly isShown: (path: string) => boolean;
}

/** The button that opens the dialog, and the save itself. */
export function SaveLeads({ summary, search, sort, found, isShown }: SaveLeadsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: preferences } = useChannel('preferences:get', {});
  const { saving, save } = useSave();
  const shown = columnOrder(summary.columns).filter((column) => isShown(column.path));

  async function saveLeads(choice: SaveChoice): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    const name = suggestedFileName(summary.name, day, choice.format.format);
    const saved = await save(summary.state === 'complete' ? name : partialName(name), (args) =>
      call('export:save', {
        ...args,
        exportId: summary.id,
        search: choice.rows === 'filtered' ? search : '',
        sort: [...sort],
        format: choice.format,
        columns: choice.columns === 'all' ? null : shown.map((column) => column.index),
      }),
    );
    if (saved === null) return;
    setIsOpen(false);
    const said = savedFileWords(saved, { one: '# lead', other: '# leads' });
    toast(said.title, [said.check, ...saved.notes].join(' '));
    await call('preferences:set', { saveFormats: rememberFormat(preferences?.saveFormats, choice.format) });
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        disabled={summary.rows === 0}
        onClick={() => setIsOpen(true)}
      >
        Save…
      </Button>
      <SaveDialog
        opened={isOpen}
        all={summary.rows}
        filtered={search === '' ? null : (found ?? undefined)}
        allColumns={summary.columns.length}
        shownColumns={shown.length}
        isSorted={sort.length > 0}
        missing={missingWords(summary.state)}
        used={preferences?.saveFormats}
        saving={saving}
        onSave={(choice) => startWork(() => saveLeads(choice), 'The leads were not saved.')}
        onClose={() => {
          saving?.cancel();
          setIsOpen(false);
        }}
      />
    </>
  );
}

function missingWords(state: ExportSummary['state']): string {
  switch (state) {
    case 'complete':
      return '';
    case 'running':
      return 'Leads that arrive after you save are not in the file.';
    case 'partial':
    case 'cancelled':
      return 'Leads are missing in this result.';
  }
}
