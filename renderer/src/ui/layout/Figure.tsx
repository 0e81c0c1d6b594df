import type { ReactNode } from 'react';
import classes from './Figure.module.css';

export interface FigureProps {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Small words behind the value: unit or share. */
  readonly unit?: ReactNode;
  /** What it means; always keeps its line. */
  readonly note?: ReactNode;
  readonly size?: 'figure' | 'title' | 'display';
}

/** A number with its label, its unit and what it means, in that order of size. */
export function Figure({ label, value, unit, note, size = 'figure' }: FigureProps) {
  return (
    <div className={classes['figure']}>
      <div className={classes['figureLabel']}>{label}</div>
      <div className={classes['figureLine']}>
        <span className={`${classes['figureValue']} tabular`} data-size={size}>
          {value}
        </span>
        {unit === undefined ? null : <span className={`${classes['figureUnit']} tabular`}>{unit}</span>}
      </div>
      <div className={classes['figureNote']}>{note}</div>
    </div>
  );
}
