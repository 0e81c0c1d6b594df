import { shapeOf as judgeShape } from '../../../../shared/domain/files/cell-shapes.ts';
import { isColumnName as judgeName } from './column-names.ts';
import { typeOf as judgeType } from './sheet-row.ts';

/** What the search for the header asks of cells. It compares rows with each other, so it asks about a cell dozens of times. */

/** Cells whose answer is kept; then all are forgotten. */
const REMEMBERED = 10_000;
/** Characters. Longer cells are judged each time, so that the memory is bounded. */
const LONGEST_REMEMBERED = 100;

function remembering<Answer>(judge: (cell: string) => Answer): (cell: string) => Answer {
  const known = new Map<string, Answer>();
  return (cell) => {
    if (cell.length > LONGEST_REMEMBERED) return judge(cell);
    const before = known.get(cell);
    if (before !== undefined) return before;
    const answer = judge(cell);
    if (known.size >= REMEMBERED) known.clear();
    known.set(cell, answer);
    return answer;
  };
}

export const typeOf = remembering(judgeType);
export const shapeOf = remembering(judgeShape);
export const isColumnName = remembering(judgeName);
