import { format } from '../../../lib/format.ts';
import { rowForms } from '../checking/check-sum.ts';
import classes from './rows/CheckRows.module.css';

/** Above a table of rows: what they have in common, and how many there are. */
export function Headline({ title, rows }: { readonly title: string; readonly rows: number }) {
  return (
    <h2 className={classes['headline']}>
      {title}
      <span className={`${classes['headCount'] ?? ''} tabular`}>{format.count(rows, rowForms)}</span>
    </h2>
  );
}
