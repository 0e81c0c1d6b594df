// Why: decision 0173.
import { z } from 'zod';
import { type CheckSettings, checkSettingsSchema, fieldCheckSchema } from '../../contract/check/check.ts';
import type { CampaignField } from '../../contract/imports/imports.ts';
import type { CleaningStep, Mapping } from '../../contract/imports/mapping.ts';
import { checkedTypeOf } from './field-type.ts';

/** Rules of the check as a JSON file: the settings of a draft, every part of which may be missing. */

const fieldRulesSchema = z.strictObject({
  field: fieldCheckSchema.shape.field,
  required: fieldCheckSchema.shape.required.default(false),
  unique: fieldCheckSchema.shape.unique.default(false),
  longest: fieldCheckSchema.shape.longest.default(null),
  allowed: fieldCheckSchema.shape.allowed.default(null),
});

const rulesSchema = z.strictObject({
  country: z
    .string()
    .transform((text) => text.trim().toUpperCase())
    .refine(isCountry, 'is no country of two letters, such as DK')
    .nullable()
    .default(null),
  duplicateKey: checkSettingsSchema.shape.duplicateKey,
  fields: z.array(fieldRulesSchema).max(500).default([]),
});

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && names.of(code) !== undefined;
}

export type ReadRules =
  { readonly ok: true; readonly rules: CheckSettings } | { readonly ok: false; readonly message: string };

/** Reads the text of a rules file. `{"country":"DK"}` alone is enough. */
export function readCheckRules(text: string): ReadRules {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { ok: false, message: 'It is not JSON.' };
  }
  const parsed = rulesSchema.safeParse(value);
  if (parsed.success) return { ok: true, rules: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  return { ok: false, message: `${place === '' ? 'It' : `"${place}"`} ${issue?.message ?? 'cannot be read'}.` };
}

/**
 * The mapping with phones written as E.164. The rows are sent as they were checked: a number that cannot be read stays as it is,
 * and stays a problem. Rules that clean phones, or were told not to, are left alone.
 * @param asWritten lower-case names of fields that were told not to in earlier imports
 */
export function withPhoneCleaning(
  mapping: Mapping,
  fields: readonly CampaignField[],
  asWritten: ReadonlySet<string> = new Set(),
): Mapping {
  return mapping.map((rule) => {
    const type = checkedTypeOf(rule, fields);
    const isDecided = rule.cleaning.some(({ kind }) => kind === 'phone' || kind === 'asWritten');
    if (rule.source.kind === 'constant' || (type !== 'phone' && type !== 'fax') || isDecided) return rule;
    const step: CleaningStep = asWritten.has(rule.field.toLowerCase())
      ? { kind: 'asWritten' }
      : { kind: 'phone', country: null };
    return { ...rule, cleaning: [...rule.cleaning, step] };
  });
}
