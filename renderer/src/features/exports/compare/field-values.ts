import type { ColumnValues } from '../../../../../shared/contract/exports/views.ts';
import { columnWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import { valueKind } from '../../../../../shared/domain/service/leads/lead-status.ts';

/** A value as it stands on the screen. */
export function valueWords(path: string, value: string): string {
  if (value !== '') return columnWords(path, value);
  return valueKind(path) === 'closure' ? columnWords(path, 'NotSet') : 'empty';
}

export interface ValueLine {
  /** Empty: the field has no value. */
  readonly value: string;
  readonly was: number;
  readonly is: number;
}

/**
 * The values of a field in both results, the most frequent now first. Null when there are too many to know each: values
 * that are listed on one side only may exist on the other. Null also when one is cut: several may begin like it. A side that
 * has no such column is empty in all `total` leads.
 */
export function valuesSideBySide(
  before: ColumnValues | null,
  now: ColumnValues | null,
  total: number,
): ValueLine[] | null {
  const isAll = (values: ColumnValues | null) =>
    values === null || (values.values.length === values.valuesTotal && values.values.every(({ whole }) => whole));
  if (!isAll(before) || !isAll(now)) return null;
  const lines = new Map<string, { was: number; is: number }>();
  const line = (value: string) => {
    const known = lines.get(value) ?? { was: 0, is: 0 };
    lines.set(value, known);
    return known;
  };
  line('').was = before === null ? total : before.empty;
  line('').is = now === null ? total : now.empty;
  for (const { value, rows } of before?.values ?? []) line(value).was = rows;
  for (const { value, rows } of now?.values ?? []) line(value).is = rows;
  return [...lines]
    .map(([value, counts]) => ({ value, ...counts }))
    .filter(({ was, is }) => was + is > 0)
    .sort((one, other) => other.is - one.is || other.was - one.was);
}
