import type { RowLook } from '../../../../shared/contract/check/check-acts.ts';
import { foldText } from '../../../../shared/domain/words/fold-text.ts';
import type { CheckedDraft, CheckHooks } from './check-draft.ts';

/** Rows. Each takes some microseconds; the thread looks at what else is wanted in between. */
const ROWS_BETWEEN_PAUSES = 1000;

/**
 * Rows of the whole file as they are looked for and sorted, edits applied. Rejects when `pause` does. Equal values stay in the
 * file's order, in both directions.
 */
export async function lookedRows(
  draft: CheckedDraft,
  { find, sort, colleague }: RowLook,
  { pause }: Pick<CheckHooks, 'pause'>,
): Promise<Uint32Array> {
  const wanted = foldText(find);
  const rows: number[] = [];
  const values: string[] = [];
  for (const { row, cells } of draft.allRows()) {
    if (row % ROWS_BETWEEN_PAUSES === 0) await pause();
    if (colleague !== undefined && draft.index.team?.of(row)?.name !== colleague.name) continue;
    if (wanted !== '' && !cells.some((cell) => foldText(cell).includes(wanted))) continue;
    rows.push(row);
    if (sort !== null) values.push((cells[sort.column] ?? '').trim());
  }
  if (sort === null) return Uint32Array.from(rows);
  const places = placesOf(values, sort.direction === 'asc' ? 1 : -1);
  await pause();
  const order = rows.map((_, at) => at).sort((one, other) => (places[one] as number) - (places[other] as number));
  return Uint32Array.from(order, (at) => rows[at] as number);
}

/** For each value its rank among the different values; the empty value is last in both directions. */
function placesOf(values: readonly string[], sign: 1 | -1): Float64Array {
  const collator = new Intl.Collator('en', { numeric: true });
  const different = [...new Set(values)].filter((value) => value !== '');
  different.sort(collator.compare);
  const places = new Map<string, number>();
  let place = 0;
  let former = '';
  for (const value of different) {
    if (collator.compare(former, value) !== 0) place += 1;
    former = value;
    places.set(value, place * sign);
  }
  return Float64Array.from(values, (value) => places.get(value) ?? Number.POSITIVE_INFINITY);
}
