import type { ServiceQuota } from '../../../../shared/contract/quota/quota.ts';
import { REST, sharesWords, type TeamDay } from '../../../../shared/domain/team/team-day.ts';
import { format } from '../format.ts';
import classes from './TeamDayBar.module.css';

/** Shades of the colour of computers; they come again from the first one on. */
const SHADES = 3;

interface TeamDayBarProps {
  readonly day: TeamDay;
  readonly service: ServiceQuota;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The day of a budget by the computers of a team, each with when it counted; who has not told is named without a figure. */
export function TeamDayBar({ day, service: { title, daily }, now }: TeamDayBarProps) {
  const own = day.computers.filter(({ isOtherUser }) => !isOtherUser);
  const apart = day.computers.filter(({ isOtherUser }) => isOtherUser);
  const parts = [
    ...own.map(({ office, computer, units, at, isMe }, place) => ({
      id: String(office),
      part: units === null ? 'unknown' : String(place % SHADES),
      label: computer,
      units,
      note: isMe || at === null ? '' : `as of ${format.moment(at, now)}`,
    })),
    ...(day.rest > 0 ? [{ id: 'rest', part: 'rest', label: REST, units: day.rest, note: '' }] : []),
    ...(day.left === null ? [] : [{ id: 'left', part: 'left', label: 'Left', units: day.left, note: '' }]),
  ];
  const words = [
    day.ahead > 0
      ? `Colleagues have told ${format.number(day.ahead)} that this computer did not know of; reading limits and counts settles it.`
      : '',
    sharesWords(day),
    ...apart.map(({ computer }) => `${computer} signs in as another user of the service, whose quota is another one.`),
    daily.limit === null ? 'How many units the day has is not known.' : '',
  ].filter((sentence) => sentence !== '');
  const figures = parts.map(({ label, units, note }) =>
    [label, units === null ? 'not known' : format.number(units), note].filter((word) => word !== '').join(' '),
  );
  return (
    <div>
      <div className={classes['bar']} role="img" aria-label={`${title} today: ${figures.join(', ')}`}>
        {parts.map(({ id, part, units }) =>
          units === null || units === 0 ? null : <span key={id} data-part={part} style={{ flexGrow: units }} />,
        )}
      </div>
      <ul className={classes['legend']} aria-label={`${title} today, by computer`}>
        {parts.map(({ id, part, label, units, note }) => (
          <li key={id}>
            <span className={classes['swatch']} data-part={part} aria-hidden />
            {label} <strong className="tabular">{units === null ? 'not known' : format.number(units)}</strong>
            {note === '' ? null : <span>{note}</span>}
          </li>
        ))}
      </ul>
      {words.length > 0 && <p className="quiet above8">{words.join(' ')}</p>}
    </div>
  );
}

/** "36,320 of 100,000 used, resets 07:42" */
export function dayWords({ used }: TeamDay, { daily }: ServiceQuota, now: number): string {
  const { limit, resetsAt } = daily;
  const of = limit === null ? '' : ` of ${format.number(limit)}`;
  const resets = resetsAt === null ? '' : `, resets ${format.moment(resetsAt, now)}`;
  return `${format.number(used)}${of} used${resets}`;
}
