import { LEAD_MOVES, LEAD_STATUSES } from '../../../../shared/domain/service/leads/lead-life-cycle.ts';
import { leadStatus } from '../../../../shared/domain/service/leads/lead-status.ts';
import { TableHead } from '../../ui/index.ts';
import classes from './LifeCyclePage.module.css';

/** The drawing in words: every status with its meaning, every move with what starts it. */
export function MoveTable() {
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label="Statuses and moves as tables">
      <table className={classes['moves']}>
        <caption>Moves</caption>
        <TableHead names={['From', 'Trigger', 'Condition', 'To', 'Also']} />
        <tbody>
          {LEAD_MOVES.map(({ to, start, trigger, condition, also }) => (
            <tr key={to}>
              <td>{start}</td>
              <td>{trigger}</td>
              <td>{condition}</td>
              <th scope="row">{leadStatus(to)?.label}</th>
              <td>{also}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={classes['moves']}>
        <caption>Statuses</caption>
        <TableHead names={['Number', 'Status', 'In the service', 'Meaning']} />
        <tbody>
          {LEAD_STATUSES.map(({ name, value, label, meaning }) => (
            <tr key={name}>
              <td className="tabular">{value}</td>
              <th scope="row">{label}</th>
              <td>{name}</td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
