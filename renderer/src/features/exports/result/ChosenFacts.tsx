import classes from '../explore/Explore.module.css';
import { format } from '../../../lib/format.ts';
import { useProfile } from '../profile/use-profile.ts';
import type { ViewColumn } from '../view/page-view.ts';
import type { ViewArgs } from '../view/view-args.ts';

interface ChosenFactsProps {
  readonly args: ViewArgs;
  readonly selection: string;
  /** The column of the cell that had the focus last. */
  readonly column: ViewColumn;
  readonly edition: string;
}

/** In the status bar: what the chosen leads have in one column. Nothing until all of them are counted. */
export function ChosenFacts({ args, selection, column, edition }: ChosenFactsProps) {
  // The chosen leads that the filters hide count too.
  const chosen = { ...args, filters: [], search: '', selection };
  const { profile } = useProfile(chosen, column.index, edition);
  if (profile === null || profile.isEstimate) return null;
  const { filled, distinct, sum } = profile;
  return (
    <span className={classes['facts']} title="The chosen leads, in the column of the cell that had the focus last">
      {column.title}: {format.number(filled)} filled, {format.number(distinct)} different
      {sum === null ? '' : `, sum ${format.amount(sum)}`}
    </span>
  );
}
