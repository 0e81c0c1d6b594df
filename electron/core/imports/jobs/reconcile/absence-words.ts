// Why: decision 0250.
import type { AbsenceDoubt, ComparisonDoubt, Witness } from '../../../../../shared/domain/jobs/absence.ts';
import { format } from '../../../../../shared/domain/words/format.ts';

/** Why a row that was not found may exist all the same, and what helps. @param campaignCode of the job */
export function absenceWords(doubt: AbsenceDoubt, campaignCode: string): string {
  return `Not found, but that proves nothing: ${whyOf(doubt, campaignCode)}`;
}

/** Why rows that were not found in a campaign may be there all the same, and what helps. */
export function comparisonDoubtWords(doubt: ComparisonDoubt, campaignCode: string): string {
  switch (doubt.kind) {
    case 'emptyCampaign':
      return `The service showed no lead of ${campaignCode}: the campaign is empty, or this account may not see it.`;
    case 'noCampaignNamed':
      return `${format.count(doubt.leads, 'lead')} came, but none names its campaign, so nobody knows which are those of ${campaignCode}.`;
    case 'witnessMissing':
      return `The service does not show ${nameOf(doubt.witness)}, which it created in ${campaignCode}, so others may be missing too. The list may be late: compare again in a few minutes. If its leads were deleted in the service, delete that import here.`;
    case 'valuesHidden':
      return `The service does not show ${listOf(doubt.fields)} of ${nameOf(doubt.witness)} as sent. The account may not see these values: have its LeadDefinitionEntryAccess raised, then compare again.`;
    case 'fewComparable':
      return `${doubt.comparable === 0 ? 'None' : `Only ${format.number(doubt.comparable)}`} of the ${format.count(doubt.leads, 'lead')} of ${campaignCode} ${doubt.comparable === 1 ? 'shows' : 'show'} a value by which the rows can be compared. The account may not see them: have its LeadDefinitionEntryAccess raised, then compare again.`;
    case 'leadsBlank':
      return `${format.number(doubt.blank)} of the ${format.count(doubt.leads, 'lead')} of ${campaignCode} ${doubt.blank === 1 ? 'shows' : 'show'} no phone or e-mail, and may be the lead of any row. The account may not see them: have its LeadDefinitionEntryAccess raised, then compare again.`;
    case 'rowsNotCompared':
      return `${format.count(doubt.rows, 'row has', 'rows have')} only values that the leads of ${campaignCode} do not show, or show masked, so nobody knows whether they are there. Leave them out, or have the account’s LeadDefinitionEntryAccess raised, then compare again.`;
  }
}

function whyOf(doubt: AbsenceDoubt, campaignCode: string): string {
  switch (doubt.kind) {
    case 'nothingCame':
      return `the service showed no lead of ${campaignCode} at all. Check that the account may read this campaign, then look again, or look for it by hand.`;
    case 'noWitness':
      return doubt.side === 'before'
        ? 'no known lead was created before it, so the list may leave early leads out. Look for it by hand.'
        : 'no known lead was created after it, so the list may end before it. Send more rows, then look again, or look for it by hand.';
    case 'witnessMissing':
      return `${nameOf(doubt.witness)}, which the service created ${doubt.side === 'before' ? 'before' : 'after'} it, is not in the list either. The list may be late: wait a few minutes and look again, or look for it by hand.`;
    case 'timesDiffer':
      return `the service says that ${nameOf(doubt.witness)} came at another time than that row was sent, so a clock or the time zone of the account is wrong. Correct it, then look again, or look for it by hand.`;
    case 'valuesHidden':
      return `${nameOf(doubt.witness)} does not show ${listOf(doubt.fields)} as sent. The account may not see these values: have its LeadDefinitionEntryAccess raised, then look again, or look for it by hand.`;
    case 'nothingToCompare':
      return 'it has no value to compare. Look for it by hand.';
    case 'leadElsewhere':
      return 'a lead with the same phone, e-mail or tag, no older than the row, names another campaign or none, and may be this row’s. Look for it by hand.';
    case 'leadOfAnother':
      return `lead ${doubt.leadId} has the same phone, e-mail, tag or values, and the service named it for another row, which was sent with others: it may have mixed up two answers or used an id again, or somebody corrected that lead. Look for it by hand.`;
    case 'leadCorrected':
      return `${doubt.leadId === null ? 'a lead' : `lead ${doubt.leadId}`} came when this row was on its way, belongs to no known row, and may be this row’s with corrected values. Look for it by hand.`;
    case 'leadsHidden':
      return doubt.leads === 1
        ? '1 lead of this time shows no value to compare, and may be this row’s. Look for it by hand.'
        : `${format.number(doubt.leads)} leads of this time show no value to compare, and one of them may be this row’s. Look for it by hand.`;
  }
}

function nameOf({ row, leadId }: Witness): string {
  return leadId === null ? `the lead of row ${row}` : `lead ${leadId} of row ${row}`;
}

/** Fields that a sentence names; it counts the rest. */
const NAMED = 3;

function listOf(fields: readonly string[]): string {
  const named = fields.slice(0, NAMED).join(', ');
  const more = fields.length - NAMED;
  return more <= 0 ? named : `${named} and ${more} more ${more === 1 ? 'field' : 'fields'}`;
}
