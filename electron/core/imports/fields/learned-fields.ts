// Why: decision 0171.
import { campaignField } from './look-up-fields.ts';
import type { LookedUpFields } from './looked-up-fields-store.ts';

/** Fewer leads say little about the fields that others of their campaign have. */
const LEAST_LEADS = 20;

/** What leads that came anyway show about the fields of their campaign. */
export interface FieldSample {
  readonly campaignCode: string;
  /** Leads of the campaign that were looked at. */
  readonly leads: number;
  readonly fields: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/**
 * What is known of a campaign after its leads came with an export. A filter may have left out the leads that have a field,
 * so nothing that a look-up found is lost. Null when the leads show too little.
 *
 * @param known what was found before
 * @param at Unix milliseconds
 */
export function learnedFields(
  { campaignCode, leads, fields }: FieldSample,
  known: LookedUpFields | undefined,
  at: number,
): LookedUpFields | null {
  if (leads < LEAST_LEADS || fields.length === 0) return null;
  const names = new Set(known?.fields.map(({ name }) => name.toLowerCase()));
  const added = fields
    .filter(({ name }) => name.length <= 200 && !names.has(name.toLowerCase()))
    .map(({ name, values }) => campaignField(name, values));
  return { campaignCode, at, leads: Math.max(leads, known?.leads ?? 0), fields: [...(known?.fields ?? []), ...added] };
}
