import { type ExportEnd, exportEnd } from '../../../../../shared/contract/exports/answered.ts';
import type { ComparedField, Comparison } from '../../../../../shared/contract/exports/compare.ts';
import type { ComparedKind } from '../../../../../shared/contract/exports/plain-words.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { format } from '../../../lib/format.ts';
import { columnTitles } from '../view/column-names.ts';
import { knownAt } from '../view/known-at.ts';

/** The parts of a comparison that can be looked at. `apart`: repeated ids and rows without one. */
export type Part = 'new' | 'changed' | 'gone' | 'same' | 'apart';

/** The part of a comparison that is shown. */
export interface CompareView {
  readonly part: Part;
  /** Position of the changed field among the fields; null: any. */
  readonly field: number | null;
  /** Changes of that field, as `export:values` gives them; empty: all. */
  readonly changes: readonly string[];
}

const KINDS: Readonly<Record<Part, readonly ComparedKind[]>> = {
  new: ['new'],
  changed: ['changed'],
  gone: ['gone'],
  same: ['same'],
  apart: ['repeated', 'without id'],
};

export function kindFilter({ kindColumn }: Comparison, kinds: readonly ComparedKind[]): ColumnFilter {
  return { kind: 'values', column: kindColumn, values: [...kinds], empty: false, not: false };
}

export function filtersOf(comparison: Comparison, { part, field, changes }: CompareView): ColumnFilter[] {
  const filters = [kindFilter(comparison, KINDS[part])];
  const column = part === 'changed' && field !== null ? (comparison.fields[field]?.change ?? null) : null;
  if (column === null) return filters;
  return [
    ...filters,
    changes.length === 0
      ? { kind: 'empty', column, not: true }
      : { kind: 'values', column, values: [...changes], empty: false, not: false },
  ];
}

/** Both values of a change; null when the text was cut. */
export function parseChange(text: string): { readonly before: string; readonly now: string } | null {
  try {
    const pair: unknown = JSON.parse(text);
    if (!Array.isArray(pair) || pair.length !== 2) return null;
    return { before: String(pair[0]), now: String(pair[1]) };
  } catch {
    return null;
  }
}

export interface NamedField extends ComparedField {
  /** Position in `comparison.fields`. */
  readonly position: number;
  readonly title: string;
}

/** The fields with their names on the screen: those that changed most often come first. */
export function namedFields({ fields }: Pick<Comparison, 'fields'>): NamedField[] {
  const paths = fields.map(({ path }, index) => ({ index, path: usualCase(path) }));
  // The lead's own id is not a field, but another id must not have its name.
  const titles = columnTitles([...paths, { index: -1, path: 'uniqueId' }]);
  return fields
    .map((field, position) => ({ ...field, position, title: titles.get(position) ?? field.path }))
    .sort((one, other) => (other.changed ?? -1) - (one.changed ?? -1) || one.position - other.position);
}

/** `Data.Firma` is titled like `data.Firma`: services differ in the case of their names. */
function usualCase(path: string): string {
  return path.replace(/^data\./i, 'data.');
}

/** "Monday" and "today", or times when both are of one day: what the two results are called. */
export function resultNames(
  before: number,
  now: number,
  at: number,
): { readonly before: string; readonly now: string } {
  if (format.date(before) !== format.date(now)) return { before: dayName(before, at), now: dayName(now, at) };
  const [first, second] = [format.time(before), format.time(now)];
  return first === second ? { before: 'before', now: 'now' } : { before: first, now: second };
}

function dayName(day: number, at: number): string {
  const days = format.daysAhead(day, at);
  if (days === 0) return 'today';
  if (days === -1) return 'yesterday';
  if (days < 0 && days > -7)
    return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: format.zone() }).format(day);
  return format.dayAndMonth(day);
}

/** "Monday's result"; a time has no such form. */
export function resultOf(name: string): string {
  if (name === 'before') return 'the earlier result';
  if (name === 'now') return 'the later result';
  return /\d/.test(name) ? `the result of ${name}` : `${name}’s result`;
}

/** The part that is shown first: the first that has leads. */
export function firstPart(comparison: Comparison): Part {
  const parts = ['changed', 'new', 'gone', 'same'] as const;
  return parts.find((part) => comparison[part] > 0) ?? 'apart';
}

/** Whether leads may be missing in a result: then leads that only the other has prove nothing. */
export function isWhole(result: ExportSummary): boolean {
  const missing: readonly ExportEnd[] = ['running', 'partial', 'failed', 'cancelled'];
  return !missing.includes(exportEnd(result));
}

/** Whether new or gone leads are uncertain, because the other result is not whole. */
export interface Doubt {
  readonly new: boolean;
  readonly gone: boolean;
}

export function doubtOf({ before, now }: { readonly before: ExportSummary; readonly now: ExportSummary }): Doubt {
  return { new: !isWhole(before), gone: !isWhole(now) };
}

/** The words after the number of rows of a part. They claim only what is known of both results. */
export function partWords(part: Part, doubt: Doubt): string {
  switch (part) {
    case 'changed':
      return 'changed';
    case 'new':
      return doubt.new ? 'only in the later result' : 'new';
    case 'gone':
      return doubt.gone ? 'only in the earlier result' : 'gone';
    case 'same':
      return 'the same';
    case 'apart':
      return 'counted apart';
  }
}

/** Results can be compared when no leads arrive in them any more. */
export function isComparable(result: ExportSummary): boolean {
  return result.state !== 'running' && result.rows > 0;
}

/**
 * The result to compare with, and which of both is the earlier: the same query if there is one, else the next in time. A
 * result that was brought up to date is of the time of that.
 */
export function proposedPair(
  results: readonly ExportSummary[],
  id: string,
): { readonly before: string; readonly now: string } | null {
  const chosen = results.find((result) => result.id === id);
  if (chosen === undefined) return null;
  const distance = (result: ExportSummary) => Math.abs(knownAt(result) - knownAt(chosen));
  const [other] = results
    .filter((result) => result.id !== id && isComparable(result))
    .sort(
      (one, two) =>
        Number(two.name === chosen.name) - Number(one.name === chosen.name) || distance(one) - distance(two),
    );
  if (other === undefined) return null;
  return knownAt(other) < knownAt(chosen) ? { before: other.id, now: id } : { before: id, now: other.id };
}

/** Rows that are in both results once. */
export function inBoth({ changed, same }: Comparison): number {
  return changed + same;
}

/** Rows that could not be compared. */
export function apart({ repeated, withoutId }: Comparison): number {
  return repeated.before + repeated.now + withoutId.before + withoutId.now;
}

/** Rows of a part. */
export function partRows(comparison: Comparison, part: Part): number {
  return part === 'apart' ? apart(comparison) : comparison[part];
}
