import { Button } from '@mantine/core';
import { IconPlayerPlay, IconSquare } from '@tabler/icons-react';

interface FetchActionProps {
  readonly isRunning: boolean;
  /** A start or a cancel is on its way, or the query is not whole. */
  readonly isDisabled: boolean;
  readonly onCancel: () => void;
}

/** Fetches, or cancels while leads arrive. Stands in the form of the query, which it submits. */
export function FetchAction({ isRunning, isDisabled, onCancel }: FetchActionProps) {
  return isRunning ? (
    <Button
      key="cancel"
      variant="default"
      miw={96}
      leftSection={<IconSquare size={14} stroke={2} aria-hidden />}
      disabled={isDisabled}
      onClick={onCancel}
    >
      Cancel
    </Button>
  ) : (
    <Button
      key="fetch"
      type="submit"
      miw={96}
      leftSection={<IconPlayerPlay size={15} aria-hidden />}
      disabled={isDisabled}
    >
      Fetch
    </Button>
  );
}
