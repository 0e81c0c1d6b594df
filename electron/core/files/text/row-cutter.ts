import { mixedPartner } from '../../../../shared/domain/files/encodings.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { mayHoldInvisible } from '../table/cells/invisible-characters.ts';
import type { ProblemList } from '../table/problem-list.ts';
import { rowText } from '../table/sheet-row.ts';
import type { TableStager } from '../table/table-stager.ts';
import { textOfFormula } from '../table/cells/text-formulas.ts';
import { BackslashText } from './backslashes.ts';
import { type RecordSink, RecordSplitter } from './csv-records.ts';
import { hintedDelimiter } from './delimiter.ts';
import { type ChunkDecoder, createDecoder } from './encodings/encoding.ts';
import { FOREIGN_MARK, MixedLineDecoder } from './encodings/mixed-lines.ts';
import { MixedCutter } from './mixed-cutter.ts';
import { PackedReader } from './packed-reader.ts';
import { type TypographicQuotes, TypographicText } from './typographic-quotes.ts';

export interface CutterChoices {
  encoding: string;
  delimiter: string;
  /** The sign around cells; a quotation mark when left out. */
  quote?: string | undefined;
  /** A backslash stands before quotation marks inside of values. */
  hasBackslashes?: boolean;
  /** Other marks stand in the place of quotation marks. */
  typographic?: TypographicQuotes | null;
  /** Every byte of the file is valid UTF-8. */
  isValidUtf8: boolean;
  /** The receiver takes rows as JSON. */
  takesPacked: boolean;
}

/** Cuts the bytes of a text file into rows for a stager, and adds what is wrong with their characters to the problems. */
export class RowCutter implements RecordSink {
  readonly #delimiter: string;
  readonly #isApostrophe: boolean;
  readonly #stager: TableStager;
  readonly #problems: ProblemList;
  readonly #splitter: RecordSplitter;
  readonly #cutter: { push(chunk: Uint8Array): void; end(): void };
  /** A file may hold U+FFFD itself; only damage made while decoding is a problem, and a valid file has none. */
  readonly #watchesDamage: boolean;
  readonly #isMixed: boolean;
  /** Brings the text into the usual form. */
  readonly #rewriter: BackslashText | TypographicText | null;
  #isDamaged = false;
  #holdsNul = false;

  constructor(choices: CutterChoices, stager: TableStager, problems: ProblemList) {
    const { encoding, delimiter } = choices;
    this.#delimiter = delimiter;
    this.#isApostrophe = choices.quote !== undefined;
    this.#stager = stager;
    this.#problems = problems;
    const partner = mixedPartner(encoding);
    this.#isMixed = partner !== undefined;
    const decoder = partner === undefined ? createDecoder(encoding) : new MixedLineDecoder(partner, true);
    const isUtf8 = encoding === 'utf-8' && choices.isValidUtf8;
    this.#watchesDamage = !isUtf8 && !this.#isMixed;
    this.#splitter = new RecordSplitter(
      { delimiter, quote: choices.quote, longestCell: spreadsheetLimits.cellCharacters },
      this,
    );
    this.#rewriter = rewriterFor(choices);
    const pushText = (text: string) => this.#pushText(text);
    const isPlain = choices.quote === undefined && this.#rewriter === null;
    this.#cutter =
      choices.takesPacked && isUtf8 && isPlain && PackedReader.suits(delimiter)
        ? new MixedCutter(
            { packed: new PackedReader(delimiter, this.#splitter.newlines, stager), splitter: this.#splitter },
            pushText,
            () => stager.takesPacked,
          )
        : new DecodingCutter(decoder, this.#splitter, pushText, () => this.#splitter.push(this.#rewriter?.end() ?? ''));
  }

  /** The caller may reuse `chunk` afterwards. Throws FileTrouble `tooLarge`. */
  push(chunk: Uint8Array): void {
    this.#cutter.push(chunk);
  }

  /** Call once after the last chunk of a whole file. */
  end(): void {
    this.#cutter.end();
  }

  /** The line ends seen so far. */
  get newlines(): RecordSplitter['newlines'] {
    return this.#splitter.newlines;
  }

  record(cells: string[], badQuote: boolean, innerQuote: number): void {
    const line = this.#splitter.records;
    if (this.#isMixed) this.#remarkForeign(cells, line);
    if (badQuote) this.#problems.add('quote', line, '', () => cells.join(this.#delimiter));
    // Where apostrophes stand around values, one inside of a value is nothing odd.
    const odd = cells[innerQuote];
    if (odd !== undefined && !this.#isApostrophe && textOfFormula(odd) === null)
      this.#problems.add('innerQuote', line, `#${innerQuote}`, odd);
    if (this.#isDamaged || this.#holdsNul) this.#repair(cells, line);
    const isHint = line === 1 && hintedDelimiter(cells.join(this.#delimiter)) !== null;
    if (isHint || (cells.length === 1 && cells[0] === '\u001a')) this.#stager.add(line, []);
    else this.#stager.add(line, cells);
  }

  /** Names the rows that were not UTF-8 in a file whose other lines are, and removes the marks from their cells. */
  #remarkForeign(cells: string[], line: number): void {
    let isForeign = false;
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index] as string;
      if (!cell.includes(FOREIGN_MARK)) continue;
      isForeign = true;
      cells[index] = cell.replaceAll(FOREIGN_MARK, '');
    }
    if (isForeign) this.#problems.add('mixedEncoding', line, '', () => rowText(cells));
  }

  #pushText(text: string): void {
    if (this.#watchesDamage) this.#isDamaged ||= text.includes('\ufffd');
    this.#holdsNul ||= text.includes('\0');
    this.#stager.watchesInvisible ||= mayHoldInvisible(text);
    this.#splitter.push(this.#rewriter?.push(text) ?? text);
  }

  /** Reports characters that were lost while decoding, and removes NULs from the cells. */
  #repair(cells: string[], line: number): void {
    cells.forEach((cell, index) => {
      if (this.#watchesDamage && cell.includes('\ufffd')) this.#problems.add('undecodable', line, `#${index}`, cell);
      if (!cell.includes('\0')) return;
      this.#problems.add('nul', line, `#${index}`, cell.replaceAll('\0', '␀'));
      cells[index] = cell.replaceAll('\0', '');
    });
  }
}

function rewriterFor({ typographic, hasBackslashes }: CutterChoices): BackslashText | TypographicText | null {
  if (typographic !== undefined && typographic !== null) return new TypographicText(typographic);
  return hasBackslashes === true ? new BackslashText() : null;
}

/** Decodes every chunk: for encodings other than UTF-8, damaged UTF-8, and rows that are wanted as text. */
class DecodingCutter {
  readonly #decoder: ChunkDecoder;
  readonly #splitter: RecordSplitter;
  readonly #pushText: (text: string) => void;
  readonly #pushHeld: () => void;

  /** @param pushHeld hands on what was kept until the text that follows is known */
  constructor(decoder: ChunkDecoder, splitter: RecordSplitter, pushText: (text: string) => void, pushHeld: () => void) {
    this.#decoder = decoder;
    this.#splitter = splitter;
    this.#pushText = pushText;
    this.#pushHeld = pushHeld;
  }

  push(chunk: Uint8Array): void {
    this.#pushText(this.#decoder.decode(chunk));
  }

  end(): void {
    const cut = this.#decoder.end();
    // Half a character on a line of its own is what a copy that was cut short leaves, not a row.
    if (cut !== '\ufffd' || this.#splitter.held > 0) this.#pushText(cut);
    this.#pushHeld();
    this.#splitter.end();
  }
}
