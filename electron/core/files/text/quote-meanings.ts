import { NextOccurrence, nowhere, positionOf } from './next-occurrence.ts';

/**
 * What a quote inside a quoted cell is. `unfinished`: the text ends too early to tell; `unfinished line`: what tells
 * it is the end of a line that is not there yet.
 */
export type QuoteMeaning = 'unfinished' | 'unfinished line' | 'doubled' | 'closing' | 'content' | 'closing before text';

/** What stray quotes from `from` to `at` are: the one at `at` says it, or the end of the line. */
interface Decision {
  from: number;
  at: number;
  meaning: 'content' | 'closing before text';
}

const quote = '"';
const undecided = (): Decision => ({ from: 0, at: -1, meaning: 'content' });

/** Tells quotes inside quoted cells apart. What it looked up is kept, so that a line full of them is read once. */
export class QuoteMeanings {
  /** Of the quote last found to be closing: what stands behind its cell. */
  cellEnd = 0;
  private readonly delimiter: string;
  private readonly lineFeeds = new NextOccurrence('\n');
  private readonly returns = new NextOccurrence('\r');
  private text = '';
  private final = false;
  /** Looking ahead goes on where it was, so it does not share what is known with the record that is being read. */
  private here = undecided();
  private ahead = undecided();

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  /** `final`: nothing follows the text. */
  begin(text: string, final: boolean): void {
    this.text = text;
    this.final = final;
    this.lineFeeds.begin(text);
    this.returns.begin(text);
    this.here = undecided();
    this.ahead = undecided();
  }

  /** `at`: where the quote stands; `lineHere`: the end of the line in which its cell begins. */
  of(at: number, lineHere: number): QuoteMeaning {
    const after = at + 1;
    if (after >= this.text.length && !this.final) return 'unfinished';
    if (this.text[after] === quote) return 'doubled';
    this.cellEnd = after;
    if (this.endsCell(after)) return 'closing';
    if (this.text.length - after < this.delimiter.length && !this.final) return 'unfinished';
    let blank = after;
    while (this.text[blank] === ' ') blank += 1;
    if (blank + this.delimiter.length > this.text.length && !this.final) return 'unfinished';
    this.cellEnd = blank;
    if (blank > after && this.endsCell(blank)) return 'closing';
    return this.ofStray(after, lineHere);
  }

  /** Whether a delimiter, a line end or the end of the text stands there. */
  endsCell(position: number): boolean {
    if (position >= this.text.length) return true;
    const code = this.text.charCodeAt(position);
    return code === 10 || code === 13 || this.text.startsWith(this.delimiter, position);
  }

  /** Content of the cell when it closes later on its line; else it closed the cell, and text follows. */
  private ofStray(after: number, lineHere: number): QuoteMeaning {
    const isHere = after <= lineHere;
    const lineEnd = isHere ? lineHere : Math.min(this.lineFeeds.next(after), this.returns.next(after));
    if (lineEnd === nowhere && !this.final) return 'unfinished line';
    const known = isHere ? this.here : this.ahead;
    if (after < known.from || after > known.at) this.decide(known, after, Math.min(lineEnd, this.text.length));
    return known.meaning;
  }

  private decide(decision: Decision, after: number, stop: number): void {
    decision.from = after;
    for (let at = positionOf(this.text, quote, after); at < stop; at = positionOf(this.text, quote, at + 1)) {
      const isOpening = this.text.startsWith(this.delimiter, at - this.delimiter.length);
      if (!isOpening && !this.endsCell(at + 1)) continue;
      decision.at = at;
      decision.meaning = isOpening ? 'closing before text' : 'content';
      return;
    }
    decision.at = stop;
    decision.meaning = 'closing before text';
  }
}
