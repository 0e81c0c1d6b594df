import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { typeOf } from './cell-answers.ts';
import { headerScore } from './header-score.ts';
import { filledCount, median, type SheetRow } from './sheet-row.ts';
import { RepeatedHeader } from './table-header.ts';

/** Rows of a block above a table: who made it, which filter it has, a summary. */
const longestBlock = 12;
/** Rows. A table behind a block has more rows than this, and twice as many as the block. */
const shortestTable = 3;
/** Score of a row that is a header when nothing above it counts. */
const sureHeader = 0.8;
/** Share of the cells of a row that are of the kind of their column: the row is one of the table. */
const fitting = 0.7;

/**
 * The place of the header: `found`, or a row further down when the rows from `found` to there are a block above the table,
 * such as a summary with names and values of its own. They end with a blank line, or their cells are not values of the columns.
 */
export function headerBehindTitles(rows: readonly SheetRow[], found: number, foundScore: number): number {
  let best = found;
  let bestScore = foundScore;
  const counts = rows.map((row) => filledCount(row.cells));
  const header = new RepeatedHeader(rows[found]?.cells ?? []);
  for (let at = found + 1; at <= Math.min(found + longestBlock, rows.length - shortestTable - 1); at += 1) {
    const row = rows[at];
    const above = rows[at - 1];
    const filled = counts[at] ?? 0;
    if (row === undefined || above === undefined || filled < 2 || !isWords(row)) continue;
    // A short page or group lies between: its rows are data.
    if (header.equals(row)) break;
    const body = rows.slice(at);
    const block = at - found;
    if (body.length - 1 < Math.max(shortestTable, block * 2)) continue;
    const typical = median(counts.slice(at + 1));
    if (filled < typical * 0.6) continue;
    const score = headerScore(body, 0, typical, sureHeader);
    const isApart = row.line > above.line + 1;
    if (score < sureHeader || score < bestScore * (isApart ? 0.4 : 0.8)) continue;
    const between = rows.slice(found + 1, at);
    const strangers = between.filter((other) => !isOfTable(other, body.slice(1, 31))).length;
    const isBlock = isApart
      ? strangers > 0 || between.length === 0
      : between.length > 0 && strangers === between.length;
    if (!isBlock) continue;
    best = at;
    bestScore = score;
  }
  return best;
}

function isWords(row: SheetRow): boolean {
  return row.cells.every((cell) => ['text', 'empty'].includes(typeOf(cell)));
}

/** Whether the row is like the rows of the table in most columns: of the same kind, and filled where they are. */
function isOfTable(row: SheetRow, body: readonly SheetRow[]): boolean {
  const width = Math.max(row.cells.length, ...body.map((other) => other.cells.length));
  let judged = 0;
  let fits = 0;
  for (let column = 0; column < width; column += 1) {
    const cell = row.cells[column] ?? '';
    const values = body.map((other) => other.cells[column] ?? '').filter((value) => !isBlank(value));
    if (isBlank(cell) && values.length < body.length * 0.8) continue;
    judged += 1;
    const own = typeOf(cell);
    if (values.filter((value) => typeOf(value) === own).length >= Math.max(1, values.length * 0.3)) fits += 1;
  }
  return fits >= judged * fitting;
}
