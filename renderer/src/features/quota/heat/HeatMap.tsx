import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { type HeatCell, heatStep, heatWords, LEVELS, WEEKDAYS } from './heat-model.ts';
import classes from './HeatMap.module.css';

interface HeatMapProps {
  readonly cells: readonly HeatCell[];
  /** Place of the hour that runs now, 0 to 167; it is outlined. */
  readonly start: number;
  readonly summary: string;
}

/** Units by hour of the week. One stop for Tab; arrows go from hour to hour, and the line below says each. */
export const HeatMap = memo(function HeatMap({ cells, start, summary }: HeatMapProps) {
  const [at, setAt] = useState(start);
  const [read, setRead] = useState<number | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent): void {
    const next = heatStep(event.key, at);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setAt(next);
    grid.current?.querySelectorAll('button')[next]?.focus();
  }
  const words = read === null ? undefined : cells[read];
  return (
    <>
      <div ref={grid} className="flexColumn gap2" role="group" aria-label="Units by hour of the week">
        {WEEKDAYS.map((name, day) => (
          <div key={name} className={classes['row']}>
            <span className={classes['day']} data-now={day === Math.floor(start / 24) || undefined} aria-hidden>
              {name}
            </span>
            {cells.slice(day * 24, day * 24 + 24).map((cell) => {
              const place = day * 24 + cell.hour;
              return (
                <button
                  key={cell.hour}
                  type="button"
                  className={classes['cell']}
                  tabIndex={place === at ? 0 : -1}
                  data-level={cell.level}
                  data-now={place === start || undefined}
                  aria-label={heatWords(cell)}
                  onKeyDown={onKeyDown}
                  onFocus={() => {
                    setAt(place);
                    setRead(place);
                  }}
                  onBlur={() => setRead(null)}
                  onMouseEnter={() => setRead(place)}
                  onMouseLeave={() => setRead(null)}
                />
              );
            })}
          </div>
        ))}
        <div className={classes['hours']} aria-hidden>
          {['00:00', '06:00', '12:00', '18:00'].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
      </div>
      <p className="quiet room32 above6">{words === undefined ? summary : heatWords(words)}</p>
    </>
  );
});

/** From nothing to the most. */
export function HeatLegend() {
  return (
    <span className={classes['legend']} aria-hidden>
      less
      {Array.from({ length: LEVELS }, (_, level) => (
        <span key={level} className={classes['sign']} data-level={level} />
      ))}
      more
    </span>
  );
}
