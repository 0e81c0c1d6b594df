import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { isSameCampaign } from '../../../../../shared/domain/service/campaign-code.ts';
import { basisOf } from '../campaign/rows-in-campaign.ts';
import type { CheckedDraft } from '../check-draft.ts';
import type { KnownColleagues } from './known-colleagues.ts';

/** What the check says of colleagues. */
export function sentByTeamOf({ index, layer, target, country }: CheckedDraft): CheckSummary['team'] {
  if (index.team === null) return null;
  const asked = layer.team.asked();
  const isAsked = asked !== null && isSameCampaign(asked.campaignCode, target.campaignCode);
  return {
    askedAt: isAsked ? asked.at : null,
    asked: isAsked ? asked.rows : 0,
    isStale:
      isAsked && (asked.basis !== basisOf(target, country.value ?? '') || asked.cellStep !== layer.there.cellStep()),
    rows: index.teamRows.size,
    leftOut: index.teamRows.size - index.sentInSpiteOf('sentByTeam').size,
    ...(index.team.isByPhone ? { isByPhone: true } : {}),
    contactRows: index.contactRows.size,
    computers: computersOf(index.teamRows, index.team),
    contactComputers: computersOf(index.contactRows, index.team),
  };
}

function computersOf(rows: Iterable<number>, team: KnownColleagues) {
  const computers = new Map<string | null, { name: string | null; rows: number; at: number }>();
  for (const row of rows) {
    const found = team.of(row);
    if (found === null) continue;
    const { name, at } = found;
    const computer = computers.get(name) ?? { name, rows: 0, at: 0 };
    computers.set(name, computer);
    computer.rows += 1;
    computer.at = Math.max(computer.at, at);
  }
  return [...computers.values()].sort((one, other) => other.rows - one.rows).slice(0, 50);
}
