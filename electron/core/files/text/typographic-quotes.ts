/**
 * Text programs put “ and ” in the place of the quotation marks that a table was written with. Such a text is changed into the
 * usual form before it is cut into records.
 */
export interface TypographicQuotes {
  readonly open: string;
  readonly close: string;
  readonly delimiter: string;
}

/** As they stand around a value in English, German, Danish and Swedish texts. */
const pairs = ['“”', '„“', '„”', '””'];
/** Lines of the beginning that are looked at. */
const lookedAt = 300;
/** Fewer lines may be sentences that somebody said. */
const fewest = 2;
/** Characters. A longer line is handed on as it is, so that only so much is held. */
const longestLine = 1_000_000;

const lineEnds = /\r\n|\n|\r/;

/**
 * The marks of a text in which every value of every line stands between such marks; null for any other, where they are part of a
 * value. `text`: the decoded head. `whole`: it is the entire file.
 */
export function typographicQuotes(
  text: string,
  delimiters: readonly string[],
  whole: boolean,
): TypographicQuotes | null {
  const parts = text.split(lineEnds, lookedAt + 1);
  // The last line of a beginning may be cut off anywhere.
  if (!whole || parts.length > lookedAt) parts.pop();
  const lines = parts.filter((line) => line.replaceAll('\u001a', '').trim() !== '');
  if (lines.length < fewest) return null;
  for (const [open = '', close = ''] of pairs)
    for (const delimiter of delimiters) {
      const quotes = { open, close, delimiter };
      const widths = new Set(lines.map((line) => valuesOf(line, quotes)?.length ?? 0));
      const [width = 0] = widths;
      if (widths.size === 1 && width > 1) return quotes;
    }
  return null;
}

/** The values of a line; null where it does not begin and end with a mark, or a value between them has none. */
function valuesOf(line: string, { open, close, delimiter }: TypographicQuotes): string[] | null {
  if (line.length < 2 || !line.startsWith(open) || !line.endsWith(close)) return null;
  const values = line.slice(1, -1).split(close + delimiter + open);
  const holdsOthers = (value: string) => value.includes(close + delimiter) || value.includes(delimiter + open);
  return values.some(holdsOthers) ? null : values;
}

/** Changes a text that comes in pieces. */
export class TypographicText {
  readonly #quotes: TypographicQuotes;
  #held = '';

  constructor(quotes: TypographicQuotes) {
    this.#quotes = quotes;
  }

  push(piece: string): string {
    const text = this.#held + piece;
    const lines = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    const end = text.length - lines > longestLine ? text.length : lines;
    this.#held = text.slice(end);
    return this.#inUsualForm(text.slice(0, end));
  }

  /** The last line. */
  end(): string {
    return this.#inUsualForm(this.#held);
  }

  #inUsualForm(text: string): string {
    return text.replace(/[^\r\n]+/g, (line) => {
      const values = valuesOf(line, this.#quotes);
      if (values === null) return line;
      return values.map((value) => `"${value.replaceAll('"', '""')}"`).join(this.#quotes.delimiter);
    });
  }
}
