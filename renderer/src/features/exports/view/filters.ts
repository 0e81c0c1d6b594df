import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { filterGroups, joined, withoutFilters } from '../../../../../shared/domain/service/queries/filter-groups.ts';
import { columnWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import type { ViewColumn } from './page-view.ts';

type ValuesFilter = Extract<ColumnFilter, { kind: 'values' }>;

/** The panel of a column shows its first filter: another one takes its place in its group; null takes it away. */
export function withFilter(
  filters: readonly ColumnFilter[],
  column: number,
  filter: ColumnFilter | null,
): readonly ColumnFilter[] {
  const former = filterOf(filters, column);
  if (former === undefined) return filter === null ? filters : [...filters, filter];
  if (filter === null) return withoutFilters(filters, (one) => one === former);
  return filters.with(filters.indexOf(former), joined(filter, former.or === true));
}

/** The opposite of a filter, in its place. */
export function negated(filter: ColumnFilter): ColumnFilter {
  return { ...filter, not: filter.not !== true };
}

/** "Status is New and (Campaign starts with “DK-” or City is Aarhus)": all filters of a view in one line. */
export function filtersWords(filters: readonly ColumnFilter[], columns: readonly ViewColumn[]): string {
  return filterGroups(filters)
    .map((group) => {
      const words = group.map((filter) => namedWords(filter, columns)).join(' or ');
      return group.length > 1 && filters.length > group.length ? `(${words})` : words;
    })
    .join(' and ');
}

/** What a filter lets through, with the name of its column. */
export function namedWords(filter: ColumnFilter, columns: readonly ViewColumn[]): string {
  const column = columns.find(({ index }) => index === filter.column);
  return filterWords(filter, column?.path ?? '', column?.title ?? `Column ${filter.column + 1}`);
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
      return `${title} ${filter.not === true ? 'not ' : ''}${rangeWords(filter.from, filter.to)}`;
    case 'empty':
      return `${title} is ${filter.not ? 'not empty' : 'empty'}`;
    case 'repeated':
      return `${title} is ${filter.not === true ? 'in no other lead' : 'the same in other leads'}`;
  }
}

/** How a text fits, in words. */
export const MATCH = { contains: 'contains', equals: 'is', starts: 'starts with', ends: 'ends with' } as const;
export const NOT_MATCH = {
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
