import type { ColumnProfile } from '../../../../shared/contract/exports/views.ts';
import { type CodedColumn, EMPTY } from './coded-column.ts';
import { cutText } from './column-values.ts';
import type { Steps } from './steps.ts';
import { dateOf, momentOf, numberOf, shapeOf } from './value-kinds.ts';

/** Shapes that a profile names. */
const SHAPES = 12;
/** Different shapes that are counted; a column with more has no typical ones. */
const MOST_SHAPES = 5000;
const PARTS = 24;
/** Share of the filled cells that must have the kind; below 1, so that one typo does not decide. */
const KIND_SHARE = 0.95;

/** Figures of a column, from the rows by code. */
export type ProfileFigures = Omit<ColumnProfile, 'isEstimate' | 'rows' | 'rowsTotal'>;

interface Extremes {
  smallest: string | null;
  largest: string | null;
}

/** Values on a line, each with its rows, and the two at the ends. */
class Points implements Extremes {
  readonly at: number[] = [];
  readonly rows: number[] = [];
  from = Infinity;
  to = -Infinity;
  smallest: string | null = null;
  largest: string | null = null;

  add(at: number, rows: number, value: string): void {
    this.at.push(at);
    this.rows.push(rows);
    if (at < this.from) [this.from, this.smallest] = [at, value];
    if (at > this.to) [this.to, this.largest] = [at, value];
  }
}

/** Everything that is gathered in one pass over the different values. */
class Gathering {
  filled = 0;
  distinct = 0;
  numbers = 0;
  sum = 0;
  dates = 0;
  shortest = Infinity;
  longest = 0;
  characters = 0;
  readonly shapes = new Map<string, { example: string; rows: number }>();
  hasTooManyShapes = false;
  readonly text: Extremes = { smallest: null, largest: null };
  readonly moments = new Points();
  readonly amounts = new Points();
  readonly #collator: Intl.Collator;

  constructor(locale: string) {
    this.#collator = new Intl.Collator(locale, { numeric: true });
  }

  add(value: string, rows: number): void {
    this.filled += rows;
    this.distinct += 1;
    const length = [...value].length;
    this.shortest = Math.min(this.shortest, length);
    this.longest = Math.max(this.longest, length);
    this.characters += length * rows;
    const number = numberOf(value);
    if (number !== null) {
      this.numbers += rows;
      this.sum += number * rows;
      this.amounts.add(number, rows, value);
    }
    const date = dateOf(value);
    if (date !== null) {
      this.dates += rows;
      this.moments.add(Date.parse(`${momentOf(date)}Z`), rows, value);
    }
    this.#widen(value);
    this.#shape(value, rows);
  }

  #widen(value: string): void {
    const { text } = this;
    if (text.smallest === null || this.#collator.compare(value, text.smallest) < 0) text.smallest = value;
    if (text.largest === null || this.#collator.compare(value, text.largest) > 0) text.largest = value;
  }

  #shape(value: string, rows: number): void {
    if (this.hasTooManyShapes) return;
    const shape = shapeOf(value);
    const known = this.shapes.get(shape);
    if (known !== undefined) known.rows += rows;
    else if (this.shapes.size >= MOST_SHAPES) this.hasTooManyShapes = true;
    else this.shapes.set(shape, { example: cutText(value).text, rows });
  }
}

/** @param counts rows by code; codes without rows do not count */
export async function profileOf(
  coded: CodedColumn,
  counts: Int32Array,
  locale: string,
  steps: Steps,
): Promise<ProfileFigures> {
  const all = new Gathering(locale);
  for (let code = EMPTY + 1; code < counts.length; code += 1) {
    const rows = counts[code] as number;
    if (rows > 0) all.add(coded.value(code), rows);
    if (steps.isDue(rows > 0 ? 150 : 1)) await steps.rest();
  }
  const kind =
    all.filled === 0 ? 'text' : isMost(all.dates, all) ? 'date' : isMost(all.numbers, all) ? 'number' : 'text';
  const { smallest, largest } = kind === 'date' ? all.moments : kind === 'number' ? all.amounts : all.text;
  return {
    filled: all.filled,
    distinct: all.distinct,
    guess: { kind, fits: kind === 'date' ? all.dates : kind === 'number' ? all.numbers : all.filled },
    smallest: smallest === null ? null : cutText(smallest).text,
    largest: largest === null ? null : cutText(largest).text,
    sum: kind === 'number' ? all.sum : null,
    lengths:
      all.filled === 0 ? null : { shortest: all.shortest, longest: all.longest, average: all.characters / all.filled },
    shapes: all.hasTooManyShapes
      ? []
      : [...all.shapes]
          .map(([shape, { example, rows }]) => ({ shape, example, rows }))
          .sort((one, other) => other.rows - one.rows)
          .slice(0, SHAPES),
    histogram: histogramOf(kind, all),
  };
}

function isMost(fits: number, { filled }: Gathering): boolean {
  return fits >= KIND_SHARE * filled;
}

function histogramOf(kind: 'text' | 'number' | 'date', all: Gathering): ColumnProfile['histogram'] {
  if (kind === 'text') return [];
  const points = kind === 'date' ? all.moments : all.amounts;
  const { from, to } = points;
  if (points.at.length === 0) return [];
  const count = from === to ? 1 : PARTS;
  const width = (to - from) / count;
  const rows = new Array<number>(count).fill(0);
  for (const [index, at] of points.at.entries()) {
    const part = width === 0 ? 0 : Math.min(count - 1, Math.floor((at - from) / width));
    rows[part] = (rows[part] ?? 0) + (points.rows[index] ?? 0);
  }
  const write = (at: number): string => (kind === 'date' ? new Date(at).toISOString().slice(0, 19) : String(at));
  return rows.map((inPart, part) => ({
    from: write(from + part * width),
    to: write(part === count - 1 ? to : from + (part + 1) * width),
    rows: inPart,
  }));
}
