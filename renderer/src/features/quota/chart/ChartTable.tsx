import { format } from '../../../lib/format.ts';
import { TableHead } from '../../../ui/index.ts';
import type { ChartTableContent } from './chart-kind.ts';
import classes from './Chart.module.css';

interface ChartTableProps extends ChartTableContent {
  readonly title: string;
  readonly summary: string;
  /** One row out of this many is shown. */
  readonly every: number;
}

/** The figures of a chart. */
export function ChartTable({ title, summary, columns, rows, every }: ChartTableProps) {
  return (
    <>
      <div className={classes['tableFrame']} tabIndex={0} role="group" aria-label={`${title}, as a table`}>
        <table className={`${classes['table'] ?? ''} tabular`}>
          <caption className="visuallyHidden">
            {title}. {summary}
          </caption>
          <TableHead names={columns} />
          <tbody>
            {rows.map((row, place) => (
              // Several points may have the same minute; the list is replaced as a whole.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={place}>
                {row.map((cell, at) => (
                  // The columns never change their places.
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={at}>{typeof cell === 'number' ? format.number(cell) : (cell ?? '–')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {every > 1 ? (
        <p className={classes['note']}>One point in {every} is shown; the CSV file has all of them.</p>
      ) : null}
    </>
  );
}
