import { nowhere } from './next-occurrence.ts';

/** Cells. Rows of fewer are too much like lines of a text with a separator in them. */
const FEWEST_CELLS = 3;
const lineEnd = /\r\n|\n|\r/g;

/** A text between two quotation marks, which may belong to different rows. */
interface QuotedText {
  readonly text: string;
  /** Positions of the two marks. */
  readonly open: number;
  readonly close: number;
  /** Nothing follows the text. */
  readonly final: boolean;
  /** Cells of the record up to the first mark. */
  readonly before: number;
  /** Cells of the record above; 0 when it is not known. */
  readonly above: number;
  /** Whole rows that must stand between the marks. */
  readonly fewestRows: number;
}

/**
 * Whether the mark that opens a value is a stray one, as in 2;"Nord;2031, and the mark that closes it belongs to another row:
 * the value would take in all rows between them. Then the line in which it opens, those below it, the one in which it closes
 * and the next one have as many cells each as the record above. Lines of a text have not, and have a blank behind the commas.
 * "unfinished": more of the text decides.
 */
export function isStrayQuote(quoted: QuotedText, delimiter: string, quote: string): boolean | 'unfinished' {
  const { text, open, close, final, before, above, fewestRows } = quoted;
  const first = lineFrom(open);
  if (first.next > close) return false;
  const cells = cellsIn(first.line);
  const width = before + cells;
  if (cells === 0 || width < FEWEST_CELLS || (above > 0 && width !== above)) return false;
  let line = lineFrom(first.next);
  let rows = 0;
  for (; line.next <= close; line = lineFrom(line.next)) {
    if (cellsIn(line.line) !== width) return false;
    rows += 1;
  }
  if (rows < fewestRows) return false;
  if (!final && line.next >= text.length) return 'unfinished';
  if (cellsIn(line.line) !== width) return false;
  if (line.next >= text.length) return rows > fewestRows;
  const following = lineFrom(line.next);
  if (!final && following.next === nowhere) return 'unfinished';
  return cellsIn(following.line) === width;

  function lineFrom(start: number): { line: string; next: number } {
    lineEnd.lastIndex = start;
    const end = lineEnd.exec(text);
    // A line feed may still follow.
    const isCut = end?.[0] === '\r' && end.index + 1 === text.length && !final;
    if (end === null || isCut) return { line: text.slice(start), next: nowhere };
    return { line: text.slice(start, end.index), next: end.index + end[0].length };
  }

  /**
   * A separator between quotation marks does not cut; a mark alone is a character. 0: a blank follows a separator, as in a
   * sentence.
   */
  function cellsIn(row: string): number {
    let cells = 1;
    for (let at = 0; ; cells += 1) {
      const closed = row.startsWith(quote, at) ? row.indexOf(quote + delimiter, at + quote.length) : -1;
      const end = row.indexOf(delimiter, closed === -1 ? at : closed);
      if (end === -1) return cells;
      at = end + delimiter.length;
      if (row[at] === ' ') return 0;
    }
  }
}
