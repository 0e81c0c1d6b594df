import type { SegmentChange } from '../../../../../shared/contract/segments/segment-changes.ts';
import { call, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { navigate } from '../../../lib/navigation.ts';
import { ConfirmDialog, showFailure, startWork } from '../../../ui/index.ts';
import { leadCount, requestCount } from '../change-words.ts';

/** Asks before the reverse change is sent. */
export function UndoDialog({ change, onClose }: { readonly change: SegmentChange; readonly onClose: () => void }) {
  const prepare = useChannelMutation('segment:prepareUndo');
  const { counts, kind, batchSize, batches } = change;
  const requests = Math.ceil(counts.moved / batchSize);
  const left = batches.filter(({ state }) => state === 'unknown' || state === 'left').map(({ number }) => number);

  async function undo(): Promise<void> {
    const prepared = await prepare.mutateAsync({ changeId: change.id });
    const started = await call('segment:start', { changeId: prepared.id });
    onClose();
    navigate('segments', started.id);
  }

  return (
    <ConfirmDialog
      opened
      title="Undo this change?"
      confirmLabel={kind === 'add' ? `Take ${leadCount(counts.moved)} out` : `Put ${leadCount(counts.moved)} back`}
      busy={prepare.isPending}
      onClose={onClose}
      onConfirm={() => startWork(() => undo().catch(showFailure))}
    >
      Undo {kind === 'add' ? 'takes' : 'puts'} {leadCount(counts.moved)} {kind === 'add' ? 'out' : 'back'}, in{' '}
      {requestCount(requests)}: exactly those that the service accepted.{' '}
      {kind === 'add'
        ? 'The service does not say which of them were in the segment before.'
        : 'The service does not say which of them were in the segment; those that were not are put in, too.'}
      {left.length === 0
        ? ''
        : ` ${format.count(left.length, { one: 'Batch', other: 'Batches' }).replace(/^[\d.,\s]+/, '')} ${left.join(', ')} ${left.length === 1 ? 'is' : 'are'} not part of it.`}
    </ConfirmDialog>
  );
}
