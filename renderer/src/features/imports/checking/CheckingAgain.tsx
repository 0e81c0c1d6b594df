import { format } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { CancelButton, Meter } from '../../../ui/index.ts';
import classes from './CheckingAgain.module.css';
import type { CheckRun } from './check-state.ts';

interface CheckingAgainProps {
  readonly run: Pick<CheckRun, 'rows' | 'rowsTotal'>;
  /** What is done with the rows; left out: they are checked again. */
  readonly words?: string;
  /** Rows of the file, until the check has counted them. */
  readonly rows: number;
  readonly onCancel: () => void;
}

/** All rows are checked again for a change made here, or many are changed; what was found before stays in view. */
export function CheckingAgain({ run, words = 'Checking all rows again', rows, onCancel }: CheckingAgainProps) {
  const isSlow = useDelayed(true, 300);
  const total = run.rowsTotal === 0 ? rows : run.rowsTotal;
  if (!isSlow) return null;
  return (
    <div className={classes['againPlace']}>
      <div className={classes['again']} role="status">
        <span>{words}</span>
        <Meter used={run.rows} limit={Math.max(1, total)} label={`${words}: ${format.wholePercent(run.rows, total)}`} />
        <span className="text2 tabular">{format.wholePercent(run.rows, total)}</span>
        <CancelButton size="xs" onClick={onCancel} />
      </div>
    </div>
  );
}
