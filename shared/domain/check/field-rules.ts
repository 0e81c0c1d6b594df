import type { CheckSettings, FieldCheck } from '../../contract/check/check.ts';

/** The contract's longest list. */
export const MOST_LISTED = 5000;

/** Values of a list as it was typed or pasted: one a line or, out of a spreadsheet's row, one a tab; each once. */
export function listedValues(text: string): string[] {
  const values = text.split(/[\r\n\t]+/).map((value) => value.trim());
  return [...new Set(values.filter((value) => value !== ''))];
}

const NO_RULE = { required: false, unique: false, longest: null, allowed: null } as const;

/** The settings with a part of one field's rule changed; a field without any rule is not kept. */
export function withFieldRule(
  settings: CheckSettings,
  field: string,
  part: Partial<Pick<FieldCheck, 'longest' | 'allowed'>>,
): CheckSettings {
  const isKnown = settings.fields.some((entry) => entry.field === field);
  const all = isKnown ? settings.fields : [...settings.fields, { field, ...NO_RULE }];
  const fields = all.map((entry) => (entry.field === field ? { ...entry, ...part } : entry)).filter(hasRule);
  return { ...settings, fields };
}

function hasRule({ required, unique, longest, allowed }: FieldCheck): boolean {
  return required || unique || longest !== null || allowed !== null;
}

/** The settings with a rule on exactly these fields; whatever else is known about a field stays. */
export function withRule(
  settings: CheckSettings,
  rule: 'required' | 'unique',
  chosen: readonly string[],
): CheckSettings {
  const known = new Map(settings.fields.map((entry) => [entry.field, { ...entry, [rule]: false }]));
  for (const field of chosen) {
    const entry = known.get(field) ?? { field, ...NO_RULE };
    known.set(field, { ...entry, [rule]: true });
  }
  return { ...settings, fields: [...known.values()].filter(hasRule) };
}

/** Rules of fields, and the key by which rows are duplicates. */
export function countRules({ fields, duplicateKey }: CheckSettings): number {
  return fields.length + (duplicateKey === null ? 0 : 1);
}

/** Whether a person set rules, apart from the country. */
export function hasRules(settings: CheckSettings): boolean {
  return countRules(settings) > 0;
}

/** The same rules, in whatever order and for whatever country. */
export function isSameRules(one: CheckSettings, other: CheckSettings): boolean {
  const sorted = ({ fields, duplicateKey }: CheckSettings) =>
    JSON.stringify([duplicateKey, fields.toSorted((a, b) => (a.field < b.field ? -1 : 1))]);
  return sorted(one) === sorted(other);
}
