import type { ProblemKind } from '../../contract/imports/reading.ts';

/** Kinds of problem that are counted in lines of a file that do not become rows. */
export const NOT_DATA: ReadonlySet<ProblemKind> = new Set([
  'blankRows',
  'unticked',
  'titleLines',
  'notesBelow',
  'totals',
  'sectionRows',
  'pageFeet',
  'repeatedHeader',
  'repeatedRows',
]);
