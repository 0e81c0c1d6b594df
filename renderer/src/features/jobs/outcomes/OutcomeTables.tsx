import type { ReactNode } from 'react';
import type { OutcomeGroup, Outcomes } from '../../../../../shared/contract/jobs/outcomes.ts';
import { format } from '../../../lib/format.ts';
import {
  ageWords,
  funnelOf,
  funnelWords,
  groupFigures,
  groupName,
  missingWords,
  movesWords,
  outcomeLines,
} from './outcome-model.ts';
import { TableHead } from '../../../ui/index.ts';
import classes from './OutcomeCard.module.css';

/** The outcomes with their shares of all created rows. */
export function Ends({ outcomes, total }: { readonly outcomes: Outcomes; readonly total: string }) {
  const { created, notRead } = outcomes;
  return (
    <SharesTable of="Outcome">
      {outcomeLines(outcomes).map(({ outcome, words, note, rows }) => (
        <EndLine key={outcome} words={words} note={note} rows={rows} created={created} />
      ))}
      {notRead > 0 && <EndLine words="In no reading yet" note="" rows={notRead} created={created} />}
      <tr>
        <th scope="row">{total}</th>
        <td>{format.number(created)}</td>
        <td>{format.percent(created, created)}</td>
      </tr>
    </SharesTable>
  );
}

/** Lines of leads with their shares. @param of what a line stands for */
function SharesTable({ of, children }: { readonly of: string; readonly children: ReactNode }) {
  return (
    <table className={`${classes['table'] ?? ''} ${classes['ends'] ?? ''}`}>
      <TableHead names={[of, 'Leads', 'Share']} />
      <tbody>{children}</tbody>
    </table>
  );
}

interface EndLineProps {
  readonly words: string;
  readonly note: string;
  readonly rows: number;
  readonly created: number;
}

function EndLine({ words, note, rows, created }: EndLineProps) {
  return (
    <tr>
      <th scope="row" title={note === '' ? words : `${words}: ${note}`}>
        {words}
      </th>
      <td>{format.number(rows)}</td>
      <td>
        <span className={classes['share']}>
          <span>
            <span className={classes['fill']} style={{ width: `${(rows / created) * 100}%` }} />
          </span>
          {format.percent(rows, created)}
        </span>
      </td>
    </tr>
  );
}

/** From all created leads to those that ended with success. */
export function Funnel({ outcomes }: { readonly outcomes: Outcomes }) {
  const words = funnelWords(outcomes);
  return (
    <>
      <h3>From created to success</h3>
      <SharesTable of="Step">
        {funnelOf(outcomes).map((step) => (
          <EndLine key={step.words} words={step.words} note="" rows={step.rows} created={outcomes.created} />
        ))}
      </SharesTable>
      {words !== '' && <p className="quiet">{words}</p>}
    </>
  );
}

const FIGURES = ['Leads', 'Closed by an agent', 'Success', 'Invalid or failed', 'Open', 'Not known'];

function Figures({ rows, counts }: Pick<OutcomeGroup, 'rows' | 'counts'>) {
  const { closed, success, invalid, open, unknown } = groupFigures({ counts });
  return (
    <>
      <td>{format.number(rows)}</td>
      <td>{format.percent(closed, rows)}</td>
      <td className={classes['success']}>{format.percent(success, rows)}</td>
      <td>{format.percent(invalid, rows)}</td>
      <td>{format.percent(open, rows)}</td>
      <td>{format.percent(unknown, rows)}</td>
    </>
  );
}

/** By the values of a column. */
export function Groups({ groups, joined }: Pick<Outcomes, 'groups' | 'joined'>) {
  return (
    <table className={`${classes['table'] ?? ''} ${classes['groups'] ?? ''}`}>
      <TableHead names={['Value', ...FIGURES]} />
      <tbody>
        {groups.map((group) => {
          const name = groupName(group, joined);
          return (
            <tr key={`${group.kind} ${group.value}`}>
              <th scope="row" title={name}>
                <bdi>{name}</bdi>
              </th>
              <Figures rows={group.rows} counts={group.counts} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** By the age of the leads when they were read. */
export function Course({ course, moves }: Pick<Outcomes, 'course' | 'moves'>) {
  const moved = movesWords(moves);
  return (
    <>
      {course.length === 0 ? (
        <p className="quiet">
          No lead is a day old yet. Each day keeps its last reading: read again after 1, 3, 7, 14 and 30 days, and the
          course appears here.
        </p>
      ) : (
        <table className={`${classes['table'] ?? ''} ${classes['groups'] ?? ''}`}>
          <TableHead names={['Age when read', ...FIGURES]} />
          <tbody>
            {course.map((day) => (
              <tr key={day.day}>
                <th scope="row">
                  {ageWords(day)}
                  {missingWords(day) !== '' && <span className={classes['missing']}> {missingWords(day)}</span>}
                </th>
                {day.rows > 0 ? (
                  <Figures rows={day.rows} counts={day.counts} />
                ) : (
                  <td colSpan={6} className={classes['none']}>
                    no reading
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {moved !== '' && <p className="quiet">{moved}</p>}
    </>
  );
}
