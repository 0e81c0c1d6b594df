import type { ExportQuery, SimpleQuery } from '../../../../../shared/contract/exports/queries.ts';

export const EMPTY_QUERY: SimpleQuery = {
  source: 'simple',
  projects: [],
  modifiedFrom: null,
  statuses: [],
  closures: [],
  extra: [],
};

export function toggle(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** Chooses or clears a whole group at once: chosen when any of it was missing. */
export function toggleGroup(values: readonly string[], group: readonly string[]): string[] {
  const others = values.filter((value) => !group.includes(value));
  return group.every((value) => values.includes(value)) ? others : [...others, ...group];
}

export function isSameQuery(one: ExportQuery, other: ExportQuery): boolean {
  return JSON.stringify(normalised(one)) === JSON.stringify(normalised(other));
}

/** The order in which chips were pressed does not matter. */
function normalised(query: ExportQuery): ExportQuery {
  if (query.source === 'search') return query;
  return { ...query, statuses: [...query.statuses].sort(), closures: [...query.closures].sort() };
}
