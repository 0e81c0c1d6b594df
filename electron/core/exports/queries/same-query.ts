import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';

/** What was asked for, without what is empty, so that a new kind of filter changes nothing for what there is. */
export function factsOf(query: object): Record<string, unknown> {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given.sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function isSameQuery(one: ExportQuery, other: ExportQuery): boolean {
  return JSON.stringify(factsOf(one)) === JSON.stringify(factsOf(other));
}
