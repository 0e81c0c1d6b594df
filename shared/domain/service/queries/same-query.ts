import type { WrittenQuery } from '../../../contract/exports/queries.ts';

export function isSameQuery(one: WrittenQuery, other: WrittenQuery): boolean {
  return asksTheSame(one, other) && JSON.stringify(one.modifiedFrom) === JSON.stringify(other.modifiedFrom);
}

/** The same but for the beginning. */
export function asksTheSame(one: WrittenQuery, other: WrittenQuery): boolean {
  return JSON.stringify(inOneOrder(one)) === JSON.stringify(inOneOrder(other));
}

/** The order in which chips were pressed does not matter, nor the one in which a file names the parts. */
function inOneOrder(query: WrittenQuery): unknown[] {
  const { source, extra } = query;
  const common = [source, extra.map(({ name, value }) => [name, value])];
  if (source === 'search') return [...common, query.searchName, query.project, [...query.include].sort(), query.answer];
  return [...common, query.projects, [...query.statuses].sort(), [...query.closures].sort()];
}
