import { CellTooLong, RecordSplitter } from './csv-records.ts';

/**
 * Some databases write a quotation mark inside of a value as \" instead of twice. Such a text is changed into the usual form
 * before it is cut into records. A backslash that stands anywhere else is part of its value.
 */

/** Characters. The beginning of a file, which is judged, is shorter. */
const longestCell = 1_000_000;
/** A run is looked at from its beginning only: from each of a million backslashes on, it would be read for minutes. */
const beforeQuote = /(?<!\\)\\+"/g;

/** An odd number of backslashes makes the quotation mark a character; two of them are one of the value. */
function inUsualForm(text: string): string {
  return text.replace(beforeQuote, (found) => {
    const count = found.length - 1;
    return '\\'.repeat(Math.floor(count / 2)) + (count % 2 === 1 ? '""' : '"');
  });
}

/**
 * Whether a text writes \" for a quotation mark: only then all quotation marks are in their place, and all rows have as many
 * cells as the first. `text`: the decoded head. `whole`: it is the entire file.
 */
export function hasBackslashes(text: string, delimiter: string, whole: boolean): boolean {
  if (!text.includes('\\"')) return false;
  return isOdd(text, delimiter, whole) && !isOdd(inUsualForm(text), delimiter, whole);
}

/** Whether a quotation mark is in the wrong place, or a row has more or fewer cells than the first. */
function isOdd(text: string, delimiter: string, whole: boolean): boolean {
  let columns = 0;
  let odd = false;
  const splitter = new RecordSplitter(
    { delimiter, longestCell },
    {
      record: (cells, badQuote) => {
        // A title, a note or a blank line.
        if (cells.length === 1) return;
        columns ||= cells.length;
        odd ||= badQuote || cells.length !== columns;
      },
    },
  );
  try {
    splitter.push(text);
    if (whole) splitter.end();
  } catch (error) {
    if (!(error instanceof CellTooLong)) throw error;
    odd = true;
  }
  return odd;
}

/** Changes a text that comes in pieces. */
export class BackslashText {
  #held = '';

  push(piece: string): string {
    const text = this.#held + piece;
    let end = text.length;
    while (text[end - 1] === '\\') end -= 1;
    // The cell is refused: more of it is not kept.
    if (text.length - end > longestCell) end = text.length;
    this.#held = text.slice(end);
    return inUsualForm(text.slice(0, end));
  }

  /** The backslashes held back because a quotation mark might have followed. */
  end(): string {
    return this.#held;
  }
}
