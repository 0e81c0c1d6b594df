import type { Problem, ProblemKind, Reading } from '../../../shared/contract/imports/reading.ts';
import { NOT_DATA } from '../../../shared/domain/files/not-data.ts';
import type { LaterLines } from '../program/later-lines.ts';

export function problemText({ title, message, count, examples }: Problem): string {
  const lines = [...new Set(examples.map(({ line }) => line))];
  const shown = lines.slice(0, 5).join(', ');
  const more = shown !== '' && (lines.length > 5 || count > examples.length) ? ', …' : '';
  return `${title}: ${message}${shown === '' ? '' : ` (${lines.length === 1 && more === '' ? 'row' : 'rows'} ${shown}${more})`}`;
}

/** After these a value may be another one than in the source, stand in another column, or be missing. */
const MAY_BE_WRONG: ReadonlySet<ProblemKind> = new Set([
  'ragged',
  'quote',
  'undecodable',
  'crossesCut',
  'shortened',
  'formulaUnknown',
  'formatUnknown',
  'numberAsText',
  'cutOff',
]);

/**
 * Says which rows with content do not become leads, and which values may be wrong: nobody is here to see it before they are
 * missed.
 */
export function sayOdd(lines: LaterLines, { problems }: Reading): void {
  for (const problem of problems) {
    const { kind, count, examples } = problem;
    const rows = examples.map(({ line }) => line);
    if (MAY_BE_WRONG.has(kind)) lines.add(problemText(problem), { mayBeWrong: kind, count, rows });
    else if (NOT_DATA.has(kind) && kind !== 'blankRows')
      lines.add(problemText(problem), { notRead: kind, count, rows });
  }
}
