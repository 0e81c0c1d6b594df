// Why: decision 0096.
import type { Mapping } from '../../../contract/imports/mapping.ts';
import { headerKey } from '../words/header-tokens.ts';

/** What was mapped before: in an earlier import of this campaign, or under a name that a person gave it. */
export interface EarlierMapping {
  /** Why it counts, for people. Default: "Mapped this way before." */
  readonly reason?: string;
  /** Header of a column as it stood in that file → import name. Only columns that filled a field alone and whole. */
  readonly fields: readonly { readonly header: string; readonly field: string }[];
  /** Fields that several columns filled together. */
  readonly joins?: readonly EarlierJoin[];
}

export interface EarlierJoin {
  /** Headers as they stood in that file, in the order of the join. */
  readonly headers: readonly string[];
  /** Written between the values; null: the first value that is not empty. */
  readonly join: string | null;
  readonly field: string;
}

/** An earlier join whose columns are all here. */
export interface FoundJoin {
  /** Places of its columns among the headers, in the order of the join. */
  readonly columns: readonly number[];
  readonly join: string | null;
  readonly field: string;
  readonly reason: string;
  /** Columns that fill only this field; a part that also filled a field of its own is not reserved. */
  readonly reserved: readonly number[];
}

/**
 * What a mapping says about its columns. `columns`: the headers that its column numbers point into. A part of a join is not
 * evidence that the column fills the field, and neither is a column of which only a part of the value is used.
 */
export function earlierMapping(columns: readonly string[], mapping: Mapping, reason?: string): EarlierMapping {
  const fields: { header: string; field: string }[] = [];
  const joins: EarlierJoin[] = [];
  for (const { field, source, cleaning } of mapping) {
    if (source.kind !== 'columns' || cleaning.some((step) => step.kind === 'split')) continue;
    const headers = source.columns.flatMap((column) => columns[column] ?? []);
    const [header] = headers;
    if (header === undefined || headers.length < source.columns.length) continue;
    if (headers.length === 1) fields.push({ header, field });
    else joins.push({ headers, join: source.join, field });
  }
  return { ...(reason === undefined ? {} : { reason }), fields, joins };
}

/**
 * Earlier joins that can be made again, whole or not at all. `earlier`: the newest first; what a newer mapping did with a
 * column or a field wins.
 */
export function joinsFound(headers: readonly string[], earlier: readonly EarlierMapping[]): FoundJoin[] {
  const keys = headers.map(headerKey);
  const here = new Set(keys);
  const found: FoundJoin[] = [];
  const decided = new Set<string>();
  const filled = new Set<string>();
  const taken = new Set<number>();
  for (const { reason = 'Mapped this way before.', fields, joins = [] } of earlier) {
    const alone = new Set(fields.map(({ header }) => headerKey(header)));
    for (const { field, header } of fields) if (here.has(headerKey(header))) filled.add(field.toLowerCase());
    for (const { headers: parts, join, field } of joins) {
      const columns = placesOf(parts, keys);
      const [home] = columns;
      if (home === undefined || columns.length < parts.length || filled.has(field.toLowerCase())) continue;
      // A column has one suggestion, so a first column that also filled a field alone cannot bring the join.
      if (alone.has(keys[home] ?? '') || columns.some((column) => taken.has(column) || decided.has(keys[column] ?? '')))
        continue;
      const reserved = columns.filter((column) => !alone.has(keys[column] ?? ''));
      for (const column of reserved) taken.add(column);
      filled.add(field.toLowerCase());
      const others = columns.slice(1).map((column) => `"${(headers[column] ?? '').trim()}"`);
      found.push({ columns, join, field, reason: `${reason} ${together(others, join)}`, reserved });
    }
    for (const header of [...alone, ...joins.flatMap((entry) => entry.headers.map(headerKey))]) decided.add(header);
  }
  return found;
}

function together(others: readonly string[], join: string | null): string {
  const names = others.join(', ');
  return join === null ? `Where it is empty, ${names}.` : `Joined with ${names}.`;
}

/** The columns with these headers. Columns without a name are never found; columns with the same name keep their order. */
function placesOf(headers: readonly string[], keys: readonly string[]): number[] {
  const places: number[] = [];
  for (const key of headers.map(headerKey)) {
    const place = keys.findIndex((other, index) => key !== '' && other === key && !places.includes(index));
    if (place >= 0) places.push(place);
  }
  return places;
}

/** A field that a column of one name filled before. */
export interface EarlierUse {
  readonly field: string;
  readonly reason: string | undefined;
}

/** Earlier uses by the key of the header, the newest first. Columns without a name have none. */
export function usesByHeader(earlier: readonly EarlierMapping[]): ReadonlyMap<string, readonly EarlierUse[]> {
  const uses = earlier.flatMap(({ fields, reason }) =>
    fields.map(({ header, field }) => ({ key: headerKey(header), field, reason })),
  );
  const named = uses.filter(({ key }) => key !== '');
  return Map.groupBy(named, ({ key }) => key);
}
