import type { CampaignField, FieldSuggestion } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { fieldKey, percent } from './columns-model.ts';

export interface FieldOption {
  readonly name: string;
  /** Where it is known from, or how sure the suggestion is. */
  readonly note: string;
}

export interface FieldOptionGroup {
  readonly label: string;
  readonly options: readonly FieldOption[];
}

const SOURCE_GROUPS: readonly { readonly label: string; readonly source: CampaignField['source'] }[] = [
  { label: 'From an export of the campaign', source: 'export' },
  { label: 'From earlier imports', source: 'earlier' },
  { label: 'From colleagues', source: 'colleague' },
  { label: 'From a template', source: 'saved' },
  { label: 'Typed by you', source: 'typed' },
  { label: 'Common names', source: 'common' },
];

const TYPE_WORDS: Readonly<Record<Exclude<CampaignField['type'], 'text'>, string>> = {
  phone: 'phone',
  email: 'e-mail',
  date: 'date',
  number: 'number',
  url: 'web address',
  postcode: 'post code',
  name: 'name',
};

function describe(field: CampaignField): string {
  const type = field.type === 'text' ? '' : TYPE_WORDS[field.type];
  const example = field.example === undefined || field.example === '' ? '' : `e.g. ${field.example}`;
  return [type, example].filter((part) => part !== '').join(' · ');
}

/** Fields to choose from: what was suggested for the column first, then by how well the field is known. */
export function fieldOptions(
  fields: readonly CampaignField[],
  suggestion: FieldSuggestion | null,
  search: string,
): { readonly groups: readonly FieldOptionGroup[]; readonly newName: string | null } {
  const wanted = fieldKey(search);
  const matches = (name: string) => wanted === '' || fieldKey(name).includes(wanted);
  const taken = new Set<string>();
  const groups: FieldOptionGroup[] = [];
  const add = (label: string, options: readonly FieldOption[]) => {
    const fresh = options.filter((option) => matches(option.name) && !taken.has(fieldKey(option.name)));
    for (const option of fresh) taken.add(fieldKey(option.name));
    if (fresh.length > 0) groups.push({ label, options: fresh });
  };
  add('Suggested', suggestedOptions(suggestion));
  for (const { label, source } of SOURCE_GROUPS) {
    const ofSource = fields.filter((field) => field.source === source);
    add(
      label,
      ofSource.map((field) => ({ name: field.name, note: describe(field) })),
    );
  }
  const isKnown = fields.some((field) => fieldKey(field.name) === wanted) || taken.has(wanted);
  return { groups, newName: wanted === '' || isKnown ? null : search.trim() };
}

function suggestedOptions(suggestion: FieldSuggestion | null): FieldOption[] {
  if (suggestion === null) return [];
  return [suggestion, suggestion.runnerUp].flatMap((one) =>
    one === null || one.field === null
      ? []
      : [{ name: one.field, note: one.confidence === 0 ? 'its own name' : percent(one.confidence) }],
  );
}

/** Names of the fields that no rule fills yet, each once. */
export function openFields(fields: readonly CampaignField[], mapping: Mapping): readonly string[] {
  const taken = new Set(mapping.map((rule) => fieldKey(rule.field)));
  return [...new Set(fields.map(({ name }) => name))].filter((name) => !taken.has(fieldKey(name)));
}

/** Values to offer for a field that is the same in every row: those of earlier imports, then one that a lead has. */
export function knownValues(fields: readonly CampaignField[], field: string): readonly string[] {
  const known = fields.find(({ name }) => fieldKey(name) === fieldKey(field));
  const values = [...(known?.constants ?? []), known?.example ?? ''];
  return [...new Set(values)].filter((value) => value !== '');
}
