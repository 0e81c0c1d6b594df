import type { ChoiceOfAll } from '../grid/ChoiceHeader.tsx';

/** What the box over all rows shows. @param rows of the view */
export function choiceOfAll(
  { chosenInView }: { readonly chosenInView: number },
  rows: number,
  onChange: (all: boolean) => void,
): ChoiceOfAll {
  const state = chosenInView === 0 ? 'none' : chosenInView >= rows ? 'all' : 'some';
  return { state, rows, onChange };
}
