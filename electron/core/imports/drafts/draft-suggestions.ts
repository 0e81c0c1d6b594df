import type { FieldSuggestion } from '../../../../shared/contract/imports/imports.ts';
import type { ColumnProfile } from '../../../../shared/contract/imports/reading.ts';
import { resultColumnsIn } from '../../../../shared/domain/jobs/result-columns.ts';
import { type FieldKnowledge, suggestionsFor } from '../fields/field-knowledge.ts';
import type { FieldRule, Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { mappingFromSuggestions } from '../../../../shared/domain/mapping/index.ts';

/** A field for each column of a draft; none for the columns that a result file of this program has behind its own. */
export function draftSuggestions(
  columns: readonly ColumnProfile[],
  knowledge: FieldKnowledge,
  campaignCode: string,
): FieldSuggestion[] {
  const own = resultColumnsIn(columns.map(({ header }) => header)) ?? columns.length;
  const none = columns.slice(own).map(({ index }): FieldSuggestion => {
    return { column: index, field: null, confidence: 0, reasons: ['A column of a result file.'], runnerUp: null };
  });
  return [...suggestionsFor(columns.slice(0, own), knowledge, campaignCode), ...none];
}

/**
 * The mapping after the suggestions were made again. A rule that came from a suggestion follows the new one; what a person
 * chose, changed, cleared or added stays. No field is filled twice.
 */
export function followSuggestions(
  mapping: Mapping,
  before: readonly FieldSuggestion[],
  after: readonly FieldSuggestion[],
): Mapping {
  const former = mappingFromSuggestions(before);
  const next = mappingFromSuggestions(after);
  if (isSame(mapping.map(withoutUsualCleaning), former)) return next;
  const suggested = new Map(former.map((rule) => [columnOf(rule), rule]));
  const isSuggested = (rule: FieldRule) => isSame(withoutUsualCleaning(rule), suggested.get(columnOf(rule)));
  const own = mapping.filter((rule) => !isSuggested(rule));
  const followed = new Set(mapping.filter(isSuggested).map(columnOf));
  // A person cleared a column whose suggestion is not in the mapping, and chose for one that another rule reads.
  const decided = new Set([
    ...[...suggested.keys()].filter((column) => !followed.has(column)),
    ...own.flatMap(({ source }) => (source.kind === 'columns' ? source.columns : [])),
  ]);
  for (const column of followed) decided.delete(column);
  const taken = new Set(own.map((rule) => rule.field.toLowerCase()));
  const fresh = new Map(
    next
      .filter((rule) => !columnsOf(rule).some((column) => decided.has(column)) && !taken.has(rule.field.toLowerCase()))
      .map((rule) => [columnOf(rule), rule]),
  );
  const kept = mapping.flatMap((rule) => {
    if (!isSuggested(rule)) return [rule];
    const other = fresh.get(columnOf(rule));
    return other === undefined ? [] : [other];
  });
  return [...kept, ...[...fresh].filter(([column]) => !followed.has(column)).map(([, rule]) => rule)];
}

/** Phones are cleaned to the country of the file without a person's choice. */
function withoutUsualCleaning(rule: FieldRule): FieldRule {
  return { ...rule, cleaning: rule.cleaning.filter((step) => step.kind !== 'phone' || step.country !== null) };
}

/** A rule belongs to its first column; -1 for one that reads none. */
function columnOf(rule: FieldRule): number {
  return columnsOf(rule)[0] ?? -1;
}

function columnsOf({ source }: FieldRule): readonly number[] {
  return source.kind === 'columns' ? source.columns : [];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
