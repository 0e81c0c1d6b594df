import { IconReplace } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobDetail } from '../../../../../shared/contract/jobs/jobs.ts';
import type { RefusedCellsChange } from '../../../../../shared/contract/jobs/repair-channels.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { actOf, ALL_ACTS, type CellsForm, openForm } from '../../../ui/cells/cells-form.ts';
import { CellsDialog } from '../../../ui/cells/CellsDialog.tsx';
import { useAskedChange } from '../../../ui/cells/use-asked-change.ts';
import { FailureNote, TextButton } from '../../../ui/index.ts';
import type { RefusedChanges } from './use-refused-changes.ts';

/** Refused rows are not next to each other in the file, so filling down is not offered. */
const ACTS = ALL_ACTS.filter((act) => act !== 'fillDown');

interface RefusedCellsProps {
  readonly detail: JobDetail;
  /** Null: rows of all reasons are shown. */
  readonly reason: string | null;
  /** The column that the reason is about; null: not known. */
  readonly column: number | null;
  readonly changes: RefusedChanges;
}

/** Changes many cells of refused rows at once: find and replace, digits, one part, letters, empty. */
export function RefusedCells(props: RefusedCellsProps) {
  const [form, setForm] = useState<CellsForm | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <TextButton
        icon={IconReplace}
        onClick={() => {
          setForm(form ?? openForm(props.column));
          setIsOpen(true);
        }}
      >
        Replace…
      </TextButton>
      {isOpen && form !== null && (
        <OpenCells {...props} form={form} onForm={setForm} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

interface OpenCellsProps extends RefusedCellsProps {
  readonly form: CellsForm;
  readonly onForm: (form: CellsForm) => void;
  readonly onClose: () => void;
}

function OpenCells({ detail, reason, changes, form, onForm, onClose }: OpenCellsProps) {
  const { summary, refusals, columns, filled } = detail;
  const change = changeOf(form, reason);
  const { asked, isCurrent } = useAskedChange(change);
  const { data, error } = useChannel(
    'job:previewCells',
    { jobId: summary.id, change: asked ?? { act: { kind: 'digits' }, column: null } },
    { enabled: asked !== null, staleTime: 0 },
  );
  const shown = refusals.find((refusal) => refusal.reason === reason)?.count ?? 0;
  return (
    <CellsDialog
      form={form}
      onForm={onForm}
      acts={ACTS}
      columns={filled.map(({ column }) => ({
        index: column,
        label: columns[column] ?? `Column ${column + 1}`,
        isSent: true,
      }))}
      rows={{
        shown: reason === null ? null : `Refused for this reason: ${format.number(shown)}`,
        all: `All refused rows: ${format.number(summary.counts.refused)}`,
      }}
      found={change === null ? null : isCurrent ? data : undefined}
      trouble={error === null ? null : <FailureNote failure={error} />}
      onApply={async () => {
        if (change !== null) await changes.changeCells(change);
      }}
      onClose={onClose}
    />
  );
}

/** Null while something is missing. */
function changeOf(form: CellsForm, reason: string | null): RefusedCellsChange | null {
  const act = actOf(form);
  if (act === null) return null;
  return { act, column: form.column, ...(form.rows === 'all' || reason === null ? {} : { reason }) };
}
