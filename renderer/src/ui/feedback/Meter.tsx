import classes from './Meter.module.css';

export interface MeterProps {
  /** What has been used, in the unit of `limit`. */
  readonly used: number;
  readonly limit: number;
  /** Sentence for people who cannot see it, with the exact numbers. */
  readonly label: string;
  /** Share of the period that has passed, 0 to 1: where an even pace would be. Left out: no tick. */
  readonly pace?: number;
  readonly tone?: 'accent' | 'warning' | 'muted';
  /** Pixels. */
  readonly height?: number;
}

const share = (value: number): string => `${Math.min(100, Math.max(0, value * 100))}%`;

/** How much of a limit is used, with a tick where an even pace would stand. */
export function Meter({ used, limit, label, pace, tone = 'accent', height = 6 }: MeterProps) {
  const part = limit > 0 ? used / limit : 0;
  return (
    <div className={classes['meter']} role="img" aria-label={label} style={{ height }} data-tone={tone}>
      <div className={classes['track']}>
        <div className={classes['fill']} data-empty={used <= 0 || undefined} style={{ width: share(part) }} />
      </div>
      {pace === undefined ? null : <div className={classes['tick']} style={{ left: share(pace) }} />}
    </div>
  );
}

export interface GaugeProps {
  readonly used: number;
  readonly limit: number;
  readonly label: string;
  readonly children: string;
}

const arcLength = Math.PI * 24;

/** A half circle for the minute; the number stands inside. */
export function Gauge({ used, limit, label, children }: GaugeProps) {
  const part = limit > 0 ? Math.min(1, used / limit) : 0;
  return (
    <div className={classes['gauge']} role="img" aria-label={label}>
      <svg viewBox="0 0 60 32" width="60" height="32" aria-hidden>
        <path className={classes['arcTrack']} d="M6 29a24 24 0 0 1 48 0" />
        {part <= 0 ? null : (
          <path
            className={classes['arcFill']}
            d="M6 29a24 24 0 0 1 48 0"
            strokeDasharray={`${arcLength * part} ${arcLength}`}
          />
        )}
      </svg>
      <span className={`${classes['gaugeFigure']} tabular`} aria-hidden>
        {children}
      </span>
    </div>
  );
}
