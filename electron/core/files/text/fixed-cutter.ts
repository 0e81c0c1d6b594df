import { format } from '../../../../shared/domain/words/format.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { mayHoldInvisible } from '../table/cells/invisible-characters.ts';
import type { ProblemList } from '../table/problem-list.ts';
import type { TableStager } from '../table/table-stager.ts';
import { acrossColumns, type FixedWidth, spread, withoutControls, withoutFillers } from './fixed-width.ts';
import { createDecoder, type ChunkDecoder } from './encodings/encoding.ts';

const longestLine = spreadsheetLimits.cellCharacters;

/** Cuts the lines of a text with columns of fixed width into rows for a stager. The blanks that fill up a value go. */
export class FixedCutter {
  readonly newlines = { LF: 0, CRLF: 0, CR: 0 };
  readonly #cuts: readonly number[];
  readonly #across: FixedWidth['across'];
  readonly #isWide: boolean;
  readonly #decoder: ChunkDecoder;
  readonly #watchesDamage: boolean;
  readonly #stager: TableStager;
  readonly #problems: ProblemList;
  #rest = '';
  #lines = 0;

  constructor(
    choices: FixedWidth & { encoding: string; isValidUtf8: boolean },
    stager: TableStager,
    problems: ProblemList,
  ) {
    this.#cuts = choices.cuts;
    this.#across = choices.across;
    this.#isWide = choices.isWide;
    this.#decoder = createDecoder(choices.encoding);
    this.#watchesDamage = choices.encoding !== 'utf-8' || !choices.isValidUtf8;
    this.#stager = stager;
    this.#problems = problems;
  }

  /** Throws FileTrouble `tooLarge` when a line is too long. */
  push(chunk: Uint8Array): void {
    this.#take(this.#decoder.decode(chunk), false);
  }

  end(): void {
    this.#take(this.#decoder.end(), true);
  }

  #take(piece: string, isLast: boolean): void {
    const text = this.#rest + piece;
    this.#stager.watchesInvisible ||= mayHoldInvisible(piece);
    let start = 0;
    for (const found of text.matchAll(/\r\n|\n|\r/g)) {
      // A line feed may follow with the next piece.
      if (found[0] === '\r' && found.index + 1 === text.length && !isLast) break;
      this.newlines[found[0] === '\r\n' ? 'CRLF' : found[0] === '\r' ? 'CR' : 'LF'] += 1;
      this.#line(text.slice(start, found.index));
      start = found.index + found[0].length;
    }
    this.#rest = text.slice(start);
    if (this.#rest.length > longestLine)
      throw new FileTrouble(
        'tooLarge',
        `Line ${this.#lines + 1} has more than ${format.number(longestLine)} characters, so the columns have no fixed width. Choose a separator.`,
      );
    if (isLast && this.#rest.replaceAll('\u001a', '') !== '') this.#line(this.#rest);
  }

  #isAcross(line: string): boolean {
    return this.#across.size > 0 && this.#across.has(acrossColumns(line));
  }

  #line(text: string): void {
    this.#lines += 1;
    const plain = withoutControls(text);
    const shown = this.#isWide ? spread(plain) : plain;
    const cuts = this.#isAcross(shown) ? [0] : this.#cuts;
    const cells = cuts.map((cut, index) => withoutFillers(shown.slice(cut, cuts[index + 1])).trim());
    const crossed = cuts.findIndex((cut) => cut > 0 && isInside(shown, cut));
    if (crossed !== -1) this.#problems.add('crossesCut', this.#lines, `#${crossed}`, plain.trim());
    cells.forEach((cell, index) => {
      if (this.#watchesDamage && cell.includes('\ufffd'))
        this.#problems.add('undecodable', this.#lines, `#${index}`, cell);
    });
    if (text.includes('\0')) this.#problems.add('nul', this.#lines, '', plain.trim());
    this.#stager.add(this.#lines, cells);
  }
}

/** A value goes on across the place. */
function isInside(line: string, place: number): boolean {
  return place < line.length && line[place] !== ' ' && line[place - 1] !== ' ';
}
