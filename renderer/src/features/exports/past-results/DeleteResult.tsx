import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format, leadForms, requestForms } from '../../../lib/format.ts';
import { leaveItem } from '../../../lib/navigation.ts';
import { ConfirmDialog, FailureNote, startWork } from '../../../ui/index.ts';

/** Says what goes and what stays before it deletes. */
export function DeleteResult({ result, onClose }: { readonly result: ExportSummary; readonly onClose: () => void }) {
  const remove = useChannelMutation('export:delete');

  // The list has lost the result before the answer is here: only a promise outlives it.
  async function deleteResult(): Promise<void> {
    await remove.mutateAsync({ exportId: result.id });
    leaveItem('export', result.id);
    onClose();
  }

  return (
    <ConfirmDialog
      opened
      title="Delete this result?"
      confirmLabel="Delete result"
      danger
      busy={remove.isPending}
      onClose={onClose}
      // What failed stands in the dialog.
      onConfirm={() => startWork(() => deleteResult().catch(() => undefined))}
    >
      <bdi>“{result.name}”</bdi> goes from this computer: {format.count(result.rows, leadForms)},{' '}
      {format.bytes(result.storedBytes)}, its view and its place in this list.{' '}
      {result.state === 'running' && 'It is still arriving and is cancelled first. '}
      The service keeps its leads, and files you saved stay. Fetching them again uses{' '}
      {format.count(result.windows?.total ?? 1, requestForms)}.
      <FailureNote failure={remove.error} />
    </ConfirmDialog>
  );
}
