// Why: decision 0032.
import { format } from '../../../../shared/domain/words/format.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { NextOccurrence, nowhere, positionOf } from './next-occurrence.ts';
import { QuoteMeanings } from './quote-meanings.ts';
import { isStrayQuote } from './stray-quotes.ts';

/**
 * Splits delimited text into records; the text comes in pieces of any size. Our own code rather than papaparse, which
 * expects one kind of line end in the whole file and reads an unclosed quote to the end of the file. Here CR, LF and CRLF
 * may be mixed, and a stray quote becomes a problem of one row. At most one unfinished record is held.
 */

export interface RecordSink {
  /**
   * `cells` belongs to the receiver. `badQuote`: a quote is not closed or stands in the wrong place. `innerQuote`: the
   * first cell, counted from 0, that does not begin with a quote and holds one; -1 without such a cell.
   */
  record(cells: string[], badQuote: boolean, innerQuote: number): void;
}

export interface SplitterOptions {
  delimiter: string;
  /** The sign around cells; a quotation mark when left out. */
  quote?: string | undefined;
  /** Characters. A longer quoted cell means that its quote is a stray one; a longer plain cell ends the reading. */
  longestCell: number;
}

export class CellTooLong extends FileTrouble {
  readonly record: number;

  constructor(record: number) {
    super(
      'tooLarge',
      `Line ${record} has a cell of more than ${format.number(spreadsheetLimits.cellCharacters)} characters. The separator may be wrong, or a quotation mark is missing. Choose another separator, or repair that line.`,
    );
    this.record = record;
  }
}

const unfinished = -1;

export class RecordSplitter {
  /** Line ends seen outside quotes. */
  readonly newlines = { LF: 0, CRLF: 0, CR: 0 };
  records = 0;
  /** Cells of the last record that has more than one; 0 without such a record. */
  width = 0;
  readonly #delimiter: string;
  readonly #quote: string;
  readonly #longestCell: number;
  readonly #sink: RecordSink;
  #rest = '';
  #waitFor = 0;
  #text = '';
  #final = false;
  #nextLineFeed = nowhere;
  #nextReturn = nowhere;
  #nextQuote = nowhere;
  #cells: string[] = [];
  #badQuote = false;
  /** A cell of the record stands between quotation marks. */
  #hasQuoted = false;
  #innerQuote = -1;
  readonly #delimiters: NextOccurrence;
  readonly #quotes: QuoteMeanings;
  /**
   * Position. Every scan that passes the first quote of a run before this position gets here without finding a quote that
   * closes a cell.
   */
  #unclosedTo = unfinished;

  constructor(options: SplitterOptions, sink: RecordSink) {
    this.#delimiter = options.delimiter;
    this.#delimiters = new NextOccurrence(options.delimiter);
    this.#quote = options.quote ?? '"';
    this.#quotes = new QuoteMeanings(options.delimiter, this.#quote);
    this.#longestCell = options.longestCell;
    this.#sink = sink;
  }

  push(piece: string): void {
    this.#rest = this.#rest === '' ? piece : this.#rest + piece;
    // A long unfinished record is scanned again only when its length has doubled, so that the cost stays linear.
    if (this.#rest.length >= this.#waitFor) this.#split(false);
  }

  end(): void {
    // DOS programs end a text with Ctrl-Z.
    let length = this.#rest.length;
    while (this.#rest.charCodeAt(length - 1) === 0x1a) length -= 1;
    this.#rest = this.#rest.slice(0, length);
    this.#split(true);
  }

  /** Characters of a record that is not finished. */
  get held(): number {
    return this.#rest.length;
  }

  /** Returns the text that was not read yet and forgets it. */
  takeRest(): string {
    const rest = this.#rest;
    this.#rest = '';
    this.#waitFor = 0;
    return rest;
  }

  #split(final: boolean): void {
    this.#text = this.#rest;
    this.#final = final;
    this.#nextLineFeed = this.#nextReturn = this.#nextQuote = unfinished;
    this.#delimiters.begin(this.#text);
    this.#quotes.begin(this.#text, final);
    this.#unclosedTo = unfinished;
    const length = this.#text.length;
    let position = 0;
    while (position < length) {
      const next = this.#record(position);
      if (next === unfinished) break;
      position = next;
    }
    this.#rest = this.#text.slice(position);
    this.#waitFor = this.#rest.length > 65_536 ? this.#rest.length * 2 : 0;
  }

  /** Reads one record from `start` and hands it over; returns where the next one begins. */
  #record(start: number): number {
    const lineEnd = this.#lineEndFrom(start);
    if (this.#nextQuote !== nowhere && this.#nextQuote < start) this.#nextQuote = this.#find(this.#quote, start);
    if (this.#nextQuote >= lineEnd) {
      if (lineEnd === nowhere && !this.#final) {
        this.#refuseEndless(start);
        return unfinished;
      }
      const end = lineEnd === nowhere ? this.#text.length : lineEnd;
      const after = this.#afterLineEnd(end);
      if (after === unfinished) return unfinished;
      const line = this.#text.slice(start, end);
      if (line.length > this.#longestCell) this.#refuseLongCells(line);
      this.#deliver(line.split(this.#delimiter), false, -1, end, after);
      return after;
    }
    return this.#recordWithQuotes(start);
  }

  #recordWithQuotes(start: number): number {
    this.#cells = [];
    this.#badQuote = false;
    this.#hasQuoted = false;
    this.#innerQuote = -1;
    let position = start;
    for (;;) {
      position = this.#plainCells(position);
      const end = this.#cell(position);
      if (end === unfinished) return unfinished;
      if (end < this.#text.length && this.#text.startsWith(this.#delimiter, end)) {
        position = end + this.#delimiter.length;
        continue;
      }
      if (end >= this.#text.length && !this.#final) return unfinished;
      const after = this.#afterLineEnd(end);
      if (after === unfinished) return unfinished;
      this.#deliver(this.#cells, this.#badQuote, this.#innerQuote, end, after);
      return after;
    }
  }

  /**
   * Takes all cells from `start` up to the cell that the next quote opens, or up to the last cell of the line; returns
   * where that cell begins. Returns `start` when the next quote stands inside a cell.
   */
  #plainCells(start: number): number {
    if (this.#nextQuote !== nowhere && this.#nextQuote < start) this.#nextQuote = this.#find(this.#quote, start);
    const lineEnd = this.#lineEndFrom(start);
    if (this.#nextQuote > lineEnd) {
      const cells = this.#text.slice(start, lineEnd).split(this.#delimiter);
      const last = cells.pop() ?? '';
      this.#take(cells);
      return lineEnd - last.length;
    }
    const opening = this.#nextQuote - this.#delimiter.length;
    if (this.#nextQuote === nowhere || opening < start || !this.#text.startsWith(this.#delimiter, opening))
      return start;
    this.#take(this.#text.slice(start, opening).split(this.#delimiter));
    return this.#nextQuote;
  }

  #take(cells: readonly string[]): void {
    for (const cell of cells) {
      if (cell.length > this.#longestCell) throw new CellTooLong(this.records + 1);
      this.#cells.push(cell);
    }
  }

  /** Reads one cell into `cells`; returns the position of the delimiter or line end behind it. */
  #cell(start: number): number {
    let open = start;
    if (this.#text[open] === ' ' && this.#delimiter !== ' ') {
      while (this.#text[open] === ' ') open += 1;
      if (this.#text[open] === this.#quote && this.#lineEndFrom(open) === nowhere && !this.#final) {
        this.#refuseEndless(start);
        return unfinished;
      }
      if (this.#text[open] !== this.#quote || !this.#closesOnItsLine(open)) open = start;
    }
    if (this.#text[open] !== this.#quote) {
      if (start >= this.#text.length && !this.#final) return unfinished;
      return this.#plainCell(start, '');
    }
    return this.#quotedCell(open);
  }

  #plainCell(start: number, before: string): number {
    const end = Math.min(this.#delimiters.next(start), this.#lineEndFrom(start));
    if (end === nowhere && !this.#final) {
      this.#refuseEndless(start);
      return unfinished;
    }
    const stop = end === nowhere ? this.#text.length : end;
    const value = before + this.#text.slice(start, stop);
    if (value.length > this.#longestCell) throw new CellTooLong(this.records + 1);
    if (!this.#badQuote && this.#innerQuote === -1 && value.includes(this.#quote))
      this.#innerQuote = this.#cells.length;
    this.#cells.push(value);
    return stop;
  }

  #quotedCell(open: number): number {
    let value = '';
    let from = open + 1;
    let isClosed = false;
    let fewestRows = 1;
    for (;;) {
      const at = this.#find(this.#quote, from);
      if (at - open > this.#longestCell) return this.#unclosedCell(open, at);
      if (!isClosed && this.#isKnownUnclosed(at)) {
        const end = this.#endAhead(open);
        if (end === unfinished) return unfinished;
        if (end - open > this.#longestCell) return this.#unclosedCell(open, end);
        isClosed = true;
      }
      value += this.#text.slice(from, at);
      const meaning = this.#meaningOf(at);
      if (meaning === 'closing' || meaning === 'closing before text') {
        const isStray = this.#isStray(open, at, meaning === 'closing' ? fewestRows : 0);
        if (isStray === 'unfinished') return unfinished;
        if (isStray) {
          this.#badQuote = true;
          return this.#plainCell(open, '');
        }
      }
      switch (meaning) {
        case 'unfinished':
        case 'unfinished line':
          return unfinished;
        case 'doubled':
          value += this.#quote;
          from = at + 2;
          break;
        case 'closing':
          this.#hasQuoted = true;
          this.#cells.push(value);
          return this.#quotes.cellEnd;
        case 'closing before text':
          this.#badQuote = true;
          return this.#plainCell(at + 1, value);
        case 'content':
          this.#badQuote = true;
          if (this.#beginsCell(at)) fewestRows = 0;
          value += this.#quote;
          from = at + 1;
      }
    }
  }

  #beginsCell(at: number): boolean {
    return (
      this.#text.startsWith(this.#delimiter, at - this.#delimiter.length) || /[\r\n]/.test(this.#text[at - 1] ?? '')
    );
  }

  /**
   * `fewestRows` 0: text behind the closing quote, or a quote inside of the cell that may open another one, is odd already, so no
   * rows between are needed to tell that it closes the cell of another row. Where a cell before it is quoted, the file quotes
   * its cells, so this one is not stray.
   */
  #isStray(open: number, close: number, fewestRows: number): boolean | 'unfinished' {
    if (this.#hasQuoted || this.#lineEndFrom(open) >= close) return false;
    const isStray = isStrayQuote(
      { text: this.#text, open, close, final: this.#final, before: this.#cells.length, above: this.width, fewestRows },
      this.#delimiter,
      this.#quote,
    );
    if (isStray === 'unfinished') this.#refuseEndless(close);
    return isStray;
  }

  /** The quote at `open` is never closed: takes it for a character, so that the cell does not swallow the rows below. */
  #unclosedCell(open: number, lookedTo: number): number {
    if (!this.#final && this.#text.length - open <= this.#longestCell) return unfinished;
    this.#unclosedTo = lookedTo;
    this.#badQuote = true;
    return this.#plainCell(open, '');
  }

  /** Every scan path visits the first quote of a run; inside a run two paths may visit different quotes. */
  #isKnownUnclosed(at: number): boolean {
    return at < this.#unclosedTo && this.#text[at - 1] !== this.#quote;
  }

  #meaningOf(at: number): ReturnType<QuoteMeanings['of']> {
    const meaning = this.#quotes.of(at, Math.min(this.#nextLineFeed, this.#nextReturn));
    if (meaning === 'unfinished line') this.#refuseEndless(at + 1);
    return meaning;
  }

  /** Where the scan through the unclosed part ends: at a quote that closes the cell, or beyond the longest cell. */
  #endAhead(open: number): number {
    let at = this.#unclosedTo;
    while (at - open <= this.#longestCell) {
      const meaning = this.#meaningOf(at);
      if (meaning === 'unfinished' || meaning === 'unfinished line') return unfinished;
      if (meaning !== 'doubled' && meaning !== 'content') break;
      at = this.#find(this.#quote, meaning === 'doubled' ? at + 2 : at + 1);
    }
    this.#unclosedTo = at;
    return at;
  }

  #closesOnItsLine(open: number): boolean {
    const stop = Math.min(this.#lineEndFrom(open), this.#text.length);
    for (let at = this.#find(this.#quote, open + 1); at < stop; at = this.#find(this.#quote, at + 1)) {
      if (this.#text[at + 1] === this.#quote) {
        at += 1;
        continue;
      }
      let behind = at + 1;
      while (this.#text[behind] === ' ') behind += 1;
      return this.#quotes.endsCell(at + 1) || this.#quotes.endsCell(behind);
    }
    return false;
  }

  #lineEndFrom(start: number): number {
    if (this.#nextLineFeed < start) this.#nextLineFeed = this.#find('\n', start);
    if (this.#nextReturn < start) this.#nextReturn = this.#find('\r', start);
    return Math.min(this.#nextLineFeed, this.#nextReturn);
  }

  #find(what: string, from: number): number {
    return positionOf(this.#text, what, from);
  }

  /** Where the next record begins when this one ends at `end`. */
  #afterLineEnd(end: number): number {
    if (this.#text.charCodeAt(end) !== 13) return end + 1;
    if (end + 1 >= this.#text.length && !this.#final) return unfinished;
    return this.#text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
  }

  #deliver(cells: string[], badQuote: boolean, innerQuote: number, end: number, after: number): void {
    this.records += 1;
    if (cells.length > 1) this.width = cells.length;
    if (end < this.#text.length) {
      if (after - end === 2) this.newlines.CRLF += 1;
      else if (this.#text.charCodeAt(end) === 13) this.newlines.CR += 1;
      else this.newlines.LF += 1;
    }
    this.#sink.record(cells, badQuote, innerQuote);
  }

  #refuseEndless(start: number): void {
    // A line may hold many cells, so only a line far longer than one cell is refused before its end is found.
    if (this.#text.length - start > this.#longestCell * 16) throw new CellTooLong(this.records + 1);
  }

  #refuseLongCells(line: string): void {
    for (const cell of line.split(this.#delimiter))
      if (cell.length > this.#longestCell) throw new CellTooLong(this.records + 1);
  }
}

/**
 * The first records, at most `limit`, of a text held as a whole (the head that guesses are made from). `whole` false: the
 * last record may be cut off and is left out, unless the text has no other: a header may be longer than the head.
 */
export function splitHead(text: string, delimiter: string, limit: number, whole: boolean): string[][] {
  const records: string[][] = [];
  const splitter = new RecordSplitter(
    { delimiter, longestCell: 1_000_000 },
    { record: (cells) => void (records.length < limit && records.push(cells)) },
  );
  try {
    splitter.push(text);
    if (whole || records.length === 0) splitter.end();
  } catch (error) {
    if (!(error instanceof CellTooLong)) throw error;
  }
  return records;
}
