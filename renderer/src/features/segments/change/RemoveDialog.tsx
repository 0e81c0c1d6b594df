import type { SegmentChange } from '../../../../../shared/contract/segments/segment-changes.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { navigate } from '../../../lib/navigation.ts';
import { ConfirmDialog, showFailure, startWork } from '../../../ui/index.ts';
import { doubtfulBatches } from '../change-words.ts';

/** Asks before this computer forgets a change: nobody else knows which leads it moved. */
export function RemoveDialog({ change, onClose }: { readonly change: SegmentChange; readonly onClose: () => void }) {
  const remove = useChannelMutation('segment:removeChange');
  const doubts = doubtfulBatches(change).length;

  // The page of the change is gone before the answer is here: only a promise outlives it.
  async function removeChange(): Promise<void> {
    await remove.mutateAsync({ changeId: change.id });
    navigate('segments');
  }

  return (
    <ConfirmDialog
      opened
      title="Remove this change from the list?"
      confirmLabel="Remove from the list"
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => startWork(() => removeChange().catch(showFailure))}
    >
      The segment stays as it is. Lead Console forgets which leads this change moved: it can no longer be undone, and
      the next list does not leave them out.
      {doubts === 0
        ? ''
        : ` ${format.count(doubts, { one: '# batch whose answer did not come is', other: '# batches whose answers did not come are' })} forgotten, too.`}
    </ConfirmDialog>
  );
}
