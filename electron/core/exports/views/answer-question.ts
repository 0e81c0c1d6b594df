// Why: decision 0370.
import type {
  Group,
  GroupKey,
  OuterGroup,
  Question,
  QuestionAnswer,
} from '../../../../shared/contract/exports/questions.ts';
import type { ResultColumns } from './column-memory.ts';
import { cutText, sortByCount } from './column-values.ts';
import { Figures, type MeasuredColumn, measuredColumn } from './group-figures.ts';
import { type GroupedColumn, groupedColumn } from './grouping.ts';
import type { Steps } from './steps.ts';
import type { RowMask } from './view-rows.ts';

/** Groups that are named, of each of them, and values across. */
const MOST_GROUPS = 200;
const MOST_INNER = 100;
const MOST_ACROSS = 8;
/** Pairs of groups that are counted in an array; more are counted in a map. */
const MOST_PAIRS = 4_000_000;

export interface AnswerSources {
  readonly columns: ResultColumns;
  /** Rows of the result. */
  readonly asOf: number;
  readonly mask: RowMask;
}

/** Counts the rows of a mask by the values of up to two columns, across those of a third. */
export async function answerQuestion(
  question: Question,
  { columns, asOf, mask }: AnswerSources,
  steps: Steps,
): Promise<QuestionAnswer> {
  const grouped = async ({ column, by }: GroupKey) =>
    groupedColumn(await columns.coded(column, asOf, steps), by, steps);
  const [outerKey, innerKey] = question.groups as [GroupKey, GroupKey | undefined];
  const outer = await grouped(outerKey);
  const inner = innerKey === undefined ? null : await grouped(innerKey);
  const across = question.across === null ? null : await grouped(question.across);
  const measured = question.measure === null ? null : await measuredColumn(question.measure, columns, asOf, steps);
  const rows = new Rows(asOf, mask, steps);

  const outerCounts = await rows.count(outer);
  const acrossCounts = across === null ? new Int32Array() : await rows.count(across);
  const shownOuter = mostFrequent(outer, outerCounts, MOST_GROUPS);
  const shownAcross = across === null ? [] : mostFrequent(across, acrossCounts, MOST_ACROSS);
  const acrossFilled = acrossCounts.reduce((count, one) => (one > 0 ? count + 1 : count), 0);
  const acrossRest = acrossFilled - shownAcross.length;
  const table = new Table({ outer, inner, across, measured, shownOuter, shownAcross, hasRest: acrossRest > 0 });
  if (inner !== null) await table.chooseInner(rows);
  const total = outerCounts.reduce((sum, count) => sum + count, 0);
  // Rows alone are counted by now.
  if (across === null && measured === null) table.take(outerCounts, total);
  else
    await rows.each((from, until, mask) => {
      for (let row = from; row < until; row += 1) if (mask === null || mask[row] !== 0) table.add(row);
    });

  const named = shownOuter.reduce((sum, group) => sum + (outerCounts[group] as number), 0);
  const filled = outerCounts.reduce((count, one) => (one > 0 ? count + 1 : count), 0);
  return {
    total: table.total(),
    across: shownAcross.map((group) => ({
      ...textOf(across, group),
      rows: acrossCounts[group] as number,
    })),
    acrossRest,
    groups: shownOuter.map((_, place) => table.outerGroup(place)),
    rest: { groups: filled - shownOuter.length, rows: total - named },
  };
}

function textOf(grouped: GroupedColumn | null, group: number): { value: string; whole: boolean } {
  const { text, whole } = cutText(grouped?.valueOf(group) ?? '');
  return { value: text, whole };
}

/** The rows of a mask, gone over in turns. */
class Rows {
  readonly #asOf: number;
  readonly #mask: RowMask;
  readonly #steps: Steps;

  constructor(asOf: number, mask: RowMask, steps: Steps) {
    this.#asOf = asOf;
    this.#mask = mask;
    this.#steps = steps;
  }

  /** @param act has a loop of its own, which is compiled for what it does: a call for each row took twice as long */
  async each(act: (from: number, until: number, mask: RowMask) => void): Promise<void> {
    for (let from = 0; from < this.#asOf; from += STRETCH) {
      const until = Math.min(this.#asOf, from + STRETCH);
      act(from, until, this.#mask);
      if (this.#steps.isDue(6 * (until - from))) await this.#steps.rest();
    }
  }

  async count(grouped: GroupedColumn): Promise<Int32Array> {
    const counts = new Int32Array(grouped.size);
    await this.each((from, until, mask) => {
      for (let row = from; row < until; row += 1) {
        if (mask !== null && mask[row] === 0) continue;
        const group = groupAt(grouped, row);
        counts[group] = (counts[group] as number) + 1;
      }
    });
    return counts;
  }
}

/** Rows that are looked at before it is asked whether others wait. */
const STRETCH = 16_384;

function groupAt({ codes, groupOf }: GroupedColumn, row: number): number {
  const code = codes[row] as number;
  return groupOf === null ? code : (groupOf[code] as number);
}

/** Groups with rows: most rows first, times with the latest first and those without a time last. */
function mostFrequent(grouped: GroupedColumn, counts: Int32Array, most: number): number[] {
  const filled: number[] = [];
  for (let group = 0; group < counts.length; group += 1) if ((counts[group] as number) > 0) filled.push(group);
  if (grouped.isTime) {
    const named = filled.map((group) => ({ group, value: grouped.valueOf(group) }));
    named.sort((one, other) => (one.value < other.value ? 1 : one.value > other.value ? -1 : 0));
    return named.slice(0, most).map(({ group }) => group);
  }
  const codes = Int32Array.from(filled);
  sortByCount(codes, counts);
  return [...codes.subarray(0, most)];
}

interface TableParts {
  readonly outer: GroupedColumn;
  readonly inner: GroupedColumn | null;
  readonly across: GroupedColumn | null;
  readonly measured: MeasuredColumn | null;
  readonly shownOuter: readonly number[];
  readonly shownAcross: readonly number[];
  /** There are values across that are not shown. */
  readonly hasRest: boolean;
}

/** Places of shown groups by group; -1: not shown. */
function placesOf(size: number, shown: readonly number[]): Int32Array {
  const places = new Int32Array(size).fill(-1);
  for (const [place, group] of shown.entries()) places[group] = place;
  return places;
}

/** The figures of the shown groups, filled row by row. */
class Table {
  readonly #parts: TableParts;
  readonly #outerPlaces: Int32Array;
  readonly #acrossPlaces: Int32Array;
  readonly #width: number;
  readonly #total: Figures;
  readonly #outer: readonly Figures[];
  /** By place of the outer group: the shown inner groups, and what is not shown of it. */
  #inner: readonly {
    readonly shown: readonly number[];
    readonly places: ReadonlyMap<number, number>;
    readonly figures: readonly Figures[];
    /** Rows by group. */
    readonly counts: ReadonlyMap<number, number>;
    readonly rest: { readonly groups: number; readonly rows: number };
  }[] = [];

  constructor(parts: TableParts) {
    this.#parts = parts;
    const { outer, across, measured, shownOuter, shownAcross, hasRest } = parts;
    this.#outerPlaces = placesOf(outer.size, shownOuter);
    this.#acrossPlaces = placesOf(across?.size ?? 0, shownAcross);
    this.#width = shownAcross.length + (hasRest ? 1 : 0);
    this.#total = new Figures(this.#width, measured);
    this.#outer = shownOuter.map(() => new Figures(this.#width, measured));
  }

  /** Decides which inner groups of each outer one are shown. */
  async chooseInner(rows: Rows): Promise<void> {
    const { outer, inner, measured, shownOuter } = this.#parts;
    if (inner === null) return;
    const places = this.#outerPlaces;
    const pairs = new PairCounts(shownOuter.length, inner.size);
    await rows.each((from, until, mask) => {
      for (let row = from; row < until; row += 1) {
        if (mask !== null && mask[row] === 0) continue;
        const place = places[groupAt(outer, row)] as number;
        if (place >= 0) pairs.add(place, groupAt(inner, row));
      }
    });
    this.#inner = pairs.byOuter().map((counts) => {
      const shown = mostFrequentOf(inner, counts, MOST_INNER);
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const named = shown.reduce((sum, group) => sum + (counts.get(group) ?? 0), 0);
      return {
        shown,
        places: new Map(shown.map((group, place) => [group, place])),
        figures: shown.map(() => new Figures(this.#width, measured)),
        counts,
        rest: { groups: counts.size - shown.length, rows: all - named },
      };
    });
  }

  /** In place of `add` for each row. @param counts rows by outer group */
  take(counts: Int32Array, total: number): void {
    this.#total.addRows(total);
    for (const [place, group] of this.#parts.shownOuter.entries()) {
      this.#outer[place]?.addRows(counts[group] as number);
      const of = this.#inner[place];
      for (const [at, innerGroup] of (of?.shown ?? []).entries())
        of?.figures[at]?.addRows(of.counts.get(innerGroup) ?? 0);
    }
  }

  add(row: number): void {
    const { outer, inner, across } = this.#parts;
    const known = across === null ? -1 : (this.#acrossPlaces[groupAt(across, row)] as number);
    const cell = across === null ? -1 : known < 0 ? this.#width - 1 : known;
    this.#total.add(row, cell);
    const place = this.#outerPlaces[groupAt(outer, row)] as number;
    if (place < 0) return;
    this.#outer[place]?.add(row, cell);
    if (inner === null) return;
    const of = this.#inner[place];
    const innerPlace = of?.places.get(groupAt(inner, row));
    if (innerPlace !== undefined) of?.figures[innerPlace]?.add(row, cell);
  }

  total(): QuestionAnswer['total'] {
    return this.#total.figures();
  }

  outerGroup(place: number): OuterGroup {
    const { outer, inner, shownOuter } = this.#parts;
    const of = this.#inner[place];
    const groups = (of?.shown ?? []).map((group, at): Group => ({
      ...textOf(inner, group),
      ...(of?.figures[at] ?? this.#total).figures(),
    }));
    return {
      ...textOf(outer, shownOuter[place] ?? 0),
      ...(this.#outer[place] ?? this.#total).figures(),
      groups,
      rest: of?.rest ?? { groups: 0, rows: 0 },
    };
  }
}

function mostFrequentOf(grouped: GroupedColumn, counts: ReadonlyMap<number, number>, most: number): number[] {
  const filled = [...counts.keys()].sort((one, other) => one - other);
  const dense = Int32Array.from(filled, (group) => counts.get(group) ?? 0);
  const part = { ...grouped, valueOf: (place: number) => grouped.valueOf(filled[place] ?? 0) };
  return mostFrequent(part, dense, most).map((place) => filled[place] ?? 0);
}

/** Rows by pairs of groups. */
class PairCounts {
  readonly #outer: number;
  readonly #inner: number;
  readonly #dense: Int32Array | null;
  readonly #sparse = new Map<number, number>();

  constructor(outer: number, inner: number) {
    this.#outer = outer;
    this.#inner = inner;
    this.#dense = outer * inner <= MOST_PAIRS ? new Int32Array(outer * inner) : null;
  }

  add(outer: number, inner: number): void {
    const pair = outer * this.#inner + inner;
    if (this.#dense === null) this.#sparse.set(pair, (this.#sparse.get(pair) ?? 0) + 1);
    else this.#dense[pair] = (this.#dense[pair] as number) + 1;
  }

  /** By outer group: rows by inner group. */
  byOuter(): Map<number, number>[] {
    const found = Array.from({ length: this.#outer }, () => new Map<number, number>());
    const put = (count: number, pair: number) => found[Math.floor(pair / this.#inner)]?.set(pair % this.#inner, count);
    if (this.#dense === null) this.#sparse.forEach(put);
    else
      for (let pair = 0; pair < this.#dense.length; pair += 1) {
        const count = this.#dense[pair] as number;
        if (count > 0) put(count, pair);
      }
    return found;
  }
}
