import { NextOccurrence, nowhere, positionOf } from './next-occurrence.ts';

/**
 * What a quote inside a quoted cell is. `unfinished`: the text so far is too short to decide; `unfinished line`: the end of
 * the line decides, and it has not arrived yet.
 */
export type QuoteMeaning = 'unfinished' | 'unfinished line' | 'doubled' | 'closing' | 'content' | 'closing before text';

/** What stray quotes from `from` to `at` are, decided by the quote or the line end at `at`. */
interface Decision {
  from: number;
  at: number;
  meaning: 'content' | 'closing before text';
}

const undecided = (): Decision => ({ from: 0, at: -1, meaning: 'content' });

/** Decides what quotes inside quoted cells are. It keeps its decisions, so that a line full of quotes is read once. */
export class QuoteMeanings {
  /** Position behind the cell of the last closing quote. */
  cellEnd = 0;
  readonly #delimiter: string;
  readonly #quote: string;
  readonly #lineFeeds = new NextOccurrence('\n');
  readonly #returns = new NextOccurrence('\r');
  #text = '';
  #final = false;
  /** One decision for the record that is read and one for looking ahead, which continues at another position. */
  #here = undecided();
  #ahead = undecided();

  constructor(delimiter: string, quote: string) {
    this.#delimiter = delimiter;
    this.#quote = quote;
  }

  /** `final`: nothing follows the text. */
  begin(text: string, final: boolean): void {
    this.#text = text;
    this.#final = final;
    this.#lineFeeds.begin(text);
    this.#returns.begin(text);
    this.#here = undecided();
    this.#ahead = undecided();
  }

  /** `at`: position of the quote. `lineHere`: end of the line in which its cell begins. */
  of(at: number, lineHere: number): QuoteMeaning {
    const after = at + 1;
    if (after >= this.#text.length && !this.#final) return 'unfinished';
    if (this.#text[after] === this.#quote) return this.#ofPair(at);
    this.cellEnd = after;
    if (this.endsCell(after)) return 'closing';
    if (this.#text.length - after < this.#delimiter.length && !this.#final) return 'unfinished';
    let blank = after;
    while (this.#text[blank] === ' ') blank += 1;
    if (blank + this.#delimiter.length > this.#text.length && !this.#final) return 'unfinished';
    this.cellEnd = blank;
    if (blank > after && this.endsCell(blank)) return 'closing';
    return this.#ofStray(after, lineHere);
  }

  /** Whether a delimiter, a line end or the end of the text is at the position. */
  endsCell(position: number): boolean {
    if (position >= this.#text.length) return true;
    const code = this.#text.charCodeAt(position);
    return code === 10 || code === 13 || this.#text.startsWith(this.#delimiter, position);
  }

  /** Two quotes stand for one, but where quotes of the cell are not doubled, the second of two at its end closes it. */
  #ofPair(at: number): QuoteMeaning {
    const behind = at + 2;
    if (behind + this.#delimiter.length > this.#text.length && !this.#final) return 'unfinished';
    return this.endsCell(behind) && this.#isBehindSingle(at) ? 'content' : 'doubled';
  }

  /** Whether the quote before, on the same line, is a single one inside of a text, as in "Inn "Sun"". */
  #isBehindSingle(at: number): boolean {
    const single = this.#text.lastIndexOf(this.#quote, at - 1);
    if (single === -1 || single === at - 1 || /[\r\n]/.test(this.#text.slice(single, at))) return false;
    for (let start = single; ; start -= 1) {
      if (start === 0 || this.#text.startsWith(this.#delimiter, start - this.#delimiter.length)) return false;
      const left = this.#text[start - 1] ?? '';
      if (left !== ' ') return left !== this.#quote && left !== '\n' && left !== '\r';
    }
  }

  /** Content when the cell is closed later on the line; else the quote closed the cell, and text follows. */
  #ofStray(after: number, lineHere: number): QuoteMeaning {
    const isHere = after <= lineHere;
    const lineEnd = isHere ? lineHere : Math.min(this.#lineFeeds.next(after), this.#returns.next(after));
    if (lineEnd === nowhere && !this.#final) return 'unfinished line';
    const known = isHere ? this.#here : this.#ahead;
    if (after < known.from || after > known.at) this.#decide(known, after, Math.min(lineEnd, this.#text.length));
    return known.meaning;
  }

  #decide(decision: Decision, after: number, stop: number): void {
    decision.from = after;
    for (
      let at = positionOf(this.#text, this.#quote, after);
      at < stop;
      at = positionOf(this.#text, this.#quote, at + 1)
    ) {
      const isOpening = this.#text.startsWith(this.#delimiter, at - this.#delimiter.length);
      if (!isOpening && !this.endsCell(at + 1)) continue;
      decision.at = at;
      decision.meaning = isOpening ? 'closing before text' : 'content';
      return;
    }
    decision.at = stop;
    decision.meaning = 'closing before text';
  }
}
