import type { ColumnFilter } from '../../../contract/exports/views.ts';

/** Filters in groups: one filter of each group must hold. */
export function filterGroups(filters: readonly ColumnFilter[]): ColumnFilter[][] {
  const groups: ColumnFilter[][] = [];
  for (const filter of filters) {
    const group = groups.at(-1);
    if (filter.or === true && group !== undefined) group.push(filter);
    else groups.push([filter]);
  }
  return groups;
}

/** The filters that stay, each in its group: where the first of a group goes, the next one begins it. */
export function withoutFilters(
  filters: readonly ColumnFilter[],
  goes: (filter: ColumnFilter) => boolean,
): ColumnFilter[] {
  return filterGroups(filters).flatMap((group) =>
    group.filter((filter) => !goes(filter)).map((filter, place) => (place === 0 ? joined(filter, false) : filter)),
  );
}

/** The filter, joined to the one before it or not. */
export function joined<Filter extends ColumnFilter>(filter: Filter, or: boolean): Filter {
  const { or: _former, ...rest } = filter;
  return (or ? { ...rest, or } : rest) as Filter;
}
