import { Button } from '@mantine/core';
import type { CallError } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { FailureNote, Meter, Note, Pane, Panes, Skeleton } from '../../../ui/index.ts';
import classes from './CheckStep.module.css';
import { rowForms } from '../checking/check-sum.ts';
import type { Check } from '../checking/use-check.ts';

/** The check is under way, was stopped, or could not be made. The plan is open in any case. */
export function CheckWaiting({ check, rows }: { readonly check: Check; readonly rows: number }) {
  const isSlow = useDelayed(check.progress !== null, 1000);
  return (
    <Panes>
      <Pane label="Rows">
        <div className={classes['waiting']}>
          {check.error !== null && (
            <>
              <FailureNote failure={check.error} onRetry={() => void check.run()} retryLabel="Check again" />
              <div className={classes['waysOn']}>
                {isAboutChanges(check.error) && (
                  <Button variant="default" onClick={() => void check.dropChanges()}>
                    Go on without the changes
                  </Button>
                )}
                {isAboutFiles(check.error) && (
                  <Button variant="default" component="a" href="#/import">
                    Choose a file
                  </Button>
                )}
              </div>
            </>
          )}
          {check.wasCancelled && (
            <Note
              tone="info"
              role="status"
              title="The check was stopped."
              actions={
                <Button size="xs" variant="default" onClick={() => void check.run()}>
                  Check again
                </Button>
              }
            >
              What is wrong in the rows is not known. They can be sent all the same; the service may refuse some.
            </Note>
          )}
          {check.progress !== null && !isSlow && <Skeleton lines={10} label="The rows are being checked" />}
          {check.progress !== null && isSlow && <Checking progress={check.progress} rows={rows} />}
        </div>
      </Pane>
    </Panes>
  );
}

/** The draft's own files cannot be read: asking again will not help. */
function isAboutFiles({ details }: CallError): boolean {
  return details.code === 'file' && (details.reason === 'missing' || details.reason === 'unreadable');
}

function isAboutChanges({ details }: CallError): boolean {
  return details.code === 'file' && details.reason === 'unreadable';
}

function Checking({ progress, rows }: { readonly progress: NonNullable<Check['progress']>; readonly rows: number }) {
  const total = progress.rowsTotal === 0 ? rows : progress.rowsTotal;
  return (
    <div className={classes['checking']} role="status">
      <h2 className={classes['headline']}>Checking {format.count(total, rowForms)}</h2>
      <Meter
        used={progress.rows}
        limit={Math.max(1, total)}
        label={`Checked: ${format.wholePercent(progress.rows, total)}`}
      />
      <p className="text2 tabular">
        {format.number(progress.rows)} of {format.number(total)}, {format.wholePercent(progress.rows, total)}
      </p>
      <Button variant="default" onClick={progress.cancel}>
        Cancel
      </Button>
    </div>
  );
}
