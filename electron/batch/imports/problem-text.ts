import type { Problem, Reading } from '../../../shared/contract/imports/reading.ts';
import { NOT_DATA } from '../../../shared/domain/files/not-data.ts';
import type { LaterLines } from '../program/later-lines.ts';

export function problemText({ title, message, count, examples }: Problem): string {
  const lines = [...new Set(examples.map(({ line }) => line))];
  const shown = lines.slice(0, 5).join(', ');
  const more = shown !== '' && (lines.length > 5 || count > examples.length) ? ', …' : '';
  return `${title}: ${message}${shown === '' ? '' : ` (${lines.length === 1 && more === '' ? 'row' : 'rows'} ${shown}${more})`}`;
}

/** Says which rows with content do not become leads, because nobody is here to see it before they are missed. */
export function sayNotRead(lines: LaterLines, { problems }: Reading): void {
  for (const problem of problems) {
    const { kind, count, examples } = problem;
    if (!NOT_DATA.has(kind) || kind === 'blankRows') continue;
    lines.add(problemText(problem), { notRead: kind, count, rows: examples.map(({ line }) => line) });
  }
}
