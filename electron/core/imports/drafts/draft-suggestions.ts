import type { FieldSuggestion } from '../../../../shared/contract/imports/imports.ts';
import type { ColumnProfile } from '../../../../shared/contract/imports/reading.ts';
import { OF_RESULT_FILE, withoutResultColumns } from '../../../../shared/domain/jobs/result-columns.ts';
import { asBefore, type AsBefore } from './as-before.ts';
import { type FieldKnowledge, suggestionsFor } from '../fields/field-knowledge.ts';
import type { FieldRule, Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { mappingFromSuggestions, withRulesBefore } from '../../../../shared/domain/mapping/index.ts';

/** A field for each column of a draft; none for the columns that this program has put into a result file. */
export function draftSuggestions(
  columns: readonly ColumnProfile[],
  knowledge: FieldKnowledge,
  campaignCode: string,
): FieldSuggestion[] {
  const suggested = suggestionsFor(withoutResultColumns(columns), knowledge, campaignCode);
  const byColumn = new Map(suggested.map((suggestion) => [suggestion.column, suggestion]));
  return columns.map(({ index }) => {
    const none = { column: index, field: null, confidence: 0, reasons: [OF_RESULT_FILE], runnerUp: null };
    return byColumn.get(index) ?? none;
  });
}

/** What fills the fields of a draft without a person. */
export interface Suggested {
  readonly suggestions: readonly FieldSuggestion[];
  readonly asBefore: AsBefore | null;
}

/** What fills the fields of a file with these columns in the campaign, and the campaign. */
export function suggestedInto(columns: readonly ColumnProfile[], knowledge: FieldKnowledge, campaignCode: string) {
  const labels = columns.map(({ label }) => label);
  return {
    suggestions: draftSuggestions(columns, knowledge, campaignCode),
    suggestedFor: campaignCode,
    asBefore: asBefore(labels, knowledge, campaignCode),
  };
}

/** A mapping that takes every suggestion as it is, with what came back from an earlier import. */
export function suggestedMapping({ suggestions, asBefore: before }: Suggested): Mapping {
  return withRulesBefore(mappingFromSuggestions(suggestions), before?.rules ?? []);
}

/**
 * The mapping after the suggestions were made again. A rule that came from a suggestion follows the new one; what a person
 * chose, changed, cleared or added stays. No field is filled twice.
 */
export function followSuggestions(mapping: Mapping, before: Suggested, after: Suggested): Mapping {
  const former = suggestedMapping(before);
  const next = suggestedMapping(after);
  if (isSame(mapping.map(withoutUsualCleaning), former)) return next;
  const suggested = new Map(former.map((rule) => [placeOf(rule), rule]));
  const isSuggested = (rule: FieldRule) => isSame(withoutUsualCleaning(rule), suggested.get(placeOf(rule)));
  const own = mapping.filter((rule) => !isSuggested(rule));
  const followed = new Set(mapping.filter(isSuggested).map(placeOf));
  // A column without its suggested rule was cleared by a person; one that another rule reads was chosen by a person.
  const decided = new Set([...[...suggested.keys()].filter((place) => !followed.has(place)), ...own.flatMap(placesOf)]);
  for (const place of followed) decided.delete(place);
  const taken = new Set(own.map((rule) => rule.field.toLowerCase()));
  const fresh = new Map(
    next
      .filter((rule) => !placesOf(rule).some((place) => decided.has(place)) && !taken.has(rule.field.toLowerCase()))
      .map((rule) => [placeOf(rule), rule]),
  );
  const kept = mapping.flatMap((rule) => {
    if (!isSuggested(rule)) return [rule];
    const other = fresh.get(placeOf(rule));
    return other === undefined ? [] : [other];
  });
  return [...kept, ...[...fresh].filter(([place]) => !followed.has(place)).map(([, rule]) => rule)];
}

/** Phones are cleaned to the country of the file without a person's choice. */
function withoutUsualCleaning(rule: FieldRule): FieldRule {
  return { ...rule, cleaning: rule.cleaning.filter((step) => step.kind !== 'phone' || step.country !== null) };
}

/** A rule belongs to its first column, or, when it reads none, to its field. */
function placeOf(rule: FieldRule): string {
  return placesOf(rule)[0] ?? '';
}

function placesOf({ field, source }: FieldRule): string[] {
  return source.kind === 'columns' ? source.columns.map(String) : [`constant ${field.toLowerCase()}`];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
