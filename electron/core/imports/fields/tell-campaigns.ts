// Why: decision 0581.
import type { CheckSettings } from '../../../../shared/contract/check/check.ts';
import type { CampaignField } from '../../../../shared/contract/imports/imports.ts';
import type { SharedText, SharedTexts } from '../../foundation/shared-texts.ts';
import { hasRules } from '../../../../shared/domain/check/field-rules.ts';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import { campaignOf } from './colleague-knowledge.ts';
import { campaignsOf, type FieldKnowledge, importsInto, provenFields } from './field-knowledge.ts';

/**
 * Tells what the imports and look-ups of this computer show of their campaigns, as far as it was not told. Rules go out when an
 * import was started with them after the team heard of others, so nobody's are put back by an old import.
 */
export function tellCampaigns(texts: SharedTexts, knowledge: FieldKnowledge): void {
  if (!texts.isTeam) return;
  const standing = texts
    .all('rules')
    .filter(({ isCopy }) => !isCopy)
    .sort((one, other) => other.at - one.at);
  const told = texts.all('fields').filter(({ key }) => key.endsWith(`\n${texts.me}`));
  for (const { code } of campaignsOf(knowledge)) {
    const [last] = importsInto(knowledge, code);
    if (last !== undefined) tellRules(code, { ...knowledge.checkSettingsOf(last.id), country: null }, last.createdAt);
    const { leads, fields } = provenFields(knowledge, code);
    const known = told.find(isOf(code));
    const text = JSON.stringify({ campaignCode: code, leads, fields: fields.map(withoutExample) });
    if (fields.length > 0 && known?.text !== text) texts.put('fields', known?.key ?? `${code}\n${texts.me}`, text);
  }

  function tellRules(code: string, settings: CheckSettings, at: number): void {
    const known = standing.find(isOf(code));
    const text = JSON.stringify(settings);
    if (!hasRules(settings) || known?.text === text || (known !== undefined && known.at >= at)) return;
    texts.put('rules', known?.key ?? code, text);
  }
}

const isOf =
  (code: string) =>
  ({ key }: SharedText): boolean =>
    isSameCampaign(campaignOf(key), code);

function withoutExample({ name, type, isInEvery }: CampaignField): Partial<CampaignField> {
  return { name, type, ...(isInEvery === true ? { isInEvery } : {}) };
}
