import { editedCells } from '../../../../../shared/domain/check/edited-cells.ts';
import type { AskedRow } from '../../../foundation/team-look.ts';
import { leadContacts, leadDigest } from '../../jobs/journal/records/lead-digest.ts';
import { basisOf } from '../campaign/rows-in-campaign.ts';
import type { PlannedChange } from '../check-changes.ts';
import type { CheckedDraft } from '../check-draft.ts';
import type { CheckAnswers, TeamQuestions } from '../check-messages.ts';
import { knownFrom, leadOfCells } from './known-colleagues.ts';

/** A part of the rows, those that are left out among them, as the team is asked about them. */
export function rowsToAsk(draft: CheckedDraft, { offset, limit }: TeamQuestions['teamRows']): CheckAnswers['teamRows'] {
  const { staged, layer, target, country, index } = draft;
  const { campaignCode } = target;
  const leadOf = leadOfCells(draft);
  const rows = staged.rows(offset, limit).map(({ row, cells }): AskedRow => {
    const data = leadOf(editedCells(cells, layer.editsOf(row)));
    return { row, digest: leadDigest({ campaignCode, data, tagField: null }), contacts: leadContacts(data) };
  });
  return { total: index.rows, rows, basis: basisOf(target, country.value ?? ''), cellStep: layer.there.cellStep() };
}

/** Keeps what the team answered. Rows that a colleague has are left out by default from then on, unless a person sends them. */
export function plannedTeamAnswer(draft: CheckedDraft, { asked, found }: TeamQuestions['teamAnswer']): PlannedChange {
  const { layer, index } = draft;
  const rows = new Set([...(index.team?.rows ?? []), ...found.map(({ row }) => row)]);
  return {
    rows: [...rows].sort((one, other) => one - other),
    cells: null,
    write: () => {
      layer.team.keep(asked, found);
      index.team = knownFrom(draft, found);
    },
  };
}
