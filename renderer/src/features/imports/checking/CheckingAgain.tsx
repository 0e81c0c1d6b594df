import { Button } from '@mantine/core';
import { format } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { Meter } from '../../../ui/index.ts';
import classes from './CheckingAgain.module.css';
import type { CheckProgress } from './use-check.ts';

/** All rows are checked again for a change made here; what was found before stays in view. */
export function CheckingAgain({ progress, rows }: { readonly progress: CheckProgress; readonly rows: number }) {
  const isSlow = useDelayed(true, 300);
  const total = progress.rowsTotal === 0 ? rows : progress.rowsTotal;
  if (!isSlow) return null;
  return (
    <div className={classes['againPlace']}>
      <div className={classes['again']} role="status">
        <span>Checking all rows again</span>
        <Meter
          used={progress.rows}
          limit={Math.max(1, total)}
          label={`Checked again: ${format.wholePercent(progress.rows, total)}`}
        />
        <span className="text2 tabular">{format.wholePercent(progress.rows, total)}</span>
        <Button size="xs" variant="default" onClick={progress.cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
