import { Checkbox } from '@mantine/core';
import { format } from '../../../lib/format.ts';
import classes from './ColumnPanel.module.css';

interface FacetProps {
  readonly label: string;
  readonly rows: number;
  /** Share of the largest, 0 to 1. */
  readonly share: number;
  readonly checked: boolean;
  readonly isQuiet?: boolean;
  /** A value that was cut cannot be asked for. */
  readonly isDisabled?: boolean;
  /** Address of what the value means, for the card that explains it. */
  readonly help?: string | undefined;
  readonly onChange: () => void;
}

/** One value with its count and a bar behind it. */
export function Facet({
  label,
  rows,
  share,
  checked,
  isQuiet = false,
  isDisabled = false,
  help,
  onChange,
}: FacetProps) {
  return (
    <label
      className={classes['facet']}
      title={help === undefined ? label : undefined}
      data-help={help}
      data-quiet={isQuiet || undefined}
    >
      <span className={classes['facetBar']} style={{ width: `${Math.max(1, share * 70)}%` }} aria-hidden />
      <Checkbox
        checked={checked}
        disabled={isDisabled}
        onChange={onChange}
        aria-label={`${label}, ${format.number(rows)}`}
      />
      <span className={classes['facetName']}>{label}</span>
      <span className={`${classes['facetRows'] ?? ''} tabular`}>{format.number(rows)}</span>
    </label>
  );
}
