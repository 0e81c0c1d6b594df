import { format, rowForms } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { CancelButton, StatusWord } from '../../../../ui/index.ts';
import { notAskedTitle } from '../../checking/check-sum.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import classes from './Campaign.module.css';

/** Whether the team was asked about the rows, when, and the way to ask again; nothing without a team. */
export function TeamBox() {
  const { summary, check } = useCheckStep();
  const { team } = summary;
  const { rows, error, ask, cancel } = check.team;
  const now = useNow(60_000);
  if (team === null) return null;
  if (rows !== null)
    return (
      <section className={classes['compared']} aria-label="Question to the team">
        <h3>Asking the team</h3>
        <p role="status">
          Which of these rows colleagues have sent
          <span aria-hidden className="tabular">{`, ${format.number(rows)} of ${format.number(summary.rows)}`}</span>.
          You can go on working.
        </p>
        <CancelButton size="xs" onClick={cancel} />
      </section>
    );
  const isKnown = team.askedAt !== null && error === null;
  return (
    <section className={classes['compared']} aria-label="Question to the team">
      <h3>
        {isKnown ? 'Team asked' : notAskedTitle(team, (at) => format.moment(at, now))}
        {isKnown && team.askedAt !== null && (
          <span className="tabular">
            {team.isStale ? (
              format.ago(team.askedAt, now)
            ) : (
              <StatusWord status="ok">{format.moment(team.askedAt, now)}</StatusWord>
            )}
          </span>
        )}
      </h3>
      {error !== null && (
        <p className={classes['warning']} role="alert">
          {error.message} What colleagues have sent since is not known.
        </p>
      )}
      {isKnown && (
        <p>
          {format.count(team.asked, rowForms)} compared with what colleagues have sent
          {team.rows + team.contactRows === 0 ? '; none of them is theirs' : ''}. Only keyed hashes left this computer,
          no cell of the file.
        </p>
      )}
      {isKnown && team.isStale && (
        <p className={classes['warning']}>Rows or columns were changed since; nothing is known about changed rows.</p>
      )}
      <button type="button" className={classes['lineButton']} onClick={ask}>
        {team.askedAt === null ? 'Ask the team' : 'Ask again'}
      </button>
    </section>
  );
}
