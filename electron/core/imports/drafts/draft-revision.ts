// Why: decision 0292.
import { invalid } from '../../foundation/failure.ts';
import type { FeatureServices } from '../../sessions/feature.ts';
import type { DraftRecord } from './draft-store.ts';

const CHANGED_ELSEWHERE =
  'This draft was changed in another window meanwhile. Nothing of this change was kept. Look at its newest state, then change it again.';

/**
 * @param revision the one that the caller has seen; undefined: it takes the draft as it is
 * @throws Failure `validation` with an issue at `revision` when the draft is a newer one
 */
export function refuseStale(draft: DraftRecord, revision: number | undefined): void {
  if (revision === undefined || revision === draft.revision) return;
  throw invalid(CHANGED_ELSEWHERE, [{ path: 'revision', message: CHANGED_ELSEWHERE }]);
}

/**
 * `next` as it is stored in place of `before`: a newer revision, saved now, when something is in it that a person or the
 * program chose. To look at another step is not a change.
 *
 * @param isOther something that is kept beside the draft has changed
 */
export function asChanged(before: DraftRecord, next: DraftRecord, now: number, isOther: boolean): DraftRecord {
  const isChanged = isOther || chosenIn(before) !== chosenIn(next);
  return isChanged ? { ...next, revision: before.revision + 1, savedAt: now } : next;
}

function chosenIn({ mapping, plan, choices, staged }: DraftRecord): string {
  return JSON.stringify([mapping, plan, choices, staged]);
}

/** Tells every page that the draft is another one now. */
export function announce(
  { emit }: FeatureServices,
  { id, revision, savedAt }: Pick<DraftRecord, 'id' | 'revision' | 'savedAt'>,
): void {
  emit('import:draftChanged', { draftId: id, revision, savedAt });
}
