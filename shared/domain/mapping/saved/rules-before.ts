// Why: decision 0240.
import type { CleaningStep, FieldRule, Mapping } from '../../../contract/imports/mapping.ts';
import { columnsRead, fitMapping, type KeptMapping } from './fit-mapping.ts';

/** Headers that a file of the same kind shares at least. One, such as "Name", is in half of all files. */
const LEAST_SHARED = 2;
/** Cleaning that every field gets, or that follows the country of the phones of this file. */
const USUAL: readonly CleaningStep['kind'][] = ['trim', 'phone', 'asWritten'];

/**
 * What an earlier import did beyond filling fields from columns, for a file of the same kind: fields with the same value in
 * every row, and fields whose values it cleaned, replaced or cut. Null when a column that it read is missing here.
 *
 * @param columns labels of this file's columns
 */
export function rulesBefore(earlier: KeptMapping, columns: readonly string[]): Mapping | null {
  const { mapping, missing } = fitMapping(earlier, columns);
  const shared = columnsRead(earlier.rules).length;
  if (missing.length > 0 || shared < LEAST_SHARED) return null;
  return mapping.flatMap((rule): FieldRule[] => {
    const cleaning = rule.cleaning.filter(({ kind }) => !USUAL.includes(kind));
    if (rule.source.kind === 'constant') return [{ ...rule, cleaning }];
    return cleaning.length === 0 ? [] : [{ ...rule, cleaning: [{ kind: 'trim' }, ...cleaning] }];
  });
}

/** The mapping with such rules: cleaning where the same columns fill the field, other fields as long as nothing fills them. */
export function withRulesBefore(mapping: Mapping, before: Mapping): Mapping {
  const find = (rules: Mapping, field: string) =>
    rules.find((rule) => rule.field.toLowerCase() === field.toLowerCase());
  const cleaned = mapping.map((rule) => {
    const known = find(before, rule.field);
    return known !== undefined && isSameSource(known, rule) ? { ...rule, cleaning: known.cleaning } : rule;
  });
  return [...cleaned, ...before.filter((rule) => find(mapping, rule.field) === undefined)];
}

function isSameSource(one: FieldRule, other: FieldRule): boolean {
  return JSON.stringify(one.source) === JSON.stringify(other.source);
}
