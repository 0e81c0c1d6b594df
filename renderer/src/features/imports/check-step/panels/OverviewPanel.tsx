import type { CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import { format, leadForms, rowForms } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { CampaignBox } from '../campaign/CampaignBox.tsx';
import { TeamBox } from '../campaign/TeamBox.tsx';
import { SentBeforeChoice } from '../campaign/KnownHeads.tsx';
import { SmallButton } from '../../../../ui/index.ts';
import classes from './SidePanel.module.css';
import { sentWord } from '../../checking/change-notes.ts';
import { SENT_BEFORE } from '../../checking/check-sum.ts';
import { useCheckStep } from '../model/check-step-context.ts';

/** Where all rows of the file stand, what repeats, what was sent before and what was left out. */
export function OverviewPanel() {
  const { draft, summary } = useCheckStep();
  const { standing, sentBefore, leftOut, duplicates } = summary;
  return (
    <>
      <dl className={classes['standing']}>
        <Standing label="Without a problem" rows={standing.ready} />
        <Standing label="With a problem" rows={standing.problem} />
        <Standing label="Repeat an earlier row" rows={standing.repeated} />
        <Standing label="Sent before, sent again" rows={sentBefore === null ? null : standing.sentBefore} />
        <Standing label="Left out" rows={standing.leftOut} />
        <div className={classes['total']}>
          <dt>Rows in the file</dt>
          <dd>{format.number(summary.rows)}</dd>
        </div>
      </dl>
      <p className="quiet">Each row is counted once, under the first that applies.</p>
      <TeamBox />
      <CampaignBox />
      {duplicates.map((entry) => (
        <DuplicatesBox key={entry.reasonId} entry={entry} />
      ))}
      {sentBefore !== null && sentBefore.rows > 0 && <SentBeforeBox sentBefore={sentBefore} />}
      {leftOut.length > 0 && <LeftOutBox />}
      <p className="quiet">
        {sentBefore === null
          ? unknownWords(draft.campaignCode)
          : `Compared with ${format.count(sentBefore.compared, leadForms)} this program has sent to ${sentBefore.campaignCode}.${summary.campaign === null ? ' Leads added elsewhere are not known here.' : ''}`}
      </p>
    </>
  );
}

function unknownWords(campaignCode: string): string {
  return campaignCode === ''
    ? 'Rows sent before are not known yet. Name the campaign under Columns.'
    : 'Rows sent before are not known without an account.';
}

function DuplicatesBox({ entry }: { readonly entry: CheckSummary['duplicates'][number] }) {
  const { show } = useCheckStep();
  return (
    <section className={classes['box']}>
      <h3>
        Same {entry.label} <span className="tabular">{format.count(entry.rows, rowForms)}</span>
      </h3>
      <p>
        {format.count(entry.groups, { one: '# value appears', other: '# values appear' })} more than once in this file.
      </p>
      <button
        type="button"
        className={classes['lineButton']}
        onClick={() => show({ kind: 'reasonChosen', reasonId: entry.reasonId })}
      >
        {entry.groups === 1 ? 'Show the group' : `Show all ${format.number(entry.groups)} groups`}
      </button>
    </section>
  );
}

/** Jobs named in the box; a file is rarely sent more often. */
const JOBS_SHOWN = 5;

function SentBeforeBox({ sentBefore }: { readonly sentBefore: NonNullable<CheckSummary['sentBefore']> }) {
  const { view, show } = useCheckStep();
  const now = useNow(60_000);
  return (
    <section className={classes['box']}>
      <h3>
        Sent before <span className="tabular">{format.count(sentBefore.rows, rowForms)}</span>
      </h3>
      {sentBefore.jobs.slice(0, JOBS_SHOWN).map((job) => (
        <p key={job.jobId}>
          {format.count(job.rows, rowForms)} with “{job.name}”, {format.ago(job.at, now)}
        </p>
      ))}
      {view.chosen !== SENT_BEFORE && (
        <>
          <button
            type="button"
            className={classes['lineButton']}
            onClick={() => show({ kind: 'reasonChosen', reasonId: SENT_BEFORE })}
          >
            Show these rows
          </button>
          <div className="above4">
            <SentBeforeChoice />
          </div>
        </>
      )}
    </section>
  );
}

function LeftOutBox() {
  const { summary, show, corrections } = useCheckStep();
  return (
    <section className={classes['box']}>
      <h3>
        Left out <span className="tabular">{format.count(summary.standing.leftOut, rowForms)}</span>
      </h3>
      {summary.leftOut.map(({ reasonId, title, rows }) => (
        <div key={`${reasonId ?? ''} ${title}`} className={classes['leftOutLine']}>
          <span>{reasonId === null ? 'Chosen one by one' : title}</span>
          <span className="tabular">{format.number(rows)}</span>
          <SmallButton
            onClick={() =>
              reasonId === null ? show({ kind: 'filterChosen', filter: 'leftOut' }) : corrections.takeBack(reasonId)
            }
            aria-label={reasonId === null ? 'Show rows chosen one by one' : `${takeBackWords(reasonId)}: ${title}`}
          >
            {reasonId === null ? 'Show' : takeBackWords(reasonId)}
          </SmallButton>
        </div>
      ))}
    </section>
  );
}

function takeBackWords(reasonId: string): string {
  const word = sentWord(reasonId);
  return word === null ? 'Take back' : `Send ${word}`;
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
