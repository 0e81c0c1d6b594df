import type { CampaignField, Plan } from '../../contract/imports/imports.ts';
import type { Mapping } from '../../contract/imports/mapping.ts';
import { checkedTypeOf, isNameField } from './field-type.ts';

/**
 * Why a field should not take the tag of each lead. `mapped`: the import fills it, and the tag would replace its values.
 * `unknown`: the campaign is not known to have it. `special`: it is one for phones, addresses, dates or names.
 */
export type TagTrouble = 'mapped' | 'unknown' | 'special';

/** Null: the campaign has the field, nothing fills it, and it takes any text. */
export function tagTrouble(
  tagField: string,
  { mapping, fields }: { readonly mapping: Mapping; readonly fields: readonly CampaignField[] },
): TagTrouble | null {
  const key = tagField.trim().toLowerCase();
  if (mapping.some(({ field }) => field.trim().toLowerCase() === key)) return 'mapped';
  const known = fields.find(({ name, source }) => name.toLowerCase() === key && isOwn(source));
  if (known === undefined) return 'unknown';
  return isPlainText(known, fields) ? null : 'special';
}

/** Fields of the campaign that can take the tag without a question. */
export function freeTagFields(facts: {
  readonly mapping: Mapping;
  readonly fields: readonly CampaignField[];
}): string[] {
  return facts.fields.map(({ name }) => name).filter((name) => tagTrouble(name, facts) === null);
}

/** A person said that this field takes the tag, in this campaign, although it is not known to have it. */
export function isTagAgreed({ campaignCode, terms }: Pick<Plan, 'campaignCode' | 'terms'>): boolean {
  const { tagField = null, tagAgreed = null } = terms ?? {};
  return tagAgreed !== null && tagAgreed.field === tagField && tagAgreed.campaignCode === campaignCode;
}

/** Names that are common to all campaigns say nothing about this one. */
function isOwn(source: CampaignField['source']): boolean {
  return source !== 'common' && source !== 'typed';
}

function isPlainText({ name, type }: CampaignField, fields: readonly CampaignField[]): boolean {
  const rule = { field: name, source: { kind: 'constant' as const, value: '' }, cleaning: [] };
  return type === 'text' && checkedTypeOf(rule, fields) === 'text' && !isNameField(name);
}
