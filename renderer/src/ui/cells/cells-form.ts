import type { CellAct } from '../../../../shared/contract/check/check-acts.ts';

export type ActKind = CellAct['kind'];
type Place = Extract<CellAct, { kind: 'replace' }>['place'];
type Letters = Extract<CellAct, { kind: 'case' }>['to'];

/** What a person has filled in; parts of other acts stay while they look at this one. */
export interface CellsForm {
  readonly kind: ActKind;
  readonly find: string;
  readonly to: string;
  readonly place: Place;
  readonly isExact: boolean;
  readonly at: string;
  readonly keep: 'before' | 'after';
  readonly letters: Letters;
  /** Null: every column that is sent. */
  readonly column: number | null;
  readonly rows: 'shown' | 'all';
}

export const ACT_NAMES: Readonly<Record<ActKind, string>> = {
  replace: 'Find and replace',
  digits: 'Keep the digits only',
  split: 'Split and keep one part',
  case: 'Large and small letters',
  empty: 'Empty the value, keep the row',
  fillDown: 'Fill empty cells from above',
};

export const ALL_ACTS: readonly ActKind[] = ['replace', 'digits', 'split', 'case', 'empty', 'fillDown'];

/** What an act does, where its fields do not say it. */
export const ACT_NOTES: Readonly<Partial<Record<ActKind, string>>> = {
  digits: 'A plus before the first digit stays. A value without digits stays as it is.',
  split: 'A value without this text stays as it is.',
  empty: 'The rows are sent without this value.',
  fillDown: 'An empty cell gets the nearest value above it in the file.',
};

export const PLACE_NAMES: Readonly<Record<Place, string>> = {
  anywhere: 'Anywhere in the value',
  whole: 'The whole value',
  start: 'At the start of the value',
  end: 'At the end of the value',
};

export const LETTER_NAMES: Readonly<Record<Letters, string>> = {
  upper: 'ALL LARGE',
  lower: 'all small',
  title: 'A Capital For Each Word',
};

/** @param column the one that the chosen rows are about; null: none */
export function openForm(column: number | null): CellsForm {
  return {
    kind: 'replace',
    find: '',
    to: '',
    place: 'anywhere',
    isExact: false,
    at: '/',
    keep: 'before',
    letters: 'title',
    column,
    rows: 'shown',
  };
}

/** Null while something is missing. */
export function actOf({ kind, find, to, place, isExact, at, keep, letters }: CellsForm): CellAct | null {
  switch (kind) {
    case 'replace':
      return find === '' ? null : { kind, find, to, place, isExact };
    case 'split':
      return at === '' ? null : { kind, at, keep };
    case 'case':
      return { kind, to: letters };
    case 'digits':
    case 'empty':
    case 'fillDown':
      return { kind };
  }
}
