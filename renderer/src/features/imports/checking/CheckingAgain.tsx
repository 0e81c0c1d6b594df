import { format } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { CancelButton, Meter } from '../../../ui/index.ts';
import classes from './CheckingAgain.module.css';
import type { CheckRun } from './check-state.ts';

interface CheckingAgainProps {
  readonly run: CheckRun;
  /** Rows of the file, until the check has counted them. */
  readonly rows: number;
  readonly onCancel: () => void;
}

/** All rows are checked again for a change made here; what was found before stays in view. */
export function CheckingAgain({ run, rows, onCancel }: CheckingAgainProps) {
  const isSlow = useDelayed(true, 300);
  const total = run.rowsTotal === 0 ? rows : run.rowsTotal;
  if (!isSlow) return null;
  return (
    <div className={classes['againPlace']}>
      <div className={classes['again']} role="status">
        <span>Checking all rows again</span>
        <Meter
          used={run.rows}
          limit={Math.max(1, total)}
          label={`Checked again: ${format.wholePercent(run.rows, total)}`}
        />
        <span className="text2 tabular">{format.wholePercent(run.rows, total)}</span>
        <CancelButton size="xs" onClick={onCancel} />
      </div>
    </div>
  );
}
