import type { ProblemList } from './problem-list.ts';

/** Blank lines whose numbers are kept as examples. */
const keptBlanks = 20;

/** Finds the blank lines of a sheet, and counts those between the rows of its table. */
export class BlankLines {
  /** Blank lines that no row of the table follows yet: the first and the last of each run. */
  readonly #open: { readonly from: number; to: number }[] = [];
  /** Between rows of the table, and the first of them. */
  #count = 0;
  readonly #examples: number[] = [];
  /** Behind the last row, blank or not. */
  #nextLine = 1;
  /** Rows with content that a reader leaves out. */
  #notRead = { from: 0, behind: 0 };

  /** The lines up to this one are blank: most workbooks do not hold theirs at all. */
  upTo(line: number): void {
    const from = this.#nextLine === this.#notRead.from ? this.#notRead.behind : this.#nextLine;
    if (line < from) return;
    this.#nextLine = line + 1;
    const run = this.#open.at(-1);
    if (run?.to === from - 1) run.to = line;
    else this.#open.push({ from, to: line });
  }

  /** A line has content. */
  pass(line: number): void {
    if (line !== this.#nextLine) this.upTo(line - 1);
    this.#nextLine = line + 1;
  }

  /** Lines with content that do not come, from this one on. */
  leaveOut(line: number, count: number): void {
    this.#notRead = { from: line, behind: line + count };
  }

  /** Counts the blank lines above a row of the table, as far as they are below the first. */
  countAbove(line: number, firstDataLine: number): void {
    if (this.#open.length === 0) return;
    const below = this.#open.findIndex(({ from }) => from > line);
    for (const { from, to } of this.#open.splice(0, below === -1 ? this.#open.length : below)) {
      const first = Math.max(from, firstDataLine + 1);
      this.#count += Math.max(0, to - first + 1);
      for (let blank = first; blank <= to && this.#examples.length < keptBlanks; blank += 1) this.#examples.push(blank);
    }
  }

  /** @param lastLine of the table, named where no example is */
  remark(problems: ProblemList, lastLine: number): void {
    for (const line of this.#examples) problems.add('blankRows', line, '', '');
    const others = this.#count - this.#examples.length;
    if (others > 0) problems.add('blankRows', lastLine, '', '', others);
  }
}
