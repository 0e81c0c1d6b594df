import type { CellsChange } from '../../../../../../shared/contract/check/check-acts.ts';
import { useChannel } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { actOf, ALL_ACTS, type CellsForm } from '../../../../ui/cells/cells-form.ts';
import { CellsDialog } from '../../../../ui/cells/CellsDialog.tsx';
import { useAskedChange } from '../../../../ui/cells/use-asked-change.ts';
import { FailureNote } from '../../../../ui/index.ts';
import { mappedColumns } from '../model/check-model.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import { askedLook, type CheckView } from '../model/check-view.ts';

interface CheckCellsProps {
  readonly form: CellsForm;
  readonly onForm: (form: CellsForm) => void;
  readonly onClose: () => void;
}

/** Changes many cells of the draft, in the rows that are shown or in all. */
export function CheckCells({ form, onForm, onClose }: CheckCellsProps) {
  const { draft, mapping, view, summary, found: listed, corrections } = useCheckStep();
  const change = changeOf(form, view);
  const { asked, isCurrent } = useAskedChange(change);
  // What goes wrong here, the preview says.
  useChannel(
    'check:readyColumn',
    { draftId: draft.id, column: form.column ?? 0 },
    { enabled: form.column !== null, staleTime: 0 },
  );
  const { data, error } = useChannel(
    'check:previewCells',
    { draftId: draft.id, change: asked ?? NOTHING },
    { enabled: asked !== null, staleTime: 0 },
  );
  const preview = isCurrent ? data : undefined;
  const sent = mappedColumns(mapping);
  const isAll = view.filter === 'all' && view.look.find.trim() === '';
  const shown = listed === null ? '' : `: ${format.number(listed)}`;
  return (
    <CellsDialog
      form={form}
      onForm={onForm}
      acts={ALL_ACTS}
      columns={draft.reading.columns.map(({ label, index }) => ({ index, label, isSent: sent.includes(index) }))}
      rows={{
        shown: isAll ? null : `Shown behind this${shown}`,
        all: `All rows of the file: ${format.number(summary.rows)}`,
      }}
      found={change === null ? null : preview}
      trouble={error === null ? null : <FailureNote failure={error} />}
      onApply={async () => {
        if (change !== null && preview !== undefined) await corrections.changeCells(change, preview.rows);
      }}
      onClose={onClose}
    />
  );
}

/** Stands where nothing is asked yet. */
const NOTHING: CellsChange = { act: { kind: 'digits' }, column: null, reasonId: null, filter: 'all' };

/** Null while something is missing. */
function changeOf(form: CellsForm, view: CheckView): CellsChange | null {
  const act = actOf(form);
  if (act === null) return null;
  const { column } = form;
  return form.rows === 'all'
    ? { act, column, reasonId: null, filter: 'all' }
    : { act, column, reasonId: view.chosen, filter: view.filter, ...askedLook(view) };
}
