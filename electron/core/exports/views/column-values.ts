import { VALUE_LENGTH_LIMIT } from '../../../../shared/contract/exports/plain-words.ts';
import type { ColumnValues, CountedValue } from '../../../../shared/contract/exports/views.ts';
import { foldText } from '../../../../shared/domain/words/fold-text.ts';
import { type CodedColumn, EMPTY } from './coded-column.ts';
import type { ResultColumns } from './column-memory.ts';
import type { Steps } from './steps.ts';
import type { RowMask } from './view-rows.ts';

export interface ValuesQuestion {
  readonly column: number;
  readonly find: string;
  /** Values that the view's own filter on this column names. */
  readonly chosen: readonly string[];
}

/** The values of a column in the rows of a mask, counted and in order: pages are cut out of it. */
export interface CountedValues {
  readonly coded: CodedColumn;
  readonly counts: Int32Array;
  /** Codes of the values that match and are not chosen, most rows first. */
  readonly codes: Int32Array;
  readonly chosen: readonly CountedValue[];
}

export async function countValues(
  question: ValuesQuestion,
  mask: RowMask,
  asOf: number,
  columns: ResultColumns,
  steps: Steps,
): Promise<CountedValues> {
  const coded = await columns.coded(question.column, asOf, steps);
  const { size } = coded;
  const counts = countCodes(coded, mask, asOf);
  if (steps.isDue(asOf)) await steps.rest();
  const chosen = [...new Set(question.chosen)].map((value) => ({ value, code: coded.codeOf(value) }));
  const isChosen = new Set(chosen.map(({ code }) => code));
  const find = foldText(question.find.trim());
  const codes = new Int32Array(size);
  let found = 0;
  if (find === '') {
    for (let code = EMPTY + 1; code < size; code += 1)
      if (counts[code] !== 0 && (isChosen.size === 0 || !isChosen.has(code))) codes[found++] = code;
    if (steps.isDue(size)) await steps.rest();
  } else
    for (let code = EMPTY + 1; code < size; code += 1) {
      const isListed = counts[code] !== 0 && !isChosen.has(code);
      if (isListed && foldText(coded.value(code)).includes(find)) codes[found++] = code;
      if (steps.isDue(isListed ? 30 : 1)) await steps.rest();
    }
  const matching = codes.slice(0, found);
  sortByCount(matching, counts);
  return {
    coded,
    counts,
    codes: matching,
    chosen: chosen.map(({ value, code }) => ({ value, whole: true, rows: counts[code] ?? 0 })),
  };
}

export function valuesPage(counted: CountedValues, offset: number, limit: number): ColumnValues {
  const { coded, counts, codes, chosen } = counted;
  return {
    chosen: [...chosen],
    values: Array.from(codes.subarray(offset, offset + limit), (code) => {
      const { text, whole } = cutText(coded.value(code));
      return { value: text, whole, rows: counts[code] as number };
    }),
    valuesTotal: codes.length,
    empty: counts[EMPTY] ?? 0,
  };
}

/** Cuts a value to what a list shows, never within a pair of surrogates. */
export function cutText(value: string): { readonly text: string; readonly whole: boolean } {
  if (value.length <= VALUE_LENGTH_LIMIT) return { text: value, whole: true };
  const isTorn = /[\uD800-\uDBFF]/.test(value.charAt(VALUE_LENGTH_LIMIT - 1));
  return { text: value.slice(0, VALUE_LENGTH_LIMIT - (isTorn ? 1 : 0)), whole: false };
}

/** Rows by code. */
export function countCodes(
  { codes, size }: Pick<CodedColumn, 'codes' | 'size'>,
  mask: RowMask,
  asOf: number,
): Int32Array {
  const counts = new Int32Array(size);
  for (let row = 0; row < asOf; row += 1) {
    if (mask !== null && mask[row] === 0) continue;
    const code = codes[row] as number;
    counts[code] = (counts[code] as number) + 1;
  }
  return counts;
}

/** Most rows first; equal ones in the order in which they first appeared, as they must stand in `codes`. */
export function sortByCount(codes: Int32Array, counts: Int32Array): void {
  let most = 0;
  for (const code of codes) most = Math.max(most, counts[code] as number);
  const weightOf = (code: number) => most - (counts[code] as number);
  const ends = new Int32Array(most + 2);
  for (const code of codes) {
    const next = weightOf(code) + 1;
    ends[next] = (ends[next] as number) + 1;
  }
  for (let weight = 1; weight < ends.length; weight += 1)
    ends[weight] = (ends[weight] as number) + (ends[weight - 1] as number);
  for (const code of codes.slice()) {
    const weight = weightOf(code);
    const to = ends[weight] as number;
    ends[weight] = to + 1;
    codes[to] = code;
  }
}
