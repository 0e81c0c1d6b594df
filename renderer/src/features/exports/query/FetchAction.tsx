import { IconPlayerPlay, IconSquare } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { MainButton, SecondaryButton } from '../../../ui/index.ts';

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
      onClick={(event) => {
        if (!isSecondOfTwo(event)) onCancel();
      }}
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

/**
 * The second click of a double click was meant for the button that the first one pressed. By now the other may be in
 * its place: it would cancel what has just begun, or ask the service a second time.
 */
function isSecondOfTwo({ detail }: MouseEvent): boolean {
  return detail > 1;
}
