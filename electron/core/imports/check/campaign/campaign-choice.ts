import { format } from '../../../../../shared/domain/words/format.ts';
import type { PlannedChange } from '../check-changes.ts';
import type { CheckedDraft } from '../check-draft.ts';
import type { RowChange } from '../check-layer.ts';
import type { CheckQuestions } from '../check-messages.ts';
import { IN_CAMPAIGN } from './rows-in-campaign.ts';

/** Reasons of the program that a person overrules with the decision about the campaign. */
const SENT_ANYWAY: ReadonlySet<string | null> = new Set([IN_CAMPAIGN, 'sentBefore', 'inQueue', 'sentByTeam']);

/**
 * Leaves out the rows that the campaign holds, or sends them all the same. A row of a chosen group that a person left
 * out for another reason stays left out.
 */
export function plannedCampaignChoice(
  { layer, target, index }: CheckedDraft,
  { choice }: CheckQuestions['campaignChoice'],
): PlannedChange {
  const changes: RowChange[] = [];
  // Without a decision the row is left out by default.
  const change = (row: number, isSent: boolean) => changes.push({ row, decision: isSent ? 'send' : null });
  if ('row' in choice) {
    if (choice.row <= index.rows && (layer.rows.leftOutFor(choice.row) !== null) === choice.isSent)
      change(choice.row, choice.isSent);
  } else
    for (const { row, hasNewPhone, reason: known } of layer.there.choosable(choice.origin)) {
      const isSent = choice.all === 'sendAnyway' || (choice.all === 'onlyNew' && hasNewPhone);
      if (isSent ? SENT_ANYWAY.has(known) : known === null) change(row, isSent);
    }
  const rows = format.count(changes.length, 'row');
  const sent = changes.filter(({ decision }) => decision === 'send').length;
  const does = sent === 0 ? `Leaving out ${rows}` : sent === changes.length ? `Sending ${rows}` : `Changing ${rows}`;
  return {
    rows: changes.map((entry) => entry.row),
    cells: null,
    write: () => layer.change(`${does} that ${target.campaignCode} holds`, [], changes),
  };
}
