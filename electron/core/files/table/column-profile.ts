import {
  countDigits,
  isBlank,
  looksLikeDate,
  looksLikeEmail,
  looksLikeIdentifier,
  looksLikeName,
  looksLikeNumber,
  looksLikePostcode,
  looksLikeShortenedPhone,
  looksLikeUrl,
  shapeOf,
} from '../../../../shared/domain/files/cell-shapes.ts';
import { valueSigns, type ValueSigns } from '../../../../shared/domain/mapping/words/value-signs.ts';
import { isNamelessHeader } from '../../../../shared/domain/mapping/evidence/nameless-evidence.ts';
import { holdsPhone } from '../../../../shared/domain/phones/phone-in-cell.ts';
import { phoneShare } from '../../../../shared/domain/phones/phone-plans.ts';
import type { ColumnKinds, ColumnProfile } from '../../../../shared/contract/imports/reading.ts';
import { cellKind, type PackedRow } from './packed-row.ts';

/** Every row is counted; shapes and distinct values are taken from the first rows and then from every 32nd. */
export const fullyProfiledRows = 20_000;
const sampleEvery = 32;
/** Distinct values counted in a column, and shapes; memory must not grow with the rows. */
const distinctLimit = 1_000;
const shapeLimit = 200;
/** Characters of an example value. */
const shownLength = 300;
/** Bytes. A longer packed cell is decoded, because it may be too long for a spreadsheet program. */
const lookedAtBytes = 32_767;
/** Cells of a column that are all judged; after that every 16th is, because the shares hardly change. */
const judgedLimit = 1_500;
/** Share of the values of a shape with the same number of digits. From here on, another number of digits is odd. */
const sameLengthShare = 0.75;

interface Counted {
  count: number;
  readonly example: string;
}

/** The values of one shape, by their number of digits: post codes and member numbers all have the same. */
class ShapeTally implements Counted {
  count = 0;
  readonly example: string;
  readonly #lengths = new Map<number, Counted>();

  constructor(example: string) {
    this.example = example;
    this.add(example);
  }

  add(text: string): void {
    this.count += 1;
    const digits = countDigits(text);
    const known = this.#lengths.get(digits);
    if (known !== undefined) known.count += 1;
    else this.#lengths.set(digits, { count: 1, example: text });
  }

  /** One entry for each number of digits when nearly all values have the same; else one for the whole shape. */
  byLength(): readonly Counted[] {
    const lengths = [...this.#lengths.values()];
    return lengths.some(({ count }) => count >= sameLengthShare * this.count) ? lengths : [this];
  }
}

class ColumnTally {
  filled = 0;
  sampled = 0;
  judged = 0;
  first = '';
  longest = '';
  longestLength = 0;
  /** The longest value except the first one. */
  longestOther = '';
  readonly distinct = new Set<string>();
  readonly shapes = new Map<string, ShapeTally>();
  readonly kinds: ColumnKinds = { phone: 0, email: 0, postcode: 0, date: 0, name: 0, id: 0, url: 0, number: 0 };

  sample(cell: string): void {
    this.sampled += 1;
    const isJudged = this.judged < judgedLimit || this.sampled % 16 === 0;
    const isCounted = this.distinct.size < distinctLimit;
    if (!isJudged && !isCounted) return;
    const text = shown(cell);
    if (isCounted) this.distinct.add(text);
    if (!isJudged) return;
    this.judged += 1;
    if (holdsPhone(text) || looksLikeShortenedPhone(text)) this.kinds.phone += 1;
    if (looksLikeEmail(text)) this.kinds.email += 1;
    if (looksLikePostcode(text)) this.kinds.postcode += 1;
    if (looksLikeDate(text)) this.kinds.date += 1;
    if (looksLikeName(text)) this.kinds.name += 1;
    if (looksLikeIdentifier(text)) this.kinds.id += 1;
    if (looksLikeUrl(text)) this.kinds.url += 1;
    if (looksLikeNumber(text)) this.kinds.number += 1;
    const shape = shapeOf(text);
    const known = this.shapes.get(shape);
    if (known !== undefined) known.add(text);
    else if (this.shapes.size < shapeLimit) this.shapes.set(shape, new ShapeTally(text));
  }

  /** Computed only where most values could be phones, because most columns are something else. */
  phoneShare(): number {
    return this.kinds.phone >= 0.9 * this.judged ? phoneShare([...this.distinct]) : 0;
  }

  /** Not where the values are dates, numbers with signs or addresses of the net, because words say nothing there. */
  signs(isNamed: boolean): { signs?: ValueSigns } {
    const { email, url, date, phone, number } = this.kinds;
    const isWordless =
      email + url + date > 0.5 * this.judged || (number > 0.9 * this.judged && (isNamed || phone === 0));
    return isWordless ? {} : { signs: valueSigns(this.distinct, isNamed) };
  }

  takeOther(cell: string): void {
    const text = shown(cell);
    if (text !== this.first && text.length > this.longestOther.length) this.longestOther = text;
  }

  /** The first value, the longest and one of the rarest shape: three different values where the column has them. */
  examples(): { first: string; longest: string; oddest: string } {
    const { first } = this;
    const longest = this.longest !== first || this.longestOther === '' ? this.longest : this.longestOther;
    const isNew = (text: string) => text !== first && text !== longest;
    const shapes = [...this.shapes.values()].flatMap((shape) => shape.byLength());
    const byRarity = shapes.sort((left, right) => left.count - right.count);
    const oddest =
      byRarity.map((shape) => shape.example).find(isNew) ?? [...this.distinct].find(isNew) ?? byRarity[0]?.example;
    return { first, longest, oddest: oddest ?? '' };
  }
}

export interface ProfiledRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Collects what each column holds, row by row; memory does not grow with the rows. */
export class TableProfile {
  #rows = 0;
  readonly #columns: ColumnTally[] = [];

  /** `onSpaces` is called for cells with only blanks. */
  add(row: ProfiledRow, onSpaces: (row: ProfiledRow, column: number) => void): void {
    const { cells } = row;
    this.#rows += 1;
    const sampled = this.#rows <= fullyProfiledRows || this.#rows % sampleEvery === 0;
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index] as string;
      if (cell === '') continue;
      if (isBlank(cell)) {
        onSpaces(row, index);
        continue;
      }
      const column = (this.#columns[index] ??= new ColumnTally());
      column.filled += 1;
      if (column.filled === 1) column.first = shown(cell);
      if (cell.length > column.longestLength && column.longestLength < shownLength) {
        column.longest = shown(cell);
        column.longestLength = cell.length;
      }
      if (cell.length > column.longestOther.length && column.longestOther.length < shownLength) column.takeOther(cell);
      if (sampled) column.sample(cell);
    }
  }

  /** Counts a row without decoding it. Returns false, with nothing counted, when its cells are needed as text. */
  addPacked(row: PackedRow, onSpaces: (row: ProfiledRow, column: number) => void): boolean {
    if ((this.#rows + 1) % sampleEvery === 0) return false;
    let offset = 0;
    for (let index = 0; index < row.width; index += 1) {
      const bytes = row.bytesOf(index);
      if (row.kindOf(index) === cellKind.filled) {
        const column = this.#columns[index];
        if (column === undefined || bytes > lookedAtBytes) return false;
        const { longestLength } = column;
        if (bytes > longestLength && longestLength < shownLength && row.charactersOf(index, offset) > longestLength)
          return false;
      }
      offset += bytes + 3;
    }
    this.#rows += 1;
    for (let index = 0; index < row.width; index += 1) {
      const kind = row.kindOf(index);
      if (kind === cellKind.filled) (this.#columns[index] as ColumnTally).filled += 1;
      else if (kind === cellKind.onlySpaces) onSpaces(row, index);
    }
    return true;
  }

  /** Columns that hold something, counted from the left. */
  get width(): number {
    return this.#columns.length;
  }

  /** The profiles of `width` columns. `header`: as in the file, empty without one. */
  profiles(header: readonly string[], width: number): ColumnProfile[] {
    const labels = uniqueLabels(header, width);
    const isNamed = labels.every((_, index) => !isNamelessHeader(header[index] ?? ''));
    return labels.map((label, index) => {
      const tally = this.#columns[index] ?? new ColumnTally();
      return {
        index,
        header: header[index] ?? '',
        label,
        filled: tally.filled,
        distinct: tally.distinct.size,
        sampled: tally.judged,
        kinds: tally.kinds,
        ...tally.signs(isNamed),
        ...((header[index] ?? '').trim() === '' ? { phoneShare: tally.phoneShare() } : {}),
        ...tally.examples(),
      };
    });
  }
}

function shown(cell: string): string {
  return cell.length > shownLength ? `${cell.slice(0, shownLength - 1).trim()}…` : cell.trim();
}

/** One name per column: line breaks and double blanks in headers become one blank, repeated names get a number. */
function uniqueLabels(header: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  /** By name: lower numbers are taken. A sheet may have the same name in each of 16,384 columns. */
  const nextCopies = new Map<string, number>();
  const labels: string[] = [];
  for (let index = 0; index < width; index += 1) {
    const base = (header[index] ?? '').replace(/\s+/g, ' ').trim() || `Column ${index + 1}`;
    const name = base.toLowerCase();
    let label = base;
    let copy = nextCopies.get(name) ?? 2;
    for (; taken.has(label.toLowerCase()); copy += 1) label = `${base} (${copy})`;
    nextCopies.set(name, copy);
    taken.add(label.toLowerCase());
    labels.push(label);
  }
  return labels;
}
