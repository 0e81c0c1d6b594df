// Why: decision 0171.
import type { CampaignField } from '../../../../shared/contract/imports/imports.ts';
import { campaignField } from './look-up-fields.ts';
import type { LookedUpField, LookedUpFields } from './looked-up-fields-store.ts';

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
 * @param origin the export, and when it ended in Unix milliseconds
 */
export function learnedFields(
  { campaignCode, leads, fields }: FieldSample,
  known: LookedUpFields | undefined,
  { exportId, at }: { readonly exportId: string; readonly at: number },
): LookedUpFields | null {
  if (leads < LEAST_LEADS || fields.length === 0) return null;
  const shown = new Map(
    fields
      .filter(({ name }) => name.length <= 200)
      .map(({ name, values }) => [name.toLowerCase(), withOrigin(campaignField(name, values), exportId)]),
  );
  const kept = (known?.fields ?? []).map((field) => {
    const own = shown.get(field.name.toLowerCase());
    shown.delete(field.name.toLowerCase());
    // The one it had may have gone with the export that it came with.
    return own?.example === undefined || field.example !== undefined
      ? field
      : { ...field, example: own.example, exampleFrom: exportId };
  });
  return { campaignCode, at, leads: Math.max(leads, known?.leads ?? 0), fields: [...kept, ...shown.values()] };
}

function withOrigin(field: CampaignField, exportId: string): LookedUpField {
  return field.example === undefined ? field : { ...field, exampleFrom: exportId };
}
