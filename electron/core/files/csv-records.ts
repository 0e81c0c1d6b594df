/**
 * Splits delimited text into records, fed in pieces of any size. Own rather than papaparse's: papaparse wants one kind
 * of line end for the whole file and reads an unclosed quote to the end of the file; here CR, LF and CRLF may be mixed
 * and a stray quote costs one row a remark. Not more than one unfinished record is held.
 */

export interface RecordSink {
  /**
   * `cells` belongs to the receiver. `badQuote`: a quote that was not closed or stood in the wrong place. `innerQuote`:
   * the first cell, from 0, that does not begin with a quote and holds one, or -1.
   */
  record(cells: string[], badQuote: boolean, innerQuote: number): void;
}

export interface SplitterOptions {
  delimiter: string;
  /** A quoted cell longer than this is taken for a stray quote; a plain one for a damaged file. Characters. */
  longestCell: number;
}

export class CellTooLong extends Error {
  readonly record: number;

  constructor(record: number) {
    super(`record ${record} holds a cell beyond the limit`);
    this.record = record;
  }
}

const quote = '"';
const unfinished = -1;
/** Stands for "not found" in comparisons: beyond any position, and still a small integer, which keeps the loop fast. */
const nowhere = 0x3fffffff;

export class RecordSplitter {
  /** Line ends seen outside quotes. */
  readonly newlines = { LF: 0, CRLF: 0, CR: 0 };
  records = 0;
  private readonly delimiter: string;
  private readonly longestCell: number;
  private readonly sink: RecordSink;
  private rest = '';
  private waitFor = 0;
  private text = '';
  private final = false;
  private nextLineFeed = -2;
  private nextReturn = -2;
  private nextQuote = -2;
  private cells: string[] = [];
  private badQuote = false;
  private innerQuote = -1;

  constructor(options: SplitterOptions, sink: RecordSink) {
    this.delimiter = options.delimiter;
    this.longestCell = options.longestCell;
    this.sink = sink;
  }

  push(piece: string): void {
    this.rest = this.rest === '' ? piece : this.rest + piece;
    // A long unfinished record is looked at again only when it has doubled, so that its cost stays linear.
    if (this.rest.length >= this.waitFor) this.split(false);
  }

  end(): void {
    // Programs of DOS end a text with Ctrl-Z.
    this.rest = this.rest.replace(/\u001a+$/, '');
    this.split(true);
  }

  /** Characters of a record that is not finished. */
  get held(): number {
    return this.rest.length;
  }

  /** Gives back what was not read, as if it had never been pushed. */
  takeRest(): string {
    const { rest } = this;
    this.rest = '';
    this.waitFor = 0;
    return rest;
  }

  private split(final: boolean): void {
    this.text = this.rest;
    this.final = final;
    this.nextLineFeed = this.nextReturn = this.nextQuote = -2;
    const length = this.text.length;
    let position = 0;
    while (position < length) {
      const next = this.record(position);
      if (next === unfinished) break;
      position = next;
    }
    this.rest = position === 0 ? this.text : this.text.slice(position);
    this.text = '';
    this.waitFor = this.rest.length > 65_536 ? this.rest.length * 2 : 0;
  }

  /** Reads one record from `start`, hands it over, and answers where the next one begins. */
  private record(start: number): number {
    const lineEnd = this.lineEndFrom(start);
    if (this.nextQuote !== nowhere && this.nextQuote < start) this.nextQuote = this.find(quote, start);
    if (this.nextQuote >= lineEnd) {
      if (lineEnd === nowhere && !this.final) {
        this.refuseEndless(start);
        return unfinished;
      }
      const end = lineEnd === nowhere ? this.text.length : lineEnd;
      const after = this.afterLineEnd(end);
      if (after === unfinished) return unfinished;
      const line = this.text.slice(start, end);
      if (line.length > this.longestCell) this.refuseLongCells(line);
      this.deliver(line.split(this.delimiter), false, -1, end, after);
      return after;
    }
    return this.recordWithQuotes(start);
  }

  private recordWithQuotes(start: number): number {
    this.cells = [];
    this.badQuote = false;
    this.innerQuote = -1;
    let position = start;
    for (;;) {
      position = this.plainCells(position);
      const end = this.cell(position);
      if (end === unfinished) return unfinished;
      if (end < this.text.length && this.text.startsWith(this.delimiter, end)) {
        position = end + this.delimiter.length;
        continue;
      }
      if (end >= this.text.length && !this.final) return unfinished;
      const after = this.afterLineEnd(end);
      if (after === unfinished) return unfinished;
      this.deliver(this.cells, this.badQuote, this.innerQuote, end, after);
      return after;
    }
  }

  /**
   * Takes at once the cells from `start` up to the one the next quote opens, or to the last of the line; answers where
   * that one begins. `start` itself when the next quote stands inside a cell.
   */
  private plainCells(start: number): number {
    if (this.nextQuote !== nowhere && this.nextQuote < start) this.nextQuote = this.find(quote, start);
    const lineEnd = this.lineEndFrom(start);
    if (this.nextQuote > lineEnd) {
      const cells = this.text.slice(start, lineEnd).split(this.delimiter);
      const last = cells.pop() ?? '';
      this.take(cells);
      return lineEnd - last.length;
    }
    const opening = this.nextQuote - this.delimiter.length;
    if (this.nextQuote === nowhere || opening < start || !this.text.startsWith(this.delimiter, opening)) return start;
    this.take(this.text.slice(start, opening).split(this.delimiter));
    return this.nextQuote;
  }

  private take(cells: readonly string[]): void {
    for (const cell of cells) {
      if (cell.length > this.longestCell) throw new CellTooLong(this.records + 1);
      this.cells.push(cell);
    }
  }

  /** Reads one cell into `cells`; answers the position of the delimiter or line end behind it. */
  private cell(start: number): number {
    let open = start;
    if (this.text[open] === ' ' && this.delimiter !== ' ') {
      while (this.text[open] === ' ') open += 1;
      if (this.text[open] !== quote || !this.closesOnItsLine(open)) open = start;
    }
    if (this.text[open] !== quote) {
      if (start >= this.text.length && !this.final) return unfinished;
      return this.plainCell(start, '');
    }
    return this.quotedCell(open);
  }

  private plainCell(start: number, before: string): number {
    const end = Math.min(this.find(this.delimiter, start), this.lineEndFrom(start));
    if (end === nowhere && !this.final) {
      this.refuseEndless(start);
      return unfinished;
    }
    const stop = end === nowhere ? this.text.length : end;
    const value = before + this.text.slice(start, stop);
    if (value.length > this.longestCell) throw new CellTooLong(this.records + 1);
    if (!this.badQuote && this.innerQuote === -1 && value.includes(quote)) this.innerQuote = this.cells.length;
    this.cells.push(value);
    return stop;
  }

  private quotedCell(open: number): number {
    let value = '';
    let from = open + 1;
    for (;;) {
      const at = this.find(quote, from);
      if (at - open > this.longestCell || at === nowhere) {
        if (!this.final && this.text.length - open <= this.longestCell) return unfinished;
        // Never closed: the quote is a character of an unquoted cell, so that the rows below are not swallowed.
        this.badQuote = true;
        this.nextLineFeed = this.nextReturn = -2;
        return this.plainCell(open, '');
      }
      value += this.text.slice(from, at);
      const after = at + 1;
      if (after >= this.text.length && !this.final) return unfinished;
      if (this.text[after] === quote) {
        value += quote;
        from = after + 1;
        continue;
      }
      if (this.endsCell(after)) {
        this.cells.push(value);
        return after;
      }
      if (this.text.length - after < this.delimiter.length && !this.final) return unfinished;
      let blank = after;
      while (this.text[blank] === ' ') blank += 1;
      if (blank + this.delimiter.length > this.text.length && !this.final) return unfinished;
      if (blank > after && this.endsCell(blank)) {
        this.cells.push(value);
        return blank;
      }
      this.badQuote = true;
      const meaning = this.meaningOfStrayQuote(after);
      if (meaning === unfinished) return unfinished;
      if (meaning === 0) return this.plainCell(after, value);
      value += quote;
      from = after;
    }
  }

  /** 1: an unescaped quote inside the cell, which closes later on its line; 0: it closed the cell, text follows. */
  private meaningOfStrayQuote(after: number): number {
    const lineEnd = this.lineEndFrom(after);
    if (lineEnd === nowhere && !this.final) {
      this.refuseEndless(after);
      return unfinished;
    }
    const stop = Math.min(lineEnd, this.text.length);
    for (let at = this.find(quote, after); at < stop; at = this.find(quote, at + 1)) {
      if (this.text.startsWith(this.delimiter, at - this.delimiter.length)) return 0;
      if (this.endsCell(at + 1)) return 1;
    }
    return 0;
  }

  private closesOnItsLine(open: number): boolean {
    const stop = Math.min(this.lineEndFrom(open), this.text.length);
    for (let at = this.find(quote, open + 1); at < stop; at = this.find(quote, at + 1)) {
      if (this.text[at + 1] === quote) at += 1;
      else return this.endsCell(at + 1);
    }
    return false;
  }

  private endsCell(position: number): boolean {
    if (position >= this.text.length) return true;
    const code = this.text.charCodeAt(position);
    return code === 10 || code === 13 || this.text.startsWith(this.delimiter, position);
  }

  private lineEndFrom(start: number): number {
    if (this.nextLineFeed < start) this.nextLineFeed = this.find('\n', start);
    if (this.nextReturn < start) this.nextReturn = this.find('\r', start);
    return Math.min(this.nextLineFeed, this.nextReturn);
  }

  private find(what: string, from: number): number {
    const at = this.text.indexOf(what, from);
    return at === -1 ? nowhere : at;
  }

  /** Where the next record begins when this one ends at `end`. */
  private afterLineEnd(end: number): number {
    if (this.text.charCodeAt(end) !== 13) return end + 1;
    if (end + 1 >= this.text.length && !this.final) return unfinished;
    return this.text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
  }

  private deliver(cells: string[], badQuote: boolean, innerQuote: number, end: number, after: number): void {
    this.records += 1;
    if (end < this.text.length) {
      if (after - end === 2) this.newlines.CRLF += 1;
      else if (this.text.charCodeAt(end) === 13) this.newlines.CR += 1;
      else this.newlines.LF += 1;
    }
    this.sink.record(cells, badQuote, innerQuote);
  }

  private refuseEndless(start: number): void {
    // A line may hold many cells, so only a line far beyond one cell is refused before its end is seen.
    if (this.text.length - start > this.longestCell * 16) throw new CellTooLong(this.records + 1);
  }

  private refuseLongCells(line: string): void {
    for (const cell of line.split(this.delimiter))
      if (cell.length > this.longestCell) throw new CellTooLong(this.records + 1);
  }
}

/** The records of a text held as a whole (a head used for guessing). A last record cut off by the limit is left out. */
export function splitHead(text: string, delimiter: string, limit: number, whole: boolean): string[][] {
  const records: string[][] = [];
  const splitter = new RecordSplitter(
    { delimiter, longestCell: 1_000_000 },
    { record: (cells) => void (records.length < limit && records.push(cells)) },
  );
  try {
    splitter.push(text);
    if (whole) splitter.end();
  } catch (error) {
    if (!(error instanceof CellTooLong)) throw error;
  }
  return records;
}
