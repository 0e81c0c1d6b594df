import { useDebouncedValue } from '@mantine/hooks';
import type { CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import { changedParameters } from './check-model.ts';
import type { ChosenReason } from './check-step-context.ts';
import type { CheckView } from './check-view.ts';
import type { Corrections } from './use-corrections.ts';
import { useRepairCount } from './use-repair-count.ts';

/** Milliseconds without typing before the table shows what the repair would do. */
const TYPING_PAUSE = 250;

/** `stopEditing`: saves what is being typed into the table first, as a repair would replace it. */
export function useChosenReason(
  draftId: string,
  summary: CheckSummary,
  view: CheckView,
  corrections: Corrections,
  stopEditing: () => void,
): ChosenReason {
  const reason = summary.reasons.find((known) => known.id === view.chosen) ?? null;
  const [restedType] = useDebouncedValue(view.typed, TYPING_PAUSE);
  const parameters = changedParameters(reason, view.typed === null ? null : restedType);
  const repairable = useRepairCount(draftId, reason, parameters, summary.revision);
  const duplicates = summary.duplicates.find((entry) => entry.reasonId === reason?.id) ?? null;
  const kept = duplicates === null ? null : view.kept;
  return {
    reason,
    parameter: view.typed ?? reason?.repair?.parameters[0]?.value ?? '',
    parameters,
    repairable,
    leavable: duplicates?.extra[view.kept] ?? reason?.count ?? 0,
    kept,
    repair: () => {
      if (reason?.repair == null) return;
      // What stands in the field counts, also before the table shows what it would do.
      const wanted = changedParameters(reason, view.typed);
      if (repairable.rows === 0 && wanted?.areaCode === parameters?.areaCode) return;
      stopEditing();
      corrections.repair(reason, wanted);
    },
    replace: async (from, to) => {
      if (reason !== null) await corrections.replace(reason, from, to);
    },
    leaveOut: () => {
      if (reason !== null) corrections.leaveReasonOut(reason.id, reason.title, kept);
    },
  };
}
