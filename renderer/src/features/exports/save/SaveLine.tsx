import type { ReactNode } from 'react';
import classes from './SaveDialog.module.css';

/** One choice of the dialog that saves, with its name at the left. */
export function SaveLine({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classes['line']}>
      <span className={classes['lineName']} aria-hidden>
        {title}
      </span>
      <div>{children}</div>
    </div>
  );
}
