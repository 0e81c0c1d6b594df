import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import { partialName } from '../../../../../shared/contract/exports/save-formats.ts';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { call, useChannel, useSave } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { savedFileWords } from '../../../lib/saved-file-words.ts';
import { startWork, toast } from '../../../ui/index.ts';
import { suggestedFileName } from '../save/file-name.ts';
import { rememberFormat } from '../save/save-choices.ts';
import { type SaveChoice, SaveDialog, type SavedRows } from '../save/SaveDialog.tsx';
import { apart, inBoth } from './compare-model.ts';
import type { CompareSort } from './CompareGrid.tsx';

interface SaveComparisonProps {
  readonly comparison: Comparison;
  /** Of the later result. */
  readonly name: string;
  readonly isWhole: boolean;
  /** Rows on the screen; null while they are counted. */
  readonly rows: number | null;
  readonly view: { readonly filters: readonly ColumnFilter[]; readonly search: string; readonly sort: CompareSort };
}

/** Saves id, kind, and each field twice: before and now. */
export function SaveComparison({ comparison, name, isWhole, rows, view }: SaveComparisonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [which, setWhich] = useState<SavedRows>('filtered');
  const { data: preferences } = useChannel('preferences:get', {});
  const { saving, save } = useSave();
  const all = inBoth(comparison) + comparison.new + comparison.gone + apart(comparison);

  const suggestedName = (ending: string) =>
    suggestedFileName(`${name} compared`, new Date().toISOString().slice(0, 10), ending);

  async function saveRows(choice: SaveChoice): Promise<void> {
    const shown = choice.rows === 'filtered' ? { filters: [...view.filters], search: view.search } : {};
    const saved = await save(isWhole ? choice.name : partialName(choice.name), (args) =>
      call('export:save', {
        ...args,
        ...shown,
        exportId: comparison.id,
        sort: [...view.sort],
        format: choice.format,
        columns: null,
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
        leftSection={<IconDownload size={15} aria-hidden />}
        disabled={rows === 0}
        onClick={() => setIsOpen(true)}
      >
        {rows === null ? 'Save…' : `Save ${format.number(rows)}…`}
      </Button>
      <SaveDialog
        opened={isOpen}
        savable={{
          all,
          filtered: rows ?? undefined,
          chosen: null,
          allColumns: comparison.columns.length,
          shownColumns: null,
          shownWords: '',
          rowWords: view.sort.length > 0 ? 'In the order of the grid.' : 'In the order they arrived.',
          missing: isWhole ? '' : 'Leads are missing in one of the two results.',
        }}
        rows={which}
        onRows={setWhich}
        nameFor={(format) => suggestedName(format.format)}
        estimate={() => null}
        used={preferences?.saveFormats}
        saving={saving}
        onSave={(choice) => startWork(() => saveRows(choice), 'The leads were not saved.')}
        onClose={() => {
          saving?.cancel();
          setIsOpen(false);
        }}
      />
    </>
  );
}
