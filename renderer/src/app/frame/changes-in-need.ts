import type { SegmentChange } from '../../../../shared/contract/segments/segment-changes.ts';
import { isRefusedAsAWhole } from '../../lib/refused-batch.ts';

/** Changes of segments that a person has to look at: an answer did not come, batches were refused, or they were paused for a reason. */
export function changesInNeed(changes: readonly Pick<SegmentChange, 'state' | 'reason' | 'batches'>[]): number {
  return changes.filter(
    ({ state, reason, batches }) =>
      (state === 'paused' && reason !== '') ||
      (state !== 'running' && batches.some((batch) => batch.state === 'unknown')) ||
      (state === 'ended' && batches.some(isRefusedAsAWhole)),
  ).length;
}
