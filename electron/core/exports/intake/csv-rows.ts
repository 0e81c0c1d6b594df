import Papa from 'papaparse';
import { format } from '../../../../shared/domain/words/format.ts';
import { JsonStreamError as ListError } from '../../api/reads/json-array-reader.ts';
import { AnswerText } from './answer-text.ts';

/** Characters. Bounds the memory of one row. */
const LONGEST_ROW = 16 * 1024 * 1024;
/** Characters. If no header has ended by then, the search for one ends. */
const LONGEST_HEADER = 256 * 1024;
const SEPARATORS = [',', ';', '\t', '|'] as const;

type LineEnd = '\r' | '\n' | '\r\n';

export interface CsvAnswer {
  /** As the answer's header names it; null without. */
  readonly charset: string | null;
  /** The service said how many bytes come before it sent the first one: it had the whole answer then. */
  readonly isSizeKnown: boolean;
}

/**
 * Cuts the rows out of a CSV answer that arrives in pieces. Papaparse reads decoded text only, whole rows at a time: given
 * bytes, or its own streaming, it damages letters at the ends of pieces. Every row has as many cells as the header; an
 * answer that ends inside a row is never whole.
 */
export class CsvRows {
  readonly #answer: CsvAnswer;
  readonly #text: AnswerText;
  /** Throws ListError for an invalid header. */
  readonly #checkHeader: (header: readonly string[]) => void;
  #parser: Papa.Parser | null = null;
  #newline: LineEnd = '\n';
  #rest = '';
  /** Characters. A long unfinished row is read again only when it has doubled, so that the cost stays linear. */
  #waitFor = 0;
  #header: readonly string[] | null = null;
  #rows = 0;
  /** Damage behind rows that were given; thrown at the next call. */
  #failure: ListError | null = null;

  constructor(answer: CsvAnswer, checkHeader: (header: readonly string[]) => void) {
    this.#answer = answer;
    this.#text = new AnswerText(answer.charset);
    this.#checkHeader = checkHeader;
  }

  /** Names of the columns; null before they came. */
  get header(): readonly string[] | null {
    return this.#header;
  }

  get hasBrokenText(): boolean {
    return this.#text.isBroken;
  }

  /** The rows that became whole with this piece. Throws ListError. */
  push(bytes: Uint8Array): string[][] {
    this.throwFailure();
    this.#rest += this.#text.decode(bytes);
    if (this.#rest.length < this.#waitFor) return [];
    this.#parser ??= this.#open(false);
    const rows = this.#read();
    if (rows.length === 0) this.throwFailure();
    return rows;
  }

  /** The rows of what is left when the body has ended; call `throwFailure` behind them. Throws as `push` does. */
  end(): string[][] {
    this.throwFailure();
    this.#rest += this.#text.end();
    this.#parser ??= this.#open(true);
    const isCut = this.#rest.trim() !== '';
    // Only if the size of the answer is known can a last value without a line end count as whole.
    if (isCut && this.#answer.isSizeKnown) this.#rest += this.#newline;
    const rows = this.#read();
    if (isCut && (this.#failure !== null || this.#rest.trim() !== ''))
      this.#failure = new ListError('truncated', 'the last row is cut');
    if (this.#header === null) this.#failure ??= new ListError('truncated', 'the answer is empty');
    if (rows.length === 0) this.throwFailure();
    return rows;
  }

  /** Damage behind the rows that `end` gave. */
  throwFailure(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  #read(): string[][] {
    if (this.#parser === null) return [];
    // The last row may go on in the next piece.
    const { data, errors, meta } = this.#parser.parse(this.#rest, 0, true) as Papa.ParseResult<string[]>;
    this.#rest = this.#rest.slice(meta.cursor);
    this.#waitFor = this.#rest.length > 65_536 ? 2 * this.#rest.length : 0;
    if (this.#rest.length > LONGEST_ROW) this.#failure = new ListError('tooLarge', 'one row is larger than 16 MB');
    const firstBad = errors.find((error) => (error.row ?? data.length) < data.length)?.row;
    if (firstBad !== undefined) {
      this.#failure = new ListError(
        'malformed',
        `a quotation mark is out of place in row ${this.#rows + firstBad + 1}`,
      );
      data.length = firstBad;
    }
    return this.#taken(data);
  }

  #taken(data: string[][]): string[][] {
    const rows: string[][] = [];
    for (const cells of data) {
      this.#rows += 1;
      if (cells.length === 1 && cells[0] === '') continue;
      if (this.#header === null) {
        this.#checkHeader(cells);
        this.#header = cells;
      } else if (cells.length === this.#header.length) rows.push(cells);
      else {
        this.#failure = new ListError(
          'malformed',
          `row ${this.#rows} has ${format.count(cells.length, 'value')}, and the header has ${this.#header.length}`,
        );
        break;
      }
    }
    return rows;
  }

  /** A parser for the separator and the line ends of the header. Null as long as its line has no end. */
  #open(isEnd: boolean): Papa.Parser | null {
    const text = this.#rest;
    if (text.trimStart().startsWith('<')) throw new ListError('notJson', text.slice(0, 2000));
    if (/^\s*[[{]/.test(text)) {
      if (isEnd || text.length > LONGEST_HEADER) throw new ListError('noTable', text);
      return null;
    }
    const found = lineEndIn(text);
    const isCertain = found !== null && (found.newline !== '\r' || found.at + 1 < text.length);
    if (!isCertain && !isEnd) {
      if (text.length > LONGEST_HEADER) throw new ListError('noTable', text.slice(0, 500));
      return null;
    }
    this.#newline = found?.newline ?? '\n';
    return new Papa.Parser({ delimiter: separatorOf(text.slice(0, found?.at)), newline: this.#newline });
  }
}

/** The separator is the one that stands most often in the header. */
function separatorOf(header: string): string {
  const outside = header.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => outside.split(separator).length;
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** The first line end outside quotes. */
function lineEndIn(text: string): { readonly at: number; readonly newline: LineEnd } | null {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '\n') return { at, newline: '\n' };
    else if (!isQuoted && character === '\r') return { at, newline: text[at + 1] === '\n' ? '\r\n' : '\r' };
  }
  return null;
}
