import type { DayPart } from '../../../../shared/domain/schedule/import-forecast.ts';
import { format } from '../../lib/format.ts';
import classes from './QuotaParts.module.css';

/** What the quota of a day goes to, as a bar and as a list. */
export function QuotaParts({ parts }: { readonly parts: readonly DayPart[] }) {
  return (
    <>
      <div
        className={classes['quotaBar']}
        role="img"
        aria-label={parts.map((part) => `${part.label} ${format.number(part.units)}`).join(', ')}
      >
        {parts.map(
          (part) => part.units > 0 && <span key={part.id} data-part={part.part} style={{ flexGrow: part.units }} />,
        )}
      </div>
      <ul className={classes['legend']}>
        {parts.map((part) => (
          <li key={part.id}>
            <span className={classes['swatch']} data-part={part.part} aria-hidden />
            <span>{part.label}</span>
            <span className="tabular">{format.number(part.units)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
