import type { PlannedChange } from '../check-changes.ts';
import type { CheckedDraft } from '../check-draft.ts';
import type { LeftOutChange } from '../check-layer.ts';
import type { CheckQuestions } from '../check-messages.ts';
import { IN_CAMPAIGN } from './rows-in-campaign.ts';

/** Leaves rows that the campaign holds out, or takes them back; of a group, those left out for another reason stay so. */
export function plannedCampaignChoice(
  { layer, target, index }: CheckedDraft,
  { choice }: CheckQuestions['campaignChoice'],
): PlannedChange {
  const reason = { id: IN_CAMPAIGN, title: `In ${target.campaignCode} already` };
  const changes: LeftOutChange[] = [];
  const change = (row: number, isSent: boolean) => changes.push({ row, reason: isSent ? null : reason });
  if ('row' in choice) {
    if (choice.row <= index.rows && layer.isLeftOut(choice.row) === choice.isSent) change(choice.row, choice.isSent);
  } else
    for (const { row, hasNewPhone, reason: known } of layer.there.choosable(choice.origin)) {
      const isSent = choice.all === 'sendAnyway' || (choice.all === 'onlyNew' && hasNewPhone);
      if (isSent ? known === IN_CAMPAIGN : known === null) change(row, isSent);
    }
  const rows = `${changes.length} ${changes.length === 1 ? 'row' : 'rows'}`;
  const sent = changes.filter((entry) => entry.reason === null).length;
  const does = sent === 0 ? `Leaving out ${rows}` : sent === changes.length ? `Sending ${rows}` : `Changing ${rows}`;
  return {
    rows: changes.map((entry) => entry.row),
    write: () => layer.change(`${does} that ${target.campaignCode} holds`, [], changes),
  };
}
