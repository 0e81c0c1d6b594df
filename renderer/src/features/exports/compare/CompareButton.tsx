import { IconArrowsDiff } from '@tabler/icons-react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { comparePlace } from '../../../lib/compare-place.ts';
import { navigate } from '../../../lib/navigation.ts';
import { isComparable } from './compare-model.ts';
import { SecondaryButton } from '../../../ui/index.ts';

interface CompareButtonProps {
  readonly result: ExportSummary | null;
  readonly results: readonly ExportSummary[];
}

/** Opens the comparison of a result with the one most like it; nothing while there is none. */
export function CompareButton({ result, results }: CompareButtonProps) {
  if (result === null || !isComparable(result)) return null;
  if (!results.some((other) => other.id !== result.id && isComparable(other))) return null;
  return (
    <SecondaryButton icon={IconArrowsDiff} onClick={() => navigate('export', comparePlace(result.id, null))}>
      Compare
    </SecondaryButton>
  );
}
