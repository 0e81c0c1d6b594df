import { colleagueImports, percentOf, type ColleagueImport } from '../../../../../shared/domain/team/team-imports.ts';
import { format } from '../../../lib/format.ts';
import { useTeam } from '../../../lib/connect/use-team.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Bar, FailureNote, Note, Skeleton, TableHead } from '../../../ui/index.ts';
import { STATE_WORDS } from '../parts/job-model.ts';
import classes from './ColleagueJobs.module.css';

/** What the other computers of the team import, as they told it; to look at only. */
export function ColleagueJobs() {
  const { data, error } = useTeam();
  const now = useNow(15_000);
  const team = data?.team ?? null;
  const imports = team === null ? [] : colleagueImports(team, now);
  return (
    <div className={classes['page']}>
      <FailureNote failure={error} />
      {data === undefined && error === null && <Skeleton lines={4} label="The team is asked" />}
      {team !== null && team.trouble !== '' && (
        <Note tone="warning" role="status" title="What colleagues import is not known now.">
          {team.trouble}
        </Note>
      )}
      {team !== null && team.trouble === '' && imports.length === 0 && (
        <p className="text2">No import of a colleague is known yet.</p>
      )}
      {imports.length > 0 && (
        <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Imports of colleagues">
          <table className={classes['table']}>
            <TableHead names={['Import', 'Computer', 'State', 'Progress', 'Campaign', 'Started']} />
            <tbody>
              {imports.map((one) => (
                <ImportRow key={`${one.office} ${one.jobId}`} one={one} now={now} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function ImportRow({ one, now }: { readonly one: ColleagueImport; readonly now: number }) {
  const { name, computer, campaignCode, createdAt, rows, created, refused, unknown, waiting } = one;
  const skipped = Math.max(0, rows - created - refused - unknown - waiting);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{computer}</td>
      <td>{stateWords(one, now)}</td>
      <td className={classes['progress']}>
        <span className="tabular">
          {percentOf(one)}, {format.number(created)} created{refused > 0 ? `, ${format.number(refused)} refused` : ''}{' '}
          of {format.number(rows)}
        </span>
        <Bar counts={{ created, refused, unknown, skipped, waiting }} />
      </td>
      <td>
        <bdi>{campaignCode}</bdi>
      </td>
      <td>{format.ago(createdAt, now)}</td>
    </tr>
  );
}

function stateWords({ state, isFresh, ratePerMinute, finishAt }: ColleagueImport, now: number): string {
  if (state !== 'running') return STATE_WORDS[state];
  if (!isFresh) return 'Ran when last heard from';
  const done = finishAt === null ? '' : `, done at about ${format.moment(finishAt, now)}`;
  return `${STATE_WORDS[state]}, ${format.number(Math.round(ratePerMinute))} a minute${done}`;
}
