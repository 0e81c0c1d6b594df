import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { TemplateMatch } from '../../../../../shared/contract/imports/templates.ts';
import { templateWords } from '../../../../../shared/domain/check/template-words.ts';
import { type MappingChange, mappingChanges } from '../mapping-model/mapping-changes.ts';

/** A template that fits, with everything that using it would change. */
export interface TemplateOffer extends TemplateMatch {
  readonly changes: readonly MappingChange[];
  /** Beside the mapping, a line each. */
  readonly others: readonly string[];
}

/** The templates that would change something, the best first. */
export function templateOffers(draft: Draft, mapping: Mapping, matches: readonly TemplateMatch[]): TemplateOffer[] {
  return matches
    .map((match): TemplateOffer => {
      const changes = mappingChanges(mapping, match.fit.mapping, draft.reading.columns);
      return { ...match, changes, others: otherChanges(draft, match) };
    })
    .filter(({ changes, others }) => changes.length + others.length > 0);
}

function otherChanges({ plan, phoneCountry }: Draft, { template, poolName }: TemplateMatch): string[] {
  const { campaignCode, keeps } = template;
  const campaign = campaignCode === '' || campaignCode === plan.campaignCode ? [] : [`Campaign ${campaignCode}`];
  const before = { country: phoneCountry.value, plan };
  return [...campaign, ...(keeps === null ? [] : templateWords(keeps, poolName, before))];
}
