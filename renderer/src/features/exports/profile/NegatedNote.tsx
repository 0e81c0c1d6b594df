import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { TextButton } from '../../../ui/index.ts';
import { negated } from '../view/filters.ts';
import classes from './ColumnPanel.module.css';

/** What a negated filter leaves out, where the panel shows it in the same way as the plain one. */
const LEFT_OUT = {
  values: 'Leads with the ticked values are left out.',
  number: 'Leads in this range are left out.',
  date: 'Leads in this range are left out.',
  repeated: 'Leads with a repeated value are left out.',
} as const;

interface NegatedNoteProps {
  readonly filter: ColumnFilter | undefined;
  /** The kinds of filters that are shown beside it. */
  readonly of: readonly (keyof typeof LEFT_OUT)[];
  readonly onFilter: (filter: ColumnFilter) => void;
}

/** Says that the filter is negated, and turns it around. */
export function NegatedNote({ filter, of, onFilter }: NegatedNoteProps) {
  const kind = of.find((one) => one === filter?.kind);
  if (filter?.not !== true || kind === undefined) return null;
  return (
    <p className={classes['negated']}>
      <span>{LEFT_OUT[kind]}</span>
      <TextButton onClick={() => onFilter(negated(filter))}>Show only these</TextButton>
    </p>
  );
}
