import { format, rowForms } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import {
  CancelButton,
  FailureNote,
  Meter,
  Note,
  Pane,
  Panes,
  SecondaryButton,
  Skeleton,
  SmallButton,
} from '../../../ui/index.ts';
import classes from './CheckWaiting.module.css';
import type { CheckFailure, CheckRun } from '../checking/check-state.ts';
import type { Check } from '../checking/use-check.ts';

/** The check is under way, was stopped, or could not be made. The plan is open in any case. */
export function CheckWaiting({ check, rows }: { readonly check: Check; readonly rows: number }) {
  const { run, failure, wasCancelled } = check.state;
  const isSlow = useDelayed(run !== null, 1000);
  return (
    <Panes>
      <Pane label="Rows">
        <div className="pad20">
          {failure !== null && (
            <>
              <FailureNote failure={failure} onRetry={() => check.run()} retryLabel="Check again" />
              <div className="buttonRow above12">
                {isAboutChanges(failure) && (
                  <SecondaryButton onClick={check.dropChanges}>Go on without the changes</SecondaryButton>
                )}
                {isAboutFiles(failure) && <SecondaryButton href="#/import">Choose a file</SecondaryButton>}
              </div>
            </>
          )}
          {wasCancelled && (
            <Note
              tone="info"
              role="status"
              title="The check was stopped."
              actions={<SmallButton onClick={() => check.run()}>Check again</SmallButton>}
            >
              Problems in the rows are not known. They can still be sent; the service may refuse some.
            </Note>
          )}
          {run !== null && !isSlow && <Skeleton lines={10} label="The rows are being checked" />}
          {run !== null && isSlow && <Checking run={run} rows={rows} onCancel={check.cancel} />}
        </div>
      </Pane>
    </Panes>
  );
}

/** The draft's own files cannot be read: asking again will not help. */
function isAboutFiles({ details }: CheckFailure): boolean {
  return details.code === 'file' && (details.reason === 'missing' || details.reason === 'unreadable');
}

function isAboutChanges({ details }: CheckFailure): boolean {
  return details.code === 'file' && details.reason === 'unreadable';
}

interface CheckingProps {
  readonly run: CheckRun;
  readonly rows: number;
  readonly onCancel: () => void;
}

function Checking({ run, rows, onCancel }: CheckingProps) {
  const total = run.rowsTotal === 0 ? rows : run.rowsTotal;
  return (
    <div className={classes['checking']} role="status">
      <h2 className="title">Checking {format.count(total, rowForms)}</h2>
      <Meter used={run.rows} limit={Math.max(1, total)} label={`Checked: ${format.wholePercent(run.rows, total)}`} />
      <p className="text2 tabular">
        {format.number(run.rows)} of {format.number(total)}, {format.wholePercent(run.rows, total)}
      </p>
      <CancelButton onClick={onCancel} />
    </div>
  );
}
