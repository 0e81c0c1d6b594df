import { Checkbox } from '@mantine/core';
import { createContext, use } from 'react';

export interface ChoiceOfAll {
  readonly state: 'none' | 'some' | 'all';
  /** Rows of the view. */
  readonly rows: number;
  readonly onChange: (all: boolean) => void;
}

/** The grid keeps the header it was given; what the header shows comes from around the grid. */
export const ChoiceOfAllContext = createContext<ChoiceOfAll | null>(null);

/** Chooses all rows of the view, or none of them. */
export function ChoiceHeader() {
  const all = use(ChoiceOfAllContext);
  if (all === null) return <span className="visuallyHidden">Chosen</span>;
  return (
    <Checkbox
      aria-label={all.state === 'all' ? 'Choose none' : 'Choose all that are shown'}
      checked={all.state === 'all'}
      indeterminate={all.state === 'some'}
      disabled={all.rows === 0}
      tabIndex={-1}
      onChange={() => all.onChange(all.state !== 'all')}
    />
  );
}
