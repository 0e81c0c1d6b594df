import { IconReplace } from '@tabler/icons-react';
import { useState } from 'react';
import { modifierName, hasModifier, shortcutKey } from '../../../../lib/shortcuts.ts';
import { isDialogOpen, usePageKeys } from '../../../../lib/use-page-keys.ts';
import { SmallButton, useIsReadOnly } from '../../../../ui/index.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import { type CellsForm, openForm } from '../../../../ui/cells/cells-form.ts';
import rowsClasses from '../rows/CheckRows.module.css';
import { CheckCells } from './CheckCells.tsx';

/** Opens the dialog that changes many cells, as Ctrl+H does; what was filled in stays until another reason is chosen. */
export function CellsButton() {
  const { view, chosen } = useCheckStep();
  const isReadOnly = useIsReadOnly();
  const [kept, setKept] = useState<{ readonly chosen: string | null; readonly form: CellsForm } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const column = chosen.reason?.columns[0] ?? null;
  const form = kept !== null && kept.chosen === view.chosen ? kept.form : openForm(column);
  const setForm = (next: CellsForm) => setKept({ chosen: view.chosen, form: next });

  function open(): void {
    const find = view.look.find.trim();
    setForm(find === '' ? form : { ...form, find });
    setIsOpen(true);
  }

  usePageKeys((event) => {
    if (shortcutKey(event) !== 'h' || !hasModifier(event) || event.shiftKey || isReadOnly) return;
    if (isDialogOpen()) return;
    event.preventDefault();
    open();
  });

  return (
    <>
      <SmallButton
        className={rowsClasses['replace'] ?? ''}
        title={`Change many cells (${modifierName}+H)`}
        icon={IconReplace}
        onClick={open}
      >
        Replace…
      </SmallButton>
      {isOpen && <CheckCells form={form} onForm={setForm} onClose={() => setIsOpen(false)} />}
    </>
  );
}
