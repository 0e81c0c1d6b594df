import classes from './Chart.module.css';

export interface LegendEntry {
  readonly name: string;
  /** Name of a colour variable, without `--lc-`. */
  readonly colour: string;
  readonly shape: 'line' | 'dashed' | 'dotted' | 'area';
  /** The figure of now. */
  readonly figure?: string;
}

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
