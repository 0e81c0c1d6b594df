import { format } from '../../../lib/format.ts';
import classes from './Explore.module.css';
import type { Choice } from './use-choice.ts';

/** In the status bar: how many leads are chosen, and the way to choose none. */
export function ChosenWords({ choice: { chosen, chosenInView, clear } }: { readonly choice: Choice }) {
  if (chosen === 0) return null;
  return (
    <span>
      {format.number(chosen)} chosen
      {chosenInView < chosen ? `, ${format.number(chosenInView)} of them shown` : ''}
      <button type="button" className={classes['statusButton']} onClick={clear}>
        Choose none
      </button>
    </span>
  );
}
