import type { CampaignFound, CampaignRow } from '../../../../../shared/contract/check/campaign-rows.ts';
import { fieldsBeside, fieldWith } from '../../../../../shared/domain/check/fields-beside.ts';
import type { PhoneReader } from '../../../../../shared/domain/phones/phone-reader.ts';
import { isSameCampaign } from '../../../../../shared/domain/service/campaign-code.ts';
import type { CheckedDraft } from '../check-draft.ts';
import type { CheckAnswers, CheckQuestions } from '../check-messages.ts';
import { basisOf, IN_CAMPAIGN, type ListedRow } from './rows-in-campaign.ts';

/** What the last comparison with the draft's campaign found; null: there was none. */
export function campaignFound({ layer, target, country }: CheckedDraft): CampaignFound | null {
  const compared = layer.there.compared();
  if (compared === null || !isSameCampaign(compared.campaignCode, target.campaignCode)) return null;
  const { basis, cellStep, ...found } = compared;
  const isStale = basis !== basisOf(target, country.likely ?? '') || cellStep !== layer.there.cellStep();
  return { ...found, isStale, groups: layer.there.groups() };
}

/** Rows that the campaign holds, beside their leads. */
export function pageOfCampaign(
  draft: CheckedDraft,
  { origin, shares, offset, limit }: CheckQuestions['campaignRows'],
  readPhone: PhoneReader,
): Omit<CheckAnswers['campaignRows'], 'revision'> {
  const { total, rows } = draft.layer.there.page(origin, shares, { offset, limit });
  return { total, rows: rows.map((row) => shownRow(draft, row, readPhone)) };
}

function shownRow(draft: CheckedDraft, found: ListedRow, readPhone: PhoneReader): CampaignRow {
  const { row, line, cells } = draft.row(found.row);
  const { data, ...lead } = found.lead;
  const fields = fieldsBeside(draft.plan, cells, data, readPhone);
  const { shares, isGuess, hasNewPhone, leads, leftOut } = found;
  return {
    row,
    line,
    shares,
    found: { ...found.found, inFile: fieldWith(draft.plan, fields, found.found.value, readPhone)?.inFile ?? '' },
    isGuess,
    hasNewPhone,
    isLeftOut: leftOut !== null,
    otherReason: leftOut === null || leftOut.id === IN_CAMPAIGN ? null : leftOut.title,
    leads,
    lead,
    fields,
  };
}
