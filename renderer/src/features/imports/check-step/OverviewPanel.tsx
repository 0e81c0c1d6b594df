import { Button } from '@mantine/core';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import classes from './SidePanel.module.css';
import { rowForms } from '../checking/check-sum.ts';

interface OverviewPanelProps {
  readonly summary: CheckSummary;
  readonly onChooseReason: (reasonId: string) => void;
  readonly onLeaveSentOut: () => void;
  readonly onTakeBack: (reasonId: string) => void;
  readonly onShowLeftOut: () => void;
}

/** Where all rows of the file stand, what repeats, what was sent before and what was left out. */
export function OverviewPanel(props: OverviewPanelProps) {
  const { summary, onChooseReason, onLeaveSentOut, onTakeBack, onShowLeftOut } = props;
  const now = useNow(60_000);
  const { standing, sentBefore, leftOut, duplicates } = summary;
  return (
    <>
      <dl className={classes['standing']}>
        <Standing label="Without a problem" rows={standing.ready} />
        <Standing label="With a problem" rows={standing.problem} />
        <Standing label="Repeat an earlier row" rows={standing.repeated} />
        <Standing label="Sent before" rows={sentBefore === null ? null : standing.sentBefore} />
        <Standing label="Left out" rows={standing.leftOut} />
        <div className={classes['total']}>
          <dt>Rows in the file</dt>
          <dd>{format.number(summary.rows)}</dd>
        </div>
      </dl>
      <p className={classes['quiet']}>Each row is counted once, under the first that applies.</p>
      {duplicates.map((entry) => (
        <section key={entry.reasonId} className={classes['box']}>
          <h3>
            Same {entry.label} <span className="tabular">{format.count(entry.rows, rowForms)}</span>
          </h3>
          <p>
            {format.count(entry.groups, { one: '# value appears', other: '# values appear' })} more than once in this
            file.
          </p>
          <button type="button" className={classes['lineButton']} onClick={() => onChooseReason(entry.reasonId)}>
            {entry.groups === 1 ? 'Show the group' : `Show all ${format.number(entry.groups)} groups`}
          </button>
        </section>
      ))}
      {sentBefore !== null && sentBefore.rows > 0 && (
        <section className={classes['box']}>
          <h3>
            Sent before <span className="tabular">{format.count(sentBefore.rows, rowForms)}</span>
          </h3>
          {sentBefore.jobs.slice(0, 5).map((job) => (
            <p key={job.jobId}>
              {format.count(job.rows, rowForms)} with “{job.name}”, {format.ago(job.at, now)}
            </p>
          ))}
          <button type="button" className={classes['lineButton']} onClick={() => onChooseReason('sentBefore')}>
            Show these rows
          </button>
          <Button size="xs" variant="default" className={classes['boxButton'] ?? ''} onClick={onLeaveSentOut}>
            Leave out all {format.number(sentBefore.rows)}
          </Button>
        </section>
      )}
      {leftOut.length > 0 && (
        <section className={classes['box']}>
          <h3>
            Left out <span className="tabular">{format.count(standing.leftOut, rowForms)}</span>
          </h3>
          {leftOut.map(({ reasonId, title, rows }) => (
            <div key={`${reasonId ?? ''} ${title}`} className={classes['leftOutLine']}>
              <span>{reasonId === null ? 'Chosen one by one' : title}</span>
              <span className="tabular">{format.number(rows)}</span>
              <Button
                size="xs"
                variant="default"
                onClick={() => (reasonId === null ? onShowLeftOut() : onTakeBack(reasonId))}
                aria-label={reasonId === null ? 'Show rows chosen one by one' : `Take back: ${title}`}
              >
                {reasonId === null ? 'Show' : 'Take back'}
              </Button>
            </div>
          ))}
        </section>
      )}
      <p className={classes['quiet']}>
        {sentBefore === null
          ? 'Which rows were sent before is not known yet. Name the campaign above the columns, in the step before this one.'
          : `Compared with ${format.count(sentBefore.compared, { one: '# lead', other: '# leads' })} this program has sent to ${sentBefore.campaignCode}. Leads added elsewhere are not known here.`}
      </p>
    </>
  );
}

/** `rows` null: not looked for yet. */
function Standing({ label, rows }: { readonly label: string; readonly rows: number | null }) {
  return (
    <div data-none={rows === 0 || rows === null || undefined}>
      <dt>{label}</dt>
      <dd>{rows === null ? 'not known' : format.number(rows)}</dd>
    </div>
  );
}
