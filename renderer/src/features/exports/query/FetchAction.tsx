import { IconPlayerPlay, IconSquare } from '@tabler/icons-react';
import { isSecondOfTwo, MainButton, SecondaryButton } from '../../../ui/index.ts';

interface FetchActionProps {
  readonly isRunning: boolean;
  /** A start or a cancel is on its way, or the query is not whole. */
  readonly isDisabled: boolean;
  readonly onCancel: () => void;
}

/** Fetches, or cancels while leads arrive. Stands in the form of the query, which it submits. */
export function FetchAction({ isRunning, isDisabled, onCancel }: FetchActionProps) {
  return isRunning ? (
    <SecondaryButton
      key="cancel"
      miw={96}
      leftSection={<IconSquare size={14} stroke={2} aria-hidden />}
      disabled={isDisabled}
      onClick={onCancel}
    >
      Cancel
    </SecondaryButton>
  ) : (
    <MainButton
      key="fetch"
      type="submit"
      miw={96}
      icon={IconPlayerPlay}
      disabled={isDisabled}
      onClick={(event) => {
        if (isSecondOfTwo(event)) event.preventDefault();
      }}
    >
      Fetch
    </MainButton>
  );
}
