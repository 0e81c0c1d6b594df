import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import { partialName } from '../../../../../shared/contract/exports/save-formats.ts';
import type { Selection } from '../../../../../shared/contract/exports/views.ts';
import { call, useChannel, useSave } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { suggestedFileName } from '../save/file-name.ts';
import { keepFormat } from '../save/save-choices.ts';
import type { Savable, SavedRows } from '../save/savable.ts';
import { tellSaved } from '../save/tell-saved.ts';
import { type SaveChoice, SaveDialog } from '../save/SaveDialog.tsx';
import type { ViewArgs } from '../view/view-args.ts';
import type { ComparedColumn } from './compared-columns.ts';
import { apart, inBoth } from './compare-model.ts';

interface SaveComparisonProps {
  readonly comparison: Comparison;
  /** Name of the later result. */
  readonly name: string;
  readonly isWhole: boolean;
  readonly savable: Savable;
  readonly columns: readonly ComparedColumn[];
  readonly args: ViewArgs;
  readonly selection: string | null;
}

/** Saves id, kind, and each field twice: before and now. */
export function SaveComparison({ comparison, name, isWhole, savable, columns, args, selection }: SaveComparisonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [wanted, setWanted] = useState<SavedRows>('filtered');
  const { data: preferences } = useChannel('preferences:get', {});
  const { saving, save } = useSave();
  const rows = savable.filtered;
  const which = wanted === 'chosen' && savable.chosen === 0 ? 'filtered' : wanted;

  async function saveRows(choice: SaveChoice): Promise<void> {
    const wide = { filters: [], search: '', selection: choice.rows === 'chosen' ? selection : null };
    const saved = await save(isWhole ? choice.name : partialName(choice.name), (target) =>
      call('export:save', {
        ...target,
        ...args,
        ...(choice.rows === 'filtered' ? {} : wide),
        format: choice.format,
        columns: choice.columns === 'shown' && savable.shownColumns !== null ? savedColumns(comparison, columns) : null,
      }),
    );
    if (saved === null) return;
    setIsOpen(false);
    tellSaved(saved);
    keepFormat(preferences?.saveFormats, choice.format);
  }

  return (
    <>
      <Button
        size="xs"
        // The missing leads may be what the file is for: the button does not ask to be pressed.
        variant={isWhole ? 'filled' : 'default'}
        leftSection={<IconDownload size={15} aria-hidden />}
        disabled={rows === 0}
        onClick={() => setIsOpen(true)}
      >
        {rows == null ? 'Save…' : `Save ${format.number(rows)}…`}
      </Button>
      <SaveDialog
        opened={isOpen}
        savable={savable}
        rows={which}
        onRows={setWanted}
        files={{
          nameFor: ({ format: ending }) => suggestedFileName(`${name} compared`, Date.now(), ending),
          estimate: () => null,
          used: preferences?.saveFormats,
        }}
        saving={saving}
        onSave={saveRows}
        onClose={() => {
          saving?.cancel();
          setIsOpen(false);
        }}
      />
    </>
  );
}

interface Shown {
  /** Null while they are counted. */
  readonly rows: number | null;
  readonly choice: Selection;
  readonly columns: readonly ComparedColumn[];
  readonly isWhole: boolean;
  readonly isSorted: boolean;
}

/** What can be saved of a comparison, in numbers and words. */
export function savableOf(comparison: Comparison, { rows, choice, columns, isWhole, isSorted }: Shown): Savable {
  const isAllShown = columns.every(({ isShown }) => isShown);
  return {
    all: inBoth(comparison) + comparison.new + comparison.gone + apart(comparison),
    filtered: rows ?? undefined,
    chosen: choice.chosen,
    allColumns: comparison.columns.length,
    shownColumns: isAllShown ? null : savedColumns(comparison, columns).length,
    columns: null,
    shownWords: 'Id, kind, and each shown field before and now',
    rowWords: isSorted ? 'Sorted as in the grid.' : 'In the order they arrived.',
    missing: isWhole ? '' : 'Leads are missing in one of the two results.',
  };
}

/** Id, kind, and both values of each shown field, in the order of the grid. */
function savedColumns({ idColumn, kindColumn, columns: saved }: Comparison, columns: readonly ComparedColumn[]) {
  const shown = columns.flatMap(({ field, isShown }) => (isShown && field !== null ? [field.before, field.now] : []));
  return [idColumn, kindColumn, ...shown.filter((index) => saved.some((column) => column.index === index))].filter(
    (index) => index !== null,
  );
}
