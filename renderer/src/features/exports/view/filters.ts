import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { columnWords } from '../../../../../shared/domain/service/column-words.ts';

type ValuesFilter = Extract<ColumnFilter, { kind: 'values' }>;

/** One filter a column: another one takes its place; null takes it away. */
export function withFilter(
  filters: readonly ColumnFilter[],
  column: number,
  filter: ColumnFilter | null,
): readonly ColumnFilter[] {
  const place = filters.findIndex((known) => known.column === column);
  if (filter === null) return filters.filter((known) => known.column !== column);
  return place < 0 ? [...filters, filter] : filters.with(place, filter);
}

export function filterOf(filters: readonly ColumnFilter[], column: number): ColumnFilter | undefined {
  return filters.find((filter) => filter.column === column);
}

/** A value ticked or unticked; null: the empty cells. Without any tick there is no filter. */
export function withValue(filter: ColumnFilter | undefined, column: number, value: string | null): ColumnFilter | null {
  const known: ValuesFilter =
    filter?.kind === 'values' ? filter : { kind: 'values', column, values: [], empty: false, not: false };
  const next: ValuesFilter =
    value === null
      ? { ...known, empty: !known.empty }
      : {
          ...known,
          values: known.values.includes(value)
            ? known.values.filter((other) => other !== value)
            : [...known.values, value],
        };
  return next.values.length === 0 && !next.empty ? null : next;
}

/** "Closure is Success or Not interested": what a filter lets through. */
export function filterWords(filter: ColumnFilter, path: string, title: string): string {
  switch (filter.kind) {
    case 'text':
      return `${title} ${filter.not ? NOT_MATCH[filter.match] : MATCH[filter.match]} “${filter.text}”`;
    case 'values':
      return `${title} ${filter.not ? 'is not' : 'is'} ${listWords([
        ...filter.values.map((value) => columnWords(path, value)),
        ...(filter.empty ? ['empty'] : []),
      ])}`;
    case 'number':
    case 'date':
      return `${title} ${rangeWords(filter.from, filter.to)}`;
    case 'empty':
      return `${title} is ${filter.not ? 'not empty' : 'empty'}`;
    case 'repeated':
      return `${title} is the same in other leads`;
  }
}

const MATCH = { contains: 'contains', equals: 'is', starts: 'starts with', ends: 'ends with' } as const;
const NOT_MATCH = {
  contains: 'does not contain',
  equals: 'is not',
  starts: 'does not start with',
  ends: 'does not end with',
} as const;

/** Values of a chip that are named; the rest is counted. */
const NAMED_VALUES = 3;

function listWords(values: readonly string[]): string {
  const named = values.slice(0, NAMED_VALUES);
  const rest = values.length - named.length;
  return rest === 0 ? named.join(' or ') : `${named.join(', ')} or ${rest} more`;
}

function rangeWords(from: string | number | null, to: string | number | null): string {
  const words = (end: string | number) => String(end).replace('T', ' ');
  if (from === null) return to === null ? 'is anything' : `up to ${words(to)}`;
  return to === null ? `from ${words(from)}` : `${words(from)} to ${words(to)}`;
}
