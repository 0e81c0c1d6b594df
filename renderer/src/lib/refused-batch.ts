import type { SegmentBatch } from '../../../shared/contract/segments/segment-changes.ts';

/** The service refused several leads together, and no person has left them so: most of them may be taken when they are divided. */
export function isRefusedAsAWhole({ state, leads, isAccepted }: SegmentBatch): boolean {
  return state === 'refused' && leads > 1 && !isAccepted;
}
