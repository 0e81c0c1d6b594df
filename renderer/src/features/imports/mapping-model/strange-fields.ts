import type { CampaignField, Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { format } from '../../../lib/format.ts';
import { fieldKey } from './columns-model.ts';

/** Whether anything tells which fields the campaign has: a look-up, or an import whose leads it took, here or at a colleague's. */
export function knowsFields({ known }: Pick<Draft, 'known'>): boolean {
  return known.lookUp !== null || known.imports > 0 || (known.colleagues ?? []).length > 0;
}

/** Fields of the mapping that the campaign is not known to have. None while nothing tells which it has. */
export function strangeFields(mapping: Mapping, draft: Pick<Draft, 'fields' | 'known'>): string[] {
  if (!knowsFields(draft)) return [];
  const own = ownFields(draft.fields);
  return mapping.map((rule) => rule.field).filter((field) => !own.has(fieldKey(field)));
}

/**
 * Fields that every lead of a look-up has and that nothing fills here. The campaign may require them; nobody but the service
 * knows which.
 */
export function unfilledFields(mapping: Mapping, { fields }: Pick<Draft, 'fields'>): string[] {
  const filled = new Set(mapping.map(({ field }) => fieldKey(field)));
  return fields
    .filter(({ name, isInEvery }) => isInEvery === true && !filled.has(fieldKey(name)))
    .map(({ name }) => name);
}

/**
 * The mapping with fields of the campaign in place of those that it is not known to have, where one is suggested for the
 * column and nothing fills it.
 */
export function withOwnFields(
  mapping: Mapping,
  { fields, known, suggestions }: Pick<Draft, 'fields' | 'known' | 'suggestions'>,
): { readonly mapping: Mapping; readonly replaced: readonly string[] } {
  const strange = new Set(strangeFields(mapping, { fields, known }).map(fieldKey));
  const own = ownFields(fields);
  const taken = new Set(mapping.map(({ field }) => fieldKey(field)));
  const replaced: string[] = [];
  const next = mapping.map((rule) => {
    const column = rule.source.kind === 'columns' ? rule.source.columns[0] : undefined;
    const field = suggestions.find((suggestion) => suggestion.column === column)?.field ?? null;
    if (!strange.has(fieldKey(rule.field)) || field === null) return rule;
    if (!own.has(fieldKey(field)) || taken.has(fieldKey(field))) return rule;
    taken.add(fieldKey(field));
    replaced.push(`${rule.field} → ${field}`);
    return { ...rule, field };
  });
  return { mapping: next, replaced };
}

function ownFields(fields: readonly CampaignField[]): ReadonlySet<string> {
  return new Set(fields.filter((field) => field.source !== 'common').map((field) => fieldKey(field.name)));
}

const MOST_NAMED = 6;

/** "Company, City and 3 more". */
export function someOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more <= 1 ? names.join(', ') : `${names.slice(0, MOST_NAMED).join(', ')} and ${format.number(more)} more`;
}
