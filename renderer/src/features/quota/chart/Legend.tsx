import type { LegendEntry } from '../../../ui/chart/picture.ts';
import classes from './Chart.module.css';

/** What the lines and areas of a chart are. */
export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return (
    <span className={classes['legend']}>
      {entries.map(({ name, colour, shape, figure }) => (
        <span key={name} className={classes['entry']}>
          <span
            className={classes['sign']}
            data-shape={shape}
            style={shape === 'area' ? { background: `var(--lc-${colour})` } : { borderColor: `var(--lc-${colour})` }}
            aria-hidden
          />
          {name}
          {figure === undefined ? null : <b className="tabular">{figure}</b>}
        </span>
      ))}
    </span>
  );
}
