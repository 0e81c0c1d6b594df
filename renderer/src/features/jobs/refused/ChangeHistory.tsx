import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { JobDetail } from '../../../../../shared/contract/jobs/jobs.ts';
import { modifierName } from '../../../lib/shortcuts.ts';
import { useHistoryKeys } from '../../../lib/use-page-keys.ts';
import { startWork, TextButton, useIsReadOnly } from '../../../ui/index.ts';
import refusedClasses from './RefusedRows.module.css';
import type { RefusedChanges } from './use-refused-changes.ts';

interface ChangeHistoryProps {
  readonly detail: Pick<JobDetail, 'lastChange' | 'nextChange'>;
  readonly changes: RefusedChanges;
}

/** The last change of refused rows with its way back, as long as a row of it waits, and the one that was undone last. */
export function ChangeHistory({ detail, changes }: ChangeHistoryProps) {
  const { lastChange, nextChange } = detail;
  const isReadOnly = useIsReadOnly();
  const undo = () => lastChange !== null && startWork(() => changes.undo(lastChange));
  const redo = () => nextChange !== null && startWork(() => changes.redo(nextChange));
  useHistoryKeys(
    () => !isReadOnly && undo(),
    () => !isReadOnly && redo(),
  );
  const canUndo = lastChange !== null && lastChange.open > 0;
  if (!canUndo && nextChange === null) return null;
  return (
    <span className={refusedClasses['last']}>
      {canUndo && (
        <>
          <span className="truncate" title={lastChange.words}>
            {lastChange.words}
          </span>
          <TextButton title={`${modifierName}+Z`} icon={IconArrowBackUp} aria-disabled={changes.isBusy} onClick={undo}>
            Undo
          </TextButton>
        </>
      )}
      {nextChange !== null && (
        <TextButton
          title={`${nextChange.words} (${modifierName}+Shift+Z)`}
          icon={IconArrowForwardUp}
          aria-disabled={changes.isBusy}
          onClick={redo}
        >
          Redo
        </TextButton>
      )}
    </span>
  );
}
