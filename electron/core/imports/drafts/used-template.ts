// Why: decision 0386.
import { z } from 'zod';
import { checkSettingsSchema, reasonIdSchema } from '../../../../shared/contract/check/check.ts';
import { type Plan, planSchema } from '../../../../shared/contract/imports/imports.ts';
import { mappingSchema } from '../../../../shared/contract/imports/mapping.ts';
import type { ReplacedParts } from '../../../../shared/contract/imports/template-channels.ts';
import type { TemplateContent } from '../../../../shared/contract/imports/templates.ts';
import { type PoolBasis, poolNameOf } from '../../../../shared/domain/service/pool-name.ts';

/** The template that a draft was filled from, with what it was before. */
export const usedTemplateSchema = z.object({
  name: z.string(),
  before: z.object({ mapping: mappingSchema, plan: planSchema, settings: checkSettingsSchema }),
  /** Reasons of duplicates that it answered: rows left out for them are taken back with it. */
  answered: z.array(reasonIdSchema),
  /** The last step of the person before it: rows that were left out until then stay out. 0 in drafts of earlier versions. */
  lastStep: z.number().default(0),
});
export type UsedTemplate = z.infer<typeof usedTemplateSchema>;

/** The plan of a draft with that of a template. What `replaced` names counts for more. */
export function planOfTemplate(
  before: Plan,
  { campaignCode, parts }: Pick<TemplateContent, 'campaignCode' | 'parts'>,
  replaced: ReplacedParts,
  basis: PoolBasis,
): Plan {
  const plan: Plan = { ...before, campaignCode: replaced.campaignCode ?? (campaignCode || before.campaignCode) };
  if (parts !== null) {
    plan.poolName = parts.poolScheme === null ? null : poolNameOf(parts.poolScheme, basis);
    plan.stopAfterSameRefusal = parts.stopAfterSameRefusal;
    if (parts.terms === null) delete plan.terms;
    else plan.terms = { ...parts.terms, startAt: null, tagAgreed: null };
  }
  return plan;
}
