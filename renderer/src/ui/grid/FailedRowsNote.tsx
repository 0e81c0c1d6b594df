import { statusLook } from '../feedback/status.tsx';
import { failedRowsText } from './failed-rows-text.ts';
import type { FailedRows } from './row-pages.ts';
import { SmallButton } from '../layout/Buttons.tsx';
import classes from './PagedGrid.module.css';

interface FailedRowsNoteProps {
  readonly failed: readonly FailedRows[];
  /** Rows in the list; null: not known. */
  readonly total: number | null;
  readonly onRetry: () => void;
}

/** Under the rows: which could not be loaded, why, and the way to try again. */
export function FailedRowsNote({ failed, total, onRetry }: FailedRowsNoteProps) {
  if (failed.length === 0) return null;
  const { icon: Icon } = statusLook.error;
  return (
    <div className={classes['failedNote']} role="alert">
      <Icon size={15} stroke={1.75} aria-hidden className={classes['failedIcon']} />
      <span className="grow">{failedRowsText(failed, total)}</span>
      <SmallButton onClick={onRetry}>Try again</SmallButton>
    </div>
  );
}
